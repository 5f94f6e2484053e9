package import EventPipeline

/// The settings of one configuration file: the touch device, the pad and the controls on the surface.
///
/// A missing setting is nil if its default depends on the device or belongs to the model. Two settings are equal if
/// they mean the same, wherever they are in their files.
package struct Settings: Equatable, Sendable {
  package var device = DeviceSettings()
  package var gamepad = GamepadSettings()
  package var rumble = RumbleSettings()
  package var haptics = HapticSettings()
  package var keyboard = KeyboardSettings()
  /// The gesture that switches the pad off and on; nil is none.
  package var toggle: ToggleSettings?
  /// The controls, in the order of the file, which is their priority. If none is on the surface, the default stick for
  /// the device's class is used.
  var controls: [ControlSettings] = []

  /// What the layout is for, in one line; nil without the key.
  package var description: String?
  /// The screens that the layout is made for; empty without the key.
  package var madeFor: [HeldScreen] = []

  /// What the strength of the rumble is multiplied by, 0 to 1.
  var rumbleFactor = 1.0
  /// How the motor shakes with this layout.
  package var rumbleOfLayout: RumbleSettings {
    var rumble = rumble
    rumble.strength *= rumbleFactor
    return rumble
  }

  /// The name of the profile that the file has its controls from; nil is none.
  package var profile: String?
  /// Whether programs of the session may send layouts, or only choose among the profiles.
  package var acceptsSentLayouts = true
  /// Whether the overlay may show its menu and edit layouts.
  package var allowsMenu = true
  /// The profiles that `profile = "auto"` chooses from; empty for any other file.
  var automatic: [AutomaticProfile: Settings] = [:]

  /// The file of the settings, and where it names the profile.
  var positions = SourcePositions()
  /// The file of the profile that the controls are from.
  var controlsPositions = SourcePositions()

  /// Whether a caller on the bus has sent the controls.
  package var areControlsSent = false

  package init() {}

  /// The file of the settings, as the user named it, for logs; nil if there is none.
  package var fileName: String? { positions.file }

  var controlsFileName: String? { controlsPositions.file ?? positions.file }
  var profilePosition: SourcePosition? { positions.values["profile"] }
}

/// The `[device]` table. A device must meet all conditions.
package struct DeviceSettings: Equatable, Sendable {
  /// The pattern for the kernel's name of the device; nil is any.
  package var name: GlobPattern?
  /// The type; nil is a touchscreen, or else a touchpad, or else a tablet.
  package var type: DeviceType?
  package var vendor: UInt16?
  package var product: UInt16?
  /// The absolute path of its node, or of a link that udev makes to it; nil is any.
  package var path: String?
  /// Whether the daemon grabs the device from the desktop while the pad is on. The default is true.
  package var grab = true
  /// Whether contacts outside the controls reach the desktop, through a clone of the device; nil means the value of
  /// ``grab``. It is never true if ``grab`` is false.
  package var passThrough: Bool?
  /// The size of the surface before the rotation, each side 1 to 10000 mm, for hardware that does not report it.
  package var size: SurfaceSize?
  /// How the device is held; nil follows the screen for a touchscreen, and is upright for any other device.
  package var rotation: RotationSetting?

  var positions = SourcePositions()

  package init() {}

  /// Whether a clone of the device is needed for contacts outside the controls. Without the grab, the desktop receives
  /// them from the device itself.
  package var passesThrough: Bool { grab && (passThrough ?? true) }
}

package enum RotationSetting: Equatable, Sendable {
  case fixed(Rotation)
  case screen
}

package enum DeviceType: Equatable, Sendable {
  case one(DeviceClass)
  case any
}

package struct GamepadSettings: Equatable, Sendable {
  /// Which pad it claims to be. The default is a wired Xbox 360 controller.
  package var identity = GamepadIdentity.xbox360
  /// The name that games show, 1 to 79 bytes; nil is the identity's own.
  package var name: String?
  /// The number of the bus that it claims to use, such as 0x03 for USB; nil is the identity's own.
  package var bus: UInt16?
  package var vendor: UInt16?
  package var product: UInt16?
  package var version: UInt16?
  /// Whether games can have it rumble.
  package var rumbles = true
  /// Whether the pad does not exist while it is off.
  package var isUnpluggedWhileOff = false

  var positions = SourcePositions()

  package init() {}
}

package enum GamepadIdentity: String, Sendable, CaseIterable {
  case xbox360 = "xbox-360"
  /// A generic pad with the layout of an Xbox pad.
  case generic
}

extension GamepadSettings {
  package var description: DeviceDescription {
    var description: DeviceDescription
    switch identity {
    case .xbox360: description = .xbox360
    case .generic: description = .generic
    }
    if let name { description.name = name }
    if let bus { description.id.bus = bus }
    if let vendor { description.id.vendor = vendor }
    if let product { description.id.product = product }
    if let version { description.id.version = version }
    if !rumbles { description.codes.subtract(DeviceDescription.forceFeedback) }
    return description
  }
}

