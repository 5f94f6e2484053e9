public import JoystickModel

/// A message of touchstickd's feed: what programs that show the controls receive.
///
/// The feed is a socket of type SOCK_SEQPACKET, and each packet is one message. Numbers are little endian. The first byte
/// is ``version``, the second the kind of the message.
public enum FeedMessage: Equatable, Sendable {
  /// The pads are off, for whatever reason. The next message is a layout.
  case off
  /// The controls on one surface. A state follows.
  case layout(FeedLayout)
  case state(FeedState)
  /// All contacts on one surface that no control holds. Only root receives it.
  case contacts(FeedContacts)
  /// How games have the pads rumble. Nothing rumbles until this says so, and after each new layout.
  case rumble(FeedRumble)

  public static let version: UInt8 = 7
  /// The most controls that are reported of one surface. The others are left out, in the order of priority.
  public static let maxControls = 128
  public static let maxContacts = 64
  /// The most layers that are reported of one surface. A layer beyond them has no name there.
  public static let maxLayers = 32
  /// The largest coordinate or size, in millimetres.
  public static let maxMillimetres: Float = 1_000_000

  /// Reads a message.
  ///
  /// - Parameter bytes: One packet, whoever wrote it.
  /// - Throws: If it is not a message of this ``version``, complete and in its ranges.
  public init(_ bytes: [UInt8]) throws(FeedError) {
    var reader = FeedReader(bytes)
    self = try reader.read()
  }
}

public struct FeedLayout: Equatable, Sendable {
  /// Counts the changes of any layout or surface. A new number means that the surfaces of older numbers are gone.
  public var generation: UInt32
  /// The number of this surface, from 0 to below ``surfaceCount``.
  public var surface: UInt8
  /// The number of touch devices in use. Each has a layout.
  public var surfaceCount: UInt8
  /// The width as the user holds the device, in millimetres, at least 1.
  public var width: Float
  /// The height as the user holds the device, in millimetres, at least 1.
  public var height: Float
  /// How the device is held, in degrees: 0, 90, 180 or 270, as on the bus.
  public var rotation: UInt16
  public var deviceClass: FeedDeviceClass
  /// The kernel's name for the device, cut to 127 bytes.
  public var device: String
  /// Its event node, cut to 63 bytes.
  public var node: String
  public var controls: [FeedControl]
  /// The names of the layers of all pads, cut to 31 bytes.
  public var layers: [String]
  /// Whether bases and handles are reported at home, wherever the fingers are. That is so on a device that is not grabbed: its
  /// touches reach the desktop, too, and their positions reveal what the user types there.
  public var hidesPositions: Bool

  public init(
    generation: UInt32, surface: UInt8, surfaceCount: UInt8, width: Float, height: Float, rotation: UInt16,
    deviceClass: FeedDeviceClass, device: String, node: String, controls: [FeedControl],
    layers: [String] = [], hidesPositions: Bool = false
  ) {
    self.generation = generation
    self.surface = surface
    self.surfaceCount = surfaceCount
    self.width = width
    self.height = height
    self.rotation = rotation
    self.deviceClass = deviceClass
    self.device = device
    self.node = node
    self.controls = controls
    self.layers = layers
    self.hidesPositions = hidesPositions
  }
}

public enum FeedDeviceClass: UInt8, CaseIterable, Sendable {
  case touchscreen = 0
  case touchpad = 1
  case tablet = 2
}

public struct FeedControl: Equatable, Sendable {
  /// The number of its pad, from 0.
  public var pad: UInt8
  public var kind: Kind
  public var region: Region
  /// The name in the configuration, cut to 31 bytes.
  public var name: String
  /// Whether the name is the user's, and not a default.
  public var isNamed: Bool
  /// Its label is cut to 31 bytes.
  public var appearance = Appearance()
  /// Whether a touch presses a button until the next one.
  public var isToggle = false
  /// Whether a button that is held is pressed again and again.
  public var isTurbo = false
  /// A stick's base at home, in millimetres; nil for other controls.
  public var base: Circle?
  /// How far a stick's handle moves from the middle of its base, in millimetres; 0 for other controls.
  public var reach: Float
  /// Whether a stick's base appears only where a finger lands.
  public var isFloating: Bool

