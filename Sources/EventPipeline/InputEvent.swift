internal import JoystickModel

/// One event of the kernel's event interface (`struct input_event` in `linux/input.h`).
public struct InputEvent: Equatable, Sendable {
  /// The time of the event, in microseconds. A live device counts from boot (CLOCK_MONOTONIC); a recording keeps its
  /// own time stamps.
  public var time: Int64
  public var type: EventType
  public var code: UInt16
  /// The event value; what it means depends on the type and the code.
  public var value: Int32

  public init(time: Int64, type: EventType, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }

  public init(time: Int64, _ code: EventCode, _ value: Int32) {
    self.init(time: time, type: code.type, code: code.code, value: value)
  }

  /// Whether the kernel made it because a key stays down: software autorepeat, which has no meaning for a surface.
  var isRepeat: Bool { type == .key && value == 2 }

  public func `is`(_ other: EventCode) -> Bool {
    type == other.type && code == other.code
  }
}

/// An event type (the `EV_*` constants of `linux/input-event-codes.h`).
public struct EventType: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Frame separators: `EV_SYN`.
  public static let synchronisation = EventType(rawValue: 0x00)
  /// Keys and buttons: `EV_KEY`.
  public static let key = EventType(rawValue: 0x01)
  /// Relative axes: `EV_REL`.
  public static let relative = EventType(rawValue: 0x02)
  /// Absolute axes: `EV_ABS`.
  public static let absolute = EventType(rawValue: 0x03)
  /// Everything else, including time stamps of the device: `EV_MSC`.
  public static let miscellaneous = EventType(rawValue: 0x04)
  /// Lights: `EV_LED`.
  public static let led = EventType(rawValue: 0x11)
  /// Sounds: `EV_SND`.
  public static let sound = EventType(rawValue: 0x12)
  /// Force feedback: the effects that a device can play, and what programs write to play them: `EV_FF`.
  public static let forceFeedback = EventType(rawValue: 0x15)
}

extension Array {
  /// Removes all elements and keeps the storage. For the few events of a frame, it takes a fraction of the time of
  /// removeAll(keepingCapacity:).
  mutating func clear() { while !isEmpty { removeLast() } }
}

/// An event type and code, with the kernel's name from `linux/input-event-codes.h`.
public struct EventCode: Hashable, Sendable {
  public let type: EventType
  public let code: UInt16

  public init(_ type: EventType, _ code: UInt16) {
    self.type = type
    self.code = code
  }

  private static func syn(_ code: UInt16) -> EventCode { EventCode(.synchronisation, code) }
  private static func abs(_ code: UInt16) -> EventCode { EventCode(.absolute, code) }
  private static func rel(_ code: UInt16) -> EventCode { EventCode(.relative, code) }
  private static func key(_ code: UInt16) -> EventCode { EventCode(.key, code) }
  private static func ff(_ code: UInt16) -> EventCode { EventCode(.forceFeedback, code) }

  // The names below are the kernel's, so that you can search for them in its documentation.
  public static let
    synReport = syn(0x00), synMTReport = syn(0x02), synDropped = syn(0x03)

  public static let
    absX = abs(0x00), absY = abs(0x01), absZ = abs(0x02),
    absRX = abs(0x03), absRY = abs(0x04), absRZ = abs(0x05),
    absHat0X = abs(0x10), absHat0Y = abs(0x11), absPressure = abs(0x18),
    absMTSlot = abs(0x2f), absMTTouchMajor = abs(0x30), absMTPositionX = abs(0x35),
    absMTPositionY = abs(0x36),
    absMTToolType = abs(0x37), absMTTrackingID = abs(0x39), absMTPressure = abs(0x3a),
    absMTDistance = abs(0x3b)

  public static let
    relX = rel(0x00), relY = rel(0x01)

  public static let
    btn0 = key(0x100), btnMouse = key(0x110), btnLeft = key(0x110), btnRight = key(0x111),
    btnMiddle = key(0x112),
    btnSide = key(0x113), btnExtra = key(0x114), btnForward = key(0x115), btnBack = key(0x116),
    btnJoystick = key(0x120),
    btnSouth = key(0x130), btnEast = key(0x131), btnNorth = key(0x133), btnWest = key(0x134),
    btnTL = key(0x136), btnTR = key(0x137), btnSelect = key(0x13a), btnStart = key(0x13b),
    btnMode = key(0x13c), btnThumbL = key(0x13d), btnThumbR = key(0x13e),
    btnToolPen = key(0x140), btnToolRubber = key(0x141), btnToolFinger = key(0x145), btnTouch = key(0x14a),
    btnStylus = key(0x14b), btnStylus2 = key(0x14c), btnStylus3 = key(0x149)

  public static let
    ffRumble = ff(0x50), ffPeriodic = ff(0x51), ffSquare = ff(0x58), ffTriangle = ff(0x59),
    ffSine = ff(0x5a), ffGain = ff(0x60)

