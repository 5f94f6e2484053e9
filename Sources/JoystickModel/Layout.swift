/// The controls on one surface, and the contacts that they hold.
///
/// The order is the priority: a contact belongs to the first free control whose region it lands in, until it lifts. A
/// contact that lands beside all regions belongs to the nearest control that reaches it.
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

  /// A contact that has switched a toggle, or started a sequence. While it touches, it does not do that again.
  struct Switch: Equatable {
    let contact: ContactID
    /// The index of the control.
    let control: Int
  }

  /// The location of a control: its kind, and its index among the controls of that kind.
  enum ControlIndex: Equatable {
    case stick(Int)
    case button(Int)
    case directionPad(Int)
    case trigger(Int)
    case look(Int)
    case slider(Int)
    case wheel(Int)
    case ignore(Int)
  }

  /// More than the slots of any device, so the buffer never grows.
  private static let capacity = 512

  /// The surface, in millimetres. A contact beyond its edge counts as on it.
  public let surface: Rectangle
  /// The sticks, in the order of their priority.
  public internal(set) var sticks: [StickControl] = []

  // Each kind has an array of its own, so that controls change in place: the payload of an enum is copied.
  var buttons: [ButtonControl] = []
  var directionPads: [DirectionPadControl] = []
  var triggers: [TriggerControl] = []
  var looks: [LookControl] = []
  var sliders: [SliderControl] = []
  var wheels: [WheelControl] = []
  var ignored: [IgnoreControl] = []
  /// The indices of the buttons that change by themselves.
  private let timedButtons: [Int]
  /// The indices of the buttons that hold keys of a keyboard.
  private let keyButtons: [Int]
  /// The keys of a keyboard that buttons can hold, each once.
  public let keys: [KeyboardKey]
  /// Whether anything but a stick has timers.
  private let hasOtherTimers: Bool
  /// The locations of the controls, in the order of their priority.
  let places: [ControlIndex]

  /// The names of the layers; empty if all controls always exist.
  public let layers: [String]
  /// The layer of each control, by its place in the order of priority; nil for a control that always exists.
  let layerOfControl: [Int?]
  /// The layer that exists now: its place among ``layers``. The first one exists after each reset.
  public internal(set) var layer = 0
  /// The layer that exists unless a button shows another.
  var chosenLayer = 0
  /// The buttons that show a layer, by their places in the order of priority. The last pressed one counts.
  var showing: [Int] = []
  var hasLayerChange = false

  /// The contacts that controls hold.
  var holdings: [Holding] = []
  /// What the contacts that controls hold have switched or started.
  private var switches: [Switch] = []

  /// Makes a layout without contacts.
  ///
  /// - Parameters:
  ///   - surface: The surface, in millimetres.
  ///   - controls: The controls, in the order of their priority.
  ///   - layers: The names of all layers. The first one exists at first.
  ///   - layersOfControls: The layer of each of these controls, one of `layers`; nil for one that always exists. If there
  ///     are fewer, the others always exist.
  public init(
    surface: Rectangle, controls: [Control], layers: [String] = [], layersOfControls: [String?] = []
  ) {
    self.surface = surface
    self.layers = layers
    layerOfControl = controls.indices.map { index in
      (index < layersOfControls.count ? layersOfControls[index] : nil).flatMap(layers.firstIndex)
    }
    var places: [ControlIndex] = []
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
      case .ignore(let control):
        places.append(.ignore(ignored.count))
        ignored.append(control)
      }
    }
    self.places = places
    timedButtons = buttons.indices.filter { [buttons] in buttons[$0].action.hasTimer }
    keyButtons = buttons.indices.filter { [buttons] in !buttons[$0].action.keys.isEmpty }
    keys = keyButtons.flatMap { [buttons] in buttons[$0].action.keys }.reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
    hasOtherTimers = !timedButtons.isEmpty || !looks.isEmpty || !wheels.isEmpty
    holdings.reserveCapacity(Self.capacity)
    switches.reserveCapacity(Self.capacity)
    showing.reserveCapacity(places.count)
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
      case .ignore(let index): .ignore(ignored[index])
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
      case .button(let index): if let effect = buttons[index].effect { state.add(effect) }
      case .directionPad(let index): directionPads[index].apply(to: &state)
      case .trigger(let index): state.pull(triggers[index].target, triggers[index].value)
      case .look(let index): looks[index].apply(to: &state)
      case .slider(let index): sliders[index].apply(to: &state)
      case .wheel(let index): wheels[index].apply(to: &state)
      case .ignore: break
      }
    }
    return state
  }
}

