internal import Configuration
internal import EventPipeline

// The profile's text.
extension ImportDraft {
  /// The tables in the order of the file. The first layer is that of the first table that has one.
  private var written: [DraftTable] {
    let sorted = ordered
    let corners = Self.orientations.compactMap { when -> DraftTable? in
      let shown = sorted.lazy.filter { $0.isShown(in: when) }.compactMap(\.layer)
      guard let found = sorted.lazy.compactMap(\.layer).first,
        let layer = baseLayer ?? firstLayers[when].flatMap({ shown.contains($0) ? $0 : nil }),
        layer != (baseLayer == nil ? shown.first : found)
      else { return nil }
      return Self.corner(when: when, layer: layer)
    }
    guard corners.count == 2, var corner = corners.first, corner.layer == corners[1].layer else {
      return corners + sorted
    }
    corner.when = nil
    return [corner] + sorted
  }
}

extension ImportDraft {
  /// A control that does nothing, on glass that nobody touches.
  private static func corner(when: SurfaceOrientation?, layer: String?) -> DraftTable {
    DraftTable(
      kind: .ignore, keys: [("region", "{ x = 0, y = 0, width = \"1mm\", height = \"1mm\" }")],
      defaultName: "ignore", when: when, layer: layer, offset: 0)
  }

  /// TOML. Controls that need permission are comments at the end.
  var profile: String {
    var names = UsedNames()
    var lines = ["# Made by touchstick import.", "description = \(description.asTOML)"]
    for table in tables.isEmpty ? [Self.corner(when: nil, layer: nil)] : written {
      lines +=
        table.kind == .ignore
        ? ["", "# So that this \(tables.isEmpty ? "is a profile" : "layer exists") at first."] : [""]
      lines += table.lines(named: names.name(of: table))
    }
    if !keysToPermit.isEmpty { lines += ["", "#"] + permission }
    for table in withheld {
      lines += ["#"] + table.lines(named: names.name(of: table)).map { "#" + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var keysToPermit: [String] {
    (tables.flatMap(\.withPermission) + withheld.flatMap(\.outputs)).reduce(into: []) {
      if Self.needsPermission($1), !$0.contains($1) { $0.append($1) }
    }
  }

  private var permission: [String] {
    [
      "# Layouts may press these keys only with permission. The administrator writes this line under [keyboard] in",
      "# /etc/touchstick/touchstick.toml:",
      "#",
      "#   keys = [\(keysToPermit.map(\.asTOML).joined(separator: ", "))]",
      "#",
      withheld.isEmpty
        ? "# Then write the outputs that are comments above."
        : "# Then remove the first # of the lines below.",
    ]
  }
}

/// The names of the controls, which controls that exist together must not share.
private struct UsedNames {
  private var named: [(table: DraftTable, name: String)] = []

  mutating func name(of table: DraftTable) -> String {
    let used = named.filter { $0.table.coexists(with: table) }.map(\.name)
    let name = (table.label?.oneLine.cut(to: 60) ?? table.defaultName).unlike(used)
    named.append((table, name))
    return name
  }
}

extension DraftTable {
  func lines(named name: String) -> [String] {
    var lines = [kind.heading]
    if name != defaultName { lines.append("name = \(name.asTOML)") }
    let output = outputs.isEmpty ? [] : [(key: "output", value: outputs.asOutputs)]
    lines += (keys.prefix(1) + output + keys.dropFirst()).map { "\($0.key) = \($0.value)" }
    if let when { lines.append("when = \"\(when)\"") }
    if let layer { lines.append("layer = \(layer.asTOML)") }
    if !withPermission.isEmpty { lines.append("# With permission: output = \(withPermission.asOutputs)") }
    return lines
  }
}

extension [String] {
  /// One output, or a list.
  var asOutputs: String {
    count == 1 ? self[0].asTOML : "[\(map(\.asTOML).joined(separator: ", "))]"
  }
}

extension String {
  /// The text in quotes, for TOML.
  var asTOML: String {
    // By scalars: a quotation mark with an accent is one character.
    let inside = unicodeScalars.reduce(into: "") { text, scalar in
      if scalar == "\"" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return "\"\(inside)\""
  }

  /// The text without control characters, and without blanks at its ends.
  var oneLine: String {
    // Most are: this allocates nothing.
    guard unicodeScalars.contains(where: \.isControl) || first == " " || last == " " else { return self }
    let plain = String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? " " : $0 }))
    let start = plain.drop { $0 == " " }
    return String(start.prefix(start.count - start.reversed().prefix { $0 == " " }.count))
  }

  /// The beginning with at most this many bytes; nil if it is empty.
  func cut(to limit: Int) -> String? {
    var (end, size) = (unicodeScalars.startIndex, 0)
    while end < unicodeScalars.endIndex {
      size += UTF8.width(unicodeScalars[end])
      guard size <= limit else { break }
      end = unicodeScalars.index(after: end)
    }
    let whole = String(unicodeScalars[..<end]).oneLine
    return whole.isEmpty ? nil : whole
  }

  /// The text, with a number after it if it is used.
  fileprivate func unlike(_ used: [String]) -> String {
    guard used.contains(self) else { return self }
    let start = cut(to: 60) ?? ""
    return (2...).lazy.map { "\(start) \($0)" }.first { !used.contains($0) } ?? self
  }
}
