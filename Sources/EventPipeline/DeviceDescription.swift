public import JoystickModel

/// The description of an input device: its identity, properties, event codes and axes. evemu and `libinput record` save
/// it, libevdev reads it from a node, and uinput makes a device from it.
public struct DeviceDescription: Equatable, Sendable {
  public var name: String
  public var id: DeviceID
  public var properties: Set<DeviceProperty>
  /// Every event code the device can send, except `EV_SYN`, which all devices have; also the force feedback effects that it
  /// can play.
  public var codes: Set<EventCode>
  /// The axes, by `EV_ABS` code. Every absolute code in ``codes`` has an entry here.
  public var axes: [UInt16: AbsoluteAxis]

  /// Makes a description; absolute codes are added to ``codes`` for the axes given.
  public init(
    name: String, id: DeviceID, properties: Set<DeviceProperty> = [], codes: Set<EventCode> = [],
    axes: [UInt16: AbsoluteAxis] = [:]
  ) {
    self.name = name
    self.id = id
    self.properties = properties
    self.codes = codes.union(axes.keys.map { EventCode(.absolute, $0) })
    self.axes = axes
  }

  public func supports(_ code: EventCode) -> Bool {
    code.type == .synchronisation || codes.contains(code)
  }

  public func axis(_ code: EventCode) -> AbsoluteAxis? {
    code.type == .absolute ? axes[code.code] : nil
  }
}

/// A device's identity (`struct input_id`).
public struct DeviceID: Equatable, Sendable {
  /// The bus, such as 0x03 for USB (`BUS_USB`).
  public var bus: UInt16
  public var vendor: UInt16
  public var product: UInt16
  public var version: UInt16

  public init(bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16) {
    self.bus = bus
    self.vendor = vendor
    self.product = product
    self.version = version
  }
}

/// One absolute axis (`struct input_absinfo`).
public struct AbsoluteAxis: Equatable, Sendable {
  public var value: Int32
  public var minimum: Int32
  public var maximum: Int32
  /// The kernel's noise filter for the axis, in the device's units; 0 is off.
  public var fuzz: Int32
  /// Values this close to 0 count as 0, in the device's units.
  public var flat: Int32
  /// The resolution: units per millimetre for positions; 0 if the device reports none.
  public var resolution: Int32

  public init(
    minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0, value: Int32 = 0
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
    self.value = value
  }
}

/// A device property (the `INPUT_PROP_*` constants of `linux/input-event-codes.h`).
public struct DeviceProperty: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The surface needs a pointer on a screen, as a touchpad does: `INPUT_PROP_POINTER`.
  public static let pointer = DeviceProperty(rawValue: 0x00)
  /// The surface lies on a screen: `INPUT_PROP_DIRECT`.
  public static let direct = DeviceProperty(rawValue: 0x01)
  /// The slots are the corners of a box around all fingers: `INPUT_PROP_SEMI_MT`.
  public static let semiMT = DeviceProperty(rawValue: 0x03)
  /// The device measures acceleration: `INPUT_PROP_ACCELEROMETER`.
  public static let accelerometer = DeviceProperty(rawValue: 0x06)
}

public enum DeviceClass: String, Sendable, CaseIterable {
  case touchscreen
  /// It moves a pointer: a laptop's touchpad, or the finger side of a drawing tablet.
  case touchpad
  case tablet

  /// Derives the class from the device's capabilities; nil if it is not a touch device.
  ///
  /// The rules are those of udev's `input_id` builtin (systemd, src/udev/udev-builtin-input_id.c) for
  /// ID_INPUT_TOUCHSCREEN, _TOUCHPAD and _TABLET, without ID_INPUT_TABLET_PAD. Buttons of a gamepad do not
  /// matter: some pen displays declare them on the node of the pen. There are two differences:
  /// - The device must be able to report touches, because a position alone never starts or ends a contact. That
  ///   excludes joysticks, and mice with absolute axes.
  /// - A multi-touch device needs neither BTN_TOUCH nor INPUT_PROP_DIRECT. Recordings of old kernels have no
  ///   properties. The daemon still uses only devices that udev classes as one of the three.
  public init?(_ device: DeviceDescription) {
    guard device.hasPosition, device.reportsTouch, !device.isAccelerometer, !device.isTabletPad else {
      return nil
    }
    if device.isPen {
      self = .tablet
    } else if device.supports(.btnToolFinger), !device.properties.contains(.direct) {
      self = .touchpad
    } else if device.hasMouseButton, !device.hasMultitouchPosition {
      return nil
    } else {
      self = .touchscreen
    }
  }
}

