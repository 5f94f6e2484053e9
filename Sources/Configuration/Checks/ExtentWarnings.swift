internal import Diagnostics
internal import EventPipeline
internal import JoystickModel

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
    let overhangs = SurfaceEdge.allCases.map { (edge: $0, length: overhang(of: region, beyond: $0)) }
    guard let most = overhangs.max(by: { $0.length < $1.length }), most.length > Self.slack else {
      return nil
    }
    return Diagnostic(
      .warning, "cut-off",
      "\(quoted(name)) extends \(rounded(most.length)) mm beyond the \(most.edge.rawValue) edge of the surface",
      hint: "move it or make it smaller", about: name, at: placed.place)
  }

  /// 0 for a circle around a point of the edge: half a circle, or a quarter in a corner, is intended.
  private func overhang(of region: Region, beyond edge: SurfaceEdge) -> Double {
    if case .circle(let circle) = region, abs(distance(of: circle.center, from: edge)) < Self.slack {
      return 0
    }
    return region.bounds.corners.map { -distance(of: $0, from: edge) }.max() ?? 0
  }

  private func small(_ placed: PlacedControl) -> Diagnostic? {
    guard case .button(let button) = placed.control else { return nil }
    let box = visibleBox(of: button.region)
    let length = min(box.width, box.height)
    guard length < Self.leastButton - Self.slack else { return nil }
    return Diagnostic(
      .warning, "small-button", "\(quoted(button.name)) is only \(rounded(length)) mm wide or high",
      hint: "a finger needs at least \(plain(Self.leastButton)) mm", about: button.name, at: placed.place)
  }

  /// In millimetres: half of a fingertip. On smaller buttons, every other touch misses.
  private static let leastButton = 6.0
}
