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

  /// The base, how far the handle goes, the dead zone, the handle, and where the base may go.
  var all: [SVGElement] {
    let base = Paint(fill: color, fillOpacity: 0.14, stroke: color, width: 1.5)
    return [.circle(center, radius: parameters.radius * panel.scale, base)] + bounds + travel + inside
  }

  private var bounds: [SVGElement] {
    guard let bounds = parameters.movableBounds else { return [] }
    return [.rectangle(panel.box(bounds), .stroke(color, dash: LayoutLine.movableBounds.dash))]
  }

  /// Nothing where the handle goes to the rim.
  private var travel: [SVGElement] {
    guard parameters.travel != 1 else { return [] }
    return [.circle(center, radius: reach, .stroke(color, dash: LayoutLine.reach.dash))]
  }

  private var inside: [SVGElement] {
    if case .direction(let output) = target {
      let cross = DirectionCross(
        center: center, radius: reach, deadZone: 0, output: output, color: color)
      return cross.all + deadZone + [handle]
    }
    return deadZone + [handle]
  }

  /// A cross of bars, as a dead zone for each axis is, is told by the square that they have in common.
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

  /// A dot that leaves the ring around it to be seen.
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
  /// The part of the radius that is no direction.
  let deadZone: Double
  let output: DirectionOutput
  let color: Color

  private static let directions = [(0.0, -1.0), (1, 0), (0, 1), (-1, 0)]

  /// Arrows on the pad's own direction pad, else the buttons.
  var all: [SVGElement] {
    let ring =
      deadZone > 0
      ? [SVGElement.circle(center, radius: radius * deadZone, Paint(fill: .paper, stroke: color))] : []
    switch output {
    case .hat: return arms { _, end, start in [.arrow(start, end, color)] } + ring
    case .buttons(let up, let right, let down, let left):
      let labels = [up, right, down, left].map(\.label)
      let style = TextStyle(anchor: .middle, color: color, size: 11, isBold: true, hasHalo: true)
      return arms { index, end, _ in [.text(labels[index], at: end.moved(0, 4), style)] } + ring
    }
  }

  private func arms(_ arm: (_ index: Int, _ end: SVGPoint, _ start: SVGPoint) -> [SVGElement]) -> [SVGElement]
  {
    Self.directions.enumerated().flatMap { index, direction in
      let at = { (part: Double) in center.moved(direction.0 * radius * part, direction.1 * radius * part) }
      return arm(index, at(0.75), at(max(0.25, deadZone)))
    }
  }
}
