internal import EventPipeline
public import JoystickModel

extension Settings {
  /// The controls on a surface of this size.
  ///
  /// Without a stick of its own, the file has the default one: on a touchscreen the left half of the surface
  /// moves the left stick, on any other device all of the surface does.
  ///
  /// - Parameters:
  ///   - width: Millimetres from the left to the right edge, above 0.
  ///   - height: Millimetres from the top to the bottom edge, above 0.
  ///   - deviceType: What the surface is.
  public func layout(
    width: Double, height: Double, deviceType: DeviceType
  ) throws(ConfigurationError) -> Layout {
    let surface = ScaledSurface(size: SurfaceSize(width: width, height: height))
    var problems: [ConfigurationProblem] = []
    let settings = sticks.isEmpty ? [.standard(for: deviceType)] : sticks
    let parameters = settings.map { settings in
      let parameters = StickParameters(settings, on: surface)
      problems += surface.problems(of: parameters, from: settings).map { problem, place in
        ConfigurationProblem(file: file.name, position: place, kind: .layout(problem, on: surface.size))
      }
      return parameters
    }
    guard problems.isEmpty else { throw ConfigurationError(problems) }
    let controls = zip(settings, parameters).map { settings, parameters in
      Layout.StickControl(
        name: settings.effectiveName, target: settings.target, stick: Stick(parameters))
    }
    return Layout(surface: surface.bounds, sticks: controls)
  }
}

extension StickSettings {
  /// The stick of a file that has none.
  fileprivate static func standard(for type: DeviceType) -> StickSettings {
    var stick = StickSettings()
    if type == .touchscreen {
      let leftHalf = AreaSettings(
        x: .millimetres(0), y: .millimetres(0), width: .percent(50), height: .percent(100))
      stick.region = .rectangle(leftHalf)
    }
    return stick
  }
}

extension StickParameters {
  fileprivate init(_ settings: StickSettings, on surface: ScaledSurface) {
    self.init(
      region: settings.region.map(surface.region) ?? .rectangle(surface.bounds),
      center: settings.center.map(surface.point))
    if let length = settings.radius { radius = surface.length(length) }
    if let part = settings.travel { travel = part }
    if let flag = settings.movable { movable = flag }
    movableBounds = settings.movableBounds.map(surface.area)
    if let length = settings.movedTolerance { movedTolerance = surface.length(length) }
    if settings.smoothing.isOn ?? (smoothing != nil) {
      smoothing = Smoothing(settings.smoothing)
    } else {
      smoothing = nil
    }
    if let own = settings.homeReturn { homeReturn = own }
    response = StickResponse(settings.response)
    gestures = StickGestures(settings.gestures, on: surface)
    handleConstraint = settings.handleConstraint.map(surface.area)
    if let own = settings.axis { axis = own }
    // This needs the radius.
    if let own = settings.origin { origin = surface.origin(own, radius: radius) }
  }
}

extension Smoothing {
  fileprivate init(_ settings: SmoothingSettings) {
    self.init()
    if let frequency = settings.minCutoff { minCutoff = frequency }
    if let slope = settings.beta { beta = slope }
  }
}

extension StickResponse {
  fileprivate init(_ settings: ResponseSettings) {
    self.init()
    if let part = settings.deadZone { deadZone = part }
    if let shape = settings.deadZoneShape { deadZoneShape = shape }
    if let part = settings.saturation { saturation = part }
    if let exponent = settings.curve { curve = exponent }
    if let factor = settings.sensitivity { sensitivity = factor }
    if let part = settings.antiDeadZone { antiDeadZone = part }
    if let angle = settings.axisSnap { axisSnap = angle }
    if let own = settings.directions { directions = own }
    if let shape = settings.outputShape { outputShape = shape }
    if let flag = settings.invertX { invertX = flag }
    if let flag = settings.invertY { invertY = flag }
  }
}

