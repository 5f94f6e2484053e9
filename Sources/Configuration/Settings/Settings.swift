internal import Diagnostics
public import EventPipeline

/// All that one configuration file says: the touch device, the pad, and the controls on the surface.
///
/// A setting that the file does not have is nil here where its default depends on the device or belongs to
/// the model. Two settings are equal when they say the same, wherever in their files they say it.
public struct Settings: Equatable, Sendable {
  /// Which touch device to take, and how.
  public var device = DeviceSettings()
  /// The pad that games see.
  public var gamepad = GamepadSettings()
  /// The gesture that switches the pad off and on; nil is none.
  public var toggle: ToggleSettings?
  /// The controls, in the order of their priority, which is that of the file. With none that is on the
  /// surface, the default stick for the device's class is there.
  public var controls: [ControlSettings] = []

  /// The name of the profile that the file has its controls from; nil is none.
  public var profile: String?

  /// The file that the settings are from.
  var file = SourceFile(name: nil)
  /// The file of the profile that the controls are from.
  var controlsFile = SourceFile(name: nil)
  /// Where the file names the profile.
  var places = Places()

  /// Makes the settings of an empty file.
  public init() {}

  /// The file that the settings are from, as it was named, for logs; nil when they are from none.
  public var fileName: String? { file.name }

  /// The file that has the controls.
  var controlsFileName: String? { controlsFile.name ?? file.name }
  var profilePlace: SourcePosition? { places.values["profile"] }

  /// The sticks, in the order of their priority.
  public var sticks: [StickSettings] {
    controls.compactMap { control in
      if case .stick(let stick) = control { stick } else { nil }
    }
  }
}

/// The `[device]` table: every condition given has to hold for a device to be taken.
public struct DeviceSettings: Equatable, Sendable {
  /// What the kernel's name for the device has to match; nil is any.
  public var name: GlobPattern?
  /// The type it has to be of; nil is a touchscreen, else a touchpad, else a tablet.
  public var type: DeviceType?
  /// The vendor's number; nil is any.
  public var vendor: UInt16?
  /// The product's number; nil is any.
  public var product: UInt16?
  /// Its node, an absolute path, or one of the links that udev makes to it; nil is any.
  public var path: String?
  /// Whether the device is taken from the desktop while the pad is on. The default is true.
  public var grab = true
  /// Whether contacts that no control owns go on to the desktop, through a clone of the device; nil is what
  /// ``grab`` is. Never true where that is false.
  public var passThrough: Bool?
  /// The size of the surface before the rotation, each side 1 to 10000 mm, for hardware that does not say it.
  public var size: SurfaceSize?
  /// How the device is held; nil is as its screen for a touchscreen, and upright for any other device.
  public var rotation: RotationSetting?

  /// Where the table and its keys are in the file.
  var places = Places()

  /// Makes the settings of an empty table.
  public init() {}

  /// Whether a clone of the device is needed, for contacts that no control owns: without the grab, the desktop
  /// has them from the device itself.
  public var passesThrough: Bool { grab && (passThrough ?? true) }
}

/// How a device is held.
public enum RotationSetting: Equatable, Sendable {
  /// Always so.
  case fixed(Rotation)
  /// As the screen that the device lies on.
  case screen
}

/// Which classes of touch devices are asked for.
public enum DeviceType: Equatable, Sendable {
  /// This one.
  case one(DeviceClass)
  /// Any of them.
  case any
}

/// The `[gamepad]` table.
public struct GamepadSettings: Equatable, Sendable {
  /// Which pad it claims to be. The default is a wired Xbox 360 controller.
  public var identity = GamepadIdentity.xbox360
  /// The name that games show, 1 to 79 bytes; nil is the identity's own.
  public var name: String?
  /// The number of the bus that it claims to hang on, such as 0x03 for USB; nil is the identity's own.
  public var bus: UInt16?
  /// The vendor's number; nil is the identity's own.
  public var vendor: UInt16?
  /// The product's number; nil is the identity's own.
  public var product: UInt16?
  /// The product's version; nil is the identity's own.
  public var version: UInt16?

  /// Where the table and its keys are in the file.
  var places = Places()

  /// Makes the settings of an empty table.
  public init() {}
}

/// What a pad claims to be.
public enum GamepadIdentity: String, Sendable, CaseIterable {
  /// A wired Xbox 360 controller.
  case xbox360 = "xbox-360"
  /// A pad of nobody's make, laid out as an Xbox pad.
  case generic
}
