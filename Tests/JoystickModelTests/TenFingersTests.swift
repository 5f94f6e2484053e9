import TestSupport
import Testing

@testable import JoystickModel

@Suite("Ten fingers on any controls")
struct TenFingersTests {
  /// Plays ten fingers on a random board, and calls `body` after each step.
  private static func play(
    _ random: inout SeededGenerator, hasLayers: Bool = false,
    _ body: (_ layout: Layout, _ event: ContactEvent) throws(Violation) -> Void
  ) throws(Violation) -> Layout {
    var layout = Layout(random: &random, hasLayers: hasLayers)
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

  @Test(
    "Nothing stays pressed, pulled, deflected or turned after the last lift, except buttons and sliders that stay"
  )
  func rest() {
    Seeds.forEach { random throws(Violation) in
      let hasLayers = random.chance(0.5)
      var layout = try Self.play(&random, hasLayers: hasLayers) { _, _ in }
      layout.releaseLatched()
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

  @Test("Times that repeat, go backwards or are extreme leave nothing behind on any control")
  func senselessTimes() {
    Seeds.forEach { random throws(Violation) in
      var layout = Layout(random: &random, hasLayers: random.chance(0.5))
      var fingers = TenFingers(on: layout.surface)
      var time: Int64 = 0
      for _ in 0..<random.integer(1...40) {
        time = EndingTests.time(after: time, &random)
        if random.chance(0.5) { layout.advance(to: time) }
        if random.chance(0.1) { layout.skipRepetitions(before: time, limit: random.integer(0...1_000_000)) }
        layout.apply(fingers.next(&random), time: time)
      }
      for event in fingers.lift() { layout.apply(event, time: time) }
      layout.releaseLatched()
      try layout.settle()
      let staying = Layout(surface: layout.surface, controls: layout.controls.filter(\.stays))
      try ensure(layout.gamepadState == staying.gamepadState, "\(layout.gamepadState)")
      try ensure(layout.holdings.isEmpty && layout.deadline == nil, "something is held, or due")
    }
  }

  @Test("A reset at any time releases everything")
  func reset() {
    Seeds.forEach { random throws(Violation) in
      let hasLayers = random.chance(0.5)
      _ = try Self.play(&random, hasLayers: hasLayers) { layout, _ throws(Violation) in
        var layout = layout
        layout.reset(time: 0)
        try ensure(layout.layer == 0, "the layer \(layout.layer) exists after a reset")
        try ensure(layout.gamepadState == GamepadState(), "\(layout.gamepadState)")
        try ensure(layout.deadline == nil && layout.controls.allSatisfy(\.isFree), "something is held")
      }
    }
  }

  @Test("Only controls of the layer that exists hold contacts or do anything, except for those that are kept")
  func layers() {
    Seeds.forEach { random throws(Violation) in
      _ = try Self.play(&random, hasLayers: true) { layout, _ throws(Violation) in
        for (index, control) in layout.controls.enumerated() where !layout.exists(index) {
          try ensure(
            !layout.holdings.contains { layout.controlUnder($0) == index || $0.button == index },
            "\(index) is held")
          try ensure(
            control.isFree && !layout.report(at: index).isTouched || control.button?.staysHidden == true,
            "\(control.name) is hidden, and in use")
        }
        let shown = layout.showing.last.flatMap { layout.controls[$0].button?.action.layerChange?.layer }
        let name = layout.layers.isEmpty ? nil : layout.layers[layout.layer]
        try ensure(shown == nil || shown == name, "\(name ?? "") exists, and \(shown ?? "") is shown")
        for control in layout.showing {
          try ensure(layout.controls[control].button?.isDown == true, "\(control) shows a layer, and is up")
        }
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
        let exclusive = layout.holdings.map(\.control).filter { !layout.controls[$0].isFree }
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

  @Test("A touch goes to the first free control under it, or else to the nearest that reaches it")
  func firstMatch() {
    Seeds.forEach { random throws(Violation) in
      var last: Layout?
      _ = try Self.play(&random) { layout, event throws(Violation) in
        defer { last = layout }
        guard event.phase == .began, let before = last else { return }
        let first = before.controls.firstIndex { $0.isFree && $0.region.contains(event.position) }
        let owner = layout.holdings.first { $0.contact == event.id }?.control
        let expected = first ?? before.nearest(to: event.position)?.control
        try ensure(owner == expected, "\(owner ?? -1), not \(expected ?? -1)")
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
    case .button, .ignore: true
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

extension Layout {
  /// Releases the buttons that stay down, as the next press does.
  fileprivate mutating func releaseLatched() {
    for index in store.buttons.indices where store.buttons[index].isLatched {
      let press = ContactEvent(id: ContactID(0), phase: .began, position: Point(x: 0, y: 0))
      store.buttons[index].begin(press, time: 0)
      store.buttons[index].end(time: 0)
    }
  }

  /// Any controls, with sticks of any parameters.
  fileprivate init(random: inout SeededGenerator, hasLayers: Bool) {
    self.init(random: &random, hasLayers: hasLayers) { random, surface in
      Stick(RandomTouches(on: surface, contactsFrom: 1, &random).parameters)
    }
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
