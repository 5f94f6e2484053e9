internal import EventPipeline
internal import JoystickModel

// How much of each control is on the surface.
extension ScaledSurface {
  /// - Parameter byPen: Whether a pen touches the surface, which can hit what is too small for a finger.
  func extentWarnings(of controls: [PlacedControl], byPen: Bool) -> [LocatedWarning] {
    controls.compactMap { control in
      let warning = cutOff(control.control) ?? (byPen ? nil : small(control.control))
      return warning.map { (.control($0), control.place) }
    }
  }

  /// The edge beyond which most of a control is, if any is beyond one.
  private func cutOff(_ control: Control) -> ControlWarning? {
    let overhangs = SurfaceEdge.allCases.map { (edge: $0, length: overhang(of: control.region, beyond: $0)) }
    guard let most = overhangs.max(by: { $0.length < $1.length }), most.length > Self.slack else {
      return nil
    }
    return .cutOff(control.name, most.length, most.edge)
  }

  /// None for a circle around a point of the edge: half a circle, or a quarter in a corner, is surely meant.
  private func overhang(of region: Region, beyond edge: SurfaceEdge) -> Double {
    if case .circle(let circle) = region, abs(distance(of: circle.center, from: edge)) < Self.slack {
      return 0
    }
    let box = region.boundingRectangle
    switch edge {
    case .left, .top: return -distance(of: Point(x: box.x, y: box.y), from: edge)
    case .right, .bottom:
      return -distance(of: Point(x: box.x + box.width, y: box.y + box.height), from: edge)
    }
  }

  private func small(_ control: Control) -> ControlWarning? {
    guard case .button(let button) = control else { return nil }
    let box = visibleBox(of: button.region)
    let length = min(box.width, box.height)
    return length < ControlWarning.leastButton - Self.slack ? .small(button.name, length) : nil
  }
}

extension ControlWarning {
  /// In millimetres. Half of a fingertip, below which every other touch misses.
  static let leastButton = 6.0
}