  public init(
    pad: UInt8, kind: Kind, region: Region, name: String, isNamed: Bool = false, base: Circle? = nil,
    reach: Float = 0, isFloating: Bool = false
  ) {
    self.pad = pad
    self.kind = kind
    self.region = region
    self.name = name
    self.isNamed = isNamed
    self.base = base
    self.reach = reach
    self.isFloating = isFloating
  }

  public init(_ control: Control, pad: UInt8) {
    self.init(
      pad: pad, kind: Kind(control), region: control.region, name: control.name, isNamed: control.isNamed)
    appearance = control.appearance
    if case .button(let button) = control {
      (isToggle, isTurbo) = (button.action.mode == .toggle, button.action.turboHalf != nil)
    }
    guard case .stick(let stick) = control else { return }
    let parameters = stick.stick.parameters
    base = Circle(center: parameters.center, radius: parameters.radius)
    reach = Float(parameters.reach)
    isFloating = parameters.origin == .floating
  }
}

public enum FeedError: Error, Equatable, Sendable {
  case version(UInt8)
  case damaged(String)

  public var sentence: String {
    switch self {
    case .version(let version):
      "the feed of touchstickd has version \(version), but this program needs version \(FeedMessage.version); "
        + "install the same version of both"
    case .damaged(let part): "the feed of touchstickd is damaged: \(part)"
    }
  }
}

enum FeedKind: UInt8 {
  case off = 0
  case layout = 1
  case state = 2
  case contacts = 3
  case rumble = 4
}

public struct FeedRumble: Equatable, Sendable {
  /// The magnitudes of all pads together, 0 to 255.
  public var strong, weak: UInt8
  /// Whether a motor shakes.
  public var hasMotor: Bool

  public init(strong: UInt8 = 0, weak: UInt8 = 0, hasMotor: Bool = false) {
    (self.strong, self.weak, self.hasMotor) = (strong, weak, hasMotor)
  }
}

public struct FeedState: Equatable, Sendable {
  /// The ``FeedLayout/generation`` of its layout.
  public var generation: UInt32
  /// The ``FeedLayout/surface`` of its layout.
  public var surface: UInt8
  public var controls: [ControlReport]
  /// The layers that exist: for each pad that has layers, a place among ``FeedLayout/layers``.
  public var layers: [UInt8]

  public init(generation: UInt32, surface: UInt8, controls: [ControlReport], layers: [UInt8] = []) {
    self.generation = generation
    self.surface = surface
    self.controls = controls
    self.layers = layers
  }
}

public struct FeedContacts: Equatable, Sendable {
  /// The ``FeedLayout/generation`` of its layout.
  public var generation: UInt32
  /// The ``FeedLayout/surface`` of its layout.
  public var surface: UInt8
  public var contacts: [FeedContact]

  public init(generation: UInt32, surface: UInt8, contacts: [FeedContact]) {
    self.generation = generation
    self.surface = surface
    self.contacts = contacts
  }
}

/// A contact that no control holds.
public struct FeedContact: Equatable, Sendable {
  public enum Reason: UInt8, CaseIterable, Sendable {
    /// It landed outside all free controls, and the desktop receives it.
    case desktop = 0
    /// It landed outside all free controls, and the desktop receives nothing from the device.
    case nobody = 1
    /// It is ignored until it lifts, because it was down before the device was used with this layout.
    case downBefore = 2
    /// It is ignored until it lifts, because a control held it, and the device calls it a palm.
    case palm = 3
    /// It is ignored until it lifts, because its control was released, for example by the gesture.
    case released = 4
    /// The desktop receives it, because the device is not grabbed yet: something lay on it, or a button was down.
    case notGrabbed = 5
  }

  /// Its number. It is unique among all contacts of a surface while the ``FeedLayout/generation`` stays.
  public var id: UInt32
  /// Where it is, in millimetres; nil if touchstickd does not follow it.
  public var position: Point?
  public var reason: Reason

  public init(id: UInt32, position: Point?, reason: Reason) {
    self.id = id
    self.position = position
    self.reason = reason
  }
}
