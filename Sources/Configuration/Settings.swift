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
  /// The sticks, in the order of their priority; empty is the default stick for the device's type.
  public var sticks: [StickSettings] = []

  /// The file that the settings are from.
  var file: SourceFile = SourceFile(name: nil)

  /// Makes the settings of an empty file.
  public init() {}
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
  /// Whether the desktop gets nothing from the device while the pad is on. The default is true.
  public var grab = true
  /// The size of the surface, each side 1 to 10000 mm, for hardware that does not say it.
  public var size: SurfaceSize?

  /// Makes the settings of an empty table.
  public init() {}

  /// Whether a device has the name, type and numbers that are asked for.
  ///
  /// It says nothing of ``path``, which only the one who can follow links can compare, and a ``type`` of
  /// nil is true of all: which to prefer among several devices is for the one who sees them all.
  public func matches(name: String, vendor: UInt16, product: UInt16, type: DeviceType) -> Bool {
    (self.name?.matches(name) ?? true)
      && (self.vendor ?? vendor) == vendor
      && (self.product ?? product) == product
      && (self.type == nil || self.type == .any || self.type == type)
  }
}

/// A type of touch device, as the file names it.
public enum DeviceType: String, Sendable, CaseIterable {
  /// A surface on a screen.
  case touchscreen
  /// A surface that stands for a mouse.
  case touchpad
  /// A surface for a pen.
  case tablet
  /// Any of them.
  case any
}

/// The `[gamepad]` table.
public struct GamepadSettings: Equatable, Sendable {
  /// Which pad it claims to be. The default is a wired Xbox 360 controller.
  public var identity = GamepadIdentity.xbox360
  /// The name that games show, 1 to 79 bytes; nil is the identity's own.
  public var name: String?

  /// Makes the settings of an empty table.
  public init() {}
}

/// A pad that games know.
public enum GamepadIdentity: String, Sendable, CaseIterable {
  /// A wired Xbox 360 controller.
  case xbox360 = "xbox-360"
}
