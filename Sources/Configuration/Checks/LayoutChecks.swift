internal import JoystickModel

// What can be checked only when the surface is known.
extension ScaledSurface {
  typealias Located = (problem: LayoutProblem, place: SourcePosition?)

  func problems(of control: ControlSettings) -> [Located] {
    // What would follow from such a length is of no use.
    let beyond = control.places.sums.compactMap(problem)
    return beyond.isEmpty ? problems(inRange: control) : beyond
  }

  private func problem(of sum: LengthSum) -> Located? {
    let length = length(sum.length, of: sum.whole)
    guard !sum.quantity.range.contains(length) else { return nil }
    return (.lengthOutOfRange(sum.key, length, sum.quantity), sum.place)
  }

  private func problems(inRange control: ControlSettings) -> [Located] {
    switch control {
    case .stick(let own): problems(of: StickParameters(own, on: self), from: own)
    case .buttonGroup(let own): problems(of: own)
    case .button, .deviceButton, .directionPad, .trigger:
      control.region.map { problems(ofRegion: $0, at: control.regionPlace) } ?? []
    }
  }

  private func problems(of stick: StickParameters, from settings: StickSettings) -> [Located] {
    var problems: [Located] = []
    if !overlaps(stick.region) {
      problems.append((.regionOutside, settings.places.place(of: "region")))
    } else if !bounds.contains(stick.center) {
      let place = settings.places.place(of: "center", "region")
      problems.append((.centerOutside(stick.center), place))
    } else if let movable = stick.movableBounds, !movable.contains(stick.center) {
      let place = settings.places.place(of: "movable_bounds")
      problems.append((.centerOutsideBounds(stick.center), place))
    }
    if stick.reach < Self.leastReach {
      let place = settings.places.place(of: "radius", "travel")
      problems.append((.reachTooSmall(stick.reach, least: Self.leastReach), place))
    } else if stick.movedTolerance > stick.farthest {
      let place = settings.places.place(
        of: "moved_tolerance", "radius", "travel", "handle_constraint")
      problems.append((.toleranceOutOfReach(stick.movedTolerance, farthest: stick.farthest), place))
    }
    return problems
  }

  /// In millimetres: finer than any device tells positions.
  private static let leastReach = 0.01

  private func problems(ofRegion settings: RegionSettings, at place: SourcePosition?) -> [Located] {
    overlaps(region(settings)) ? [] : [(.regionOutside, place)]
  }

  /// A group can be on the surface when one of its buttons is not.
  private func problems(of group: ButtonGroupSettings) -> [Located] {
    let place = group.places.place(of: "region")
    let outside = problems(ofRegion: group.region, at: place)
    guard outside.isEmpty else { return outside }
    let regions = group.layout.regions(in: region(group.region))
    return zip(group.names, regions).filter { !overlaps($0.1) }.map { (.buttonOutside($0.0), place) }
  }

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
