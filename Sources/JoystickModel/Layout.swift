/// The controls on one surface, and which contact each of them has.
///
/// Order is priority: a touch-down goes to the first control that is free and whose region it is in, and stays
/// with it until it lifts. Only from button to button can a contact slide. A contact that no control took goes to
/// none, whatever it passes.
public struct Layout: Equatable, Sendable {
  /// A contact that a control has.
  struct Holding: Equatable {
    let contact: ContactID
    /// The index of the control on which it came down.
    let control: Int
    /// The index of the button that it presses, if it came down on one.
    var button: Int?
  }

  /// Where a control is: its kind, and its index among those of that kind.
  enum Place: Equatable {
    case stick(Int)
    case button(Int)
    case directionPad(Int)
    case trigger(Int)
  }

  /// More contacts than any device has slots, so that the buffer never grows.
  private static let capacity = 512

  /// The surface, in millimetres. A contact beyond its edge counts as on it.
  public let surface: Rectangle
  /// The sticks, in the order of their priority.
  public private(set) var sticks: [StickControl] = []

  // Each kind has an array of its own, because a control is changed in place there: an enum's payload is copied.
  var buttons: [ButtonControl] = []
  private var directionPads: [DirectionPadControl] = []
  private var triggers: [TriggerControl] = []
  /// Where the controls are, in the order of their priority.
  let places: [Place]

  /// The contacts that controls have.
  var holdings: [Holding] = []
  /// When ``advance(to:)`` has something to do, in microseconds; nil is never.
  ///
  /// It changes with what happens to contacts. Contacts come first: what happens to one at the very time of
  /// the deadline is to be applied before that.
  public private(set) var deadline: Int64?

  /// Makes a layout in which nothing is touched.
  public init(surface: Rectangle, controls: [Control]) {
    self.surface = surface
    var places: [Place] = []
    for control in controls {
      switch control {
      case .stick(let control):
        places.append(.stick(sticks.count))
        sticks.append(control)
      case .button(let control):
        places.append(.button(buttons.count))
        buttons.append(control)
      case .directionPad(let control):
        places.append(.directionPad(directionPads.count))
        directionPads.append(control)
      case .trigger(let control):
        places.append(.trigger(triggers.count))
        triggers.append(control)
      }
    }
    self.places = places
    holdings.reserveCapacity(Self.capacity)
    updateDeadline()
  }

  /// Makes a layout of sticks alone.
  public init(surface: Rectangle, sticks: [StickControl]) {
    self.init(surface: surface, controls: sticks.map(Control.stick))
  }

  /// The controls, in the order of their priority.
  public var controls: [Control] {
    places.map { place in
      switch place {
      case .stick(let index): .stick(sticks[index])
      case .button(let index): .button(buttons[index])
      case .directionPad(let index): .directionPad(directionPads[index])
      case .trigger(let index): .trigger(triggers[index])
      }
    }
  }

  /// Whether a control has this contact.
  public func owns(_ contact: ContactID) -> Bool {
    holdings.contains { $0.contact == contact }
  }

  /// What the pad shows.
  public var gamepadState: GamepadState {
    var state = GamepadState()
    for place in places {
      switch place {
      case .stick(let index): sticks[index].apply(to: &state)
      case .button(let index): if buttons[index].isPressed { state.press(buttons[index].output) }
      case .directionPad(let index): directionPads[index].apply(to: &state)
      case .trigger(let index): state.pull(triggers[index].target, triggers[index].value)
      }
    }
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
  /// - Returns: Whether a control has the contact, or had it until now.
  @discardableResult
  public mutating func apply(_ event: ContactEvent, time: Int64) -> Bool {
    var event = event
    event.position = surface.clamp(event.position)
    let index = holdings.firstIndex { $0.contact == event.id }
    switch (event.phase, index) {
    case (.began, nil): return take(event, time: time)
    case (.moved, let index?):
      move(index, event, time: time)
      return true
    case (.ended, let index?), (.cancelled, let index?):
      letGo(index, event, time: time)
      return true
    case (.began, _?), (.moved, nil), (.ended, nil), (.cancelled, nil): return false
    }
  }

  /// Does what is due.
  ///
  /// - Parameter time: The ``deadline``, or a time after it; then what is due at different times
  ///   happens at once.
  public mutating func advance(to time: Int64) {
    for index in sticks.indices { sticks[index].stick.advance(to: time) }
    updateDeadline()
  }

  /// Lets go of everything: no contact has anything, every stick is in its middle, every button is up.
  public mutating func reset(time: Int64) {
    holdings.removeAll(keepingCapacity: true)
    for index in sticks.indices { sticks[index].stick.reset(time: time) }
    for index in buttons.indices { buttons[index].reset() }
    for index in directionPads.indices { directionPads[index].end() }
    for index in triggers.indices { triggers[index].end() }
    updateDeadline()
  }

  /// Returns the base of every stick to its home. A handle that is held keeps its deflection; where it is
  /// measured from the base, until the finger moves.
  public mutating func recenter() {
    for index in sticks.indices { sticks[index].stick.recenter() }
  }

  private mutating func updateDeadline() {
    deadline = nil
    for index in sticks.indices { deadline = earliest(deadline, sticks[index].stick.deadline) }
  }
}

// What a contact does to a control.
extension Layout {
  /// Returns whether a control is there for it.
  private mutating func take(_ event: ContactEvent, time: Int64) -> Bool {
    guard let control = places.firstIndex(where: { isFree($0, at: event.position) }) else { return false }
    var button: Int?
    switch places[control] {
    case .stick(let index):
      sticks[index].stick.begin(event.id, at: event.position, time: time)
      updateDeadline()
    case .button(let index):
      buttons[index].press()
      if buttons[index].slide != .holdFirst { button = control }
    case .directionPad(let index): directionPads[index].begin(at: event.position)
    case .trigger(let index): triggers[index].begin(at: event.position, pressure: event.pressure)
    }
    holdings.append(Holding(contact: event.id, control: control, button: button))
    return true
  }

  /// Whether a contact that touches down at this position gets the control: a button is for any number of
  /// contacts, all else for one at a time.
  private func isFree(_ place: Place, at position: Point) -> Bool {
    switch place {
    case .stick(let index):
      sticks[index].stick.owner == nil && sticks[index].stick.parameters.region.contains(position)
    case .button(let index): buttons[index].region.contains(position)
    case .directionPad(let index):
      !directionPads[index].isTouched && directionPads[index].region.contains(position)
    case .trigger(let index): !triggers[index].isTouched && triggers[index].region.contains(position)
    }
  }

  private mutating func move(_ holding: Int, _ event: ContactEvent, time: Int64) {
    switch places[holdings[holding].control] {
    case .stick(let index):
      sticks[index].stick.move(to: event.position, time: time)
      updateDeadline()
    case .button: slide(holding, to: event.position)
    case .directionPad(let index): directionPads[index].move(to: event.position)
    case .trigger(let index): triggers[index].move(to: event.position, pressure: event.pressure)
    }
  }

  private mutating func letGo(_ holding: Int, _ event: ContactEvent, time: Int64) {
    let holding = holdings.remove(at: holding)
    switch places[holding.control] {
    case .stick(let index):
      if event.phase == .ended {
        sticks[index].stick.end(time: time)
      } else {
        sticks[index].stick.cancel(time: time)
      }
      updateDeadline()
    case .button(let index):
      if buttons[index].slide == .holdFirst { buttons[index].release() }
      if let pressed = holding.button { release(pressed) }
    case .directionPad(let index): directionPads[index].end()
    case .trigger(let index): triggers[index].end()
    }
  }
}