extension DeviceDescription {
  /// Whether each contact has a slot: the kernel's multi-touch protocol, type B.
  var hasSlots: Bool { hasMultitouchPosition && supports(.absMTSlot) && supports(.absMTTrackingID) }

  /// More than the kernel's drivers use; a description may claim any number.
  private static let maxSlots = 256

  /// The number of slots, at most 256; 0 for a device without slots.
  public var slotCount: Int {
    guard hasSlots else { return 0 }
    return min(Int(max(axis(.absMTSlot)?.maximum ?? 0, 0)) + 1, Self.maxSlots)
  }

  /// The axes of each slot, or of each contact in a list, except ABS_MT_TRACKING_ID.
  public var slotAxes: [UInt16] {
    DeviceState.slotAxes.filter { axes[$0] != nil && $0 != EventCode.absMTTrackingID.code }
  }

  /// Whether it sends multi-touch positions, with slots (type B) or without (type A).
  ///
  /// A device that declares both ABS_MT_SLOT and the code before it, as some joysticks do, declares every axis and
  /// means nothing by it.
  var hasMultitouchPosition: Bool {
    supports(.absMTPositionX) && supports(.absMTPositionY)
      && !(supports(.absMTSlot) && supports(EventCode(.absolute, EventCode.absMTSlot.code - 1)))
  }

  /// Whether it reports each contact separately, rather than only one contact or a box around all of them.
  public var reportsEachContact: Bool { hasMultitouchPosition && !properties.contains(.semiMT) }

  /// The axes that repeat the position and the pressure of the oldest contact, for programs that do not read slots: bit n
  /// is axis n. (drivers/input/input-mt.c, input_mt_report_pointer_emulation)
  ///
  /// There are none if the device reports tools: the axes may then be those of the tool.
  public var emulatedAxes: UInt64 {
    guard reportsEachContact, hasSlots, !ToolSet.areReported(by: self) else { return 0 }
    return axes.reduce(0) { bits, axis in
      guard let repeated = ContactCodes.slotAxis(axis.key).flatMap({ axes[$0] }),
        repeated.minimum == axis.value.minimum, repeated.maximum == axis.value.maximum
      else { return bits }
      return bits | 1 << UInt64(axis.key)
    }
  }

  fileprivate var hasPosition: Bool {
    hasMultitouchPosition || (supports(.absX) && supports(.absY))
  }

  /// By BTN_TOUCH, by slots, by lists of contacts, or by a pen's pressure.
  fileprivate var reportsTouch: Bool {
    supports(.btnTouch) || (reportsEachContact && (hasSlots || !supports(.absMTSlot)))
      || (isPen && supports(.absPressure))
  }

  /// Whether it says which tools, such as a pen or an eraser, are near.
  public var reportsTools: Bool { ToolSet.areReported(by: self) }

  var isPen: Bool { supports(.btnToolPen) || supports(.btnStylus) }

  fileprivate var isAccelerometer: Bool {
    let hasKeys = codes.contains { $0.type == .key }
    return properties.contains(.accelerometer)
      || (!hasKeys && supports(.absX) && supports(.absY) && supports(.absZ))
  }

  /// The buttons beside a pen tablet's surface have their own node, with axes that no pen moves.
  fileprivate var isTabletPad: Bool {
    supports(.btn0) && supports(.btnStylus) && !supports(.btnToolPen)
  }

  fileprivate var hasMouseButton: Bool {
    (EventCode.btnMouse.code..<EventCode.btnJoystick.code).contains { supports(EventCode(.key, $0)) }
  }
}

