import TestSupport

@testable import JoystickModel

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
    switch random.integer(0...5) {
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

  /// The next step of one finger.
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

  /// Lifts all fingers.
  mutating func lift() -> [ContactEvent] {
    defer { down = [] }
    return down.map { ContactEvent(id: $0, phase: .ended, position: Point.zero) }
  }
}
