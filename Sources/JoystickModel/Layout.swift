/// The controls on one surface, and the contacts that they hold.
///
/// The order is the priority: a contact belongs to the first free control whose region it lands in, until it lifts.
/// Contacts slide only from button to button. A contact that lands outside all free controls never belongs to one,
/// whatever it passes over.
public struct Layout: Equatable, Sendable {
  /// A contact that a control holds.
  struct Holding: Equatable {
    let contact: ContactID
    /// The index of the control where it landed.
    let control: Int
    /// The index of the button that it presses, if it landed on a button.
    var button: Int?
  }

  /// The location of a control: its kind, and its index among the controls of that kind.
  enum Place: Equatable {
    case stick(Int)
    case button(Int)
    case directionPad(Int)
    case trigger(Int)
    case look(Int)
    case slider(Int)
    case wheel(Int)
  }

  /// More than the slots of any device, so the buffer never grows.
  private static let capacity = 512

  /// The surface, in millimetres. A contact beyond its edge counts as on it.
  public let surface: Rectangle
  /// The sticks, in the order of their priority.
  public private(set) var sticks: [StickControl] = []

  // Each kind has an array of its own, so that controls change in place: the payload of an enum is copied.
  var buttons: [ButtonControl] = []
  private(set) var directionPads: [DirectionPadControl] = []
  private(set) var triggers: [TriggerControl] = []
  var looks: [LookControl] = []
  private(set) var sliders: [SliderControl] = []
  private(set) var wheels: [WheelControl] = []
  /// The locations of the controls, in the order of their priority.
  let places: [Place]

  /// The contacts that controls hold.
  var holdings: [Holding] = []
  /// When ``advance(to:)`` has something to do, in microseconds; nil is never.
  ///
  /// Contact events change it. Apply a contact event with the time of the deadline before the deadline.
  public private(set) var deadline: Int64?

  /// Makes a layout without contacts.
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
      case .look(let control):
        places.append(.look(looks.count))
        looks.append(control)
      case .slider(let control):
        places.append(.slider(sliders.count))
        sliders.append(control)
      case .wheel(let control):
        places.append(.wheel(wheels.count))
        wheels.append(control)
      }
    }
    self.places = places
    holdings.reserveCapacity(Self.capacity)
    updateDeadline()
  }

  /// Makes a layout that has only sticks.
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
      case .look(let index): .look(looks[index])
      case .slider(let index): .slider(sliders[index])
      case .wheel(let index): .wheel(wheels[index])
      }
    }
  }

  /// Whether a control holds this contact.
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
      case .look(let index): looks[index].apply(to: &state)
      case .slider(let index): sliders[index].apply(to: &state)
      case .wheel(let index): wheels[index].apply(to: &state)
      }
    }
    return state
  }
}

// Events.
extension Layout {
  /// Applies an event of one contact.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - time: The time of the event, in microseconds. Advance to earlier deadlines first: see ``deadline``.
  /// - Returns: Whether a control holds the contact, or held it until now.
  @discardableResult
  public mutating func apply(_ event: ContactEvent, time: Int64) -> Bool {
    var event = event
    event.position = surface.clamp(event.position)
    let index = holdings.firstIndex { $0.contact == event.id }
    switch (event.phase, index) {
    case (.began, nil): return begin(event, time: time)
    case (.moved, let index?):
      move(index, event, time: time)
      return true
    case (.ended, let index?), (.cancelled, let index?):
      letGo(index, event, time: time)
      return true
    case (.began, _?), (.moved, nil), (.ended, nil), (.cancelled, nil): return false
    }
  }

  /// Runs the timers that are due.
  ///
  /// - Parameter time: The ``deadline``, or a later time; timers of different times then run together.
  public mutating func advance(to time: Int64) {
    for index in sticks.indices { sticks[index].stick.advance(to: time) }
    for index in looks.indices { looks[index].advance(to: time) }
    for index in wheels.indices { wheels[index].advance(to: time) }
    updateDeadline()
  }

  /// Releases everything: no control holds a contact, every stick is in its middle, every button is up.
  public mutating func reset(time: Int64) {
    holdings.removeAll(keepingCapacity: true)
    for index in sticks.indices { sticks[index].stick.reset(time: time) }
    for index in buttons.indices { buttons[index].reset() }
    for index in directionPads.indices { directionPads[index].end() }
    for index in triggers.indices { triggers[index].end() }
    for index in looks.indices { looks[index].reset(time: time) }
    for index in sliders.indices { sliders[index].reset() }
    for index in wheels.indices { wheels[index].reset() }
    updateDeadline()
  }

