package import EventPipeline
package import JoystickModel

// Controls that appear.
extension ConfigurationTable {
  /// The region of a new control of this kind, around the corner of the surface; nil for any other table.
  package var newRegion: Region? { control?.newRegion }
}

extension ProfileText {
  /// The text with a new control, which has the first output that no other control has.
  ///
  /// - Parameters:
  ///   - region: Where it is. Its lengths are measured from the nearest edges.
  ///   - table: The number of the control before which it is written, above the comments of that; nil is at the end.
  ///   - layer: The layer in which it exists; nil is always.
  ///   - size: The surface, whose orientation it is for if the profile has controls for that one only.
  package func adding(
    _ kind: ConfigurationTable, in region: Region, before table: Int?, layer: String?, on size: SurfaceSize
  ) throws(ConfigurationError) -> ProfileText {
    // Headings below tables that are written as values would be of the same key.
    if let inline = tables.firstIndex(where: { !hasHeading($0) }) { _ = try lines(of: inline) }
    guard let new = kind.control?.init() else { return self }
    var keys: [(key: String, value: TextChange.Value)] = []
    let outputs = new.outputs(layers: [])
    if let key = new.outputKey, outputs.count > 1 {
      // The default comes first.
      let words = outputs.filter { $0 == new.outputWord } + outputs
      let used = settings.usedOutputs(of: kind, on: size)
      keys.append((key, .word(words.first { !used.contains($0) } ?? words[0])))
    }
    let orientation = SurfaceOrientation(of: size)
    if settings.controls.contains(where: { $0.when == orientation }) {
      keys.append(("when", .word(orientation.rawValue)))
    }
    if let layer { keys.append(("layer", .text(layer))) }
    let place = RegionSettings(region, measuredOn: size)
    // The reader knows the name of a control without one.
    let alone = try ProfileText(Self.table(kind, keys, place), file: file)
    if let name = alone.settings.controls.first?.name,
      settings.controls(on: size).contains(where: { $0.name == name })
    {
      keys.insert(("name", .text(settings.freeName(like: name))), at: 0)
    }
    return try inserting(Self.table(kind, keys, place), before: table)
  }

  private static func table(
    _ kind: ConfigurationTable, _ keys: [(key: String, value: TextChange.Value)], _ region: RegionSettings
  ) -> [UInt8] {
    let lines = keys.map { "\($0.key) = \($0.value.spelled(like: nil))\n" }
    return Array("\(kind.heading)\n\(lines.joined())region = \(region.text)\n".utf8)
  }

  /// Adds a table, with an empty line before or after it.
  private func inserting(_ table: [UInt8], before other: Int?) throws(ConfigurationError) -> ProfileText {
    let newline = bytes.newline(after: bytes.start)
    let lines = Array(table.split(separator: UInt8(ascii: "\n")).map { Array($0) + newline }.joined())
    var text = bytes
    if let other {
      text.insert(contentsOf: lines + newline, at: bytes.startOfComments(above: tables[other].position))
    } else {
      let isEnded = bytes.last == UInt8(ascii: "\n")
      text += (isEnded ? newline : newline + newline) + lines
    }
    return try ProfileText(text, file: file)
  }
}

extension Settings {
  /// What controls on a surface control on the pad: all buttons, and the others of this kind.
  fileprivate func usedOutputs(of kind: ConfigurationTable, on size: SurfaceSize) -> Set<String> {
    let tables = controls(on: size).filter { $0.table.isOnSurface }.map(\.table)
    let same = tables.filter { type(of: $0).kind == kind }
    let pressed = tables.flatMap { $0.controls(on: ScaledSurface(size: size)) }.flatMap {
      control -> [PadOutput] in
      if case .button(let button) = control { button.action.steps.flatMap { $0 } } else { [] }
    }
    return Set(same.map(\.outputWord) + pressed.map(\.label))
  }
}

// Lengths that are measured from the nearest edge.
extension RegionSettings {
  fileprivate init(_ region: Region, measuredOn size: SurfaceSize) {
    switch region {
    case .circle(let circle):
      self = .circle(
        center: PointSettings(circle.center, measuredOn: size), radius: .millimetres(circle.radius))
    case .rectangle(let area):
      self = .rectangle(
        AreaSettings(
          x: Length(area.x, area.width, measuredOn: size.width),
          y: Length(area.y, area.height, measuredOn: size.height), width: .millimetres(area.width),
          height: .millimetres(area.height)))
    }
  }

  /// In the notation of the file.
  fileprivate var text: String {
    switch self {
    case .circle(let center, let radius):
      "{ center = [\"\(center.x.text)\", \"\(center.y.text)\"], radius = \"\(radius.text)\" }"
    case .rectangle(let area):
      "{ x = \"\(area.x.text)\", y = \"\(area.y.text)\", width = \"\(area.width.text)\", "
        + "height = \"\(area.height.text)\" }"
    }
  }
}

extension PointSettings {
  fileprivate init(_ point: Point, measuredOn size: SurfaceSize) {
    self.init(
      x: Length(point.x, 0, measuredOn: size.width), y: Length(point.y, 0, measuredOn: size.height))
  }
}

extension Length {
  /// The place of something, from the nearest edge, in hundredths of millimetres. In the middle, it is measured from there.
  fileprivate init(_ low: Double, _ side: Double, measuredOn whole: Double) {
    func rounded(_ length: Double) -> Double { (length * 100).rounded() / 100 + 0 }
    let high = whole - low - side
    let (part, offset) =
      abs(high - low) < 0.01 ? (50.0, -side / 2) : low < high ? (0, low) : (100, low - whole)
    self =
      part == 0
      ? .millimetres(rounded(offset))
      : rounded(offset) == 0 ? .percent(part) : .sum(percent: part, millimetres: rounded(offset))
  }
}

extension PlacedTable {
  /// The changes that measure the places of the region, and of a base that has one, from the nearest edges of a surface.
  package func changesMeasured(on size: SurfaceSize) -> [TextChange] {
    var places: [(path: [String], length: Length)] = []
    func add(_ key: [String], _ old: PointSettings, _ new: PointSettings, _ names: [String]) {
      places += zip(names, [(old.x, new.x), (old.y, new.y)]).filter { $1.0 != $1.1 }.map {
        (key + [$0], $1.1)
      }
    }
    let region = settings.table.region.flatMap { old in self.region.map { (old, $0) } }
    switch region.map({ ($0, RegionSettings($1, measuredOn: size)) }) {
    case (.circle(let old, _), .circle(let new, _))?: add(["region", "center"], old, new, ["0", "1"])
    case (.rectangle(let old), .rectangle(let new))?:
      add(
        ["region"], PointSettings(x: old.x, y: old.y), PointSettings(x: new.x, y: new.y), ["x", "y"])
    default: break
    }
    if let stick = settings.table as? StickSettings, let old = stick.center, let base {
      add(["center"], old, PointSettings(base.center, measuredOn: size), ["0", "1"])
    }
    return places.map { TextChange(table: number, path: $0.path, value: .length($0.length)) }
  }
}

extension [UInt8] {
  /// The start of the comments directly above a table, or else of its line.
  fileprivate func startOfComments(above position: SourcePosition) -> Int {
    func startOfLine(with index: Int) -> Int {
      Swift.max((self[..<index].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1, start)
    }
    var line = startOfLine(with: index(of: position))
    while line > start {
      let above = startOfLine(with: line - 1)
      guard self[above] == UInt8(ascii: "#") else { break }
      line = above
    }
    return line
  }
}
