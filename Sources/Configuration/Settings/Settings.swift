internal import Diagnostics
public import EventPipeline

/// The settings of one configuration file: the touch device, the pad and the controls on the surface.
///
/// A missing setting is nil if its default depends on the device or belongs to the model. Two settings are equal if
/// they mean the same, wherever they are in their files.
public struct Settings: Equatable, Sendable {
  /// Which touch device to use, and how.
  public var device = DeviceSettings()
  /// The pad that games see.
  public var gamepad = GamepadSettings()
  /// The gesture that switches the pad off and on; nil is none.
  public var toggle: ToggleSettings?
  /// The controls, in the order of the file, which is their priority. If none is on the surface, the default stick for
  /// the device's class is used.
  var controls: [ControlSettings] = []

  /// What the layout is for, in one line; nil without the key.
  public var description: String?

  /// The name of the profile that the file has its controls from; nil is none.
  public var profile: String?
  /// The profiles that `profile = "auto"` chooses from; empty for any other file.
  var automatic: [AutomaticProfile: Settings] = [:]

  /// The file of the settings, and where it names the profile.
  var places = Places()
  /// The file of the profile that the controls are from.
  var controlsPlaces = Places()

  /// Makes the settings of an empty file.
  public init() {}

  /// The file of the settings, as the user named it, for logs; nil if there is none.
  public var fileName: String? { places.file }

  /// The file that has the controls.
  var controlsFileName: String? { controlsPlaces.file ?? places.file }
  var profilePlace: SourcePosition? { places.values["profile"] }
}

/// The `[device]` table. A device must meet all conditions.
public struct DeviceSettings: Equatable, Sendable {
  /// The pattern for the kernel's name of the device; nil is any.
  public var name: GlobPattern?
  /// The type; nil is a touchscreen, or else a touchpad, or else a tablet.
  public var type: DeviceType?
  /// The vendor's number; nil is any.
  public var vendor: UInt16?
  /// The product's number; nil is any.
  public var product: UInt16?
  /// The absolute path of its node, or of a link that udev makes to it; nil is any.
  public var path: String?
  /// Whether the daemon grabs the device from the desktop while the pad is on. The default is true.
  public var grab = true
  /// Whether contacts outside the controls reach the desktop, through a clone of the device; nil means the value of
  /// ``grab``. It is never true if ``grab`` is false.
  public var passThrough: Bool?
  /// The size of the surface before the rotation, each side 1 to 10000 mm, for hardware that does not report it.
  public var size: SurfaceSize?
  /// How the device is held; nil follows the screen for a touchscreen, and is upright for any other device.
  public var rotation: RotationSetting?

  /// The places of the table and its keys in the file.
  var places = Places()

  /// Makes the settings of an empty table.
  public init() {}

  /// Whether a clone of the device is needed for contacts outside the controls. Without the grab, the desktop receives
  /// them from the device itself.
  public var passesThrough: Bool { grab && (passThrough ?? true) }
}

/// How a device is held.
public enum RotationSetting: Equatable, Sendable {
  /// Always this rotation.
  case fixed(Rotation)
  /// The rotation of the screen under the device.
  case screen
}

/// The requested classes of touch devices.
public enum DeviceType: Equatable, Sendable {
  /// This class.
  case one(DeviceClass)
  /// Any class.
  case any
}

/// The `[gamepad]` table.
public struct GamepadSettings: Equatable, Sendable {
  /// Which pad it claims to be. The default is a wired Xbox 360 controller.
  public var identity = GamepadIdentity.xbox360
  /// The name that games show, 1 to 79 bytes; nil is the identity's own.
  public var name: String?
  /// The number of the bus that it claims to use, such as 0x03 for USB; nil is the identity's own.
  public var bus: UInt16?
  /// The vendor's number; nil is the identity's own.
  public var vendor: UInt16?
  /// The product's number; nil is the identity's own.
  public var product: UInt16?
  /// The product's version; nil is the identity's own.
  public var version: UInt16?

  /// The places of the table and its keys in the file.
  var places = Places()
}

/// What a pad claims to be.
public enum GamepadIdentity: String, Sendable, CaseIterable {
  /// A wired Xbox 360 controller.
  case xbox360 = "xbox-360"
  /// A generic pad with the layout of an Xbox pad.
  case generic
}
