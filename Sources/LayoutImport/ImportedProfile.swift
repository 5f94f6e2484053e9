internal import Configuration
internal import EventPipeline

// The profile's text.
extension ImportDraft {
  /// TOML. Controls that need permission are comments at the end.
  var profile: String {
    var names = UsedNames()
    var lines = ["# Made by touchstick import.", "description = \(description.asTOML)"]
    for table in tables.isEmpty ? [Self.corner(when: nil, layer: nil)] : written {
      lines.append("")
      if table.isCorner {
        lines.append("# So that this \(tables.isEmpty ? "is a profile" : "layer exists") at first.")
      }
      lines += table.lines(named: names.name(of: table))
    }
    if !keysToPermit.isEmpty { lines += ["", "#"] + permission }
    for table in withheld {
      lines += ["#"] + table.lines(named: names.name(of: table)).map { "#" + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The tables in their order. A layout shows the layer of its first table at first. If that is another one than in the
  /// foreign file, a corner of the wanted layer comes before.
  private var written: [DraftTable] {
    let sorted = ordered
    return corners(before: sorted) + sorted
  }

  private func corners(before sorted: [DraftTable]) -> [DraftTable] {
    guard let first = sorted.lazy.compactMap(\.layer).first else { return [] }
    if let baseLayer { return baseLayer == first ? [] : [Self.corner(when: nil, layer: baseLayer)] }
    let wanted = Self.orientations.map { layerToShow(in: $0, before: sorted) }
    if let layer = wanted[0], layer == wanted[1] { return [Self.corner(when: nil, layer: layer)] }
    return zip(Self.orientations, wanted).compactMap { when, layer in
      layer.map { Self.corner(when: when, layer: $0) }
    }
  }

  /// The layer to show first in an orientation; nil if that is the first one anyway, or has no table there.
  private func layerToShow(in when: SurfaceOrientation, before sorted: [DraftTable]) -> String? {
    let shown = sorted.lazy.filter { $0.isShown(in: when) }.compactMap(\.layer)
    guard let layer = firstLayers[when], layer != shown.first, shown.contains(layer) else { return nil }
    return layer
  }

  /// A control that does nothing, on glass that nobody touches.
  private static func corner(when: SurfaceOrientation?, layer: String?) -> DraftTable {
    DraftTable(
      kind: .ignore, keys: [("region", "{ x = 0, y = 0, width = \"1mm\", height = \"1mm\" }")],
      defaultName: "ignore", when: when, layer: layer, offset: 0)
  }

  private var keysToPermit: [String] {
    var known: Set<String> = []
    return (tables.flatMap(\.withPermission) + withheld.flatMap(\.outputs))
      .filter { Self.needsPermission($0) && known.insert($0).inserted }
  }

  private var permission: [String] {
    var lines = [
      "# Layouts may press these keys only with permission. The administrator writes this line under [keyboard] in",
      "# /etc/touchstick/touchstick.toml:",
      "#",
      "#   keys = [\(keysToPermit.map(\.asTOML).joined(separator: ", "))]",
      "#",
    ]
    if tables.contains(where: { !$0.withPermission.isEmpty }) {
      lines.append("# Then write the outputs that are comments above.")
    }
    if !withheld.isEmpty { lines.append("# Then remove the first # of the lines below.") }
    return lines
  }
}

extension DraftTable {
  /// No foreign layout has glass to ignore, so only a corner is such a table.
  fileprivate var isCorner: Bool { kind == .ignore }
}

/// In bytes. A name can have 64, and may need a blank and a number.
private let maxLabelBytes = 60

/// The names of the controls, which controls that exist together must not share.
private struct UsedNames {
  private var named: [(table: DraftTable, name: String)] = []

  mutating func name(of table: DraftTable) -> String {
    let used = named.filter { $0.table.coexists(with: table) }.map(\.name)
    let name = (table.label?.oneLine.cut(to: maxLabelBytes) ?? table.defaultName).unlike(used)
    named.append((table, name))
    return name
  }
}

extension DraftTable {
  func lines(named name: String) -> [String] {
    var lines = [kind.heading]
    if name != defaultName { lines.append("name = \(name.asTOML)") }
    let output = outputs.isEmpty ? [] : [(key: "output", value: outputs.asOutputs)]
    // The region comes first, then what it does, as in the guides.
    lines += (keys.prefix(1) + output + keys.dropFirst()).map { "\($0.key) = \($0.value)" }
    if let when { lines.append("when = \(when.rawValue.asTOML)") }
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
  /// A text without control characters, in quotes for TOML.
  var asTOML: String {
    // By scalars: a quotation mark with an accent is one character.
    let inside = unicodeScalars.reduce(into: "") { text, scalar in
      if scalar == "\"" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return "\"\(inside)\""
  }

  /// The text with blanks for control characters, and without blanks at its ends.
  var oneLine: String {
    // Nearly all texts are one line already: this allocates nothing.
    guard unicodeScalars.contains(where: \.isControl) || first == " " || last == " " else { return self }
    let plain = String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? " " : $0 }))
    let start = plain.drop { $0 == " " }
    return String(start.prefix(start.count - start.reversed().prefix { $0 == " " }.count))
  }

  /// The beginning with at most this many bytes, as one line; nil if it is empty.
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
    let start = cut(to: maxLabelBytes) ?? ""
    var number = 2
    while used.contains("\(start) \(number)") { number += 1 }
    return "\(start) \(number)"
  }
}
