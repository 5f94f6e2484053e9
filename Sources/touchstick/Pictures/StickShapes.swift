internal import Configuration
internal import JoystickModel
internal import Pictures

/// A stick at rest.
struct StickShapes {
  let parameters: StickParameters
  let target: StickTarget
  let color: Color
  let panel: SurfacePanel

  private var center: SVGPoint { panel.at(parameters.center) }
  private var reach: Double { parameters.reach * panel.scale }

  /// The base, the travel of the handle, the dead zone, the handle, and the bounds of the base.
  var all: [SVGElement] {
    let base = Paint(fill: color, fillOpacity: 0.14, stroke: color, width: 1.5)
    return [.circle(center, radius: parameters.radius * panel.scale, base)] + bounds + travel + outerRing
      + (cross?.shapes ?? []) + deadZone + [handle]
  }

  /// The directions of a stick without axes.
  var cross: DirectionCross? {
    guard case .direction(let output) = target else { return nil }
    return DirectionCross(center: center, radius: reach, deadZone: 0, output: output, color: color)
  }

  private var outerRing: [SVGElement] {
    let gestures = parameters.gestures
    guard gestures.outerRing != nil else { return [] }
    return [.circle(center, radius: reach * gestures.outerRingStart, LayoutLine.outerRing.paint(color))]
  }

  private var bounds: [SVGElement] {
    guard let bounds = parameters.movableBounds else { return [] }
    return [.rectangle(panel.box(bounds), LayoutLine.movableBounds.paint(color))]
  }

  /// Empty if the handle goes to the rim.
  private var travel: [SVGElement] {
    guard parameters.travel != 1 else { return [] }
    return [.circle(center, radius: reach, LayoutLine.reach.paint(color))]
  }

  /// A dead zone for each axis, a cross of bars, is shown by the square that the bars have in common.
  private var deadZone: [SVGElement] {
    let response = parameters.response
    guard response.hasDeadZone else { return [] }
    let radius = reach * response.deadZone
    let paint = Paint(fill: .paper, stroke: color)
    switch response.deadZoneShape {
    case .axial, .scaledAxial:
      return [
        .rectangle(
          Box(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius), paint)
      ]
    case .none, .radial, .scaledRadial: return [.circle(center, radius: radius, paint)]
    }
  }

  /// A dot that leaves the ring around it visible.
  private var handle: SVGElement {
    let response = parameters.response
    let limit = response.hasDeadZone ? reach * response.deadZone / 2 : 3
    return .circle(center, radius: max(1, min(3, limit)), .fill(color))
  }
}

/// Four directions from a middle.
struct DirectionCross {
  let center: SVGPoint
  let radius: Double
  /// The dead zone, as a part of the radius.
  let deadZone: Double
  let output: DirectionOutput
  let color: Color

  private static let directions = [(0.0, -1.0), (1, 0), (0, 1), (-1, 0)]

  /// The middle, and arrows on the pad's own direction pad.
  var shapes: [SVGElement] {
    let ring =
      deadZone > 0
      ? [SVGElement.circle(center, radius: radius * deadZone, Paint(fill: .paper, stroke: color))] : []
    guard output == .hat else { return ring }
    let arrows = Self.directions.map { direction in
      SVGElement.arrow(at(max(0.25, deadZone), direction), at(0.75, direction), color)
    }
    return arrows + ring
  }

  /// The buttons, if there are four.
  var labels: [LayoutLabel] {
    guard case .buttons(let up, let right, let down, let left) = output else { return [] }
    return zip([up, right, down, left], Self.directions).map { button, direction in
      let line = LayoutLabel.Line(button.label, color, size: max(8, min(11, radius / 3)), isBold: true)
      return LayoutLabel(lines: [line], places: [at(0.75, direction)], rank: -1)
    }
  }

  private func at(_ part: Double, _ direction: (Double, Double)) -> SVGPoint {
    center.moved(direction.0 * radius * part, direction.1 * radius * part)
  }
}
