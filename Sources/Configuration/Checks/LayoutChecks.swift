internal import EventPipeline
internal import JoystickModel

// Checks that need the surface.
extension ScaledSurface {
  private static let outsideCode = "outside"

  func errors(of control: ControlSettings) -> [Diagnostic] {
    // Errors that follow from such a length are of no use.
    let beyond = control.positions.sums.compactMap(error)
    return beyond.isEmpty ? errors(inRange: control) : beyond
  }

  private func error(of sum: LengthSum) -> Diagnostic? {
    let length = length(sum.length, of: sum.whole)
    guard !sum.quantity.range.contains(length) else { return nil }
    return Diagnostic(
      .error, "length-out-of-range", "\(sum.key) is \(rounded(length)) mm on \(phrase)",
      hint: "it must be \(sum.quantity.range.phrase(" mm"))", at: sum.position)
  }

  private var phrase: String { "the surface (\(rounded(size.width)) mm x \(rounded(size.height)) mm)" }

  private func phrase(_ point: Point) -> String { "(\(rounded(point.x)) mm, \(rounded(point.y)) mm)" }

  private func errors(inRange control: ControlSettings) -> [Diagnostic] {
    switch control {
    case .stick(let stick): errors(of: StickParameters(stick, on: self), from: stick)
    case .buttonGroup(let group): errors(of: group)
    case .button, .directionPad, .trigger, .look, .slider, .wheel, .ignore:
      control.region.map { errors(ofRegion: $0, at: control.regionPosition) } ?? []
    }
  }

  private func errors(of stick: StickParameters, from settings: StickSettings) -> [Diagnostic] {
    [baseError(of: stick, from: settings.positions), handleError(of: stick, from: settings.positions)]
      .compactMap { $0 }
  }

  private func baseError(of stick: StickParameters, from positions: SourcePositions) -> Diagnostic? {
    if !overlaps(stick.region) { return regionOutside(at: positions.position(of: "region")) }
    if !bounds.contains(stick.center) {
      return Diagnostic(
        .error, Self.outsideCode, "center \(phrase(stick.center)) is outside \(phrase)",
        hint: "move it onto the surface",
        at: positions.position(of: "center", "region"))
    }
    guard let movable = stick.movableBounds, !movable.contains(stick.center) else { return nil }
    return Diagnostic(
      .error, "center-outside-bounds", "center \(phrase(stick.center)) is outside movable_bounds",
      hint: "enlarge or move the bounds", at: positions.position(of: "movable_bounds"))
  }

  /// The code of a handle that cannot move far enough. Its message does not depend on the surface.
  static let handleCode = "handle-stuck"

  private func handleError(of stick: StickParameters, from positions: SourcePositions) -> Diagnostic? {
    if stick.reach < Self.minReach {
      return Diagnostic(
        .error, Self.handleCode, "radius x travel is \(plain(stick.reach)) mm",
        hint: "it must be at least \(plain(Self.minReach)) mm",
        at: positions.position(of: "radius", "travel"))
    }
    guard stick.movedTolerance > stick.farthest else { return nil }
    return Diagnostic(
      .error, Self.handleCode,
      "moved_tolerance (\(rounded(stick.movedTolerance)) mm) is greater than the handle's way along an axis "
        + "(\(rounded(stick.farthest)) mm), so the stick never deflects",
      hint: "reduce it",
      at: positions.position(of: "moved_tolerance", "radius", "travel", "handle_constraint"))
  }

  private func regionOutside(at position: SourcePosition?) -> Diagnostic {
    Diagnostic(
      .error, Self.outsideCode, "region is outside \(phrase)", hint: "move it onto the surface", at: position)
  }

  /// In millimetres: finer than the resolution of any device.
  private static let minReach = 0.01

  private func errors(ofRegion settings: RegionSettings, at position: SourcePosition?) -> [Diagnostic] {
    overlaps(region(settings)) ? [] : [regionOutside(at: position)]
  }

  /// A group can be on the surface although one of its buttons is not.
  private func errors(of group: ButtonGroupSettings) -> [Diagnostic] {
    let position = group.positions.position(of: "region")
    let outside = errors(ofRegion: group.region, at: position)
    guard outside.isEmpty else { return outside }
    let regions = group.layout.regions(in: region(group.region))
    return zip(group.names, regions).filter { !overlaps($0.1) }.map { name, _ in
      Diagnostic(
        .error, Self.outsideCode, "its button \(quoted(name)) is outside \(phrase)",
        hint: "move the region onto the surface", at: position)
    }
  }

  private func overlaps(_ region: Region) -> Bool {
    switch region {
    case .rectangle(let rectangle):
      rectangle.x < size.width && rectangle.y < size.height && rectangle.x + rectangle.width > 0
        && rectangle.y + rectangle.height > 0
    case .circle(let circle):
      (bounds.clamp(circle.center) - circle.center).length < circle.radius
        || bounds.contains(circle.center)
    }
  }
}

