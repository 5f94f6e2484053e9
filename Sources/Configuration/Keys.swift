/// A table of the configuration file.
public enum ConfigurationTable: Sendable, CaseIterable {
  /// The file itself.
  case root
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
  case movableBounds
  /// `handle_constraint` of a stick.
  case handleConstraint
  /// `target` of a stick, where that is four buttons.
  case directionTarget
  /// `output` of a direction pad, where that is four buttons.
  case directionOutput
}

/// The keys of one table.
protocol ConfigurationKey: RawRepresentable, CaseIterable where RawValue == String {
  /// The keys that later versions are to have.
  static var toCome: [String] { get }
}

enum RootKey: ConfigurationKey {
  case device, gamepad, toggle
  case control(ControlKind)

  static let toCome: [String] = []
  static var allCases: [RootKey] {
    [.device, .gamepad, .toggle] + ControlKind.allCases.map(Self.control)
  }

  init?(rawValue: String) {
    guard let key = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = key
  }

  var rawValue: String {
    switch self {
    case .device: "device"
    case .gamepad: "gamepad"
    case .toggle: "toggle"
    case .control(let kind): kind.rawValue
    }
  }
}

/// The tables of which there can be any number, each for a control or a group of them.
enum ControlKind: String, CaseIterable {
  case stick, button, buttons, dpad, trigger
}

enum DeviceKey: String, ConfigurationKey {
  case name, type, vendor, product, path, grab
  case passThrough = "pass_through"
  case size
  static let toCome = ["rotation"]
}

enum GamepadKey: String, ConfigurationKey {
  case identity, name, bus, vendor, product, version
  static let toCome: [String] = []
}

enum ToggleKey: String, ConfigurationKey {
  case fingers
  case holdTime = "hold_time"
  static let toCome: [String] = []
}

enum AreaKey: String, ConfigurationKey {
  case x, y, width, height
  static let toCome: [String] = []
}

enum RegionKey: String, ConfigurationKey {
  case x, y, width, height, center, radius
  static let toCome: [String] = []
}

enum DirectionKey: String, ConfigurationKey {
  case up, right, down, left
  static let toCome: [String] = []
}

extension ConfigurationTable {
  /// The names of all keys that this version reads.
  package var keys: [String] {
    switch self {
    case .root: RootKey.allCases.map(\.rawValue)
    case .device: DeviceKey.allCases.map(\.rawValue)
    case .gamepad: GamepadKey.allCases.map(\.rawValue)
    case .toggle: ToggleKey.allCases.map(\.rawValue)
    case .stick: StickKey.allCases.map(\.rawValue)
    case .button: ButtonKey.allCases.map(\.rawValue)
    case .buttons: ButtonGroupKey.allCases.map(\.rawValue)
    case .dpad: DirectionPadKey.allCases.map(\.rawValue)
    case .trigger: TriggerKey.allCases.map(\.rawValue)
    case .region: RegionKey.allCases.map(\.rawValue)
    case .movableBounds, .handleConstraint: AreaKey.allCases.map(\.rawValue)
    case .directionTarget, .directionOutput: DirectionKey.allCases.map(\.rawValue)
    }
  }
}
