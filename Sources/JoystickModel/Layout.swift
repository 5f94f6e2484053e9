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
    /// The place, in the order of priority, of the control where it landed.
    let control: Int
    /// The same of the button that it presses, if it landed on a button.
    var button: Int?
  }

  /// A contact that has switched a toggle, or started a sequence. While it touches, it does not do that again.
  struct SpentPress: Equatable {
    let contact: ContactID
    let control: Int
  }

  /// More than the slots of any device, so the buffer never grows.
  private static let capacity = 512

  /// The surface, in millimetres. A contact beyond its edge counts as on it.
  public let surface: Rectangle
  /// An array for each kind. A reader (``TraitReader``) is a question that each kind answers, without a box for a control.
  var store: ControlStore
  /// The controls, in the order of their priority.
  let order: [ControlIndex]
  /// The controls that change by themselves, except for sticks: most layouts have no others, and ask them faster.
  private let timed: [ControlIndex]
  /// The controls that hold keys of a keyboard.
  private let keyControls: [ControlIndex]
  /// The keys of a keyboard that controls can hold, each once.
  public let keys: [KeyboardKey]

  /// The controls that the motion of the device moves.
  public internal(set) var motion: MotionControls
  public let usesMotion: Bool
  /// The controls that do something to ``motion``.
  private(set) var motionSwitches: [ControlIndex] = []
  /// What these did at the last look, to notice a change.
  var lastMotionCommands: MotionCommands = []

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
  var needsLayerUpdate = false

  var holdings: [Holding] = []
  /// What the contacts that controls hold have switched or started.
  private var spentPresses: [SpentPress] = []

  /// Makes a layout without contacts.
  ///
  /// - Parameters:
  ///   - surface: The surface, in millimetres.
  ///   - controls: The controls, in the order of their priority.
  ///   - layers: The names of all layers. The first one exists at first.
  ///   - layersOfControls: The layer of each of these controls, one of `layers`; nil for one that always exists. If there
  ///     are fewer, the others always exist.
  ///   - motion: What the motion of the device moves.
  public init(
    surface: Rectangle, controls: [Control], layers: [String] = [], layersOfControls: [String?] = [],
    motion: MotionControls = MotionControls()
  ) {
    self.surface = surface
    self.layers = layers
    layerOfControl = controls.indices.map { index in
      (index < layersOfControls.count ? layersOfControls[index] : nil).flatMap(layers.firstIndex)
    }
    var store = ControlStore()
    order = controls.map { store.append($0) }
    timed = order.filter { [store] index in
      if case .stick = index { false } else { store.read(index, TraitReader()).hasTimer }
    }
    keyControls = order.filter { [store] in !store.read($0, KeyReader()).isEmpty }
    keys = keyControls.flatMap { [store] in store.read($0, KeyReader()) }.reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
    self.motion = motion
    usesMotion = !motion.isEmpty
    motionSwitches = order.filter { [store] in !store.read($0, MotionCommandReader()).isEmpty }
    self.store = store
    holdings.reserveCapacity(Self.capacity)
    spentPresses.reserveCapacity(Self.capacity)
    showing.reserveCapacity(order.count)
  }

  /// Makes a layout that has only sticks.
  public init(surface: Rectangle, sticks: [StickControl]) {
    self.init(surface: surface, controls: sticks.map(Control.stick))
  }

  /// The sticks, in the order of their priority.
  public var sticks: [StickControl] { store.sticks }

  /// The controls, in the order of their priority.
  public var controls: [Control] { order.map { store.read($0, CopyReader()) } }

  /// Whether a control holds this contact.
  public func owns(_ contact: ContactID) -> Bool {
    holdings.contains { $0.contact == contact }
  }

  /// What the pad shows.
  public var gamepadState: GamepadState {
    var effects = EffectReader()
    for index in order { store.read(index, with: &effects) }
    if usesMotion { addMotion(to: &effects.state) }
    return effects.state
  }
}

