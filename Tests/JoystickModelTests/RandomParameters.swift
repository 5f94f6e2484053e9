import JoystickModel
import TestSupport

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
