/// What a stick or a look pad holds while a contact holds it, besides what it moves.
public struct TouchOutputs: Equatable, Sendable {
  /// The outputs, for reports and pictures.
  public let outputs: [PadOutput]
  let effect: GamepadState
  let keys: [KeyboardKey]
  let motionCommands: MotionCommands

  /// Its bit among the presses that fingers feel, which no button of the pad has: see ``Layout/presses(at:)``.
  static let press: UInt16 = 1 << 15

  /// Nil for no outputs.
  public init?(_ outputs: [PadOutput]) {
    guard !outputs.isEmpty else { return nil }
    (self.outputs, effect, keys) = (outputs, GamepadState(outputs), outputs.compactMap(\.key))
    motionCommands = MotionCommands(outputs)
  }
}
