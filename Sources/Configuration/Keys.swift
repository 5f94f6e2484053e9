/// A table of the configuration file.
public enum ConfigurationTable: Sendable, CaseIterable {
  /// The file itself.
  case root
  /// `[device]`
  case device
  /// `[gamepad]`
  case gamepad
  /// `[[stick]]`
  case stick
  /// `region` of a stick.
  case region
  /// `movable_bounds` of a stick.
  case movableBounds
  /// `handle_constraint` of a stick.
  case handleConstraint
}

/// The keys of one table.
protocol ConfigurationKey: RawRepresentable, CaseIterable where RawValue == String {
  /// The keys that later versions are to have.
  static var toCome: [String] { get }
}

enum RootKey: String, ConfigurationKey {
  case device, gamepad, stick
  static let toCome = ["button", "buttons", "dpad", "trigger"]
}

enum DeviceKey: String, ConfigurationKey {
  case name, type, vendor, product, path, grab, size
  static let toCome = ["pass_through", "rotation"]
}

enum GamepadKey: String, ConfigurationKey {
  case identity, name
  static let toCome = ["bus", "vendor", "product", "version"]
}

enum AreaKey: String, ConfigurationKey {
  case x, y, width, height
  static let toCome: [String] = []
}

enum RegionKey: String, ConfigurationKey {
  case x, y, width, height, center, radius
  static let toCome: [String] = []
}

extension ConfigurationTable {
  /// The names of all keys that this version reads.
  var keys: [String] {
    switch self {
    case .root: RootKey.allCases.map(\.rawValue)
    case .device: DeviceKey.allCases.map(\.rawValue)
    case .gamepad: GamepadKey.allCases.map(\.rawValue)
    case .stick: StickKey.allCases.map(\.rawValue)
    case .region: RegionKey.allCases.map(\.rawValue)
    case .movableBounds, .handleConstraint: AreaKey.allCases.map(\.rawValue)
    }
  }
}