// Keys of a keyboard.
extension Layout {
  /// Runs code with each key that a button holds now.
  public func forEachHeldKey(_ body: (KeyboardKey) -> Void) {
    for index in keyButtons { buttons[index].forEachHeldKey(body) }
  }
}

// Events.
extension Layout {
  /// Applies an event of one contact.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - time: The time of the event, in microseconds. Advance to earlier deadlines first: see ``deadline``.
  ///   - reaches: Whether a contact that lands beside all controls can belong to one that reaches it.
  /// - Returns: Whether a control holds the contact, or held it until now.
  @discardableResult
  public mutating func apply(_ event: ContactEvent, time: Int64, reaches: Bool = true) -> Bool {
    var event = event
    event.position = surface.clamp(event.position)
    let index = holdings.firstIndex { $0.contact == event.id }
    defer { if hasLayerChange { updateLayer(time: time) } }
    switch (event.phase, index) {
    case (.began, nil):
      let control =
        firstFree(at: event.position) ?? (reaches ? nearest(to: event.position)?.control : nil)
      return control.map { begin($0, event, time: time) } != nil
    case (.moved, let index?):
      move(index, event, time: time)
      return true
    case (.ended, let index?), (.cancelled, let index?):
      letGo(index, isLifted: event.phase == .ended, time: time)
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
    for index in timedButtons { buttons[index].advance(to: time) }
  }

  /// Releases everything: no control holds a contact, every stick is in its middle, every button is up, and the first
  /// layer exists.
  public mutating func reset(time: Int64) {
    holdings.removeAll(keepingCapacity: true)
    switches.removeAll(keepingCapacity: true)
    for index in sticks.indices { sticks[index].stick.reset(time: time) }
    for index in buttons.indices { buttons[index].reset() }
    for index in directionPads.indices { directionPads[index].end() }
    for index in triggers.indices { triggers[index].end() }
    for index in looks.indices { looks[index].reset(time: time) }
    for index in sliders.indices { sliders[index].reset() }
    for index in wheels.indices { wheels[index].reset() }
    for index in ignored.indices { ignored[index].reset() }
    (layer, chosenLayer, hasLayerChange) = (0, 0, false)
    showing.removeAll(keepingCapacity: true)
  }

  /// Leaves out repetitions of buttons that are due more than `limit` microseconds before a time.
  public mutating func skipRepetitions(before time: Int64, limit: Int64) {
    for index in timedButtons { buttons[index].skipRepetitions(before: time, limit: limit) }
  }

  /// Returns the base of every stick to its home. A held handle keeps its deflection; if it is measured from the base,
  /// only until the finger moves.
  public mutating func recenter() {
    for index in sticks.indices { sticks[index].stick.recenter() }
  }

  private var otherDeadline: Int64? {
    var next: Int64?
    for index in looks.indices { next = earliest(next, looks[index].deadline) }
    for index in wheels.indices { next = earliest(next, wheels[index].deadline) }
    for index in timedButtons { next = earliest(next, buttons[index].deadline) }
    return next
  }

  /// When ``advance(to:)`` has something to do, in microseconds; nil is never.
  ///
  /// Contact events change it. Apply a contact event with the time of the deadline before the deadline.
  public var deadline: Int64? {
    var next: Int64?
    for index in sticks.indices { next = earliest(next, sticks[index].stick.deadline) }
    if hasOtherTimers { next = earliest(next, otherDeadline) }
    return next
  }
}

// The effect of a contact on a control.
extension Layout {
  /// The first control that a contact which lands here belongs to.
  private func firstFree(at position: Point) -> Int? {
    places.indices.first { exists($0) && isFree($0) && region(of: $0).contains(position) }
  }

