internal import Configuration

/// What a word of another program's layout does.
enum ForeignOutput {
  /// An output of the pad, by its name in a profile.
  case pad(String)
  /// A key of a keyboard, by the kernel's name.
  case key(String)
}

extension ForeignOutput {
  /// A key of a keyboard. Nil for what is no name of the kernel.
  static func key(named name: String) -> ForeignOutput? {
    let isName =
      name.utf8.count <= 32
      && name.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      }
    return isName ? .key(name) : nil
  }
}

extension ImportDraft {
  /// The name in a profile of what a word does. Warns, and returns nil, if a layout cannot have it.
  mutating func output(_ output: ForeignOutput?, for word: String, at offset: Int) -> String? {
    let why: String
    switch output {
    case .pad(let name): return name
    case .key(let key):
      if KeyboardSettings.harmless.contains(where: { $0.name == key }) { return key }
      why = "it is the key \(key), which layouts may press only with permission"
    case nil: why = "this pad does not have it"
    }
    warn("\(quoted(word)) is left out: \(why)", at: offset)
    return nil
  }

  /// A direction pad or a stick with these outputs. Warns, and returns nil, if neither can have them.
  mutating func directions(_ names: [String], _ place: Place, at offset: Int) -> DraftTable? {
    let table = DraftTable.directions(FourOutputs(names: names), place, at: offset)
    if table == nil {
      warn("this control is left out: its four outputs must be directions, a stick or buttons", at: offset)
    }
    return table
  }

  mutating func warnOfPictures(_ what: String, at offset: Int) {
    warnOnce("\(what) are left out", hint: "touchstick-overlay draws the controls", at: offset)
  }
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

  static let hat = FourOutputs(names: ["Up", "Right", "Down", "Left"])
  static func stick(_ target: String) -> FourOutputs {
    FourOutputs(names: ["y-", "x+", "y+", "x-"].map { "\(target).\($0)" })
  }

  /// Whether an output is a button of the pad.
  static func isButton(_ name: String) -> Bool { buttons.contains(name) }

  private static let buttons = ["A", "B", "X", "Y", "LB", "RB", "L3", "R3", "Back", "Start", "Guide"]

  var kind: Kind {
    if names == Self.hat.names { return .hat }
    for target in ["left", "right"] where names == Self.stick(target).names { return .stick(target) }
    return names.count == 4 && names.allSatisfy(Self.buttons.contains) ? .buttons : .none
  }

  /// The table with a button for each direction.
  fileprivate var table: String {
    let pairs = zip(["up", "right", "down", "left"], names).map { "\($0) = \($1.asTOML)" }
    return "{ \(pairs.joined(separator: ", ")) }"
  }
}

// The tables that several formats have.
extension DraftTable {
  /// A button. A change of the layer, if any, is the last output.
  static func button(_ outputs: [String], _ region: (key: String, value: String), at offset: Int)
    -> DraftTable
  {
    let names = outputs.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return DraftTable(
      kind: .button, keys: [region], defaultName: names.joined(separator: "+"), offset: offset, outputs: names
    )
  }

  /// A direction pad, or a stick with a base that stays where it is. Nil for outputs that neither can have.
  fileprivate static func directions(_ outputs: FourOutputs, _ place: Place, at offset: Int) -> DraftTable? {
    switch outputs.kind {
    case .hat: DraftTable(kind: .dpad, keys: [place.key], defaultName: "dpad", offset: offset)
    case .buttons:
      DraftTable(
        kind: .dpad, keys: [place.key, ("output", outputs.table)], label: "buttons", defaultName: "dpad",
        offset: offset)
    case .stick(let target):
      fixedStick(target, place, at: offset).with(("directions", "8"))
    case .none: nil
    }
  }

  /// A stick whose base stays in the middle of its region. With the origin "fixed" its handle is measured from there.
  static func fixedStick(
    _ target: String, _ place: Place, at offset: Int, origin: String = "fixed"
  ) -> DraftTable {
    let radius = place.stickRadius.map { [(key: "radius", value: $0)] } ?? []
    return DraftTable(
      kind: .stick,
      keys: [("target", target.asTOML), place.key, ("origin", origin.asTOML), ("movable", "false")] + radius,
      defaultName: target, offset: offset, rank: 2)
  }

  func with(_ key: (key: String, value: String)?) -> DraftTable {
    guard let key else { return self }
    var copy = self
    copy.keys.append(key)
    return copy
  }
}
