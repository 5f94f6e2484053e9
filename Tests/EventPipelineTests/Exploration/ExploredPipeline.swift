import JoystickModel
import TestSupport
@testable import EventPipeline

/// One step of a sequence.
enum Act: Hashable, CustomStringConvertible {
  /// Positions on the device. Before a rotation they are on a stick, on a button and outside both.
  enum Position: CaseIterable {
    case stick
    case button
    case outside
  }

  /// A finger lands there, or the slot's finger moves there.
  case touch(slot: Int, Position)
  case lift(slot: Int)
  /// The finger begins or ends to hover. Without a finger, one comes.
  case hover(slot: Int)
  /// The finger becomes a palm, or a finger again. Without a finger, a palm comes.
  case palm(slot: Int)
  /// Another finger has the slot from this frame on.
  case replace(slot: Int)
  /// From here on events are lost, until the daemon reads the device's state.
  case lose
  case readState
  /// As in a recording, in which the state is not known.
  case synDropped
  /// The kernel releases the device.
  case suspend
  case switchPads
  case switchOffAtOnce
  /// The device's grab ends or begins.
  case grab
  case cancelControls
  case rotate
  case reload
  /// The device is closed and opened again.
  case reopen
  case wait(microseconds: Int64)

  static let all: [Act] =
    [0, 1].flatMap { slot in
      Position.allCases.map { .touch(slot: slot, $0) }
        + [.lift(slot: slot), .hover(slot: slot), .palm(slot: slot), .replace(slot: slot)]
    } + [
      .lose, .readState, .synDropped, .suspend, .switchPads, .switchOffAtOnce, .grab, .cancelControls,
      .rotate,
      .reload, .reopen, .wait(microseconds: 150_000), .wait(microseconds: 5_000_000),
    ]

  var description: String {
    switch self {
    case .touch(let slot, let place): "touch the \(place) with \(slot)"
    case .lift(let slot): "lift \(slot)"
    case .hover(let slot): "hover \(slot)"
    case .palm(let slot): "palm \(slot)"
    case .replace(let slot): "replace \(slot)"
    case .wait(let time): "wait \(time / 1000) ms"
    case .lose: "lose events"
    case .readState: "read the state"
    case .synDropped: "SYN_DROPPED"
    case .suspend: "suspend"
    case .switchPads: "switch"
    case .switchOffAtOnce: "switch off at once"
    case .grab: "release or grab the device"
    case .cancelControls: "cancel the controls"
    case .rotate: "rotate"
    case .reload: "reload"
    case .reopen: "reopen"
    }
  }

  /// How long it takes, in microseconds. A frame takes no time, because its delay would only multiply the states.
  var duration: Int64 { if case .wait(let time) = self { time } else { 0 } }
}

/// A pipeline with the device that it follows and the desktop that sees its clone. Each step checks all guarantees.
struct ExploredPipeline: ~Copyable {
  struct Finger: Hashable {
    let id: Int32
    var place: Act.Position
    var isPalm = false
    var hovers = false
    /// Who has seen it touch.
    var owner: Owner?

    enum Owner { case pad, desktop }
  }

  /// Three tracking IDs for two slots: a finger can come before another one with that ID has gone.
  private static let ids: ClosedRange<Int32> = 0...2
  private static let device = DeviceDescription.touchscreen(slots: 2)

  private(set) var pipeline: TouchPipeline
  private(set) var desktop = Desktop(hasSlots: true)
  /// What is on the surface, by slot.
  private(set) var fingers: [Finger?] = [nil, nil]
  private(set) var isRotated = false
  private(set) var isLosingEvents = false
  /// Whether the pipeline has seen all events since it was made or was given the state.
  private(set) var isUpToDate = true
  /// The device's state in the kernel.
  private var state = DeviceState(of: device)
  private var time: Int64

  init(time: Int64) {
    self.time = time
    pipeline = Self.pipeline(isRotated: false)
  }

  private static let surfaces = [Rotation.topUp, .leftUp].map { rotation in
    do {
      return try Surface(of: device, class: .touchscreen, rotation: rotation)
    } catch {
      fatalError("\(error)")
    }
  }

