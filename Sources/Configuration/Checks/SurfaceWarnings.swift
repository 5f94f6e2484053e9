internal import EventPipeline
internal import JoystickModel

extension ScaledSurface {
  /// In millimetres: finer than a finger can aim.
  static let slack = 0.01

  func distance(of point: Point, from edge: SurfaceEdge) -> Double {
    switch edge {
    case .left: point.x
    case .right: size.width - point.x
    case .top: point.y
    case .bottom: size.height - point.y
    }
  }
}

// The extent of each control on the surface.
extension ScaledSurface {
  /// - Parameter byPen: Whether a pen touches the surface. A pen can hit controls that are too small for a finger.
  func extentWarnings(of controls: [PlacedControl], byPen: Bool) -> [Diagnostic] {
    controls.compactMap { control in
      cutOff(control) ?? (byPen ? nil : small(control))
    }
  }

  /// The edge that a control extends beyond the farthest, if any.
  private func cutOff(_ placed: PlacedControl) -> Diagnostic? {
    let (name, region) = (placed.control.name, placed.control.region)
    guard let largest = largestOverhang(of: region) else { return nil }
    return Diagnostic(
      .warning, "cut-off",
      "\(quoted(name)) extends \(rounded(largest.length)) mm beyond the \(largest.edge.rawValue) edge of the surface",
      hint: "move it or make it smaller", about: name, at: placed.position)
  }

  /// The edge that a region extends beyond the farthest, if any, and how far, in millimetres.
  func largestOverhang(of region: Region) -> (edge: SurfaceEdge, length: Double)? {
    let overhangs = SurfaceEdge.allCases.map { (edge: $0, length: overhang(of: region, beyond: $0)) }
    return overhangs.max { $0.length < $1.length }.flatMap { $0.length > Self.slack ? $0 : nil }
  }

  /// 0 for a circle around a point of the edge: half a circle, or a quarter in a corner, is intended.
  private func overhang(of region: Region, beyond edge: SurfaceEdge) -> Double {
    if case .circle(let circle) = region, abs(distance(of: circle.center, from: edge)) < Self.slack {
      return 0
    }
    return region.bounds.corners.map { -distance(of: $0, from: edge) }.max() ?? 0
  }

  private func small(_ placed: PlacedControl) -> Diagnostic? {
    guard let size = placed.fingerSize, size.length < size.min - Self.slack else { return nil }
    let name = placed.control.name
    return Diagnostic(
      .warning, size.code, "\(quoted(name)) is only \(rounded(size.length)) mm wide or high",
      hint: "a finger needs at least \(plain(size.min)) mm", about: name, at: placed.position)
  }
}
