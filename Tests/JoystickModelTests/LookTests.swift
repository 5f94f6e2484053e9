import Foundation
import TestSupport
import Testing

@testable import JoystickModel

@Suite("Look pads")
struct LookTests {
  private static let region = Region.rectangle(Rectangle(x: 0, y: 0, width: 1000, height: 1000))

  private static func layout(
    of target: LookTarget = .right, _ change: (inout LookParameters) -> Void = { _ in }
  ) -> Layout {
    var parameters = LookParameters()
    change(&parameters)
    let look = LookControl(name: "look", region: region, target: target, parameters: parameters)
    return Layout(
      surface: Rectangle(x: 0, y: 0, width: 1000, height: 1000), controls: [.look(look)])
  }

  /// The times of a device's reports, in microseconds, from 0 on.
  private static func times(
    _ rate: Double, jitter: Double, until end: Int64, _ random: inout SeededGenerator
  ) -> [Int64] {
    let period = 1e6 / rate
    return (0..<Int(Double(end) / period)).map { index in
      let late = index == 0 ? 0 : random.number(-jitter...jitter)
      return Int64(((Double(index) + late) * period).rounded())
    }
  }

  @Test(
    "A constant speed is a constant deflection within 1 %, whatever the rate of the device's reports",
    arguments: [60.0, 120, 240], [0, 0.25])
  func constantSpeed(_ rate: Double, _ jitter: Double) {
    Seeds.forEach(50) { random throws(Violation) in
      let velocity = Vector(compass: random.number(0...360), length: random.number(15...199))
      var layout = Self.layout()
      let start = Point(x: 500, y: 500)
      let expected = velocity * (1 / LookParameters().sensitivity)
      for time in Self.times(rate, jitter: jitter, until: 1_000_000, &random) {
        let sample = TouchSample(
          event: ContactEvent(
            id: ContactID(1), phase: time == 0 ? .began : .moved,
            position: start + velocity * (Double(time) / 1e6)), time: time)
        try layout.take(sample)
        // By then, the filter has arrived.
        guard time > 120_000 else { continue }
        let found = layout.store.looks[0].deflection
        try ensure(
          (found - expected).length <= 0.01 * expected.length, "\(found), not \(expected) at \(time)")
      }
    }
  }

  @Test(
    "A finger that drifts by no more than 0.1 mm in settle leaves the stick in its middle, and a faster one moves it",
    arguments: [60.0, 125, 240], [0.5, 1, 3, 3.7, 5, 8])
  func drift(_ rate: Double, _ speed: Double) {
    Seeds.forEach(20) { random throws(Violation) in
      let velocity = Vector(compass: random.number(0...360), length: speed)
      var layout = Self.layout { $0.antiDeadZone = 0.24 }
      for time in Self.times(rate, jitter: 0.2, until: 1_000_000, &random) {
        let sample = TouchSample(
          event: ContactEvent(
            id: ContactID(1), phase: time == 0 ? .began : .moved,
            position: Point(x: 500, y: 500) + velocity * (Double(time) / 1e6)), time: time)
        try layout.take(sample)
        guard time > 100_000 else { continue }
        let isDeflected = layout.store.looks[0].deflection != .zero
        try ensure(isDeflected == (speed * 0.03 > 0.1), "\(isDeflected) at \(time)")
      }
    }
  }

  @Test(
    "A finger that stops is at 0 within settle and a frame, whether the device goes on reporting or not",
    arguments: [60.0, 120, 240], [true, false])
  func stop(_ rate: Double, _ reportsRest: Bool) {
    Seeds.forEach(50) { random throws(Violation) in
      let velocity = Vector(compass: random.number(0...360), length: random.number(15...400))
      var layout = Self.layout()
      let stop: Int64 = 300_000
      let times = Self.times(rate, jitter: 0.25, until: 600_000, &random)
      // A device that goes on reports where the finger stopped up to a frame later.
      let last = reportsRest ? times.first { $0 >= stop } ?? stop : stop
      let limit = last + LookParameters().settle
      var wasDeflected = false
      for time in times where reportsRest || time < stop {
        let event = ContactEvent(
          id: ContactID(1), phase: time == 0 ? .began : .moved,
          position: Point(x: 500, y: 500) + velocity * (Double(min(time, stop)) / 1e6))
        try layout.take(TouchSample(event: event, time: time))
        wasDeflected = wasDeflected || layout.gamepadState != GamepadState()
        if time > limit { try ensure(layout.gamepadState == GamepadState(), "\(layout.gamepadState)") }
      }
      try ensure(wasDeflected, "it never moved")
      try layout.catchUp(before: limit + 1)
      try ensure(layout.gamepadState == GamepadState(), "\(layout.gamepadState)")
      try ensure(layout.deadline == nil, "something is due")
    }
  }

