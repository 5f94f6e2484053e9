public import JoystickModel

/// All that lies between a touch device and a pad: events in, events out.
///
/// It has no clock and touches no device, so that the daemon, `touchstick replay` and the tests run the
/// same code. After the first frames it allocates nothing.
public struct TouchPipeline: Sendable {
  private var tracker: ContactTracker
  /// The controls, as the last frame left them.
  public private(set) var layout: Layout
  private var encoder = GamepadEncoder()

  /// Makes a pipeline for a device with nothing on its surface.
  ///
  /// - Parameters:
  ///   - device: What the device says of itself.
  ///   - surface: The device's surface.
  ///   - layout: The controls on it.
  public init(device: DeviceDescription, surface: Surface, layout: Layout) {
    tracker = ContactTracker(device: device, surface: surface)
    self.layout = layout
  }

  /// The pad's events for the last frame; empty where nothing had changed.
  public var output: [InputEvent] { encoder.events }

  /// What the pad shows.
  public var gamepadState: GamepadState { encoder.state }

  /// Whether the device has anything on its surface, contacts that are ignored among it.
  public var isTouched: Bool { tracker.isTouched }

  /// When the controls have something to do by themselves, in microseconds on the clock of the events; nil
  /// is never. It changes with every frame.
  public var deadline: Int64? { layout.deadline }

  /// Does what the controls have to do before a time, of what they have to do next. ``output`` is the
  /// outcome.
  ///
  /// Before each event, and whenever the ``deadline`` has passed and all events up to now have been taken,
  /// this is to be called until there is nothing left. So what is given for some events depends on nothing
  /// but their time stamps, and is the same for a live device and for a recording of it; but for an event
  /// that the kernel stamps before the deadline and hands out after it.
  ///
  /// - Parameter time: A time in microseconds: that of the next event, or a moment after now. What is to be
  ///   done at that very time comes after the events of that time.
  /// - Returns: The time of what was done; nil where there was nothing.
  public mutating func advance(before time: Int64) -> Int64? {
    guard let deadline = layout.deadline, deadline < time else { return nil }
    layout.advance(to: deadline)
    encoder.encode(layout.gamepadState, time: deadline)
    return deadline
  }

  /// Takes one event of the device. Returns whether it completes a frame, of which ``output`` then is
  /// the outcome.
  public mutating func consume(_ event: InputEvent) -> Bool {
    guard tracker.consume(event) else { return false }
    applyFrame(time: event.time)
    return true
  }

  /// Starts from what is on the surface when the device is opened; none of it counts until it lifts.
  public mutating func adopt(_ state: TouchState) {
    tracker.adopt(state)
  }

  /// Goes on from what is on the surface after events were lost. ``output`` is the outcome.
  ///
  /// - Parameters:
  ///   - state: What is on the surface.
  ///   - time: The time stamp of the loss, in microseconds.
  public mutating func resynchronise(to state: TouchState, time: Int64) {
    tracker.resynchronise(to: state)
    applyFrame(time: time)
  }

  /// Cancels every contact and all that is waited for, which leaves every axis at 0 and every button up.
  /// ``output`` is the outcome.
  ///
  /// - Parameter time: The time stamp of the events, in microseconds.
  public mutating func cancelAll(time: Int64) {
    tracker.cancelAll()
    layout.reset(time: time)
    encoder.encode(layout.gamepadState, time: time)
  }

  private mutating func applyFrame(time: Int64) {
    for event in tracker.events { layout.apply(event, time: time) }
    // A tap that waits for a second one must not come when the machine wakes up.
    if tracker.isReleasedByKernel { layout.reset(time: time) }
    encoder.encode(layout.gamepadState, time: time)
  }
}
