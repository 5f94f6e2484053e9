internal import Diagnostics

extension Settings {
  /// Reads the text of a configuration file.
  ///
  /// - Parameters:
  ///   - text: UTF-8.
  ///   - file: The name of the file in errors.
  public static func parse(_ text: [UInt8], file: String) throws(ConfigurationError) -> Settings {
    try read(root(of: text, file: file), file: file, as: .root)
  }

  /// Turns the tables of a file into settings.
  ///
  /// - Parameter kind: `root` for a configuration, or `profile`.
  static func read(
    _ root: [TOMLEntry], file: String, as kind: ConfigurationTable
  ) throws(ConfigurationError) -> Settings {
    var reader = SettingsReader(file: file)
    let settings = reader.settings(root, kind)
    guard reader.errors.isEmpty else { throw ConfigurationError(reader.errors) }
    return settings
  }

  /// The tables and keys of a file, whatever they mean.
  static func root(of text: [UInt8], file: String) throws(ConfigurationError) -> [TOMLEntry] {
    do throws(Diagnostic) {
      try checkEncoding(of: text)
      return try TOMLDocument(parsing: text).root()
    } catch {
      throw ConfigurationError([error.located(in: file)])
    }
  }

  /// Reads the text of a configuration file.
  public static func parse(_ text: String, file: String) throws(ConfigurationError) -> Settings {
    try parse(Array(text.utf8), file: file)
  }

  private static func checkEncoding(of text: [UInt8]) throws(Diagnostic) {
    if let index = text.firstIndex(of: 0) {
      throw Diagnostic(
        .error, "nul-byte", "this is a NUL byte", hint: "a configuration must be text",
        at: SourcePosition(of: index, in: text))
    }
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: text.span)
    } catch {
      let position = SourcePosition(of: error.byteOffsets.lowerBound, in: text)
      throw Diagnostic(
        .error, "not-utf-8", "this is not UTF-8", hint: "save the file as UTF-8", at: position)
    }
  }
}

extension SourcePosition {
  /// The place of the byte at an index. As in the parser, a byte order mark has no column.
  fileprivate init(of index: Int, in text: [UInt8]) {
    let before = text[text.start..<index]
    let line = before.lastIndex(of: UInt8(ascii: "\n")).map { before[($0 + 1)...] } ?? before
    self.init(
      line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: line.count { $0 & 0xc0 != 0x80 } + 1)
  }
}