  @Test("The trembling of a resting finger never deflects the stick")
  func tremor() {
    Seeds.forEach { random throws(Violation) in
      var layout = Self.layout { $0.antiDeadZone = 0.24 }
      for index in 0..<100 {
        let position = Point(x: 500 + random.number(-0.03...0.03), y: 500 + random.number(-0.03...0.03))
        let event = ContactEvent(id: ContactID(1), phase: index == 0 ? .began : .moved, position: position)
        try layout.take(TouchSample(event: event, time: Int64(index) * 4000))
        try ensure(layout.gamepadState == GamepadState(), "\(layout.gamepadState)")
      }
    }
  }

  /// A swipe that begins and ends gently, as fingers do: Flash and Hogan, "The coordination of arm movements", 1985.
  @Test(
    "All that a swipe turns is in proportion to its way, within 5 %, whatever the device's rate",
    arguments: [60.0, 120, 240], [30.0, 60, 90])
  func way(_ rate: Double, _ way: Double) throws {
    var layout = Self.layout { $0.sensitivity = 1000 }
    let duration = 300_000.0
    var random = SeededGenerator(seed: 5)
    var (turn, last): (Double, Int64) = (0, 0)
    func pass(_ layout: Layout, until time: Int64) {
      turn += layout.store.looks[0].deflection.dx * Double(time - last) / 1e6
      last = time
    }
    for time in Self.times(rate, jitter: 0.2, until: 600_000, &random) {
      let part = min(Double(time) / duration, 1)
      let x = way * (part * part * part * (10 - 15 * part + 6 * part * part))
      while let next = layout.deadline, next < time {
        pass(layout, until: next)
        layout.advance(to: next)
      }
      pass(layout, until: time)
      let event = ContactEvent(
        id: ContactID(1), phase: time == 0 ? .began : .moved, position: Point(x: 100 + x, y: 500))
      layout.apply(event, time: time)
    }
    #expect(abs(turn * 1000 / way - 1) < 0.05, "\(turn * 1000) mm of \(way)")
  }

  /// Moves a finger at a speed along x, in millimetres per second, long enough for the filter.
  private static func deflection(_ speed: Double, _ change: (inout LookParameters) -> Void) -> Vector {
    var layout = layout(change)
    for index in 0..<100 {
      let position = Point(x: 100 + speed * Double(index) / 100, y: 500)
      layout.apply(
        ContactEvent(id: ContactID(1), phase: index == 0 ? .began : .moved, position: position),
        time: Int64(index) * 10_000)
    }
    return layout.store.looks[0].deflection
  }

  @Test(
    "The deflection is full at the sensitivity, finer below it with an acceleration, and starts at the anti-dead zone"
  )
  func response() {
    let near = { (found: Vector, x: Double) in abs(found.dx - x) < 0.001 && found.dy == 0 }
    #expect(near(Self.deflection(200) { _ in }, 1))
    #expect(near(Self.deflection(700) { _ in }, 1))
    #expect(near(Self.deflection(100) { _ in }, 0.5))
    #expect(near(Self.deflection(100) { $0.acceleration = 1 }, 0.25))
    #expect(near(Self.deflection(200) { $0.acceleration = 1 }, 1))
    #expect(near(Self.deflection(100) { $0.sensitivity = 400 }, 0.25))
    #expect(near(Self.deflection(20) { $0.antiDeadZone = 0.24 }, 0.24 + 0.1 * 0.76))
    #expect(near(Self.deflection(100) { $0.invertX = true }, -0.5))
  }

  @Test("A lift centres the stick at once")
  func lift() {
    var layout = Self.layout()
    for index in 0..<10 {
      let event = ContactEvent(
        id: ContactID(1), phase: index == 0 ? .began : .moved, position: Point(x: 100 + Double(index), y: 9))
      layout.apply(event, time: Int64(index) * 8000)
    }
    #expect(layout.gamepadState.rightStick.x > 10_000 && layout.gamepadState.rightStick.y == 0)
    layout.apply(ContactEvent(id: ContactID(1), phase: .ended, position: .zero), time: 80_000)
    #expect(layout.gamepadState == GamepadState() && layout.deadline == nil)
  }

