import TestSupport
import Testing

@testable import JoystickModel

@Suite("Ten fingers on any controls")
struct TenFingersTests {
  /// Plays ten fingers on a random board, and calls `body` after each step.
  private static func play(
    _ random: inout SeededGenerator,
    _ body: (_ layout: Layout, _ event: ContactEvent) throws(Violation) -> Void
  ) throws(Violation) -> Layout {
    var layout = Layout(random: &random)
    var fingers = TenFingers(on: layout.surface)
    var time: Int64 = 0
    for _ in 0..<random.integer(1...60) {
      time += random.integer(0...300_000)
      try layout.catchUp(before: time)
      let event = fingers.next(&random)
      layout.apply(event, time: time)
      try body(layout, event)
    }
    for event in fingers.lift() { layout.apply(event, time: time) }
    return layout
  }

  @Test("Nothing stays pressed, pulled, deflected or turned after the last lift, except sliders that stay")
  func rest() {
    Seeds.forEach { random throws(Violation) in
      var layout = try Self.play(&random) { _, _ in }
      try layout.settle()
      let staying = Layout(surface: layout.surface, controls: layout.controls.filter(\.stays))
      try ensure(layout.gamepadState == staying.gamepadState, "\(layout.gamepadState)")
      try ensure(layout.holdings.isEmpty, "\(layout.holdings)")
      for control in layout.controls {
        try ensure(control.isFree, "\(control.name) is not free")
        try ensure(control.button?.isPressed != true, "\(control.name) is pressed")
      }
      layout.reset(time: 0)
      try ensure(layout.gamepadState == GamepadState(), "\(layout.gamepadState) after a reset")
    }
  }

  @Test("A reset at any time releases everything")
  func reset() {
    Seeds.forEach { random throws(Violation) in
      _ = try Self.play(&random) { layout, _ throws(Violation) in
        var layout = layout
        layout.reset(time: 0)
        try ensure(layout.gamepadState == GamepadState(), "\(layout.gamepadState)")
        try ensure(layout.deadline == nil && layout.controls.allSatisfy(\.isFree), "something is held")
      }
    }
  }

  @Test("A contact keeps its control until it lifts, and a control keeps its contact")
  func ownership() {
    Seeds.forEach { random throws(Violation) in
      var owners: [ContactID: Int] = [:]
      _ = try Self.play(&random) { layout, event throws(Violation) in
        let now = Dictionary(uniqueKeysWithValues: layout.holdings.map { ($0.contact, $0.control) })
        for (contact, control) in owners where contact != event.id {
          try ensure(now[contact] == control, "\(contact) went from \(control) to \(now[contact] ?? -1)")
        }
        switch event.phase {
        case .began: break
        case .moved: try ensure(now[event.id] == owners[event.id], "\(event.id) changed hands")
        case .ended, .cancelled: try ensure(now[event.id] == nil, "\(event.id) is still held")
        }
        let exclusive = layout.holdings.map(\.control).filter { layout.controls[$0].button == nil }
        try ensure(Set(exclusive).count == exclusive.count, "two contacts on one control")
        owners = now
      }
    }
  }

  @Test("A button is down if and only if a contact presses it")
  func buttons() {
    Seeds.forEach { random throws(Violation) in
      _ = try Self.play(&random) { layout, _ throws(Violation) in
        var pressed: Set<Int> = []
        for holding in layout.holdings {
          if let button = holding.button { pressed.insert(button) }
          if layout.controls[holding.control].button?.slide == .holdFirst { pressed.insert(holding.control) }
        }
        for (index, control) in layout.controls.enumerated() {
          guard let button = control.button else { continue }
          try ensure(button.isPressed == pressed.contains(index), "\(control.name) \(button.isPressed)")
        }
      }
    }
  }

  @Test("A touch goes to the first free control under it")
  func firstMatch() {
    Seeds.forEach { random throws(Violation) in
      var last: Layout?
      _ = try Self.play(&random) { layout, event throws(Violation) in
        defer { last = layout }
        guard event.phase == .began, let before = last else { return }
        let first = before.controls.firstIndex { $0.isFree && $0.region.contains(event.position) }
        let owner = layout.holdings.first { $0.contact == event.id }?.control
        try ensure(owner == first, "\(owner ?? -1), not \(first ?? -1)")
      }
    }
  }
}

extension Control {
  fileprivate var button: ButtonControl? { if case .button(let control) = self { control } else { nil } }

