public import JoystickModel

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

  private static func gamepad(name: String, id: DeviceID) -> DeviceDescription {
    DeviceDescription(
      name: name, id: id, codes: Set(GamepadButton.allCases.map(\.code)),
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

/// One of the pad's axes.
public enum GamepadAxis: CaseIterable, Sendable {
  // In the order in which a frame carries them.
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

  fileprivate var range: AbsoluteAxis {
    switch self {
    case .leftX, .leftY, .rightX, .rightY: AbsoluteAxis(minimum: -32768, maximum: 32767)
    case .leftTrigger, .rightTrigger: AbsoluteAxis(minimum: 0, maximum: 255)
    case .hatX, .hatY: AbsoluteAxis(minimum: -1, maximum: 1)
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
