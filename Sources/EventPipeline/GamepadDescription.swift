public import JoystickModel

extension DeviceDescription {
  /// The pad that games see unless the configuration says otherwise: a wired Xbox 360 controller.
  ///
  /// It has the whole set of axes and buttons, even those that nothing on the surface moves, because Wine
  /// counts them, and nothing else, because udev and joydev take a pad with a BTN_TOUCH, a tool or a mouse
  /// button for something else. The order and the ranges are those of the kernel's xpad driver and
  /// its gamepad convention (Documentation/input/gamepad.rst); fuzz and flat are 0, so that a final 0 is
  /// never filtered away.
  public static let xbox360 = gamepad(
    name: "Microsoft X-Box 360 pad",
    id: DeviceID(bus: 0x03, vendor: 0x045e, product: 0x028e, version: 0x0114))

  /// A pad of nobody's make, laid out as the Xbox driver does it, on the bus of devices that are none. Its numbers
  /// are no maker's.
  public static let generic = gamepad(
    name: "touchstick gamepad", id: DeviceID(bus: 0x06, vendor: 0x7473, product: 0x0001, version: 0x0001))

  private static func gamepad(name: String, id: DeviceID) -> DeviceDescription {
    DeviceDescription(
      name: name, id: id, codes: Set(GamepadButton.allCases.map(\.code)),
      axes: [
        EventCode.absX.code: .stick, EventCode.absY.code: .stick,
        EventCode.absRX.code: .stick, EventCode.absRY.code: .stick,
        EventCode.absZ.code: .trigger, EventCode.absRZ.code: .trigger,
        EventCode.absHat0X.code: .hat, EventCode.absHat0Y.code: .hat,
      ])
  }
}

extension AbsoluteAxis {
  fileprivate static let stick = AbsoluteAxis(minimum: -32768, maximum: 32767)
  fileprivate static let trigger = AbsoluteAxis(minimum: 0, maximum: 255)
  fileprivate static let hat = AbsoluteAxis(minimum: -1, maximum: 1)
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

/// One of the pad's axes.
public enum GamepadAxis: CaseIterable, Sendable {
  // The order is that in which a frame carries them.
  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
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

  /// The axis's value in a state of the pad.
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
