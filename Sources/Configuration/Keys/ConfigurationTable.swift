package enum ConfigurationTable: String, Sendable, CaseIterable {
  case root
  case profile = "a profile"
  case device
  case gamepad
  case rumble
  case haptics
  case keyboard
  case toggle
  case stick
  case button
  case buttons
  case dpad
  case trigger
  case look
  case slider
  case wheel
  case ignore
  case region
  case movableBounds = "movable_bounds"
  case handleConstraint = "handle_constraint"
  /// `target` of a stick, if it is four buttons.
  case directionTarget = "target"
  /// `output` of a direction pad, if it is four buttons.
  case directionOutput = "output"
}

/// A table of some file, as messages call it.
package protocol TableKind: Sendable {
  /// In the notation of the file.
  var heading: String { get }
  /// The words after "unknown key".
  var location: String { get }
  /// Also the names of the tables in it.
  var keyNames: [String] { get }
  /// The keys of a table that is a value, in that notation.
  var shape: String { get }
}

extension ConfigurationTable: TableKind {
  private static let single: [Self] = [.device, .gamepad, .rumble, .haptics, .keyboard, .toggle]
  private static let lists: [Self] = [
    .stick, .button, .buttons, .dpad, .trigger, .look, .slider, .wheel, .ignore,
  ]

  /// All keys that this version reads, but for tables.
  package var keys: [Key] {
    switch self {
    case .root: Settings.rows.map(\.key)
    case .profile: Settings.profileRows.map(\.key)
    case .device: DeviceSettings.rows.map(\.key)
    case .gamepad: GamepadSettings.rows.map(\.key)
    case .rumble: RumbleSettings.rows.map(\.key)
    case .haptics: HapticSettings.rows.map(\.key)
    case .keyboard: KeyboardSettings.rows.map(\.key)
    case .toggle: ToggleSettings.rows.map(\.key)
    case .stick: StickSettings.rows.map(\.key)
    case .button: ButtonSettings.rows.map(\.key)
    case .buttons: ButtonGroupSettings.rows.map(\.key)
    case .dpad: DirectionPadSettings.rows.map(\.key)
    case .trigger: TriggerSettings.rows.map(\.key)
    case .look: LookSettings.rows.map(\.key)
    case .slider: SliderSettings.rows.map(\.key)
    case .wheel: WheelSettings.rows.map(\.key)
    case .ignore: IgnoreSettings.rows.map(\.key)
    case .region: keySets.flatMap { $0 }
    case .movableBounds: AreaSettings.boundsRows.map(\.key)
    case .handleConstraint: AreaSettings.constraintRows.map(\.key)
    case .directionTarget, .directionOutput: DirectionButtons.rows.map(\.key)
    }
  }

  /// The sets of keys that a table in a value can have: a region is a rectangle or a circle.
  package var keySets: [[Key]] {
    self == .region ? [AreaSettings.regionRows.map(\.key), CircleSettings.rows.map(\.key)] : [keys]
  }

  package var keyNames: [String] {
    switch self {
    case .root: keys.map(\.name) + (Self.single + Self.lists).map(\.rawValue)
    case .profile: keys.map(\.name) + ([.gamepad] + Self.lists).map(\.rawValue)
    default: keys.map(\.name)
    }
  }

  /// Whether a file can have any number of it.
  package var isList: Bool { Self.lists.contains(self) }

  /// In the notation of the file.
  package var heading: String {
    if isList { return "[[\(rawValue)]]" }
    if self == .root { return "Top level" }
    return Self.single.contains(self) ? "[\(rawValue)]" : rawValue
  }

  package var location: String { self == .root ? "at the top level" : "in \(heading)" }

  package var shape: String {
    list(keySets.map { "{ \($0.map(\.name).joined(separator: ", ")) }" }, "or")
  }

  /// The description, in Markdown.
  package var introduction: String {
    switch self {
    case .device:
      """
      Which touch device to use, and how. The conditions are `name`, `type`, `vendor`, `product` and `path`. The device
      must meet all that are in this table. Without conditions, touchstickd uses the touchscreen, or else the touchpad,
      or else the tablet. If the device goes away, touchstickd waits for one of the same type.
      """
    case .gamepad:
      "The pad that games see."
    case .rumble:
      """
      What shakes when a game has the pad rumble. touchstickd uses one motor for the two that a pad has. The motor gets the
      magnitude of the pad's strong motor, or half of the weak one's if that is more. It shakes only while the pad is on.
      """
    case .haptics:
      """
      Short ticks of the motor of `[rumble]`, which the fingers feel on a flat surface; off by default. While a game has the
      motor shake, it does not tick. A tick is at least as strong as `minimum` in `[rumble]`.
      """
    case .keyboard:
      """
      The keys that buttons may press on a virtual keyboard: see `output` in `[[button]]`. The keyboard exists only while a
      layout has keys, and can send only those.
      """
    case .toggle:
      """
      A gesture that switches all pads off or on: a number of fingers lie still on the surface. While the pads are off,
      the desktop receives all touches. Without this table there is no gesture. `touchstick toggle` and the signal USR1
      switch the pads, too. `start`, `lock`, `resume` and `gamepads` do not depend on the gesture. The table still needs `fingers`.
      """
    case .stick:
      """
      An analog stick: a base, which is a circle, and a handle in it that follows the finger. The guide
      *joystick-model.md* explains it stage by stage, with pictures.
      """
    case .button:
      """
      A button on the surface (with a `region`), or a button of the touch device itself (with an `input`). A button
      on the surface is down while at least one finger presses it.
      """
    case .buttons:
      "A group of four buttons, ready-made."
    case .dpad:
      "A direction pad. The direction is where the finger is, seen from the middle of the region."
    case .trigger:
      "An analog trigger."
    case .look:
      """
      A look pad: a swipe turns the camera. The speed of the finger is the deflection of a stick. A finger that rests or
      lifts stops the camera.
      """
    case .slider:
      "A slider, such as a throttle. The value is where the finger is between two edges of the region."
    case .wheel:
      """
      A steering wheel. The turn of the finger around the middle of the region moves an axis. When the finger lifts, the
      wheel returns.
      """
    case .ignore:
      """
      A part of the surface where touches do nothing: neither a control nor the desktop gets them. It is for edges and
      resting palms. Controls before it in the file work as without it. With `grab = false`, the desktop gets them.
      """
    case .region:
      """
      Where a control is: a rectangle with `x`, `y`, `width` and `height`, or a circle with `center` and `radius`. At
      least a part of it must be on the surface.
      """
    case .root:
      "Keys that stand before the first table."
    case .profile, .movableBounds, .handleConstraint, .directionTarget, .directionOutput: ""
    }
  }
}
