public import JoystickModel

/// A button of the touch device that presses a button of the pad: a pen's button, or a touchpad's click.
public struct DeviceButton: Equatable, Sendable {
  /// The button of the device.
  public let input: EventCode
  /// The button of the pad.
  public let output: GamepadButton

  /// Assigns a button of the device to one of the pad.
  public init(input: EventCode, output: GamepadButton) {
    self.input = input
    self.output = output
  }

  var isOfPen: Bool { [.btnStylus, .btnStylus2, .btnStylus3].contains(input) }
}