  /// A stick with everything that has a timer, but without smoothing, whose positions are too many.
  private static let pads = surfaces.map { surface in
    var parameters = StickParameters(region: .rectangle(Rectangle(x: 0, y: 0, width: 50, height: 60)))
    parameters.homeReturn = .after(1_000_000)
    parameters.gestures.tap = .press(.south)
    parameters.gestures.doubleTap = .press(.east)
    parameters.gestures.hold = .press(.north)
    parameters.gestures.outerRing = .leftThumb
    let stick = StickControl(name: "left", target: .left, stick: Stick(parameters))
    let button = ButtonControl(
      name: "RB", region: .rectangle(Rectangle(x: 50, y: 0, width: 50, height: 30)),
      action: ButtonAction([.button(.rightShoulder)] + KeyboardKey.all.prefix(1).map(PadOutput.key)))
    return SurfacePad(layout: Layout(surface: surface.bounds, controls: [.stick(stick), .button(button)]))
  }

  private static func pipeline(isRotated: Bool) -> TouchPipeline {
    let index = isRotated ? 1 : 0
    return TouchPipeline(
      device: device, surface: surfaces[index], pads: [pads[index]], passesThrough: true,
      toggle: ToggleGesture(fingers: 2, holdTime: 1_000_000))
  }

  /// Does a step, unless it cannot happen now. Returns whether it can.
  mutating func perform(_ act: Act) throws(Violation) -> Bool {
    guard isPossible(act) else { return false }
    let before = fingers.indices.map { known(in: $0) }
    try advance()
    switch act {
    case .touch(let slot, let place): try touch(slot, place)
    case .lift(let slot): try lift(slot)
    case .hover(let slot): try changeOrBegin(slot) { $0.hovers.toggle() }
    case .palm(let slot): try changeOrBegin(slot) { $0.isPalm.toggle() }
    case .replace(let slot): try replace(slot)
    case .lose: (isLosingEvents, isUpToDate) = (true, false)
    case .synDropped:
      isUpToDate = false
      try consume([InputEvent(time: time, .synDropped, 0)])
    case .suspend: try suspend()
    case .wait(let duration): try wait(duration)
    default: try request(act)
    }
    try checkContacts()
    for (slot, old) in before.enumerated() {
      guard let old, let new = known(in: slot), old.trackingID != new.trackingID else { continue }
      try ensure(old.contact != new.contact, "another finger in slot \(slot) continues a contact")
    }
    return true
  }

  /// The tracking ID that the pipeline knows of a touching finger, and the contact that it is.
  private func known(in slot: Int) -> (trackingID: Int32, contact: ContactID)? {
    let contact = pipeline.tracker.table.contacts[slot]
    guard contact.state == .down else { return nil }
    return (pipeline.tracker.state[trackingIDIn: slot], contact.id)
  }

  private func isPossible(_ act: Act) -> Bool {
    switch act {
    case .touch(let slot, let place): fingers[slot].map { $0.place != place } ?? true
    case .lift(let slot), .replace(let slot): fingers[slot] != nil
    // A recording, whose state is unknown after SYN_DROPPED, continues without it.
    case .lose: isUpToDate
    case .readState: isLosingEvents
    case .synDropped: !isLosingEvents
    default: true
    }
  }

  private mutating func advance() throws(Violation) {
    let wantedOn = pipeline.wantsOn
    while pipeline.advance(before: time) != nil { try checkStep() }
    // Only the gesture does that.
    guard pipeline.wantsOn != wantedOn else { return }
    try ensure(pipeline.isAtRest, "the gesture has switched the pad, which is not at rest")
  }

  private mutating func wait(_ duration: Int64) throws(Violation) {
    time += duration
    try advance()
    guard duration > 1_000_000, !pipeline.isTouched else { return }
    try ensure(pipeline.isAtRest, "nothing is on the surface, time has passed, and the pad is not at rest")
    try ensure(pipeline.deadline == nil, "nothing is on the surface, time has passed, and a timer runs")
  }
}

// What the device does.
extension ExploredPipeline {
  private mutating func touch(_ slot: Int, _ place: Act.Position) throws(Violation) {
    let isNew = fingers[slot] == nil
    if isNew { fingers[slot] = Finger(id: freeID, place: place) }
    fingers[slot]?.place = place
    try report(slot, isNew: isNew)
    if isNew { try checkLanding(slot) }
  }

