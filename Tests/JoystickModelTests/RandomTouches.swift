import JoystickModel
import TestSupport

/// One sample of one contact, with its time.
struct TouchSample {
  var event: ContactEvent
  /// In microseconds.
  var time: Int64
}

/// A random stick on a surface, and some fingers that touch it one after the other.
struct RandomTouches {
  let surface: Rectangle
  var parameters: StickParameters
  /// The samples in the order of time. The last finger lifts.
  var samples: [TouchSample] = []

  private var position = Point.zero
  private var time: Int64
  private var contact: UInt32

  init(_ random: inout SeededGenerator) {
    let surface = Rectangle(surface: &random)
    self.init(on: surface, contactsFrom: 1, &random)
  }

  /// - Parameter first: The number of the first contact.
  init(on surface: Rectangle, contactsFrom first: UInt32, _ random: inout SeededGenerator) {
    self.surface = surface
    parameters = StickParameters(on: surface, &random)
    time = random.integer(0...1_000_000)
    contact = first
    samples.reserveCapacity(32)
    for _ in 0..<random.integer(1...4) { addStroke(&random) }
  }

  /// The stick on its surface, untouched.
  var layout: Layout {
    Layout(surface: surface, sticks: [.init(name: "stick", target: .left, stick: Stick(parameters))])
  }
}

// The movements of fingers.
extension RandomTouches {
  private mutating func addStroke(_ random: inout SeededGenerator) {
    time += random.pick(0, random.integer(1000...400_000), random.integer(1...3_000_000))
    position = start(&random)
    switch random.integer(0...5) {
    case 0: addTap(&random)
    case 1:
      addTap(&random)
      time += random.integer(0...parameters.gestures.doubleTapTime * 5 / 4)
      position = near(position, within: parameters.gestures.doubleTapDistance, &random)
      addTap(&random)
    case 2: addDrag(steps: random.integer(1...12), of: parameters.reach / 2, &random)
    case 3: addHold(&random)
    // Far beyond the rim, and often beyond the edge of the surface.
    case 4: addDrag(steps: random.integer(1...5), of: 200, &random)
    default:
      addDrag(steps: random.integer(1...6), of: 2 * parameters.reach, &random)
      addHold(&random)
    }
  }

  private func start(_ random: inout SeededGenerator) -> Point {
    switch random.integer(0...9) {
    case 0: parameters.center
    case 1: .zero
    case 2...5: near(parameters.center, within: 2 * parameters.reach, &random)
    case 6...7: near(parameters.region.center, within: 20, &random)
    default: Point(within: surface, &random)
    }
  }

  private func near(_ point: Point, within distance: Double, _ random: inout SeededGenerator) -> Point {
    let distance = max(distance, 1)
    return Point(
      x: point.x + random.length(-distance...distance), y: point.y + random.length(-distance...distance))
  }

  private mutating func addTap(_ random: inout SeededGenerator) {
    add(.began)
    if random.chance(0.2) { addMove(of: parameters.movedTolerance, &random) }
    time += random.integer(0...parameters.gestures.tapTime * 5 / 4)
    end(&random)
  }

  private mutating func addDrag(steps: Int, of distance: Double, _ random: inout SeededGenerator) {
    add(.began)
    for _ in 0..<steps {
      addMove(of: distance, &random)
      // Long enough for a filter to continue by itself.
      if random.chance(0.1) { time += random.integer(0...1_000_000) }
    }
    end(&random)
  }

  /// A resting finger that the device still reports now and then.
  private mutating func addHold(_ random: inout SeededGenerator) {
    add(.began)
    for _ in 0..<random.integer(0...3) {
      time += random.pick(10_000, 100_000, parameters.gestures.holdTime)
      add(.moved)
    }
    time += random.integer(0...1_000_000)
    if random.chance(0.3) { addMove(of: 2 * parameters.reach, &random) }
    end(&random)
  }

  private mutating func addMove(of distance: Double, _ random: inout SeededGenerator) {
    time += random.pick(0, 8333, random.integer(1...20_000), random.integer(1...100_000))
    if random.chance(0.8) { position = near(position, within: distance, &random) }
    // On the rim itself, or on a diagonal of the base.
    if random.chance(0.05) { position.x = parameters.center.x + parameters.reach }
    if random.chance(0.05) { position.y = parameters.center.y + position.x - parameters.center.x }
    add(.moved)
  }

  private mutating func add(_ phase: ContactPhase) {
    samples.append(
      TouchSample(event: ContactEvent(id: ContactID(contact), phase: phase, position: position), time: time))
  }

  private mutating func end(_ random: inout SeededGenerator) {
    time += random.pick(0, random.integer(1...20_000))
    add(random.chance(0.9) ? .ended : .cancelled)
    contact += 1
  }
}
