/// The controls on one surface, and which contact each of them belongs to.
///
/// Order is priority: a touch-down belongs to the first control that is free and whose region it is in,
/// and stays with it until it lifts; only from button to button a contact can slide. A contact that no control
/// took belongs to none, whatever it passes.
public struct Layout: Equatable, Sendable {
  /// A contact that a control has.
  struct Holding: Equatable {
    let contact: ContactID
    /// The index of the control on which it came down.
    let control: Int
    /// The index of the button that it presses, if it came down on one.
    var button: Int?
  }

  /// More contacts than any device has slots, so that the buffer never grows.
  private static let capacity = 512

  /// The surface, in millimetres. A contact beyond its edge counts as on it.
  public let surface: Rectangle
  /// The controls, in the order of their priority.
  public internal(set) var controls: [Control]

  /// The contacts that controls have.
  var holdings: [Holding] = []

  /// Makes a layout in which nothing is touched.
  public init(surface: Rectangle, controls: [Control]) {
    self.surface = surface
    self.controls = controls
    holdings.reserveCapacity(Self.capacity)
  }

  /// Makes a layout of sticks alone.
  public init(surface: Rectangle, sticks: [StickControl]) {
    self.init(surface: surface, controls: sticks.map(Control.stick))
  }

  /// The sticks, in the order of their priority.
  public var sticks: [StickControl] { controls.compactMap(\.stick) }

  /// Whether a control has this contact.
  public func owns(_ contact: ContactID) -> Bool {
    holdings.contains { $0.contact == contact }
  }

  /// What the pad shows.
  public var gamepadState: GamepadState {
    var state = GamepadState()
    for control in controls { control.apply(to: &state) }
    return state
  }
}

// What happens.
extension Layout {
  /// Takes what happened to one contact.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - time: When, in microseconds. What was due before that is due first: see ``deadline``.
  public mutating func apply(_ event: ContactEvent, time: Int64) {
    var event = event
    event.position = surface.clamp(event.position)
    let index = holdings.firstIndex { $0.contact == event.id }
    switch (event.phase, index) {
    case (.began, nil): take(event, time: time)
    case (.moved, let index?):
      controls[holdings[index].control].move(event, time: time)
      slide(index, to: event.position)
    case (.ended, let index?), (.cancelled, let index?): letGo(index, event, time: time)
    case (.began, _?), (.moved, nil), (.ended, nil), (.cancelled, nil): break
    }
  }

  /// When ``advance(to:)`` has something to do, in microseconds; nil is never.
  ///
  /// It changes with what happens to contacts. Contacts come first: what happens to one at the very time of
  /// the deadline is to be applied before that.
  public var deadline: Int64? {
    var deadline: Int64?
    for control in controls {
      if case .stick(let control) = control { deadline = earliest(deadline, control.stick.deadline) }
    }
    return deadline
  }

  /// Does what is due.
  ///
  /// - Parameter time: The ``deadline``, or a time after it; then what is due at different times
  ///   happens at once.
  public mutating func advance(to time: Int64) {
    for index in controls.indices { controls[index].advance(to: time) }
  }

  /// Lets go of everything: no contact owns anything, every stick is in its middle, every button is up.
  public mutating func reset(time: Int64) {
    holdings.removeAll(keepingCapacity: true)
    for index in controls.indices { controls[index].reset(time: time) }
  }

  /// Returns the base of every stick to its home. A handle that is held keeps its deflection; where it is
  /// measured from the base, until the finger moves.
  public mutating func recenter() {
    for index in controls.indices { controls[index].recenter() }
  }

  private mutating func take(_ event: ContactEvent, time: Int64) {
    let free = controls.firstIndex { $0.isFree && $0.region.contains(event.position) }
    guard let free else { return }
    controls[free].begin(event, time: time)
    var button: Int?
    if case .button(let control) = controls[free], control.slide != .holdFirst { button = free }
    holdings.append(Holding(contact: event.id, control: free, button: button))
  }

  private mutating func letGo(_ index: Int, _ event: ContactEvent, time: Int64) {
    let holding = holdings.remove(at: index)
    guard case .button(let control) = controls[holding.control] else {
      controls[holding.control].end(event, time: time)
      return
    }
    if control.slide == .holdFirst { controls[holding.control].release() }
    if let button = holding.button { controls[button].release() }
  }
}