extension DeviceDescription {
  /// The default pad that games see: a wired Xbox 360 controller.
  ///
  /// It has the whole set of axes and buttons, even without a control for them, because Wine counts them. It has
  /// nothing else, because udev and joydev do not recognise a pad with BTN_TOUCH, a tool or a mouse button. The order
  /// and the ranges are those of the kernel's xpad driver and its gamepad convention (Documentation/input/gamepad.rst);
  /// fuzz and flat are 0, so that a final 0 is never filtered away.
  public static let xbox360 = gamepad(
    name: "Microsoft X-Box 360 pad",
    id: DeviceID(bus: 0x03, vendor: 0x045e, product: 0x028e, version: 0x0114))

  /// A generic pad with the layout of the Xbox driver, on the bus for virtual devices. Its numbers belong to no vendor.
  public static let generic = gamepad(
    name: "touchstick gamepad", id: DeviceID(bus: 0x06, vendor: 0x7473, product: 0x0001, version: 0x0001))

  /// The mouse that look pads move. It declares a button, because udev recognises no mouse without one, but never presses
  /// it.
  public static let mouse = DeviceDescription(
    name: "touchstick mouse", id: DeviceID(bus: 0x06, vendor: 0x7473, product: 0x0002, version: 0x0001),
    codes: [.relX, .relY, .btnLeft])

  /// The keyboard for these keys: it can send no others. udev's class for it is ID_INPUT_KEY, as for a few keys beside a
  /// screen, because ID_INPUT_KEYBOARD needs all letters.
  public static func keyboard(_ keys: [KeyboardKey]) -> DeviceDescription {
    DeviceDescription(
      name: "touchstick keyboard", id: DeviceID(bus: 0x06, vendor: 0x7473, product: 0x0003, version: 0x0001),
      codes: Set(keys.map { EventCode(.key, $0.code) }))
  }

  /// The effects of a pad: those that the kernel's xpad driver has.
  public static let forceFeedback: Set<EventCode> = [
    .ffRumble, .ffPeriodic, .ffSquare, .ffTriangle, .ffSine, .ffGain,
  ]

  private static func gamepad(name: String, id: DeviceID) -> DeviceDescription {
    DeviceDescription(
      name: name, id: id, codes: forceFeedback.union(GamepadButton.allCases.map(\.code)),
      axes: Dictionary(uniqueKeysWithValues: GamepadAxis.allCases.map { ($0.code.code, $0.range) }))
  }
}

extension GamepadButton {
  /// The kernel's code for the button (Documentation/input/gamepad.rst).
  public var code: EventCode {
    switch self {
    case .south: .btnSouth
    case .east: .btnEast
    case .north: .btnNorth
    case .west: .btnWest
    case .leftShoulder: .btnTL
    case .rightShoulder: .btnTR
    case .select: .btnSelect
    case .start: .btnStart
    case .mode: .btnMode
    case .leftThumb: .btnThumbL
    case .rightThumb: .btnThumbR
    }
  }
}

public enum GamepadAxis: CaseIterable, Sendable {
  // In the order in which a frame carries them.
  case leftX, leftY, rightX, rightY, leftTrigger, rightTrigger, hatX, hatY

  /// The kernel's code for the axis (Documentation/input/gamepad.rst).
  public var code: EventCode {
    switch self {
    case .leftX: .absX
    case .leftY: .absY
    case .rightX: .absRX
    case .rightY: .absRY
    case .leftTrigger: .absZ
    case .rightTrigger: .absRZ
    case .hatX: .absHat0X
    case .hatY: .absHat0Y
    }
  }

  fileprivate var range: AbsoluteAxis {
    switch self {
    case .leftX, .leftY, .rightX, .rightY: AbsoluteAxis(minimum: -32768, maximum: 32767)
    case .leftTrigger, .rightTrigger: AbsoluteAxis(minimum: 0, maximum: 255)
    case .hatX, .hatY: AbsoluteAxis(minimum: -1, maximum: 1)
    }
  }

  public func value(in state: GamepadState) -> Int32 {
    switch self {
    case .leftX: Int32(state.leftStick.x)
    case .leftY: Int32(state.leftStick.y)
    case .rightX: Int32(state.rightStick.x)
    case .rightY: Int32(state.rightStick.y)
    case .leftTrigger: Int32(state.leftTrigger)
    case .rightTrigger: Int32(state.rightTrigger)
    case .hatX: Int32(state.hatX)
    case .hatY: Int32(state.hatY)
    }
  }
}
