/// An event type and code, with the kernel's name from `linux/input-event-codes.h`.
public struct EventCode: Hashable, Sendable {
  /// The event type that the code belongs to.
  public let type: EventType
  /// The kernel's number for the code.
  public let code: UInt16

  /// Makes a code from the kernel's numbers.
  public init(_ type: EventType, _ code: UInt16) {
    self.type = type
    self.code = code
  }

  private static func syn(_ code: UInt16) -> EventCode { EventCode(.synchronisation, code) }
  private static func abs(_ code: UInt16) -> EventCode { EventCode(.absolute, code) }
  private static func key(_ code: UInt16) -> EventCode { EventCode(.key, code) }

  // The names below are the kernel's, so that you can search for them in its documentation.
  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  public static let
    synReport = syn(0x00), synMTReport = syn(0x02), synDropped = syn(0x03)

  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  public static let
    absX = abs(0x00), absY = abs(0x01), absZ = abs(0x02),
    absRX = abs(0x03), absRY = abs(0x04), absRZ = abs(0x05),
    absHat0X = abs(0x10), absHat0Y = abs(0x11), absPressure = abs(0x18),
    absMTSlot = abs(0x2f), absMTTouchMajor = abs(0x30), absMTPositionX = abs(0x35),
    absMTPositionY = abs(0x36),
    absMTToolType = abs(0x37), absMTTrackingID = abs(0x39), absMTPressure = abs(0x3a),
    absMTDistance = abs(0x3b)

  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
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

  /// The value of ABS_MT_TOOL_TYPE that marks a palm (`MT_TOOL_PALM`).
  public static let palmToolType: Int32 = 2
}

extension EventCode {
  /// The kernel's name for a code that touchstick uses, such as `BTN_SOUTH`; nil for any other.
  public var name: String? { Self.names[self] }

  private static let names: [EventCode: String] = [
    .synReport: "SYN_REPORT", .synMTReport: "SYN_MT_REPORT", .synDropped: "SYN_DROPPED",
    .absX: "ABS_X", .absY: "ABS_Y", .absZ: "ABS_Z", .absRX: "ABS_RX", .absRY: "ABS_RY", .absRZ: "ABS_RZ",
    .absHat0X: "ABS_HAT0X", .absHat0Y: "ABS_HAT0Y", .absPressure: "ABS_PRESSURE",
    .absMTSlot: "ABS_MT_SLOT", .absMTTouchMajor: "ABS_MT_TOUCH_MAJOR", .absMTPositionX: "ABS_MT_POSITION_X",
    .absMTPositionY: "ABS_MT_POSITION_Y",
    .absMTToolType: "ABS_MT_TOOL_TYPE", .absMTTrackingID: "ABS_MT_TRACKING_ID",
    .absMTPressure: "ABS_MT_PRESSURE", .absMTDistance: "ABS_MT_DISTANCE",
    .btnLeft: "BTN_LEFT", .btnRight: "BTN_RIGHT", .btnMiddle: "BTN_MIDDLE", .btnSide: "BTN_SIDE",
    .btnExtra: "BTN_EXTRA", .btnForward: "BTN_FORWARD", .btnBack: "BTN_BACK",
    .btnSouth: "BTN_SOUTH", .btnEast: "BTN_EAST", .btnNorth: "BTN_NORTH", .btnWest: "BTN_WEST",
    .btnTL: "BTN_TL", .btnTR: "BTN_TR", .btnSelect: "BTN_SELECT", .btnStart: "BTN_START",
    .btnMode: "BTN_MODE", .btnThumbL: "BTN_THUMBL", .btnThumbR: "BTN_THUMBR",
    .btnToolPen: "BTN_TOOL_PEN", .btnToolFinger: "BTN_TOOL_FINGER", .btnTouch: "BTN_TOUCH",
    .btnStylus: "BTN_STYLUS", .btnStylus2: "BTN_STYLUS2", .btnStylus3: "BTN_STYLUS3",
  ]
}
