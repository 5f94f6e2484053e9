internal import Diagnostics
public import JoystickModel

// The names of buttons in the file.
extension GamepadButton {
  /// All names, those on an Xbox pad first.
  public static let names = labels + kernelNames

  /// The labels on an Xbox pad, or their common names, in the order of documents.
  static let labels: [(word: String, button: GamepadButton)] = [
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

  /// Other pads' names of these buttons.
  private static let foreignNames = [
    "A": ["Cross"], "B": ["Circle"], "X": ["Square"], "Y": ["Triangle"], "LB": ["L1"], "RB": ["R1"],
    "L3": ["LS", "LSB"], "R3": ["RS", "RSB"], "Back": ["Select", "View", "Share", "Minus"],
    "Start": ["Menu", "Options", "Plus"], "Guide": ["Home", "Mode", "PS", "Xbox"],
  ]

  /// A hint for somebody who wrote a name that is not in ``names``; nil without a special hint.
  static func hint(for name: String) -> String? {
    let name = name.uppercased()
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
