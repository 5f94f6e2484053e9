internal import JoystickModel

/// Follows the one contact of a device that reports one: a resistive screen, a pen, or a touchpad of
/// which only one finger's position is to be trusted.
///
/// The contact is BTN_TOUCH. A pen that hovers sends positions without it, and they never count.
struct SingleTouchTracker: Sendable {
  private let axes: [PositionAxes]
  /// The last values of each pair of axes.
  private var positions: [RawPosition]
  /// The pair in use: a device with two reports on one of them.
  private var pair = 0
  /// A pair that reported in this frame, the one in use before any other.
  private var reported: Int?
  /// ABS_PRESSURE, in the device's units.
  private var pressure: Int32 = 0
  private(set) var isPressed = false
  /// The tools that are near.
  private var tools: ToolSet = []
  /// Whether a tool has gone since the last frame, be it that another came.
  private var hasToolLeft = false
  /// Whether the last touch has ended since the last frame, be it that another began.
  private var hasLifted = false
  private var isIgnored = false
  /// Whether what touches is kept from the desktop, since a control had it.
  private(set) var isKept = false
  /// Whether the last frame ended one touch and began another.
  private(set) var isReplaced = false
  private var contact: TrackedContact?

  init(surface: Surface) {
    axes = surface.axes
    positions = Array(repeating: RawPosition(), count: surface.axes.count)
  }

  var isTouched: Bool { isPressed || !tools.isEmpty }

  mutating func consume(_ event: InputEvent, into changes: inout ContactChanges) {
    switch event.type {
    case .absolute: setPosition(event)
    case .key: setButton(event)
    case .synchronisation where event.is(.synReport): settle(into: &changes)
    default: break
    }
  }

  private mutating func setPosition(_ event: InputEvent) {
    if event.is(.absPressure) { pressure = event.value }
    for index in axes.indices {
      if event.is(axes[index].x.code) {
        positions[index].x = event.value
      } else if event.is(axes[index].y.code) {
        positions[index].y = event.value
      } else {
        continue
      }
      if reported != pair { reported = index }
    }
  }

  private mutating func setButton(_ event: InputEvent) {
    let isOn = event.value != 0
    if event.is(.btnTouch) {
      isPressed = isOn
    } else if isOn {
      tools.formUnion(ToolSet(key: event.code))
    } else {
      let left = tools.intersection(ToolSet(key: event.code))
      tools.subtract(left)
      hasToolLeft = hasToolLeft || !left.isEmpty
    }
    hasLifted = hasLifted || !isPressed
  }

  private mutating func settle(into changes: inout ContactChanges) {
    let isSample = reported != nil
    pair = reported ?? pair
    reported = nil
    // A pen that left the range of the tablet has lifted, whether or not the tablet says so.
    if hasToolLeft, tools.isEmpty { (isPressed, hasLifted) = (false, true) }
    hasToolLeft = false
    isReplaced = hasLifted && isPressed
    if hasLifted {
      hasLifted = false
      isIgnored = false
      isKept = false
      if let contact { changes.end(contact) }
      contact = nil
    }
    guard isPressed, !isIgnored else { return }
    let position = changes.surface.point(positions[pair], on: pair)
    let pressure = changes.surface.pressure(pressure)
    if var moved = contact {
      changes.move(&moved, to: position, pressure: pressure, isSample: isSample)
      contact = moved
    } else {
      contact = changes.begin(at: position, pressure: pressure)
    }
  }
}

extension SingleTouchTracker {
  mutating func adopt(_ state: TouchState) {
    take(state)
    isIgnored = state.isTouched
    isKept = isIgnored
  }

  mutating func resynchronise(to state: TouchState, into changes: inout ContactChanges) {
    // One that was lost and one that came meanwhile look like one that moved, and are taken for it.
    if contact != nil, !state.isTouched { cancelAll(into: &changes) }
    take(state)
    if !isPressed {
      isIgnored = false
      isKept = false
    }
    settle(into: &changes)
  }

  /// Keeps the contact from the desktop, from now on until it lifts, if it is a control's.
  mutating func keep(where isOwned: (ContactID) -> Bool) {
    if let contact, isOwned(contact.id) { isKept = true }
  }

  /// Has a contact that was there before stay on the side that it was on.
  mutating func takeSide(from other: SingleTouchTracker) {
    if other.isPressed, isPressed { isKept = other.isKept }
  }

  mutating func cancelAll(into changes: inout ContactChanges) {
    if let contact { changes.cancel(contact) }
    contact = nil
    tools = []
    (hasLifted, hasToolLeft) = (false, false)
    isPressed = false
    isIgnored = false
    isKept = false
  }

  private mutating func take(_ state: TouchState) {
    isPressed = state.isTouched
    tools = state.tools
    hasToolLeft = false
    pressure = state.pressure
    hasLifted = false
    for (index, position) in zip(positions.indices, state.positions) { positions[index] = position }
  }
}