  @Test("A tap and a hold press their buttons, a swipe presses neither")
  func gestures() throws {
    var layout = Self.layout { ($0.tap, $0.hold) = (.south, .rightShoulder) }
    func apply(_ phase: ContactPhase, x: Double = 100, _ time: Int64) throws {
      try layout.take(
        TouchSample(
          event: ContactEvent(id: ContactID(1), phase: phase, position: Point(x: x, y: 9)), time: time))
    }
    try apply(.began, 0)
    try apply(.ended, 100_000)
    #expect(layout.gamepadState.isDown(.south))
    try layout.settle()
    #expect(layout.gamepadState == GamepadState())
    try apply(.began, 1_000_000)
    try apply(.moved, x: 100.05, 1_600_000)
    #expect(layout.gamepadState.isDown(.rightShoulder))
    // It aims while it shoots.
    for index in 1...20 { try apply(.moved, x: 100 + Double(index), 1_600_000 + Int64(index) * 10_000) }
    #expect(layout.gamepadState.isDown(.rightShoulder) && layout.gamepadState.rightStick.x > 10_000)
    try apply(.ended, 1_900_000)
    #expect(layout.gamepadState == GamepadState())
    try apply(.began, 3_000_000)
    try apply(.moved, x: 110, 3_050_000)
    try apply(.ended, 3_100_000)
    try layout.settle()
    #expect(layout.gamepadState == GamepadState())
  }

  @Test("Times that run backwards start the speed anew")
  func backwards() throws {
    var layout = Self.layout()
    for (time, x) in [(1_000_000, 100.0), (1_010_000, 102), (20_000, 104)] as [(Int64, Double)] {
      let phase: ContactPhase = x == 100 ? .began : .moved
      layout.apply(ContactEvent(id: ContactID(1), phase: phase, position: Point(x: x, y: 9)), time: time)
    }
    #expect(layout.gamepadState == GamepadState() && layout.deadline == nil)
  }

  @Test(
    "The mouse's counts add up to the way of all fingers, however large their steps and those of the mouse")
  func counts() {
    Seeds.forEach { random throws(Violation) in
      let counts = random.logarithmic(0.1...1000)
      let isInverted = random.chance(0.5)
      var layout = Self.layout(of: .mouse) { ($0.countsPerMillimetre, $0.invertX) = (counts, isInverted) }
      var (way, sum) = (Vector.zero, (x: 0, y: 0))
      var time: Int64 = 0
      for finger in 1...random.integer(UInt32(1)...4) {
        var last = Point(within: layout.surface, &random)
        let step = random.logarithmic(0.001...100)
        for index in 0...random.integer(1...50) {
          time += random.integer(0...20_000)
          let next = Point(x: last.x + random.number(-step...step), y: last.y + random.number(-step...step))
          let position = index == 0 ? last : layout.surface.clamp(next)
          way = Vector(dx: way.dx + position.x - last.x, dy: way.dy + position.y - last.y)
          last = position
          let phase: ContactPhase = index == 0 ? .began : .moved
          try layout.take(
            TouchSample(
              event: ContactEvent(id: ContactID(finger), phase: phase, position: position), time: time))
          let motion = layout.consumeMouseMotion()
          sum = (sum.x + Int(motion.x), sum.y + Int(motion.y))
          try ensure(layout.gamepadState == GamepadState(), "\(layout.gamepadState)")
        }
        layout.apply(ContactEvent(id: ContactID(finger), phase: .ended, position: last), time: time)
        try ensure(layout.consumeMouseMotion() == MouseMotion(), "it moves at the lift")
      }
      let wanted = (x: way.dx * counts * (isInverted ? -1 : 1), y: way.dy * counts)
      let isRight = abs(wanted.x - Double(sum.x)) < 1.001 && abs(wanted.y - Double(sum.y)) < 1.001
      try ensure(isRight, "\(sum), not \(wanted)")
    }
  }

  @Test("A reset forgets the way that the mouse has not gone")
  func mouseReset() {
    var layout = Self.layout(of: .mouse)
    layout.apply(ContactEvent(id: ContactID(1), phase: .began, position: Point(x: 9, y: 9)), time: 0)
    layout.apply(ContactEvent(id: ContactID(1), phase: .moved, position: Point(x: 19, y: 9)), time: 1)
    layout.reset(time: 2)
    #expect(layout.consumeMouseMotion() == MouseMotion())
  }
}