// Layouts that do not fit, because the screen was rotated.
extension ScaledSurface {
  /// The controls of a table, with a warning if they were changed to fit the surface.
  struct Fit {
    let controls: [Control]
    let warning: Diagnostic?
  }

  func fit(_ settings: ControlSettings) -> Fit {
    let errors = errors(of: settings)
    guard let first = errors.first else { return Fit(controls: controls(settings), warning: nil) }
    let isOutside = errors.allSatisfy { $0.code == Self.outsideCode }
    let inside = isOutside ? controls(settings) : []
    // A group stays together.
    let way = bounds.way(for: inside.map(\.region.bounds))
    let moved = inside.map { $0.moved(by: way, on: bounds) }
    return Fit(
      controls: moved,
      warning: Diagnostic(
        .warning, isOutside ? "moved-inside" : "left-out",
        "\(quoted(settings.name)) \(isOutside ? "was moved inside" : "is left out"): \(first.message)",
        hint: "give it a place for each orientation, with when", at: first.position))
  }
}

extension Control {
  /// The control in another place, with the home of its base on the surface.
  fileprivate func moved(by way: Vector, on surface: Rectangle) -> Control {
    let region = region.moved(by: way)
    switch self {
    case .stick(let control):
      var parameters = control.stick.parameters
      parameters.region = region
      parameters.center = surface.clamp(parameters.center.moved(by: way))
      // Bounds for another place would keep the base from its home.
      if parameters.movableBounds?.contains(parameters.center) == false { parameters.movableBounds = nil }
      var moved = StickControl(name: control.name, target: control.target, stick: Stick(parameters))
      moved.isNamed = control.isNamed
      return .stick(moved)
    case .button(var control):
      control.region = region
      return .button(control)
    case .directionPad(var control):
      control.region = region
      return .directionPad(control)
    case .trigger(var control):
      control.region = region
      return .trigger(control)
    case .look(var control):
      control.region = region
      return .look(control)
    case .slider(var control):
      control.region = region
      return .slider(control)
    case .wheel(var control):
      control.region = region
      return .wheel(control)
    case .ignore(var control):
      control.region = region
      return .ignore(control)
    }
  }
}

extension Region {
  fileprivate func moved(by way: Vector) -> Region {
    switch self {
    case .circle(let circle):
      .circle(Circle(center: circle.center.moved(by: way), radius: circle.radius))
    case .rectangle(let area):
      .rectangle(
        Rectangle(x: area.x + way.dx, y: area.y + way.dy, width: area.width, height: area.height))
    }
  }
}

extension Point {
  fileprivate func moved(by way: Vector) -> Point { Point(x: x + way.dx, y: y + way.dy) }
}

extension Rectangle {
  /// The shortest way of some boxes, all together, into this one, which begins at 0. What is larger begins at its edge.
  fileprivate func way(for boxes: [Rectangle]) -> Vector {
    let corner = Point(x: boxes.map(\.x).min() ?? 0, y: boxes.map(\.y).min() ?? 0)
    let right = boxes.map { $0.x + $0.width }.max() ?? 0
    let bottom = boxes.map { $0.y + $0.height }.max() ?? 0
    let room = Rectangle(
      x: 0, y: 0, width: max(0, width - (right - corner.x)), height: max(0, height - (bottom - corner.y)))
    return room.clamp(corner) - corner
  }
}

extension StickParameters {
  /// How far the handle can move along one of the axes, in millimetres.
  fileprivate var farthest: Double {
    let area =
      handleConstraint ?? Rectangle(x: -reach, y: -reach, width: 2 * reach, height: 2 * reach)
    let x = axis == .vertical ? 0 : max(abs(area.x), abs(area.x + area.width))
    let y = axis == .horizontal ? 0 : max(abs(area.y), abs(area.y + area.height))
    return min(max(x, y), reach)
  }
}

extension Settings {
  /// Checks for errors that controls have on every surface: a handle that cannot move far enough.
  /// ``layout(width:height:deviceClass:)`` checks one surface.
  package func checkWithoutSurface() throws(ConfigurationError) {
    for profile in AutomaticProfile.allCases { try automatic[profile]?.checkWithoutSurface() }
    let located = controls.map { control in
      SurfaceSize.all.filter(control.when.holds).map { size in
        ScaledSurface(size: size).errors(of: control).filter { $0.code == ScaledSurface.handleCode }
      }
    }
    let errors = located.flatMap { bySize in
      (bySize.first ?? []).filter { error in bySize.allSatisfy { $0.contains(error) } }
    }
    guard errors.isEmpty else { throw ConfigurationError(errors.map { $0.located(in: controlsFileName) }) }
  }
}

extension SurfaceSize {
  /// Sizes from a small touchpad to a wall, some of them upright. An error on each of these is an error on any surface.
  static let all = [
    (217.0, 136.0), (40, 25), (69, 50), (100, 65), (136, 217), (224, 140), (345, 194), (600, 340),
    (2000, 1200),
  ].map { SurfaceSize(width: $0, height: $1) }
}