  private mutating func lift(_ slot: Int) throws(Violation) {
    fingers[slot] = nil
    try report(slot)
  }

  private mutating func changeOrBegin(
    _ slot: Int, _ change: (inout Finger) -> Void
  ) throws(Violation) {
    let isNew = fingers[slot] == nil
    var finger = fingers[slot] ?? Finger(id: freeID, place: .stick)
    change(&finger)
    if finger.hovers { finger.owner = nil }
    fingers[slot] = finger
    try report(slot, isNew: isNew)
  }

  private mutating func replace(_ slot: Int) throws(Violation) {
    let id = freeID
    fingers[slot] = Finger(id: id, place: .stick)
    try report(slot, isNew: true, replaces: true)
  }

  private mutating func suspend() throws(Violation) {
    var events = [0, 1].filter { fingers[$0] != nil }.flatMap { slot in
      [InputEvent(time: time, .absMTSlot, Int32(slot)), InputEvent(time: time, .absMTTrackingID, -1)]
    }
    fingers = [nil, nil]
    events.append(InputEvent(time: time, .btnTouch, 0))
    try consume(events + [InputEvent(time: time, .synReport, 1)])
  }

  private var freeID: Int32 {
    Self.ids.first { id in !fingers.contains { $0?.id == id } } ?? Self.ids.upperBound
  }

  /// Reports a slot in a frame, as the kernel does.
  private mutating func report(_ slot: Int, isNew: Bool = false, replaces: Bool = false) throws(Violation) {
    var values: [(EventCode, Int32)] = [(.absMTSlot, Int32(slot))]
    if replaces || fingers[slot] == nil { values.append((.absMTTrackingID, -1)) }
    if let finger = fingers[slot] {
      if isNew { values.append((.absMTTrackingID, finger.id)) }
      let (x, y): (Int32, Int32) =
        switch finger.place {
        case .stick: (250, 300)
        case .button: (700, 100)
        case .outside: (900, 500)
        }
      values += [
        (.absMTPositionX, x), (.absMTPositionY, y),
        (.absMTToolType, finger.isPalm ? EventCode.palmToolType : 0), (.absMTDistance, finger.hovers ? 1 : 0),
      ]
    }
    let isTouched = fingers.contains { $0 != nil }
    if isTouched != state.isPressed { values.append((.btnTouch, isTouched ? 1 : 0)) }
    values.append((.synReport, 0))
    try consume(values.map { InputEvent(time: time, $0.0, $0.1) })
  }

  private mutating func consume(_ events: [InputEvent]) throws(Violation) {
    for event in events {
      state.apply(event)
      // What the kernel reads out is a state, and not a frame.
      if event.type == .synchronisation { state.startFrame() }
      guard !isLosingEvents, pipeline.consume(event) else { continue }
      try checkStep()
      try pipeline.checkFrame()
    }
    guard isUpToDate else { return }
    try ensure(pipeline.isUpToDate(with: state), "a state that does not follow the events")
  }
}

// What the daemon requests.
extension ExploredPipeline {
  private mutating func request(_ act: Act) throws(Violation) {
    switch act {
    case .readState:
      isLosingEvents = false
      isUpToDate = true
      pipeline.resynchronise(to: state, time: time)
    case .switchPads: pipeline.set(on: !pipeline.wantsOn, time: time)
    case .switchOffAtOnce: pipeline.switchOffAtOnce(time: time)
    case .grab: return pipeline.setAcceptsContacts(!pipeline.acceptsContacts)
    case .rotate: return try change(isRotated: !isRotated)
    case .reload: return try change(isRotated: isRotated)
    case .reopen: return try reopen()
    default: pipeline.cancelControls(time: time)
    }
    try checkStep()
    if [.switchOffAtOnce, .cancelControls].contains(act) { try pipeline.checkReleased() }
  }

  /// As the daemon does with other settings or another rotation.
  private mutating func change(isRotated: Bool) throws(Violation) {
    pipeline.cancelControls(time: time)
    try checkStep()
    try pipeline.checkReleased()
    self.isRotated = isRotated
    var next = Self.pipeline(isRotated: isRotated)
    next.takeOver(pipeline)
    pipeline = next
  }

