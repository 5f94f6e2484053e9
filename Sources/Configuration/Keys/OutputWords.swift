internal import EventPipeline
package import JoystickModel

extension KeyboardKey {
  /// All names, in the order of their numbers.
  package static let names = all.map { (word: $0.name, key: $0) }
}

/// The outputs of a button, as a file writes them.
package enum OutputWords {
  package static let names: [(word: String, output: PadOutput)] =
    GamepadButton.names.map { ($0.word, .button($0.button)) }
    + PadOutput.all.filter { if case .button = $0 { false } else { true } }.map { ($0.label, $0) }
    + ([.menu] + PadOutput.ofMotion).map { ($0.label, $0) }
    + KeyboardKey.names.map { ($0.word, .key($0.key)) }

  /// The names on an Xbox pad, without half axes.
  package static let labels =
    GamepadButton.labels.map(\.word)
    + PadOutput.all.compactMap { output in
      switch output {
      case .hat, .trigger: output.label
      case .button, .halfAxis, .key, .menu, .gyroOn, .gyroOff, .centreTilt: nil
      }
    }

  /// All that a button can do without permission, in the order in which the edit mode offers it.
  static func choices(layers: [String]) -> [String] {
    let changes: [LayerChange] =
      layers.count > 1 ? [.next] + layers.flatMap { [.show($0), .switchTo($0)] } : []
    let halfAxes = PadOutput.all.filter { if case .halfAxis = $0 { true } else { false } }
    return labels + [PadOutput.menu.label] + changes.map(\.label) + halfAxes.map(\.label)
      + KeyboardSettings.alwaysAllowed.map(\.name)
  }

  /// The most outputs at once.
  package static let maxCount = 8
  /// The most steps of a sequence.
  package static let maxSteps = 32
  /// The most bytes of the name of a layer, and the most layers.
  package static let maxLayerBytes = 64
  package static let maxLayers = 16

  /// A hint for somebody who wrote a name that is not among ``names``; nil without a special hint.
  static func hint(for name: String) -> String? {
    let ours =
      switch name.uppercased() {
      case "LT", "L2", "ZL", "BTN_TL2": "LT"
      case "RT", "R2", "ZR", "BTN_TR2": "RT"
      case "UP", "BTN_DPAD_UP": "Up"
      case "RIGHT", "BTN_DPAD_RIGHT": "Right"
      case "DOWN", "BTN_DPAD_DOWN": "Down"
      case "LEFT", "BTN_DPAD_LEFT": "Left"
      default: ""
      }
    if !ours.isEmpty { return "on this pad it is \(quoted(ours))" }
    if let change = LayerChange(resembling: name) { return "did you mean \(quoted(change.label))?" }
    let key = KeyboardSettings.alwaysAllowed.first { $0.name == "KEY_" + name.uppercased() }
    return KeyboardKey.hint(for: name) ?? GamepadButton.hint(for: name)
      ?? key.map { "the key is \(quoted($0.name))" }
  }

  /// The same for something that cannot change the layer.
  static func hint(for name: String, in place: String) -> String? {
    guard LayerChange(resembling: name) == nil else {
      return "\(place) cannot change the layer; write this as the output of another [[button]]"
    }
    return hint(for: name)
  }
}

extension LayerChange {
  /// What somebody meant who wrote it with capitals, or with other characters than spaces.
  fileprivate init?(resembling text: String) {
    let words = text.split { " _-".contains($0) }.map(String.init)
    guard let verb = words.first?.lowercased() else { return nil }
    if words.joined().lowercased() == "nextlayer" {
      self = .next
    } else if [Self.showWord, Self.switchWord].contains(verb + " "), words.count > 1 {
      let name = text.drop { !" _-".contains($0) }.dropFirst()
      self.init(verb + " " + name)
    } else {
      return nil
    }
  }
}

extension KeyboardKey {
  private static let start = "KEY_"

  /// A hint for somebody who wrote a name that begins like that of a key; nil for other names. The start alone does not make
  /// two names alike.
  ///
  /// - Parameter isPermission: Whether the name is in the list of keys that layouts may press.
  static func hint(for name: String, isPermission: Bool = false) -> String? {
    guard name.uppercased().hasPrefix(start) else { return nil }
    let ends = names.map { String($0.word.dropFirst(start.count)) }
    guard let end = nearestWord(to: String(name.dropFirst(start.count)), among: ends),
      let key = KeyboardKey(start + end)
    else { return "no keyboard has this key; a key is for example \(quoted("KEY_F1"))" }
    let needsPermission = !isPermission && !KeyboardSettings.alwaysAllowed.contains(key)
    return "did you mean \(quoted(key.name))?"
      + (needsPermission ? " Layouts may press it only with permission" : "")
  }
}

// The names of buttons in the file.
extension GamepadButton {
  /// All names, those on an Xbox pad first.
  package static let names = labels + kernelNames

  /// The labels on an Xbox pad, or their common names, in the order of documents.
  package static let labels: [(word: String, button: GamepadButton)] = [
    .south, .east, .north, .west, .leftShoulder, .rightShoulder, .leftThumb, .rightThumb, .select, .start,
    .mode,
  ].map { ($0.label, $0) }

  /// The kernel's names, from linux/input-event-codes.h. There X is another name of north, and Y of west, which does
  /// not match an Xbox pad. But games use the codes, and SDL maps north to X.
  private static let kernelNames: [(word: String, button: GamepadButton)] = [
    ("BTN_SOUTH", .south), ("BTN_A", .south), ("BTN_EAST", .east), ("BTN_B", .east), ("BTN_NORTH", .north),
    ("BTN_X", .north), ("BTN_WEST", .west), ("BTN_Y", .west), ("BTN_TL", .leftShoulder),
    ("BTN_TR", .rightShoulder), ("BTN_SELECT", .select), ("BTN_START", .start), ("BTN_MODE", .mode),
    ("BTN_THUMBL", .leftThumb), ("BTN_THUMBR", .rightThumb),
  ]

  private static let foreignNames = [
    "A": ["Cross"], "B": ["Circle"], "X": ["Square"], "Y": ["Triangle"], "LB": ["L1"], "RB": ["R1"],
    "L3": ["LS", "LSB"], "R3": ["RS", "RSB"], "Back": ["Select", "View", "Share", "Minus"],
    "Start": ["Menu", "Options", "Plus"], "Guide": ["Home", "Mode", "PS", "Xbox"],
  ]

  /// A hint for somebody who wrote a name that is not in ``names``; nil without a special hint.
  static func hint(for name: String) -> String? {
    let name = name.uppercased()
    if ButtonSettings.inputs.contains(where: { $0.word == name }) || name.includes("CLICK")
      || name.includes("MOUSE")
    {
      let isPens = name.hasPrefix("BTN_STYLUS")
      return "a gamepad has no \(isPens ? "pen" : "clicks"); only input can name a button of the touch device"
    }
    let ours = foreignNames.first { $0.value.contains { $0.uppercased() == name } }
    switch name {
    case "LT", "L2", "ZL", "BTN_TL2", "RT", "R2", "ZR", "BTN_TR2":
      return "the triggers are controls of their own: [[trigger]]"
    case "BTN_DPAD_UP", "BTN_DPAD_DOWN", "BTN_DPAD_LEFT", "BTN_DPAD_RIGHT", "UP", "DOWN", "LEFT", "RIGHT":
      return "the direction pad is a control of its own: [[dpad]]"
    default: return ours.map { "on this pad it is \(quoted($0.key))" }
    }
  }
}