  /// The value of ABS_MT_TOOL_TYPE that marks a palm (`MT_TOOL_PALM`).
  public static let palmToolType: Int32 = 2
}

extension EventCode {
  /// The kernel's name for a code that touchstick uses, such as `BTN_SOUTH`; nil for any other.
  public var name: String? {
    Self.names[self] ?? (type == .key ? KeyboardKey.all.first { $0.code == code }?.name : nil)
  }

  private static let names: [EventCode: String] = [
    .synReport: "SYN_REPORT", .synMTReport: "SYN_MT_REPORT", .synDropped: "SYN_DROPPED",
    .absX: "ABS_X", .absY: "ABS_Y", .absZ: "ABS_Z", .absRX: "ABS_RX", .absRY: "ABS_RY", .absRZ: "ABS_RZ",
    .absHat0X: "ABS_HAT0X", .absHat0Y: "ABS_HAT0Y", .absPressure: "ABS_PRESSURE",
    .absMTSlot: "ABS_MT_SLOT", .absMTTouchMajor: "ABS_MT_TOUCH_MAJOR", .absMTPositionX: "ABS_MT_POSITION_X",
    .absMTPositionY: "ABS_MT_POSITION_Y",
    .absMTToolType: "ABS_MT_TOOL_TYPE", .absMTTrackingID: "ABS_MT_TRACKING_ID",
    .absMTPressure: "ABS_MT_PRESSURE", .absMTDistance: "ABS_MT_DISTANCE",
    .relX: "REL_X", .relY: "REL_Y",
    .btnLeft: "BTN_LEFT", .btnRight: "BTN_RIGHT", .btnMiddle: "BTN_MIDDLE", .btnSide: "BTN_SIDE",
    .btnExtra: "BTN_EXTRA", .btnForward: "BTN_FORWARD", .btnBack: "BTN_BACK",
    .btnSouth: "BTN_SOUTH", .btnEast: "BTN_EAST", .btnNorth: "BTN_NORTH", .btnWest: "BTN_WEST",
    .btnTL: "BTN_TL", .btnTR: "BTN_TR", .btnSelect: "BTN_SELECT", .btnStart: "BTN_START",
    .btnMode: "BTN_MODE", .btnThumbL: "BTN_THUMBL", .btnThumbR: "BTN_THUMBR",
    .btnToolPen: "BTN_TOOL_PEN", .btnToolFinger: "BTN_TOOL_FINGER", .btnTouch: "BTN_TOUCH",
    .btnStylus: "BTN_STYLUS", .btnStylus2: "BTN_STYLUS2", .btnStylus3: "BTN_STYLUS3",
  ]
}

/// The codes outside the slots that describe contacts: linux/input-event-codes.h.
enum ContactCodes {
  /// The tool in range, the number of fingers, a pen's buttons, and BTN_TOUCH.
  static let keys: ClosedRange<UInt16> = 0x140...0x14f
  /// The keys of tools and fingers in range: 0x140 to 0x148, and 0x14d to 0x14f.
  private static let nearness: UInt16 = 0b1110_0001_1111_1111
  /// BTN_STYLUS3, BTN_STYLUS and BTN_STYLUS2.
  static let penButtons = KeySet([0x149, 0x14b, 0x14c])
  /// BTN_TOOL_QUINTTAP: five fingers or more.
  static let maxFingers = 5

  /// Whether an axis describes a contact: ABS_X and ABS_Y, and ABS_PRESSURE to ABS_TOOL_WIDTH.
  static func isOfContact(axis: UInt16) -> Bool { axis <= 0x01 || (0x18...0x1c).contains(axis) }

  static func isAnythingNear(_ keys: KeySet) -> Bool { keys.ofContacts & nearness != 0 }

  /// The number of fingers that a key means, BTN_TOOL_FINGER to BTN_TOOL_QUINTTAP; nil for other keys.
  static func fingers(_ key: UInt16) -> Int? {
    switch key {
    case 0x145: 1
    case 0x14d: 2
    case 0x14e: 3
    case 0x14f: 4
    case 0x148: 5
    default: nil
    }
  }

  /// The number of fingers according to the keys. Touchpads count more fingers than they have slots.
  static func fingers(in keys: KeySet) -> Int {
    let keys = keys.ofContacts
    guard keys & nearness != 0 else { return 0 }
    return Self.keys.reduce(0) { count, key in
      keys & (1 << (key - Self.keys.lowerBound)) != 0 ? max(count, fingers(key) ?? 0) : count
    }
  }

  /// The axis of a slot that an axis of the device follows; nil if there is none.
  static func slotAxis(_ axis: UInt16) -> UInt16? {
    switch axis {
    case EventCode.absX.code: EventCode.absMTPositionX.code
    case EventCode.absY.code: EventCode.absMTPositionY.code
    case EventCode.absPressure.code: EventCode.absMTPressure.code
    default: nil
    }
  }
}