  /// Returns the base of every stick to its home. A held handle keeps its deflection; if it is measured from the base,
  /// only until the finger moves.
  public mutating func recenter() {
    for index in sticks.indices { sticks[index].stick.recenter() }
  }

  private mutating func updateDeadline() {
    var next: Int64?
    for index in sticks.indices { next = earliest(next, sticks[index].stick.deadline) }
    for index in looks.indices { next = earliest(next, looks[index].deadline) }
    for index in wheels.indices { next = earliest(next, wheels[index].deadline) }
    deadline = next
  }
}

// The effect of a contact on a control.
extension Layout {
  /// Returns whether a control is there for it.
  private mutating func begin(_ event: ContactEvent, time: Int64) -> Bool {
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
    case .look(let index):
      looks[index].begin(at: event.position, time: time)
      updateDeadline()
    case .slider(let index): sliders[index].begin(at: event.position)
    case .wheel(let index):
      wheels[index].begin(at: event.position, time: time)
      updateDeadline()
    }
    holdings.append(Holding(contact: event.id, control: control, button: button))
    return true
  }

  /// Whether a contact that lands at this position belongs to the control. A button accepts any number of contacts,
  /// other controls one at a time.
  private func isFree(_ place: Place, at position: Point) -> Bool {
    switch place {
    case .stick(let index):
      sticks[index].stick.owner == nil && sticks[index].stick.parameters.region.contains(position)
    case .button(let index): buttons[index].region.contains(position)
    case .directionPad(let index):
      !directionPads[index].isTouched && directionPads[index].region.contains(position)
    case .trigger(let index): !triggers[index].isTouched && triggers[index].region.contains(position)
    case .look(let index): !looks[index].isTouched && looks[index].region.contains(position)
    case .slider(let index): !sliders[index].isTouched && sliders[index].region.contains(position)
    case .wheel(let index): !wheels[index].isTouched && wheels[index].region.contains(position)
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
    case .look(let index):
      looks[index].move(to: event.position, time: time)
      updateDeadline()
    case .slider(let index): sliders[index].move(to: event.position)
    case .wheel(let index): wheels[index].move(to: event.position)
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
    case .look(let index):
      looks[index].end(time: time, isLift: event.phase == .ended)
      updateDeadline()
    case .slider(let index): if event.phase == .ended { sliders[index].end() } else { sliders[index].reset() }
    case .wheel(let index):
      if event.phase == .ended { wheels[index].end(time: time) } else { wheels[index].reset() }
      updateDeadline()
    }
  }
}

// Sliding from button to button.
extension Layout {
  /// Presses the button that a contact is on now, and releases the previous one.
  ///
  /// A contact that landed on a `holdFirst` button presses that button until it lifts, and also the one that it is on.
  ///
  /// - Parameter index: The index, among the holdings, of a contact that landed on a button.
  mutating func slide(_ index: Int, to position: Point) {
    let holding = holdings[index]
    let next = pressed(by: holding, at: position)
    guard next != holding.button else { return }
    if let last = holding.button { release(last) }
    if let next, case .button(let index) = places[next] { buttons[index].press() }
    holdings[index].button = next
  }

  /// Ends a contact's press of the button with this index.
  mutating func release(_ control: Int) {
    if case .button(let index) = places[control] { buttons[index].release() }
  }

  /// The index of the control that a contact presses at this position.
  private func pressed(by holding: Holding, at position: Point) -> Int? {
    // The margin is for a finger that leaves the button, not for controls on top of a large button.
    if let last = holding.button, case .button(let index) = places[last],
      buttons[index].keeps(position), !buttons[index].region.contains(position)
    {
      return last
    }
    guard case .button(let first) = places[holding.control] else { return nil }
    switch buttons[first].slide {
    case .off: return buttons[first].region.contains(position) ? holding.control : nil
    case .over: return slidingButton(at: position)
    case .holdFirst: return slidingButton(at: position).flatMap { $0 == holding.control ? nil : $0 }
    }
  }

  /// The index of the first button at this position to which a finger can slide.
  private func slidingButton(at position: Point) -> Int? {
    places.firstIndex { place in
      guard case .button(let index) = place else { return false }
      return buttons[index].slide != .off && buttons[index].region.contains(position)
    }
  }
}
