import Foundation
import TestSupport
import Testing

@testable import JoystickModel

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

  /// Checks a property for each seed.
  static func forEach(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ property: (RandomTouches, inout SeededGenerator) throws(Violation) -> Void
  ) {
    Seeds.forEach(sourceLocation: sourceLocation) { random throws(Violation) in
      let touches = RandomTouches(&random)
      try property(touches, &random)
    }
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

// Random parameters of a stick that a configuration file could set.
extension StickParameters {
  /// The parameters of a stick somewhere on a surface.
  init(on surface: Rectangle, _ random: inout SeededGenerator) {
    let bounds = random.chance(0.5) ? Rectangle(within: surface, &random) : nil
    // The base must be able to be at home.
    let center = Point(within: bounds ?? surface, &random)
    self.init(region: Region(on: surface, around: center, &random), center: center)
    movableBounds = bounds
    radius = random.chance(0.3) ? 9 : random.logarithmic(1...60)
    travel = random.chance(0.5) ? 1 : random.logarithmic(0.2...4)
    smoothing = random.chance(0.3) ? Smoothing(&random) : nil
    origin = random.pick(
      .fixed, .relative, .relativeWithin(catchDistance: random.length(0...40)), .floating,
      .semi(catchDistance: random.length(0...40)))
    movable = random.chance(0.7)
    homeReturn = random.pick(.never, .release, .doubleTap, .after(random.integer(0...1_000_000)))
    handleConstraint = random.chance(0.3) ? Rectangle(constrainingTo: reach, &random) : nil
    if random.chance(0.2) { axis = random.pick(.horizontal, .vertical) }
    movedTolerance = random.pick(0, min(1.5, reach), reach, random.number(0...reach / 2))
    response = StickResponse(&random)
    gestures = StickGestures(&random)
  }
}

extension Smoothing {
  init(_ random: inout SeededGenerator) {
    self.init()
    minCutoff = random.logarithmic(0.01...1000)
    beta = random.pick(0, 0.05, random.logarithmic(0.001...1000))
  }
}

extension StickResponse {
  init(_ random: inout SeededGenerator) {
    self.init()
    deadZone = random.pick(0, 0.08, random.number(0...0.9))
    deadZoneShape = random.pick(.none, .radial, .axial, .scaledRadial, .scaledAxial)
    saturation = random.pick(1, max(0.95, deadZone + 0.01), random.number(deadZone + 0.01...1))
    curve = random.pick(1, 2, random.logarithmic(0.1...10))
    antiDeadZone = random.pick(0, 0, 0.24, random.number(0...0.99))
    sensitivity = random.pick(1, antiDeadZone + 0.01, random.number(antiDeadZone + 0.01...10))
    axisSnap = random.pick(0, 0, 45, random.number(0...45))
    directions = random.pick(.analog, .four, .eight)
    outputShape = random.pick(.circle, .square)
    invertX = random.chance(0.3)
    invertY = random.chance(0.3)
  }
}

extension LookParameters {
  init(_ random: inout SeededGenerator) {
    self.init()
    sensitivity = random.logarithmic(1...10_000)
    acceleration = random.pick(0, random.number(0...4))
    antiDeadZone = random.pick(0, 0.24, random.number(0...0.99))
    smoothing = random.pick(0, 15_000, random.integer(0...500_000))
    settle = random.pick(30_000, random.integer(5000...1_000_000))
    invertX = random.chance(0.3)
    invertY = random.chance(0.3)
    movedTolerance = random.pick(0, 1.5, random.number(0...40))
    tap = random.pick(nil, .south, .east)
    tapTime = random.pick(200_000, random.integer(10_000...2_000_000))
    hold = random.pick(nil, .south, .west)
    holdTime = random.pick(max(500_000, tapTime), random.integer(tapTime...10_000_000))
  }
}

extension StickGestures {
  /// The button of the outer ring. No gesture presses it, so a test knows who holds it down.
  static let ring = GamepadButton.leftThumb

  init(_ random: inout SeededGenerator) {
    self.init()
    tap = random.pick(nil, .press(.south), .press(.east), .recenter)
    tapTime = random.pick(200_000, random.integer(10_000...2_000_000))
    doubleTap = random.pick(nil, .press(.south), .press(.north), .recenter)
    doubleTapTime = random.pick(300_000, random.integer(10_000...2_000_000))
    doubleTapDistance = random.pick(10, random.length(0...40))
    hold = random.pick(nil, .press(.south), .press(.west), .recenter)
    holdTime = random.pick(max(500_000, tapTime), random.integer(tapTime...10_000_000))
    outerRing = random.chance(0.5) ? Self.ring : nil
    outerRingStart = random.pick(0.9, 1, random.number(0.01...1))
  }
}

extension Point {
  init(within area: Rectangle, _ random: inout SeededGenerator) {
    self.init(
      x: random.length(area.x...area.x + area.width), y: random.length(area.y...area.y + area.height))
  }
}

extension Rectangle {
  /// A surface between the sizes of a phone and of a large tablet.
  init(surface random: inout SeededGenerator) {
    self.init(x: 0, y: 0, width: random.length(50...400), height: random.length(50...300))
  }

  /// A part of another rectangle: possibly a line, a point or all of it.
  init(within area: Rectangle, _ random: inout SeededGenerator) {
    let (one, other) = (Point(within: area, &random), Point(within: area, &random))
    let isLine = random.chance(0.1)
    self.init(
      x: min(one.x, other.x), y: min(one.y, other.y), width: isLine ? 0 : abs(one.x - other.x),
      height: abs(one.y - other.y))
  }

  /// Where the handle of a stick of this reach may go: along one axis, or in an area that may exclude the
  /// base's centre.
  fileprivate init(constrainingTo reach: Double, _ random: inout SeededGenerator) {
    let width = random.length(0...2 * reach)
    let height = random.length(0...2 * reach)
    self = random.pick(
      Rectangle(x: -reach, y: 0, width: 2 * reach, height: 0),
      Rectangle(x: 0, y: -reach, width: 0, height: 2 * reach),
      Rectangle(x: -width / 2, y: -height / 2, width: width, height: height),
      Rectangle(
        x: random.length(-reach...reach), y: random.length(-reach...reach), width: width, height: height))
  }
}

extension Region {
  fileprivate init(on surface: Rectangle, around center: Point, _ random: inout SeededGenerator) {
    self = random.pick(
      .rectangle(surface), .rectangle(Rectangle(within: surface, &random)),
      .circle(Circle(center: center, radius: random.length(5...80))))
  }
}

// Layouts as TouchPipeline plays them: timers that are due run before each sample.
extension Layout {
  typealias Check = (Layout) throws(Violation) -> Void

  var stick: Stick { sticks[0].stick }

  /// More deadlines than any stick has one after the other. The slowest filter needs 10,000 to arrive.
  private static let tooManyDeadlines = 20_000

  /// Runs the timers that are due before a time, each at its own time.
  mutating func catchUp(before time: Int64, _ check: Check = { _ in }) throws(Violation) {
    var count = 0
    while let next = deadline, next < time {
      try meetDeadline(next)
      try check(self)
      count += 1
      try ensure(count < Self.tooManyDeadlines, "too many deadlines before \(time)")
    }
  }

  /// Runs all timers, and returns their number.
  @discardableResult
  mutating func settle() throws(Violation) -> Int {
    var count = 0
    while let next = deadline {
      try meetDeadline(next)
      count += 1
      try ensure(count < Self.tooManyDeadlines, "too many deadlines")
    }
    return count
  }

  private mutating func meetDeadline(_ time: Int64) throws(Violation) {
    advance(to: time)
    // There is no time after the last.
    guard let next = deadline, time < .max else { return }
    try ensure(next > time, "the timer due at \(time) is due at \(next) again")
  }

  mutating func take(_ sample: TouchSample, _ check: Check = { _ in }) throws(Violation) {
    try catchUp(before: sample.time, check)
    apply(sample.event, time: sample.time)
    try check(self)
  }
}

extension RandomTouches {
  /// Plays all samples, and calls `check` after each sample and each deadline.
  func play(_ check: Layout.Check) throws(Violation) -> Layout {
    var layout = layout
    for sample in samples { try layout.take(sample, check) }
    return layout
  }
}

/// Fingers that come, move and go while another touch holds the stick.
struct OtherFingers {
  private let touches: RandomTouches
  private var down: [ContactID] = []
  /// Far from the numbers of the fingers that hold the stick.
  private var next: UInt32 = 1_000_000

  init(_ touches: RandomTouches) { self.touches = touches }

  /// Moves them between two times.
  ///
  /// - Parameter isHeld: Whether another finger holds the stick. If not, none of these begins where it would
  ///   hold the stick.
  mutating func between(
    _ start: Int64, _ end: Int64, isHeld: Bool, _ random: inout SeededGenerator
  ) -> [TouchSample] {
    var samples: [TouchSample] = []
    for _ in 0..<random.integer(0...2) {
      let time = random.integer((samples.last?.time ?? start)...end)
      let position = Point(within: touches.surface, &random)
      let mayBegin = isHeld || !touches.parameters.region.contains(position)
      guard let event = event(at: position, mayBegin: mayBegin, &random) else { continue }
      samples.append(TouchSample(event: event, time: time))
    }
    return samples
  }

  private mutating func event(
    at position: Point, mayBegin: Bool, _ random: inout SeededGenerator
  ) -> ContactEvent? {
    if mayBegin, down.isEmpty || random.chance(0.3) {
      next += 1
      down.append(ContactID(next))
      return ContactEvent(id: ContactID(next), phase: .began, position: position)
    }
    guard let index = down.indices.randomElement(using: &random) else { return nil }
    let id = down[index]
    let phase: ContactPhase = random.pick(.moved, .moved, .ended, .cancelled)
    if phase != .moved { down.remove(at: index) }
    return ContactEvent(id: id, phase: phase, position: position)
  }
}

extension RandomTouches {
  /// The samples of contacts that begin at certain places.
  func samples(ofContactsBeginning isWanted: (Point) -> Bool) -> [TouchSample] {
    var wanted: ContactID?
    return samples.filter { sample in
      if sample.event.phase == .began {
        wanted = isWanted(surface.clamp(sample.event.position)) ? sample.event.id : nil
      }
      return sample.event.id == wanted
    }
  }
}

@Suite("Random touches")
struct RandomTouchesTests {
  @Test("Random touches reach the interesting cases often enough", .enabled(if: Seeds.single == nil))
  func variety() {
    var counts: [String: Int] = [:]
    Seeds.forEach(2000) { random throws(Violation) in
      let touches = RandomTouches(&random)
      var seen: Set<String> = []
      var last = touches.layout
      let end = try touches.play { layout throws(Violation) in
        seen.formUnion(Self.happenings(last, layout, touches))
        last = layout
      }
      if end.deadline != nil { seen.insert("something is due after the last lift") }
      for happening in seen { counts[happening, default: 0] += 1 }
    }
    #expect(counts.count == 11, "\(counts)")
    // A hundredth of the cases.
    #expect(counts.filter { $0.value < 20 }.isEmpty, "\(counts)")
  }

  private static func happenings(_ old: Layout, _ new: Layout, _ touches: RandomTouches) -> Set<String> {
    let (before, after) = (old.stick, new.stick)
    let report = after.report
    let gestures: [GamepadButton] = [.south, .east, .north, .west]
    let isOnRim = report.polar.displacement > 0.999
    let facts = [
      "the stick is held": report.isActive,
      "the stick is deflected": after.deflection != .zero,
      "the deflection is full": after.deflection.length > 0.999,
      "the handle is on the rim": isOnRim,
      "the handle has not moved enough": report.polar.displacement > 0 && after.deflection == .zero,
      "the base follows": isOnRim && before.owner == after.owner && before.base != after.base,
      "the base is on the edge of its bounds": isOnRim && touches.parameters.isOnEdge(after.base),
      "a gesture presses a button": gestures.contains { new.gamepadState.isDown($0) },
      "the outer ring is down": new.gamepadState.isDown(StickGestures.ring),
      "the base returns": before.owner == nil && after.owner == nil && before.base != after.base,
    ]
    return Set(facts.filter(\.value).keys)
  }
}

extension StickParameters {
  fileprivate func isOnEdge(_ base: Point) -> Bool {
    guard movable, let bounds = movableBounds else { return false }
    return [bounds.x, bounds.x + bounds.width].contains(base.x)
      || [bounds.y, bounds.y + bounds.height].contains(base.y)
  }
}

extension Point {
  /// The corner of the surface, or the base where places are measured from it.
  static let zero = Point(x: 0, y: 0)

  func isNear(_ other: Point) -> Bool { (self - other).length < 1e-9 }
}

extension Vector {
  /// A compass direction in degrees, and how far that way.
  init(compass angle: Double, length: Double) {
    self.init(dx: sin(angle * .pi / 180) * length, dy: -cos(angle * .pi / 180) * length)
  }

  static func + (one: Vector, other: Vector) -> Vector {
    Vector(dx: one.dx + other.dx, dy: one.dy + other.dy)
  }

  static func - (one: Vector, other: Vector) -> Vector { one + other * -1 }

  func isNear(_ other: Vector) -> Bool { (self - other).length < 1e-9 }
}

// A quarter of a turn clockwise around the surface's corner. In sixty-fourths of a millimetre it is exact.
extension Vector {
  var turned: Vector { Vector(dx: -dy, dy: dx) }
}

extension Point {
  var turned: Point { Point(x: -y, y: x) }
}

extension Rectangle {
  var turned: Rectangle { Rectangle(x: -(y + height), y: x, width: height, height: width) }
}

extension Region {
  var turned: Region {
    switch self {
    case .circle(let circle): .circle(Circle(center: circle.center.turned, radius: circle.radius))
    case .rectangle(let rectangle): .rectangle(rectangle.turned)
    }
  }
}

extension StickParameters {
  var turned: StickParameters {
    var turned = self
    turned.region = region.turned
    turned.center = center.turned
    turned.movableBounds = movableBounds?.turned
    turned.handleConstraint = handleConstraint?.turned
    turned.axis = axis == .horizontal ? .vertical : axis == .vertical ? .horizontal : .both
    return turned
  }
}

extension TouchSample {
  var turned: TouchSample {
    var turned = self
    turned.event.position = event.position.turned
    return turned
  }
}
