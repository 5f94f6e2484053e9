/// The controls on one surface, and which contact each of them belongs to.
///
/// Order is priority: a touch-down belongs to the first control that is free and whose region it is in,
/// and stays with it until it lifts. A contact that no control took belongs to none, whatever it passes.
public struct Layout: Equatable, Sendable {
  /// A stick, with its name and what it moves.
  public struct StickControl: Equatable, Sendable {
    /// The name, for logs and reports.
    public let name: String
    /// Which of the pad's sticks it moves.
    public let target: StickTarget
    /// The stick.
    public fileprivate(set) var stick: Stick

    /// Makes a control of a stick.
    public init(name: String, target: StickTarget, stick: Stick) {
      self.name = name
      self.target = target
      self.stick = stick
    }
  }

  /// The surface, in millimetres. A contact beyond its edge counts as on it.
  public let surface: Rectangle
  /// The sticks, in the order of their priority.
  public private(set) var sticks: [StickControl]

  /// Makes a layout in which nothing is touched.
  public init(surface: Rectangle, sticks: [StickControl]) {
    self.surface = surface
    self.sticks = sticks
  }

  /// Takes what happened to one contact.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - time: When, in microseconds. What was due before that is due first: see ``deadline``.
  public mutating func apply(_ event: ContactEvent, time: Int64) {
    let position = surface.clamp(event.position)
    if event.phase == .began {
      take(event.id, at: position, time: time)
      return
    }
    guard let owner = sticks.firstIndex(where: { $0.stick.owner == event.id }) else { return }
    switch event.phase {
    case .began: break
    case .moved: sticks[owner].stick.move(to: position, time: time)
    case .ended: sticks[owner].stick.end(time: time)
    case .cancelled: sticks[owner].stick.cancel(time: time)
    }
  }

  /// When ``advance(to:)`` has something to do, in microseconds; nil is never.
  ///
  /// It changes with what happens to contacts. Contacts come first: what happens to one at the very time of
  /// the deadline is to be applied before that.
  public var deadline: Int64? {
    var deadline: Int64?
    for control in sticks { deadline = earliest(deadline, control.stick.deadline) }
    return deadline
  }

  /// Does what is due.
  ///
  /// - Parameter time: The ``deadline``, or a time after it; then what is due at different times
  ///   happens at once.
  public mutating func advance(to time: Int64) {
    for index in sticks.indices { sticks[index].stick.advance(to: time) }
  }

  /// Lets go of everything: no contact owns anything, every stick is in its middle, every button is up.
  public mutating func reset(time: Int64) {
    for index in sticks.indices { sticks[index].stick.reset(time: time) }
  }

  /// Returns the base of every stick to its home. A handle that is held keeps its deflection; where it is
  /// measured from the base, until the finger moves.
  public mutating func recenter() {
    for index in sticks.indices { sticks[index].stick.recenter() }
  }

  /// What the pad shows.
  public var gamepadState: GamepadState {
    var state = GamepadState()
    for control in sticks {
      let axes = GamepadState.StickAxes(control.stick.deflection)
      switch control.target {
      case .left: state.leftStick = axes
      case .right: state.rightStick = axes
      }
      state.buttons |= control.stick.buttons
    }
    return state
  }

  private mutating func take(_ id: ContactID, at position: Point, time: Int64) {
    let free = sticks.firstIndex {
      $0.stick.owner == nil && $0.stick.parameters.region.contains(position)
    }
    if let free { sticks[free].stick.begin(id, at: position, time: time) }
  }
}
