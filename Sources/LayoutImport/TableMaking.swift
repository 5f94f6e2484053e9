internal import Configuration
internal import JoystickModel

extension ImportDraft {
  /// The name in a profile of what a word does: an output of the pad, or a key of a keyboard. Warns, and returns nil,
  /// if there is none.
  mutating func output(_ name: String?, for word: String, at offset: Int) -> String? {
    if name == nil {
      warn(
        of: word, is: "is left out: this pad does not have it",
        are: "are left out: this pad does not have them",
        at: offset)
    }
    return name
  }

  /// A button. A change of the layer, if any, is the last output.
  mutating func button(_ outputs: [String], _ place: ImportedRegion, at offset: Int) -> DraftTable {
    var table = button(outputs, place.key, at: offset)
    table.place = place
    return table
  }

  mutating func button(_ outputs: [String], _ region: (key: String, value: String), at offset: Int)
    -> DraftTable
  {
    let all = outputs.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let held = all.filter { LayerChange($0) == nil }
    if held.count > OutputWords.maxCount {
      warn(
        "a button holds at most \(OutputWords.maxCount) outputs", hint: "the rest is left out", at: offset)
    }
    let names = Array(held.prefix(OutputWords.maxCount)) + all.filter { LayerChange($0) != nil }.prefix(1)
    return DraftTable(
      kind: .button, keys: [region], defaultName: names.joined(separator: "+"), offset: offset, outputs: names
    )
  }

  /// A control with four outputs, which are up, right, down and left, each with all that it holds at once: a direction
  /// pad or a stick, or else a button for each direction and for each diagonal, which hold anything.
  mutating func directions(_ outputs: [[String]], _ place: ImportedRegion, at offset: Int) -> [DraftTable] {
    if let names = outputs.single,
      let table = DraftTable.directions(FourOutputs(names: names), place, at: offset)
    {
      return [table]
    }
    return DirectionCell.all.compactMap { cell in
      let held = cell.ways.flatMap { outputs[$0] }
      guard !held.isEmpty, let part = place.part(x: cell.x, y: cell.y) else { return nil }
      // The middle, and what lies between the buttons, belongs to the nearest one.
      var table = button(held, part, at: offset).with(("reach", "\"3mm\""))
      table.part = part.width * part.height / (place.width * place.height)
      return table
    }
  }

  mutating func warnOfPictures(_ what: String, at offset: Int) {
    warnOnce("\(what) are left out", hint: "touchstick-overlay draws the controls", at: offset)
  }
}

extension [[String]] {
  /// The outputs of four directions that hold one each; nil if one of them holds none or several.
  var single: [String]? { count == 4 && allSatisfy { $0.count == 1 } ? flatMap(\.self) : nil }
}

/// One of the eight buttons that stand for a control with four directions.
private struct DirectionCell {
  /// Up, right, down and left, by their numbers.
  let ways: [Int]
  let (x, y): (ClosedRange<Double>, ClosedRange<Double>)

  /// Straight directions first: of what lies between, a finger more often means those.
  static let all: [DirectionCell] = {
    let (low, middle, high) = (0.0...0.36, 0.36...0.64, 0.64...1.0)
    return [
      DirectionCell(ways: [0], x: middle, y: low), DirectionCell(ways: [1], x: high, y: middle),
      DirectionCell(ways: [2], x: middle, y: high), DirectionCell(ways: [3], x: low, y: middle),
      DirectionCell(ways: [0, 1], x: high, y: low), DirectionCell(ways: [2, 1], x: high, y: high),
      DirectionCell(ways: [2, 3], x: low, y: high), DirectionCell(ways: [0, 3], x: low, y: low),
    ]
  }()
}

/// The outputs of a direction pad or a stick: up, right, down, left.
struct FourOutputs {
  let names: [String]

  /// What a control with these outputs is.
  enum Kind {
    case hat
    case stick(String)
    /// A button for each direction.
    case buttons
    case none
  }

  private static let ways: [PadDirection] = [.up, .right, .down, .left]

  static let hat = FourOutputs(names: ways.map { PadOutput.hat($0).label })
  static func stick(_ stick: PadStick) -> FourOutputs {
    FourOutputs(names: ways.map { PadOutput.halfAxis(stick, $0).label })
  }

  /// Whether an output is a button of the pad.
  static func isButton(_ name: String) -> Bool { GamepadButton.labels.contains { $0.word == name } }

  var kind: Kind {
    if names == Self.hat.names { return .hat }
    for stick in PadStick.allCases where names == Self.stick(stick).names { return .stick(stick.rawValue) }
    return names.count == 4 && names.allSatisfy(Self.isButton) ? .buttons : .none
  }

  /// The table with a button for each direction.
  fileprivate var table: String {
    let pairs = zip(["up", "right", "down", "left"], names).map { "\($0) = \($1.asTOML)" }
    return "{ \(pairs.joined(separator: ", ")) }"
  }
}

// The tables that several formats have.
extension DraftTable {
  /// A direction pad, or a stick with a base that stays where it is. Nil for outputs that neither can have.
  fileprivate static func directions(_ outputs: FourOutputs, _ place: ImportedRegion, at offset: Int)
    -> DraftTable?
  {
    var table = DraftTable(kind: .dpad, keys: [place.key], defaultName: "dpad", offset: offset)
    (table.place, table.directions) = (place, outputs)
    switch outputs.kind {
    case .hat: return table
    case .buttons:
      table.label = "buttons"
      return table.with(("output", outputs.table))
    case .stick(let target): return fixedStick(target, place, at: offset).with(("directions", "8"))
    case .none: return nil
    }
  }

  /// A stick whose base stays in the middle of its region. With the origin "fixed" its handle is measured from there.
  static func fixedStick(
    _ target: String, _ place: ImportedRegion, at offset: Int, origin: String = "fixed"
  ) -> DraftTable {
    let radius = place.stickRadius.map { [(key: "radius", value: $0)] } ?? []
    var table = DraftTable(
      kind: .stick,
      keys: [("target", target.asTOML), place.key, ("origin", origin.asTOML), ("movable", "false")] + radius,
      defaultName: target, offset: offset, rank: 2)
    (table.place, table.directions) = (place, PadStick(rawValue: target).map(FourOutputs.stick) ?? .hat)
    return table
  }

  /// The same somewhere else.
  func at(_ spot: AnchoredCircle) -> DraftTable {
    var copy = self
    copy.keys = keys.map { $0.key == "region" ? spot.circle : $0 }
    return copy
  }

  func with(_ key: (key: String, value: String)?) -> DraftTable {
    guard let key else { return self }
    var copy = self
    copy.keys.append(key)
    return copy
  }
}
