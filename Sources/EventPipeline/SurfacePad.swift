public import JoystickModel

/// One pad on a surface: the controls that move it, and the events that it sends.
public struct SurfacePad: Sendable {
  /// The controls, as the last frame left them.
  public private(set) var layout: Layout
  /// The buttons of the device that are some of the pad's.
  public let deviceButtons: [DeviceButton]

  private var encoder = GamepadEncoder()
  /// Those of the device's buttons that do not count before they were up.
  private var ignored = KeySet()

  /// Makes a pad at rest.
  ///
  /// - Parameters:
  ///   - layout: The controls on the surface.
  ///   - deviceButtons: The buttons of the device that are to be some of the pad's.
  public init(layout: Layout, deviceButtons: [DeviceButton] = []) {
    self.layout = layout
    self.deviceButtons = deviceButtons
  }

  /// The pad's events for the last step; empty where nothing had changed.
  public var output: [InputEvent] { encoder.events }

  /// What the pad shows.
  public var gamepadState: GamepadState { encoder.state }

  /// Has buttons that are down now not count before they were up.
  mutating func ignore(_ keys: KeySet) {
    for button in deviceButtons { ignored[button.input.code] = keys[button.input.code] }
  }

  mutating func apply(_ event: ContactEvent, time: Int64) { layout.apply(event, time: time) }

  mutating func advance(to time: Int64) { layout.advance(to: time) }

  /// Lets go of all controls.
  mutating func reset(time: Int64) { layout.reset(time: time) }

  /// Makes the events of what the controls and the device's buttons amount to.
  ///
  /// - Parameters:
  ///   - keys: The device's keys that are down.
  ///   - isPenAway: Whether the device has a pen, which is not near: not every one says then that the pen's
  ///     buttons are up.
  mutating func encode(_ keys: KeySet, isPenAway: Bool, time: Int64) {
    var state = layout.gamepadState
    for button in deviceButtons {
      let isDown = keys[button.input.code] && !(button.isOfPen && isPenAway)
      if !isDown { ignored[button.input.code] = false }
      if isDown, !ignored[button.input.code] { state.press(button.output) }
    }
    encoder.encode(state, time: time)
  }
}