// Keys of a keyboard.
extension Layout {
  /// Runs code with each key that a control holds now.
  public func forEachHeldKey(_ body: (KeyboardKey) -> Void) {
    for index in keyControls { for key in store.read(index, HeldKeyReader()) { body(key) } }
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
    defer {
      if needsLayerUpdate { updateLayer(time: time) }
      if !motionSwitches.isEmpty { updateMotionCommands() }
    }
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
    for index in store.sticks.indices { store.sticks[index].advance(to: time) }
    for index in timed { store.change(index, .advance, time: time) }
    if !motionSwitches.isEmpty { updateMotionCommands() }
  }

  /// Releases everything: no control holds a contact, every stick is in its middle, every button is up, and the first
  /// layer exists.
  public mutating func reset(time: Int64) {
    holdings.removeAll(keepingCapacity: true)
    spentPresses.removeAll(keepingCapacity: true)
    for index in order { store.change(index, .reset, time: time) }
    (layer, chosenLayer, needsLayerUpdate) = (0, 0, false)
    showing.removeAll(keepingCapacity: true)
    if usesMotion { motion.reset() }
    lastMotionCommands = []
  }

  /// Leaves out repetitions of buttons that are due more than `limit` microseconds before a time.
  public mutating func skipRepetitions(before time: Int64, limit: Int64) {
    for index in store.buttons.indices { store.buttons[index].skipRepetitions(before: time, limit: limit) }
  }

  /// Returns the base of every stick to its home. A held handle keeps its deflection; if it is measured from the base,
  /// only until the finger moves.
  public mutating func recenter() {
    for index in store.sticks.indices { store.sticks[index].stick.recenter() }
  }

  /// When ``advance(to:)`` has something to do, in microseconds; nil is never.
  ///
  /// Contact events change it. Apply a contact event with the time of the deadline before the deadline.
  public var deadline: Int64? {
    var next: Int64?
    for index in store.sticks.indices { next = earliest(next, store.sticks[index].deadline) }
    for index in timed { next = earliest(next, store.read(index, DeadlineReader())) }
    return next
  }
}

// The effect of a contact on a control.
extension Layout {
  /// The first control that a contact which lands here belongs to.
  private func firstFree(at position: Point) -> Int? {
    order.indices.first { control in
      guard exists(control) else { return false }
      let hit = store.read(order[control], HitReader())
      return hit.isFree && hit.region.contains(position)
    }
  }

  /// The nearest free control that reaches a contact which lands here, and its distance in millimetres; nil if the
  /// position is in the region of any control.
  public func nearest(to position: Point) -> (control: Int, distance: Double)? {
    let position = surface.clamp(position)
    var nearest: (control: Int, distance: Double)?
    for control in order.indices where exists(control) {
      let hit = store.read(order[control], HitReader())
      let distance = hit.region.distance(to: position)
      guard distance > 0 else { return nil }
      if distance <= hit.reach, distance < nearest?.distance ?? .infinity, hit.isFree {
        nearest = (control, distance)
      }
    }
    return nearest
  }

  /// Whether a contact that lands here does nothing; nil if the position is in no control's region.
  public func ignores(_ position: Point) -> Bool? {
    let position = surface.clamp(position)
    let control = order.indices.first {
      exists($0) && store.read(order[$0], TraitReader()).region.contains(position)
    }
    return control.map { if case .ignore = order[$0] { true } else { false } }
  }

  /// Whether a position is in the region of any control.
  public func hasControl(at position: Point) -> Bool { ignores(position) != nil }

  private mutating func begin(_ control: Int, _ event: ContactEvent, time: Int64) {
    var button: Int?
    if case .button(let stored) = order[control] {
      press(control, event, time: time)
      if store.buttons[stored].slide != .holdFirst { button = control }
    } else {
      store.change(order[control], .begin(event), time: time)
    }
    holdings.append(Holding(contact: event.id, control: control, button: button))
  }

  private mutating func move(_ row: Int, _ event: ContactEvent, time: Int64) {
    let control = order[holdings[row].control]
    if case .button = control { return slide(row, event, time: time) }
    store.change(control, .move(event), time: time)
  }

