internal import Configuration

/// The keys and values of a configuration file of RetroArch: `key = value` or `key = "value"` in each line, and
/// comments after `#`.
struct RetroArchFile {
  struct Entry {
    let value: String
    let offset: Int
  }

  /// Of several lines with the same key, RetroArch uses the first.
  private(set) var entries: [String: Entry] = [:]

  init(_ text: [UInt8], in draft: inout ImportDraft) {
    var start = text.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    for line in text[start...].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      read(line, at: start, &draft)
      start = line.endIndex + 1
    }
  }

  private mutating func read(_ line: ArraySlice<UInt8>, at start: Int, _ draft: inout ImportDraft) {
    let line = line.drop(while: Self.isBlank)
    let key = line.prefix { !Self.isBlank($0) && $0 != UInt8(ascii: "=") }
    let rest = line[key.endIndex...].drop(while: Self.isBlank)
    guard let first = line.first else { return }
    guard first != UInt8(ascii: "#") else {
      if line.starts(with: "#include".utf8) || line.starts(with: "#reference".utf8) {
        draft.warn("other files are not read", hint: "import them on their own", at: line.startIndex)
      }
      return
    }
    guard rest.first == UInt8(ascii: "="), !key.isEmpty else {
      return draft.warn("this line is not \"key = value\"", hint: "it is left out", at: line.startIndex)
    }
    let value = rest.dropFirst().drop(while: Self.isBlank)
    let name = String(decoding: key, as: UTF8.self)
    guard entries[name] == nil else {
      return draft.warn(
        of: name, is: "comes twice", are: "come twice", hint: "the first one counts", at: line.startIndex)
    }
    entries[name] = Entry(value: Self.text(of: value), offset: value.startIndex)
  }

  private static func text(of value: ArraySlice<UInt8>) -> String {
    guard value.first == UInt8(ascii: "\"") else {
      return String(decoding: value.prefix { !isBlank($0) && $0 != UInt8(ascii: "#") }, as: UTF8.self)
    }
    return String(decoding: value.dropFirst().prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0d].contains(byte) }
}

extension RetroArchFile.Entry {
  var number: Double? { Double(value).flatMap { $0.isFinite ? $0 : nil } }

  var flag: Bool? {
    switch value {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }
}
