public import JoystickModel

/// A button of the touch device itself that is to be one of the pad: a pen's, or a touchpad's click.
public struct DeviceButton: Equatable, Sendable {
  /// The device's button.
  public let input: EventCode
  /// The pad's.
  public let output: GamepadButton

  /// Has a button of the device be one of the pad.
  public init(input: EventCode, output: GamepadButton) {
    self.input = input
    self.output = output
  }

  var isOfPen: Bool { [.btnStylus, .btnStylus2, .btnStylus3].contains(input) }
}
