public import JoystickModel

public struct SurfacePad: Sendable {
  public private(set) var layout: Layout
  public let deviceButtons: [DeviceButton]

  /// What fingers can feel of the last step. It is empty unless that is wanted.
  public private(set) var hapticEvents = HapticEvents()

  /// The mouse's events of the last step, with SYN_REPORT at the end; empty if it did not move.
  public private(set) var mouseEvents: [InputEvent] = []

  /// The layout's after the last step.
  private(set) var deadline: Int64?

  private var encoder = GamepadEncoder()
  /// Nil if nobody wants to feel anything.
  private var finder: HapticEventFinder?
  /// Whether a control or a button may have changed since the last step.
  private var hasChanged = false
  /// What the device's buttons hold on the pad.
  private var pressed = GamepadState()
  /// The keys of a keyboard that they hold.
  private var pressedKeys = KeySet()
  /// The buttons of the device that do not count until they have been released.
  private var ignored = KeySet()

  /// - Parameter findsHapticEvents: Whether to find ``hapticEvents``.
  public init(layout: Layout, deviceButtons: [DeviceButton] = [], findsHapticEvents: Bool = false) {
    self.layout = layout
    self.deviceButtons = deviceButtons
    finder = findsHapticEvents ? HapticEventFinder(layout) : nil
    mouseEvents.reserveCapacity(3)
  }

  /// The pad's events of the last step; empty if nothing changed.
  public var output: [InputEvent] { encoder.events }

  public var hasPress: Bool { encoder.hasPress }

  public var gamepadState: GamepadState { encoder.state }

  /// The keys of a keyboard that its buttons can hold.
  var keys: [KeyboardKey] { layout.keys + deviceButtons.flatMap(\.keys) }

  /// Adds the keys that its buttons hold now. It is mutating so that its caller does not copy the pad.
  mutating func addKeys(to keys: inout KeySet) {
    keys.formUnion(pressedKeys)
    layout.forEachHeldKey { keys[$0.code] = true }
  }

  mutating func ignore(_ keys: KeySet) {
    for button in deviceButtons { ignored[button.input.code] = keys[button.input.code] }
  }

  /// Returns whether a control holds the contact, or held it until now.
  @discardableResult
  mutating func apply(_ event: ContactEvent, time: Int64, reaches: Bool = true) -> Bool {
    let isMine = layout.apply(event, time: time, reaches: reaches)
    hasChanged = hasChanged || isMine
    return isMine
  }

  mutating func advance(to time: Int64) {
    layout.advance(to: time)
    hasChanged = true
  }

  mutating func move(_ state: MotionState) {
    guard layout.usesMotion else { return }
    layout.move(state)
    hasChanged = true
  }

  mutating func skipRepetitions(before time: Int64, limit: Int64) {
    layout.skipRepetitions(before: time, limit: limit)
    deadline = layout.deadline
  }

  mutating func reset(time: Int64) {
    layout.reset(time: time)
    hasChanged = true
  }

  mutating func readButtons(_ device: borrowing DeviceState, isOn: Bool) {
    hasChanged = true
    (pressed, pressedKeys) = (GamepadState(), KeySet())
    for button in deviceButtons {
      let isDown = isOn && device.keys[button.input.code] && !(button.isOfPen && device.isPenAway)
      if !isDown { ignored[button.input.code] = false }
      guard isDown, !ignored[button.input.code] else { continue }
      pressed.add(button.effect)
      for key in button.keys { pressedKeys[key.code] = true }
    }
  }

  /// Makes the events for the state of the controls and the device's buttons.
  mutating func encode(time: Int64) {
    hapticEvents = []
    if !mouseEvents.isEmpty { mouseEvents.clear() }
    guard hasChanged else { return encoder.startFrame() }
    hasChanged = false
    deadline = layout.deadline
    if let found = finder?.events(of: layout) { hapticEvents = found }
    encodeMouse(time: time)
    var state = layout.gamepadState
    if !deviceButtons.isEmpty { state.add(pressed) }
    encoder.encode(state, time: time)
  }

  private mutating func encodeMouse(time: Int64) {
    let motion = layout.consumeMouseMotion()
    guard motion != MouseMotion() else { return }
    if motion.x != 0 { mouseEvents.append(InputEvent(time: time, .relX, motion.x)) }
    if motion.y != 0 { mouseEvents.append(InputEvent(time: time, .relY, motion.y)) }
    mouseEvents.append(InputEvent(time: time, .synReport, 0))
  }
}

/// A button of the touch device that holds something: a pen's button, or a touchpad's click.
public struct DeviceButton: Equatable, Sendable {
  public let input: EventCode
  /// What it holds on the pad while it is down.
  public let effect: GamepadState
  /// The keys of a keyboard that it holds while it is down.
  public let keys: [KeyboardKey]

  public init(input: EventCode, effect: GamepadState, keys: [KeyboardKey] = []) {
    self.input = input
    self.effect = effect
    self.keys = keys
  }

  var isOfPen: Bool { [.btnStylus, .btnStylus2, .btnStylus3].contains(input) }
}
