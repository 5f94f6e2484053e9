/// A table of the configuration file.
public enum ConfigurationTable: String, Sendable, CaseIterable {
  /// The file itself.
  case root
  /// A file that is a profile.
  case profile = "a profile"
  /// `[device]`
  case device
  /// `[gamepad]`
  case gamepad
  /// `[toggle]`
  case toggle
  /// `[[stick]]`
  case stick
  /// `[[button]]`
  case button
  /// `[[buttons]]`
  case buttons
  /// `[[dpad]]`
  case dpad
  /// `[[trigger]]`
  case trigger
  /// `region` of a control.
  case region
  /// `movable_bounds` of a stick.
  case movableBounds = "movable_bounds"
  /// `handle_constraint` of a stick.
  case handleConstraint = "handle_constraint"
  /// `target` of a stick, where that is four buttons.
  case directionTarget = "target"
  /// `output` of a direction pad, where that is four buttons.
  case directionOutput = "output"
}

extension ConfigurationTable {
  private static let single: [Self] = [.device, .gamepad, .toggle]
  private static let lists: [Self] = [.stick, .button, .buttons, .dpad, .trigger]

  /// The rows of all keys that this version reads, but for tables.
  public var rows: [Key] {
    switch self {
    case .root: Settings.rows.map(\.key)
    case .profile: []
    case .device: DeviceSettings.rows.map(\.key)
    case .gamepad: GamepadSettings.rows.map(\.key)
    case .toggle: ToggleSettings.rows.map(\.key)
    case .stick: StickSettings.rows.map(\.key)
    case .button: ButtonTable.rows.map(\.key)
    case .buttons: ButtonGroupSettings.rows.map(\.key)
    case .dpad: DirectionPadSettings.rows.map(\.key)
    case .trigger: TriggerSettings.rows.map(\.key)
    case .region: shapes.flatMap { $0 }
    case .movableBounds: AreaSettings.boundsRows.map(\.key)
    case .handleConstraint: AreaSettings.constraintRows.map(\.key)
    case .directionTarget, .directionOutput: DirectionButtons.rows.map(\.key)
    }
  }

  /// The sets of keys that a table in a value can have: a region is a rectangle or a circle.
  public var shapes: [[Key]] {
    self == .region ? [AreaSettings.regionRows.map(\.key), CircleSettings.rows.map(\.key)] : [rows]
  }

  /// The names of all keys that this version reads.
  public var keys: [String] {
    switch self {
    case .root: rows.map(\.name) + (Self.single + Self.lists).map(\.rawValue)
    case .profile: ([.gamepad] + Self.lists).map(\.rawValue)
    default: rows.map(\.name)
    }
  }

  /// Whether a file can have any number of it.
  public var isList: Bool { Self.lists.contains(self) }

  /// As a file has it.
  public var heading: String {
    if isList { return "[[\(rawValue)]]" }
    if self == .root { return "Top level" }
    return Self.single.contains(self) ? "[\(rawValue)]" : rawValue
  }

  /// What it is, in Markdown.
  public var introduction: String {
    switch self {
    case .device:
      """
      Which touch device to take, and how. All conditions that are given have to hold. Without any it is the
      touchscreen; where there is none, the touchpad; else the tablet.
      """
    case .gamepad:
      "The pad that games see."
    case .toggle:
      """
      A gesture that switches all pads off, so that the desktop has their devices, and on again: fingers that
      lie still. Without this table there is none, but the signal USR1 does the same.
      """
    case .stick:
      """
      An analog stick: a base, which is a circle, and a handle in it that follows the finger. What it does,
      stage by stage and with pictures, is in the guide *joystick-model.md*.
      """
    case .button:
      """
      A button on the surface, which has a `region`, or one that the touch device itself has, which has an
      `input`. One on the surface is down while at least one finger presses it.
      """
    case .buttons:
      "Four buttons, ready-made."
    case .dpad:
      "A direction pad. The direction is that of the finger seen from the middle of the region."
    case .trigger:
      "A trigger."
    case .region:
      """
      Where a control is: all four sides of a rectangle, or centre and radius of a circle. Some of it has to be
      on the surface.
      """
    case .root:
      "Keys that stand before the first table."
    case .profile, .movableBounds, .handleConstraint, .directionTarget, .directionOutput: ""
    }
  }
}