  /// The nearest free control that reaches a contact which lands here, and its distance in millimetres; nil if the
  /// position is in the region of any control.
  public func nearest(to position: Point) -> (control: Int, distance: Double)? {
    let position = surface.clamp(position)
    var nearest: (control: Int, distance: Double)?
    for control in places.indices where exists(control) {
      let distance = region(of: control).distance(to: position)
      guard distance > 0 else { return nil }
      if distance <= reach(of: control), distance < nearest?.distance ?? .infinity, isFree(control) {
        nearest = (control, distance)
      }
    }
    return nearest
  }

  /// Whether a contact that lands here does nothing; nil if the position is in no control's region.
  public func ignores(_ position: Point) -> Bool? {
    let position = surface.clamp(position)
    let control = places.indices.first { exists($0) && region(of: $0).contains(position) }
    return control.map { if case .ignore = places[$0] { true } else { false } }
  }

  /// Whether a position is in the region of any control.
  public func hasControl(at position: Point) -> Bool { ignores(position) != nil }

  private mutating func begin(_ control: Int, _ event: ContactEvent, time: Int64) {
    var button: Int?
    switch places[control] {
    case .stick(let index): sticks[index].stick.begin(event.id, at: event.position, time: time)
    case .button(let index):
      press(control, by: event.id, time: time)
      if buttons[index].slide != .holdFirst { button = control }
    case .directionPad(let index): directionPads[index].begin(at: event.position)
    case .trigger(let index): triggers[index].begin(at: event.position, pressure: event.pressure)
    case .look(let index): looks[index].begin(at: event.position, time: time)
    case .slider(let index): sliders[index].begin(at: event.position)
    case .wheel(let index): wheels[index].begin(at: event.position, time: time)
    case .ignore(let index): ignored[index].begin()
    }
    holdings.append(Holding(contact: event.id, control: control, button: button))
  }

  /// Whether a new contact can belong to the control. Buttons and ignored parts of the surface accept any number of
  /// contacts, other controls one at a time.
  private func isFree(_ control: Int) -> Bool {
    switch places[control] {
    case .stick(let index): sticks[index].stick.owner == nil
    case .button, .ignore: true
    case .directionPad(let index): !directionPads[index].isTouched
    case .trigger(let index): !triggers[index].isTouched
    case .look(let index): !looks[index].isTouched
    case .slider(let index): !sliders[index].isTouched
    case .wheel(let index): !wheels[index].isTouched
    }
  }

  private func region(of control: Int) -> Region {
    switch places[control] {
    case .stick(let index): sticks[index].stick.parameters.region
    case .button(let index): buttons[index].region
    case .directionPad(let index): directionPads[index].region
    case .trigger(let index): triggers[index].region
    case .look(let index): looks[index].region
    case .slider(let index): sliders[index].region
    case .wheel(let index): wheels[index].region
    case .ignore(let index): ignored[index].region
    }
  }

  /// How far beside it a contact can land, in millimetres.
  private func reach(of control: Int) -> Double {
    switch places[control] {
    case .button(let index): buttons[index].reach
    case .trigger(let index): triggers[index].reach
    case .stick, .directionPad, .look, .slider, .wheel, .ignore: 0
    }
  }