  /// Whether a contact that touches down in its region may hold it: a button accepts any number of contacts, others
  /// one at a time.
  fileprivate var isFree: Bool {
    switch self {
    case .stick(let control): control.stick.owner == nil
    case .button: true
    case .directionPad(let control): !control.isTouched
    case .trigger(let control): !control.isTouched
    case .look(let control): !control.isTouched
    case .slider(let control): !control.isTouched
    case .wheel(let control): !control.isTouched
    }
  }

  /// Whether it keeps its value when its contact lifts.
  fileprivate var stays: Bool { if case .slider(let slider) = self { slider.stays } else { false } }
}

/// Any number of controls on a surface, which may overlap.
extension Layout {
  init(random: inout SeededGenerator) {
    let surface = Rectangle(x: 0, y: 0, width: 217, height: 136)
    let controls = (0..<random.integer(1...12)).map { Control(number: $0, on: surface, &random) }
    self.init(surface: surface, controls: controls)
  }
}

extension Control {
  fileprivate init(number: Int, on surface: Rectangle, _ random: inout SeededGenerator) {
    let name = "control \(number)"
    let region = Region(within: surface, &random)
    let output = GamepadButton.allCases.randomElement(using: &random) ?? .south
    switch random.integer(0...8) {
    case 0:
      let touches = RandomTouches(on: surface, contactsFrom: 1, &random)
      let target = random.pick(StickTarget.left, .right, .direction(.hat))
      self = .stick(StickControl(name: name, target: target, stick: Stick(touches.parameters)))
    case 1:
      self = .directionPad(
        DirectionPadControl(name: name, region: region, directions: random.pick(.four, .eight)))
    case 2:
      let pull = random.pick(TriggerPull.full, .slide(distance: random.number(0.1...30)), .pressure)
      self = .trigger(
        TriggerControl(name: name, region: region, target: random.pick(.left, .right), pull: pull))
    case 3:
      self = .look(
        LookControl(
          name: name, region: region, target: random.pick(.left, .right, .mouse),
          parameters: LookParameters(&random))
      )
    case 4:
      var slider = SliderControl(
        name: name, region: region,
        output: random.pick(.triggers, .trigger(.left), .axis(random.pick(.leftY, .rightX))),
        direction: random.pick(.vertical, .horizontal))
      slider.stays = random.chance(0.5)
      slider.isInverted = random.chance(0.5)
      slider.deadZone = random.pick(0, 0.05, random.number(0...0.99))
      self = .slider(slider)
    case 5:
      self = .wheel(
        WheelControl(
          name: name, region: region, output: random.pick(.leftX, .leftY, .rightX, .rightY),
          range: random.logarithmic(10...3600), returnSpeed: random.logarithmic(50...100_000)))
    default:
      var button = ButtonControl(name: name, region: region, output: output)
      button.slide = random.pick(.off, .over, .holdFirst)
      button.pressMargin = random.number(0...10)
      self = .button(button)
    }
  }
}

extension Region {
  fileprivate init(within surface: Rectangle, _ random: inout SeededGenerator) {
    let place = Point(within: surface, &random)
    let size = (random.number(1...60), random.number(1...60))
    self =
      random.chance(0.5)
      ? .circle(Circle(center: place, radius: size.0))
      : .rectangle(Rectangle(x: place.x, y: place.y, width: size.0, height: size.1))
  }
}

/// Up to ten fingers on a surface, each of which comes, moves and goes independently.
struct TenFingers {
  private let surface: Rectangle
  private(set) var down: [ContactID] = []
  private var lastNumber: UInt32 = 0

  init(on surface: Rectangle) { self.surface = surface }

  mutating func next(_ random: inout SeededGenerator) -> ContactEvent {
    let position = Point(within: surface, &random)
    let pressure = random.chance(0.5) ? nil : random.number(0...1)
    guard let index = down.indices.randomElement(using: &random), down.count == 10 || random.chance(0.8)
    else {
      lastNumber += 1
      down.append(ContactID(lastNumber))
      return ContactEvent(id: ContactID(lastNumber), phase: .began, position: position, pressure: pressure)
    }
    let id = down[index]
    let phase: ContactPhase = random.pick(.moved, .moved, .moved, .ended, .cancelled)
    if phase != .moved { down.remove(at: index) }
    return ContactEvent(id: id, phase: phase, position: position, pressure: pressure)
  }

  mutating func lift() -> [ContactEvent] {
    defer { down = [] }
    return down.map { ContactEvent(id: $0, phase: .ended, position: Point.zero) }
  }
}