  private mutating func reopen() throws(Violation) {
    pipeline.cancelAll(time: time)
    try checkStep()
    try pipeline.checkReleased()
    try desktop.checkReleased()
    (isLosingEvents, isUpToDate) = (false, true)
    pipeline.startAnew(from: state, time: time)
    try checkStep()
  }
}

// The guarantees.
extension ExploredPipeline {
  private mutating func checkStep() throws(Violation) {
    try desktop.take(pipeline.passedEvents)
    try pipeline.checkStep()
    for pad in pipeline.pads {
      try ensure(pad.gamepadState == pad.layout.gamepadState, "the pad does not show what its controls do")
    }
    try ensure(
      pipeline.keyboard.pressedKeys.isEmpty != pipeline.pads[0].gamepadState.isDown(.rightShoulder),
      "the key is not down with the button beside it")
    try ensure(pipeline.isOn || pipeline.isAtRest, "the pad is off, and not at rest")
  }

  private func isHeld(_ slot: Int) -> Bool {
    let contact = pipeline.tracker.table.contacts[slot]
    return pipeline.pads.contains { $0.layout.owns(contact.id) } && contact.state != .free
  }

  private func isShown(_ slot: Int) -> Bool { desktop.contacts[Int32(slot)] != nil }

  private mutating func checkContacts() throws(Violation) {
    for slot in fingers.indices {
      try ensure(
        !isHeld(slot) || !isShown(slot), "a control holds the contact of slot \(slot), which the desktop sees"
      )
      guard !isLosingEvents else { continue }
      if let finger = fingers[slot] {
        let owner = try owner(of: finger, in: slot)
        fingers[slot]?.owner = owner
      } else {
        try ensure(!isHeld(slot), "a control holds the contact of slot \(slot), which has lifted")
        try ensure(!isShown(slot), "the clone shows a contact in slot \(slot), which has lifted")
      }
    }
    guard !isLosingEvents, fingers.allSatisfy({ $0 == nil }) else { return }
    try ensure(!pipeline.isTouched, "nothing is on the surface, which counts as touched")
    try desktop.checkReleased()
    for pad in pipeline.pads {
      try ensure(
        pad.gamepadState.leftStick == .init(), "nothing is on the surface, and the stick is deflected")
      try ensure(
        !pad.gamepadState.isDown(.rightShoulder), "nothing is on the surface, and the button is down")
    }
  }

  /// Returns who has the finger until it lifts or hovers.
  private func owner(of finger: Finger, in slot: Int) throws(Violation) -> Finger.Owner? {
    let (isHeld, isShown) = (isHeld(slot), isShown(slot))
    if isShown {
      try ensure(
        desktop.contacts[Int32(slot)] == finger.id, "the clone shows another contact in slot \(slot)")
    }
    if isUpToDate {
      try ensure(!isHeld || !finger.isPalm, "a control holds a palm")
      try ensure(!isHeld || !finger.hovers, "a control holds a finger that hovers")
    }
    guard !finger.hovers else { return nil }
    try ensure(!isHeld || finger.owner != .desktop, "a control gets a contact that the desktop has seen")
    try ensure(!isShown || finger.owner != .pad, "the desktop sees a contact that a control has held")
    return isHeld ? .pad : isShown ? .desktop : finger.owner
  }

  /// A new finger has an owner: on a free control this, otherwise the desktop.
  private func checkLanding(_ slot: Int) throws(Violation) {
    guard isUpToDate, pipeline.acceptsContacts, let finger = fingers[slot] else { return }
    let (isHeld, isShown) = (isHeld(slot), isShown(slot))
    try ensure(isHeld || isShown, "a new finger that neither a control nor the desktop gets")
    try ensure(pipeline.isOn || isShown, "a new finger that the desktop does not get while the pad is off")
    guard pipeline.isOn, !isRotated else { return }
    let isFree = pipeline.pads[0].layout.sticks[0].stick.owner.map { owner in
      pipeline.tracker.table.contacts[slot].id == owner
    }
    let isOnControl = finger.place == .button || finger.place == .stick && isFree ?? false
    try ensure(isOnControl == isHeld, "a new finger at the place \(finger.place) has the wrong owner")
  }
}
