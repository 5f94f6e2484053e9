internal import Diagnostics

extension OverlaySettings {
  /// The text of a file for the overlay with another output. Everything else stays as it is written.
  ///
  /// - Parameters:
  ///   - name: The output to draw on.
  ///   - text: UTF-8.
  ///   - file: The name of the file in errors.
  public static func settingOutput(_ name: String, in text: [UInt8], file: String) throws(ConfigurationError)
    -> [UInt8]
  {
    let root = try Settings.root(of: text, file: file)
    let value = TextChange.Value.text(name).spelled(like: nil)
    var changed = text
    if let node = root.first(where: { $0.key == "output" })?.node {
      changed.replaceSubrange(
        text.index(of: node.position)..<text.index(of: node.end), with: Array(value.utf8))
    } else {
      // After the keys above all tables, or at the top: below a heading, it would be a key of that table.
      let last = root.filter { if case .table = $0.node.value { false } else { true } }.map(\.node.end).max()
      let start = text.index(of: SourcePosition(line: 1))
      let pair = Array("output = \(value)".utf8)
      if let last {
        let end = text.endOfLine(from: text.index(of: last))
        changed.insert(contentsOf: text.newline(after: start) + pair, at: end)
      } else {
        changed.insert(contentsOf: pair + text.newline(after: start), at: start)
      }
    }
    // A name may be nothing that the file can have.
    _ = try parse(changed, file: file)
    return changed
  }
}