  private mutating func move(_ holding: Int, _ event: ContactEvent, time: Int64) {
    switch places[holdings[holding].control] {
    case .stick(let index): sticks[index].stick.move(to: event.position, time: time)
    case .button: slide(holding, to: event.position, time: time)
    case .directionPad(let index): directionPads[index].move(to: event.position)
    case .trigger(let index): triggers[index].move(to: event.position, pressure: event.pressure)
    case .look(let index): looks[index].move(to: event.position, time: time)
    case .slider(let index): sliders[index].move(to: event.position)
    case .wheel(let index): wheels[index].move(to: event.position)
    case .ignore: break
    }
  }

  mutating func letGo(_ holding: Int, isLifted: Bool, time: Int64) {
    let holding = holdings.remove(at: holding)
    if !switches.isEmpty { switches.removeAll { $0.contact == holding.contact } }
    switch places[holding.control] {
    case .stick(let index):
      if isLifted {
        sticks[index].stick.end(time: time)
      } else {
        sticks[index].stick.cancel(time: time)
      }
    case .button(let index):
      // What a palm has latched must not stay. A hidden button is released by its layer.
      let isCancelled = !isLifted && exists(holding.control)
      if buttons[index].slide == .holdFirst { release(holding.control, isCancelled: isCancelled) }
      if let pressed = holding.button { release(pressed, isCancelled: isCancelled) }
    case .directionPad(let index): directionPads[index].end()
    case .trigger(let index): triggers[index].end()
    case .look(let index): looks[index].end(time: time, isLift: isLifted)
    case .slider(let index): if isLifted { sliders[index].end() } else { sliders[index].reset() }
    case .wheel(let index):
      if isLifted { wheels[index].end(time: time) } else { wheels[index].reset() }
    case .ignore(let index): ignored[index].end()
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
  private mutating func slide(_ index: Int, to position: Point, time: Int64) {
    let holding = holdings[index]
    let next = pressed(by: holding, at: position)
    guard next != holding.button else { return }
    holdings[index].button = nil
    if let last = holding.button { release(last) }
    // The previous button may have shown the layer of the next one.
    if hasLayerChange { updateLayer(time: time) }
    guard let next, exists(next), let index = holdings.firstIndex(where: { $0.contact == holding.contact })
    else { return }
    if press(next, by: holding.contact, time: time) { holdings[index].button = next }
  }

  /// Begins a contact's press of a button, unless the contact has done all that it can do there.
  ///
  /// - Parameter control: Its index among the controls.
  /// - Returns: Whether the contact presses it.
  @discardableResult
  private mutating func press(_ control: Int, by contact: ContactID, time: Int64) -> Bool {
    guard case .button(let index) = places[control] else { return false }
    if buttons[index].action.isOncePerContact {
      let new = Switch(contact: contact, control: control)
      guard !switches.contains(new) else { return false }
      switches.append(new)
    }
    buttons[index].press(time: time)
    if buttons[index].action.layerChange != nil { changeLayer(by: index, control) }
    return true
  }

  /// Ends a contact's press of the button with this index among the controls.
  mutating func release(_ control: Int, isCancelled: Bool = false) {
    guard case .button(let index) = places[control] else { return }
    buttons[index].release()
    if isCancelled, !buttons[index].isPressed { buttons[index].reset() }
    if showing.contains(control), !buttons[index].isDown { stopShowing(control) }
  }

  /// The index of the control that a contact presses at this position.
  private func pressed(by holding: Holding, at position: Point) -> Int? {
    // The margin is for a finger that leaves the button, not for controls on top of a large button.
    if let last = holding.button, case .button(let index) = places[last],
      !buttons[index].region.contains(position)
    {
      let (region, margin) = (buttons[index].region, buttons[index].pressMargin)
      if region.grown(by: margin).contains(position) { return last }
      if region.grown(by: buttons[index].reach).contains(position), slidingButton(at: position) == nil {
        return last
      }
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
    places.indices.first { control in
      guard case .button(let index) = places[control] else { return false }
      return buttons[index].slide != .off && buttons[index].region.contains(position) && exists(control)
    }
  }
}