  mutating func letGo(_ row: Int, isLifted: Bool, time: Int64) {
    let holding = holdings.remove(at: row)
    if !spentPresses.isEmpty { spentPresses.removeAll { $0.contact == holding.contact } }
    guard case .button(let stored) = order[holding.control] else {
      return store.change(order[holding.control], isLifted ? .end : .cancel, time: time)
    }
    if store.buttons[stored].slide == .holdFirst { release(holding.control, isLifted: isLifted, time: time) }
    if let pressed = holding.button { release(pressed, isLifted: isLifted, time: time) }
  }
}

// Sliding from button to button.
extension Layout {
  /// Presses the button that a contact is on now, and releases the previous one.
  ///
  /// A contact that landed on a `holdFirst` button presses that button until it lifts, and also the one that it is on.
  ///
  /// - Parameter row: The index, among the holdings, of a contact that landed on a button.
  private mutating func slide(_ row: Int, _ event: ContactEvent, time: Int64) {
    let holding = holdings[row]
    var next = pressed(by: holding, at: event.position)
    guard next != holding.button else { return }
    holdings[row].button = nil
    if let last = holding.button { release(last, time: time) }
    // The previous button may have shown a layer, which has gone now.
    if needsLayerUpdate {
      updateLayer(time: time)
      next = holdings.first { $0.contact == holding.contact }.flatMap { pressed(by: $0, at: event.position) }
    }
    guard let next, exists(next), let row = holdings.firstIndex(where: { $0.contact == holding.contact })
    else { return }
    if press(next, event, time: time) { holdings[row].button = next }
  }

  /// Begins a contact's press of a button, unless the contact has done all that it can do there.
  ///
  /// - Parameter control: Its index among the controls.
  /// - Returns: Whether the contact presses it.
  @discardableResult
  private mutating func press(_ control: Int, _ event: ContactEvent, time: Int64) -> Bool {
    guard case .button(let stored) = order[control] else { return false }
    if store.buttons[stored].action.isOncePerContact {
      let new = SpentPress(contact: event.id, control: control)
      guard !spentPresses.contains(new) else { return false }
      spentPresses.append(new)
    }
    store.buttons[stored].begin(event, time: time)
    if store.buttons[stored].action.layerChange != nil { changeLayer(by: stored, control, time: time) }
    return true
  }

  /// Ends a contact's press of the button with this index among the controls.
  mutating func release(_ control: Int, isLifted: Bool = true, time: Int64) {
    guard case .button(let stored) = order[control] else { return }
    // A contact that is cancelled, such as a palm, undoes what it has latched. A button whose layer has gone keeps that: the next
    // update of the layers hides it.
    let isUndone = !isLifted && exists(control)
    store.buttons[stored].apply(isUndone ? .cancel : .end, time: time)
    if showing.contains(control), !store.buttons[stored].isDown { stopShowing(control) }
    // It existed only because it was pressed, and goes with the next look at the layers.
    if !exists(control) { needsLayerUpdate = true }
  }

  /// The index of the control that a contact presses at this position.
  private func pressed(by holding: Holding, at position: Point) -> Int? {
    // A finger that has left its last button still presses it: within the margin even on another button, and within its reach if
    // there is no other. A finger on a control on top of a large button has not left that.
    if let last = holding.button, case .button(let stored) = order[last],
      !store.buttons[stored].region.contains(position)
    {
      let (region, margin) = (store.buttons[stored].region, store.buttons[stored].pressMargin)
      if region.grown(by: margin).contains(position) { return last }
      if region.grown(by: store.buttons[stored].reach).contains(position), slidingButton(at: position) == nil
      {
        return last
      }
    }
    guard case .button(let first) = order[holding.control] else { return nil }
    switch store.buttons[first].slide {
    case .off: return store.buttons[first].region.contains(position) ? holding.control : nil
    case .over: return slidingButton(at: position)
    case .holdFirst: return slidingButton(at: position).flatMap { $0 == holding.control ? nil : $0 }
    }
  }

  /// The index of the first button at this position to which a finger can slide.
  private func slidingButton(at position: Point) -> Int? {
    order.indices.first { control in
      guard case .button(let stored) = order[control] else { return false }
      return store.buttons[stored].slide != .off && store.buttons[stored].region.contains(position)
        && exists(control)
    }
  }
}