extension StickGestures {
  fileprivate init(_ settings: GestureSettings, on surface: ScaledSurface) {
    self.init()
    tap = settings.tap
    if let time = settings.tapTime { tapTime = time }
    doubleTap = settings.doubleTap
    if let time = settings.doubleTapTime { doubleTapTime = time }
    if let length = settings.doubleTapDistance { doubleTapDistance = surface.length(length) }
    hold = settings.hold
    if let time = settings.holdTime { holdTime = time }
    outerRing = settings.outerRing
    if let part = settings.outerRingStart { outerRingStart = part }
  }
}

/// A surface of a known size, on which percentages are lengths.
private struct ScaledSurface {
  let size: SurfaceSize

  var bounds: Rectangle { Rectangle(x: 0, y: 0, width: size.width, height: size.height) }

  func length(_ length: Length) -> Double { length.millimetres(of: min(size.width, size.height)) }

  func point(_ point: PointSettings) -> Point {
    Point(x: point.x.millimetres(of: size.width), y: point.y.millimetres(of: size.height))
  }

  func area(_ area: AreaSettings) -> Rectangle {
    Rectangle(
      x: area.x.millimetres(of: size.width), y: area.y.millimetres(of: size.height),
      width: area.width.millimetres(of: size.width), height: area.height.millimetres(of: size.height))
  }

  func region(_ region: RegionSettings) -> Region {
    switch region {
    case .rectangle(let own): .rectangle(area(own))
    case .circle(let center, let radius): .circle(Circle(center: point(center), radius: length(radius)))
    }
  }

  func origin(_ origin: OriginSettings, radius: Double) -> StickOrigin {
    switch origin {
    case .fixed: .fixed
    case .relative(let distance?): .relativeWithin(catchDistance: length(distance))
    case .relative(nil): .relative
    case .floating: .floating
    case .semi(let distance): .semi(catchDistance: distance.map(length) ?? radius)
    }
  }
}

// What can be checked only when the surface is known.
extension ScaledSurface {
  typealias Located = (problem: LayoutProblem, place: SourcePosition?)

  func problems(of stick: StickParameters, from settings: StickSettings) -> [Located] {
    var problems: [Located] = []
    if !overlaps(stick.region) {
      problems.append((.regionOutside, settings.places.place(of: .motion(.region))))
    } else if !bounds.contains(stick.center) {
      let place = settings.places.place(of: .motion(.center), .motion(.region))
      problems.append((.centerOutside(stick.center), place))
    } else if let movable = stick.movableBounds, !movable.contains(stick.center) {
      let place = settings.places.place(of: .motion(.movableBounds))
      problems.append((.centerOutsideBounds(stick.center), place))
    }
    if stick.reach < Self.leastReach {
      let place = settings.places.place(of: .motion(.radius), .motion(.travel))
      problems.append((.reachTooSmall(stick.reach, least: Self.leastReach), place))
    } else if stick.movedTolerance > stick.farthest {
      let place = settings.places.place(
        of: .motion(.movedTolerance), .motion(.radius), .motion(.travel), .motion(.handleConstraint))
      problems.append((.toleranceOutOfReach(stick.movedTolerance, farthest: stick.farthest), place))
    }
    return problems
  }

  /// In millimetres: finer than any device tells positions.
  private static let leastReach = 0.01

  private func overlaps(_ region: Region) -> Bool {
    switch region {
    case .rectangle(let own):
      own.x < size.width && own.y < size.height && own.x + own.width > 0 && own.y + own.height > 0
    case .circle(let circle):
      bounds.clamp(circle.center).distance(to: circle.center) < circle.radius
        || bounds.contains(circle.center)
    }
  }
}

extension StickParameters {
  /// How far the handle can go along one of the axes, in millimetres.
  fileprivate var farthest: Double {
    let area =
      handleConstraint ?? Rectangle(x: -reach, y: -reach, width: 2 * reach, height: 2 * reach)
    let x = axis == .vertical ? 0 : max(abs(area.x), abs(area.x + area.width))
    let y = axis == .horizontal ? 0 : max(abs(area.y), abs(area.y + area.height))
    return min(max(x, y), reach)
  }
}

extension Point {
  fileprivate func distance(to other: Point) -> Double {
    Vector(dx: x - other.x, dy: y - other.y).length
  }
}
