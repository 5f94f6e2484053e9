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
  case tilt
  case gyro
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

extension ConfigurationTable {
  /// What a table with a heading is read as; nil for others. The guard against a kind that nobody reads is the compiler's.
  private var type: (any KeyedTable.Type)? {
    switch self {
    case .device: DeviceSettings.self
    case .gamepad: GamepadSettings.self
    case .rumble: RumbleSettings.self
    case .haptics: HapticSettings.self
    case .keyboard: KeyboardSettings.self
    case .toggle: ToggleSettings.self
    case .stick: StickSettings.self
    case .button: ButtonSettings.self
    case .buttons: ButtonGroupSettings.self
    case .dpad: DirectionPadSettings.self
    case .trigger: TriggerSettings.self
    case .look: LookSettings.self
    case .slider: SliderSettings.self
    case .wheel: WheelSettings.self
    case .tilt: TiltSettings.self
    case .gyro: GyroSettings.self
    case .ignore: IgnoreSettings.self
    case .root, .profile, .region, .movableBounds, .handleConstraint, .directionTarget, .directionOutput: nil
    }
  }

  /// The kind of control that it makes; nil for any other table.
  var control: (any ControlTable.Type)? { type as? any ControlTable.Type }
}

extension ConfigurationTable: TableKind {
  /// All keys that this version reads, but for tables.
  package var keys: [Key] {
    switch self {
    case .root: Settings.rows.map(\.key)
    case .profile: Settings.profileRows.map(\.key)
    case .region: keySets.flatMap { $0 }
    case .movableBounds: AreaSettings.boundsRows.map(\.key)
    case .handleConstraint: AreaSettings.constraintRows.map(\.key)
    case .directionTarget, .directionOutput: DirectionButtons.rows.map(\.key)
    default: type?.keys ?? []
    }
  }

  /// The sets of keys that a table in a value can have: a region is a rectangle or a circle.
  package var keySets: [[Key]] {
    self == .region ? [AreaSettings.regionRows.map(\.key), CircleSettings.rows.map(\.key)] : [keys]
  }

  package var keyNames: [String] {
    switch self {
    case .root: keys.map(\.name) + Self.allCases.filter { $0.type != nil }.map(\.rawValue)
    case .profile: keys.map(\.name) + Self.allCases.filter { $0 == .gamepad || $0.isList }.map(\.rawValue)
    default: keys.map(\.name)
    }
  }

  /// Whether a file can have any number of it.
  package var isList: Bool { control != nil }

  /// All kinds of controls that are on a surface.
  package static var kindsOfControls: [ConfigurationTable] {
    allCases.filter { $0.control.map { !$0.isOfMotion } ?? false }
  }

  /// In the notation of the file.
  package var heading: String {
    if isList { return "[[\(rawValue)]]" }
    if self == .root { return "Top level" }
    return type != nil ? "[\(rawValue)]" : rawValue
  }

  package var location: String { self == .root ? "at the top level" : "in \(heading)" }

  package var shape: String {
    list(keySets.map { "{ \($0.map(\.name).joined(separator: ", ")) }" }, "or")
  }

  /// The description, in Markdown.
  package var introduction: String {
    switch self {
    case .root: "Keys that stand before the first table."
    case .region:
      """
      Where a control is: a rectangle with `x`, `y`, `width` and `height`, or a circle with `center` and `radius`. At
      least a part of it must be on the surface.
      """
    default: type?.introduction ?? ""
    }
  }
}
