import JoystickModel
import TestSupport
import Testing

@testable import EventPipeline

@Suite("Random layouts, touches and requests")
struct RandomLayoutTests {
  private static let device = DeviceDescription.touchscreen(slots: 4)

  @Test("Whatever is latched, repeated or played, nothing stays pressed")
  func released() throws {
    let surface = try Surface(
      of: Self.device, class: .touchscreen, configured: SurfaceSize(width: 217, height: 136))
    Seeds.forEach(Seeds.count / 4) { random throws(Violation) in
      var play = RandomPlay(Self.device, surface, &random)
      for _ in 0..<random.integer(1...60) { try play.step(&random) }
      try play.end(&random)
    }
  }
}

/// A pipeline of a random layout, and the state of its device.
private struct RandomPlay: ~Copyable {
  private let surface: Surface
  private let device: DeviceDescription
  private var pipeline: TouchPipeline
  private var state: DeviceState
  private var time: Int64 = 0
  private var lastID: Int32 = 0
  /// What the keyboard's events lead to.
  private var keys: Set<UInt16> = []

  init(_ device: DeviceDescription, _ surface: Surface, _ random: inout SeededGenerator) {
    (self.device, self.surface) = (device, surface)
    state = DeviceState(of: device)
    pipeline = Self.pipeline(device, surface, &random)
  }

  private static func pipeline(
    _ device: DeviceDescription, _ surface: Surface, _ random: inout SeededGenerator
  ) -> TouchPipeline {
    TouchPipeline(
      device: device, surface: surface,
      pads: [SurfacePad(layout: Layout(random: &random, hasLayers: random.chance(0.5)))],
      toggle: random.chance(0.3) ? ToggleGesture(fingers: 2, holdTime: 500_000) : nil)
  }

  mutating func step(_ random: inout SeededGenerator) throws(Violation) {
    time += random.pick(0, 8000, random.integer(0...400_000), random.integer(0...3_000_000))
    while pipeline.advance(before: time) != nil { try check() }
    switch random.integer(0...19) {
    case 0: pipeline.set(on: !pipeline.wantsOn, time: time)
    case 1:
      // A lock.
      pipeline.switchOffAtOnce(time: time)
      try pipeline.checkReleased()
      try checkKeys()
      pipeline.set(on: true, time: time)
    case 2:
      // Other settings, another profile, or another rotation.
      pipeline.cancelControls(time: time)
      try pipeline.checkReleased()
      try checkKeys()
      var next = Self.pipeline(device, surface, &random)
      next.takeOver(pipeline)
      pipeline = next
    case 3:
      // Lost events.
      touch(&random)
      pipeline.resynchronise(to: state, time: time)
    case 4:
      // The device goes away, and comes back.
      pipeline.cancelAll(time: time)
      try pipeline.checkReleased()
      try checkKeys()
      pipeline.startAnew(from: state, time: time)
    default:
      for event in touch(&random) where pipeline.consume(event) { try check() }
      return
    }
    try check()
  }

  /// Checks each step once.
  private mutating func check() throws(Violation) {
    try checkKeys()
    try ensure(pipeline.isOn || pipeline.isAtRest, "the pads are off, and not at rest")
    let pad = pipeline.pads[0]
    try ensure(pad.deadline == pad.layout.deadline, "the pad's deadline is not the layout's")
    try ensure(
      pipeline.isOn || pipeline.pads[0].layout.layer == 0, "the pads are off, and not in the first layer")
  }

  /// Each event of the keyboard changes something, and leads to what the buttons hold.
  private mutating func checkKeys() throws(Violation) {
    for event in pipeline.keyboard.events where event.type == .key {
      let isNew = event.value == 1 ? keys.insert(event.code).inserted : keys.remove(event.code) != nil
      try ensure(isNew, "an event for a key that changes nothing: \(event)")
    }
    try ensure(keys == Set(pipeline.keyboard.pressedKeys.map(\.code)), "lost events of the keyboard")
    var possible: Set<UInt16> = []
    for case .button(let button) in pipeline.pads[0].layout.controls where button.isInUse {
      let own = button.action.keys.map(\.code)
      possible.formUnion(own)
      let isHeld = button.isLatched || button.action.mode == .hold && button.isPressed
      guard isHeld, !button.action.isSequence, button.action.turboHalf == nil else { continue }
      try ensure(keys.isSuperset(of: own), "a button is down, and its key is not")
    }
    try ensure(keys.isSubset(of: possible), "a key is down that no button holds")
  }

  /// Changes one slot, and returns the events of that.
  @discardableResult
  private mutating func touch(_ random: inout SeededGenerator) -> [InputEvent] {
    let slot = random.integer(0...3)
    var values: [(EventCode, Int32)] = [(.absMTSlot, Int32(slot))]
    if state[trackingIDIn: slot] >= 0, random.chance(0.4) {
      values.append((.absMTTrackingID, -1))
    } else {
      if state[trackingIDIn: slot] < 0 {
        lastID += 1
        values.append((.absMTTrackingID, lastID))
      }
      values += [(.absMTPositionX, random.integer(0...1000)), (.absMTPositionY, random.integer(0...600))]
    }
    return apply(values)
  }

  private mutating func apply(_ values: [(EventCode, Int32)]) -> [InputEvent] {
    let events = (values + [(.synReport, 0)]).map { InputEvent(time: time, $0.0, $0.1) }
    for event in events {
      state.apply(event)
      if event.type == .synchronisation { state.startFrame() }
    }
    return events
  }

  /// Lifts all fingers, waits for all timers, and then releases what stays down in one of the ways that must do so.
  mutating func end(_ random: inout SeededGenerator) throws(Violation) {
    for slot in 0...3 where state[trackingIDIn: slot] >= 0 {
      for event in apply([(.absMTSlot, Int32(slot)), (.absMTTrackingID, -1)])
      where pipeline.consume(event) { try check() }
    }
    try ensure(!pipeline.isTouched, "something is on the surface")
    // The longest sequence has 32 steps of 2 s.
    time += 65_000_000
    while pipeline.advance(before: time) != nil { try check() }
    try pipeline.checkUntouched()
    switch random.integer(0...3) {
    case 0: pipeline.set(on: false, time: time)
    case 1: pipeline.switchOffAtOnce(time: time)
    case 2: pipeline.cancelControls(time: time)
    default: pipeline.cancelAll(time: time)
    }
    // A pad that was off already is at rest, too.
    if pipeline.isOn == pipeline.wantsOn {
      try pipeline.checkReleased()
      try ensure(pipeline.pads[0].layout.layer == 0, "not in the first layer")
    }
  }
}
