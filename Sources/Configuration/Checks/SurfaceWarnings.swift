internal import EventPipeline
internal import JoystickModel

// What is surely not meant of a single table on a certain surface.
extension ScaledSurface {
  typealias LocatedWarning = (kind: ConfigurationWarning.Kind, place: SourcePosition?)

  func warnings(of control: ControlSettings) -> [LocatedWarning] {
    switch control {
    case .stick(let own):
      let edges = edgesTooNear(to: own).map {
        LocatedWarning(.stick($0), own.places.place(of: "center", "region"))
      }
      return edges + (edges.isEmpty ? unusualReach(of: own) : []) + unusualSensitivity(of: own)
    case .trigger(let own): return warnings(ofPull: own)
    case .button, .deviceButton, .buttonGroup, .directionPad: return []
    }
  }

  private func unusualReach(of settings: StickSettings) -> [LocatedWarning] {
    let reach = StickParameters(settings, on: self).reach
    let most = min(StickWarning.mostReach, min(size.width, size.height) / 2)
    guard reach < StickWarning.leastReach || reach > max(most, StickParameters.standard.reach) else {
      return []
    }
    let warning = StickWarning.unusualReach(
      settings.effectiveName, reach, least: StickWarning.leastReach, most: most)
    return [(.stick(warning), settings.places.place(of: "radius", "travel"))]
  }

  private func unusualSensitivity(of settings: StickSettings) -> [LocatedWarning] {
    let stick = StickParameters(settings, on: self)
    let sensitivity = stick.response.sensitivity
    guard !StickWarning.usualSensitivities.contains(sensitivity) else { return [] }
    let warning = StickWarning.unusualSensitivity(settings.effectiveName, sensitivity, reach: stick.reach)
    return [(.stick(warning), settings.places.place(of: "sensitivity"))]
  }

  /// Only a stick that never moves has no other way to where it is all the way out.
  private func edgesTooNear(to settings: StickSettings) -> [StickWarning] {
    let stick = StickParameters(settings, on: self)
    guard stick.origin == .fixed, !stick.movable, stick.handleConstraint == nil,
      stick.response.sensitivity <= 1, settings.target == .left || settings.target == .right
    else { return [] }
    let needed = stick.reach * (stick.response.deadZoneShape == .none ? 1 : stick.response.saturation)
    return SurfaceEdge.allCases.filter { $0.counts(for: stick.axis) }.compactMap { edge in
      let distance = distance(of: stick.center, from: edge)
      guard distance < needed - Self.slack else { return nil }
      return .rimBeyondEdge(edge, distance: distance, needed: needed)
    }
  }

  /// In millimetres: finer than a finger is put anywhere.
  static let slack = 0.01

  func distance(of point: Point, from edge: SurfaceEdge) -> Double {
    switch edge {
    case .left: point.x
    case .right: size.width - point.x
    case .top: point.y
    case .bottom: size.height - point.y
    }
  }

  private func warnings(ofPull trigger: TriggerSettings) -> [LocatedWarning] {
    guard case .slide = trigger.pull else { return [] }
    let distance = length(trigger.distance)
    let farthest = farthestSlide(from: region(trigger.region))
    guard distance > farthest else { return [] }
    let warning = ControlWarning.pullBeyondSurface(distance: distance, farthest: farthest)
    return [(.control(warning), trigger.places.place(of: "distance", "pull"))]
  }

  /// From a corner of what there is of the region to a corner of the surface.
  private func farthestSlide(from region: Region) -> Double {
    let starts = visibleBox(of: region).corners
    return bounds.corners.flatMap { corner in starts.map { (corner - $0).length } }.max() ?? 0
  }
}

// What there is of a region on the surface.
extension ScaledSurface {
  /// The least rectangle that has all of it.
  func visibleBox(of region: Region) -> Rectangle {
    let box = region.boundingRectangle
    let (left, top) = (max(box.x, 0), max(box.y, 0))
    return Rectangle(
      x: left, y: top, width: max(min(box.x + box.width, size.width) - left, 0),
      height: max(min(box.y + box.height, size.height) - top, 0))
  }

  /// In square millimetres, for a circle on an edge about.
  func visibleArea(of region: Region) -> Double {
    let box = visibleBox(of: region)
    return switch region {
    case .rectangle: box.width * box.height
    case .circle: box.width * box.height * .pi / 4
    }
  }

  /// Whether all that there is of one region is in another, as far as that can be told simply.
  func covers(_ outer: Region, _ inner: Region) -> Bool {
    let corners = visibleBox(of: inner).corners
    switch (outer, inner) {
    case (.circle(let outer), .circle(let inner)):
      if (inner.center - outer.center).length + inner.radius <= outer.radius + Self.rounding { return true }
      return corners.allSatisfy { Region.circle(outer).contains($0) }
    case (.circle(let outer), .rectangle):
      let grown = Circle(center: outer.center, radius: outer.radius + Self.rounding)
      return corners.allSatisfy { Region.circle(grown).contains($0) }
    case (.rectangle(let own), _):
      let grown = Rectangle(
        x: own.x - Self.rounding, y: own.y - Self.rounding, width: own.width + 2 * Self.rounding,
        height: own.height + 2 * Self.rounding)
      return corners.allSatisfy(grown.contains)
    }
  }

  /// In millimetres: what is lost where percentages are added.
  private static let rounding = 1e-9
}

extension Rectangle {
  fileprivate var corners: [Point] {
    [
      Point(x: x, y: y), Point(x: x + width, y: y), Point(x: x, y: y + height),
      Point(x: x + width, y: y + height),
    ]
  }
}

extension StickWarning {
  /// In millimetres: a thumb that is meant to rest trembles by one.
  fileprivate static let leastReach = 3.0
  /// In millimetres: the width of a hand.
  fileprivate static let mostReach = 60.0
  static let usualSensitivities = 0.25...4
}

extension SurfaceEdge {
  /// Whether a handle on these axes goes that way.
  fileprivate func counts(for axis: HandleAxis) -> Bool {
    switch self {
    case .left, .right: axis != .vertical
    case .top, .bottom: axis != .horizontal
    }
  }
}