/// The `[rumble]` table: what shakes when games have the pad rumble.
package struct RumbleSettings: Equatable, Sendable {
  package enum Motor: Equatable, Sendable {
    /// The machine's own.
    case auto
    case off
    /// One whose name matches.
    case named(GlobPattern)
  }

  package var motor = Motor.auto
  /// What the motor's magnitude is multiplied with, 0 to 1.
  package var strength = 1.0
  /// The least magnitude of a motor that shakes at all, 0 to 1.
  package var minimum = 0.0

  var positions = SourcePositions()

  package init() {}

  /// The one magnitude of a motor for the two of a pad, 0 to 65535: the strong one, or half of the weak one if that is more.
  /// Several of the kernel's drivers for such motors do the same, such as pm8xxx-vibrator.
  package func level(of magnitudes: RumbleMagnitudes) -> UInt16 {
    level(Double(max(magnitudes.strong, magnitudes.weak / 2)) * strength)
  }

  /// The magnitude of a motor that ticks, 0 to 65535.
  ///
  /// - Parameter magnitude: 0 to 1.
  package func level(ofTick magnitude: Double) -> UInt16 { level(magnitude * 65535) }

  private func level(_ level: Double) -> UInt16 {
    level < 1 ? 0 : UInt16(clamping: Int(max(level, minimum * 65535)))
  }
}

/// The `[haptics]` table: how strongly the motor ticks for the fingers, 0 to 1 each.
package struct HapticSettings: Equatable, Sendable {
  package var press = 0.0
  package var release = 0.0
  package var direction = 0.0
  package var rim = 0.0

  var positions = SourcePositions()

  package init() {}

  package var isOn: Bool { magnitude(of: [.press, .release, .direction, .rim]) > 0 }

  /// The magnitude of the strongest of these, 0 to 1.
  package func magnitude(of events: HapticEvents) -> Double {
    var strongest = 0.0
    if events.contains(.press) { strongest = max(strongest, press) }
    if events.contains(.release) { strongest = max(strongest, release) }
    if events.contains(.direction) { strongest = max(strongest, direction) }
    if events.contains(.rim) { strongest = max(strongest, rim) }
    return strongest
  }
}

/// The `[toggle]` table: fingers that land together and stay switch the pad off or on.
package struct ToggleSettings: Equatable, Sendable {
  package var fingers = 2
  /// How long they must stay, in microseconds: 100,000 to 10,000,000.
  package var holdTime: Int64 = 1_000_000
  package var startsOn = true
  /// Whether pads stay on while the session is locked, or another user is in front.
  package var ignoresLock = false
  /// Whether pads come back by themselves after a lock.
  package var resumesAutomatically = false
  /// Whether pads rest while a gamepad of the machine is used.
  package var restsForGamepads = false

  var positions = SourcePositions()

  package init() {}

  package var phrase: String {
    "hold \(fingers) fingers still on the device for \(Time(microseconds: holdTime).text)"
  }

  /// The first value that differs from the other settings, or the table.
  func position(unlike other: ToggleSettings?) -> SourcePosition? {
    guard let other else { return positions.position(of: "fingers") }
    if fingers != other.fingers { return positions.position(of: "fingers") }
    if holdTime != other.holdTime { return positions.position(of: "hold_time") }
    if startsOn != other.startsOn { return positions.position(of: "start") }
    if ignoresLock != other.ignoresLock { return positions.position(of: "lock") }
    return positions.position(
      of: resumesAutomatically != other.resumesAutomatically ? "resume" : "gamepads")
  }
}

extension [Settings] {
  /// Whether pads are on when the daemon starts with these files: off if one of them says so.
  package var startsOn: Bool { allSatisfy { $0.toggle?.startsOn ?? true } }

  /// Whether pads stay on while the session is locked, or another user is in front: not, if one of these files wants them
  /// off, nor without a file that says so.
  package var ignoresLock: Bool {
    let toggles = compactMap(\.toggle)
    return !toggles.isEmpty && toggles.allSatisfy(\.ignoresLock)
  }

  /// Whether pads rest while a gamepad is used: if one of these files says so.
  package var restForGamepads: Bool { contains { $0.toggle?.restsForGamepads ?? false } }

  /// Whether programs may send layouts: not, if one of these files forbids it.
  package var acceptSentLayouts: Bool { allSatisfy(\.acceptsSentLayouts) }

  package var allowMenu: Bool { allSatisfy(\.allowsMenu) }

  /// Whether pads come back by themselves after a lock, by the same rule.
  package var resumesAutomatically: Bool {
    let toggles = compactMap(\.toggle)
    return !toggles.isEmpty && toggles.allSatisfy(\.resumesAutomatically)
  }
}

package enum SurfaceOrientation: Sendable {
  case portrait
  case landscape

  package init(of size: SurfaceSize) {
    self = size.height > size.width ? .portrait : .landscape
  }
}

extension SurfaceOrientation? {
  /// Whether a control that has this as its `when` is on a surface of this size.
  func holds(on size: SurfaceSize) -> Bool { self == nil || self == SurfaceOrientation(of: size) }

  /// Whether controls with these two values of `when` exist together on some surface.
  func overlaps(_ other: Self) -> Bool { self == nil || other == nil || self == other }
}

extension Settings {
  /// The controls that exist on a surface of this size, including buttons of the device.
  func controls(on size: SurfaceSize) -> [ControlSettings] { controls.filter { $0.when.holds(on: size) } }
}

extension Settings {
  /// The names of the layers, in the order in which controls have them, in any orientation.
  package var layers: [String] {
    controls.reduce(into: []) { layers, control in
      guard let layer = control.layer, !layers.contains(layer), control.table.isOnSurface else { return }
      layers.append(layer)
    }
  }
}
