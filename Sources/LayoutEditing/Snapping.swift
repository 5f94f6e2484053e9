internal import Configuration
internal import EventPipeline
internal import JoystickModel

/// A line that a part has snapped to.
public enum EditGuide: Equatable, Sendable {
  /// At this x, in millimetres.
  case vertical(Double)
  /// At this y, in millimetres.
  case horizontal(Double)
}

/// The places that parts snap to: the edges and the middle of the surface, the edges and middles of other parts, and else
/// whole millimetres.
struct Snapping {
  let size: SurfaceSize
  let others: [Rectangle]

  /// In millimetres: a finger hides more than this.
  private static let reach = 2.0

  /// The rectangle of a part, moved to a place near it where it snaps.
  func moved(_ box: Rectangle, isCircle: Bool) -> (box: Rectangle, guides: [EditGuide]) {
    let (dx, x) = way(of: box.columns, isCircle, others.map(\.columns), size.width)
    let (dy, y) = way(of: box.rows, isCircle, others.map(\.rows), size.height)
    return (
      Rectangle(x: box.x + dx, y: box.y + dy, width: box.width, height: box.height),
      guides(x, y)
    )
  }

  /// The place of a vertical edge.
  func column(_ x: Double) -> (x: Double, guide: Double?) { edge(x, others.map(\.columns), size.width) }

  /// The place of a horizontal edge.
  func row(_ y: Double) -> (y: Double, guide: Double?) { edge(y, others.map(\.rows), size.height) }

  func guides(_ x: Double?, _ y: Double?) -> [EditGuide] {
    (x.map { [.vertical($0)] } ?? []) + (y.map { [.horizontal($0)] } ?? [])
  }

  private func way(
    of span: Interval, _ isCircle: Bool, _ others: [Interval], _ length: Double
  ) -> (way: Double, guide: Double?) {
    let edges: [Double] = [0, length] + others.flatMap { [$0.low, $0.high] }
    let middles = [length / 2] + others.map(\.middle)
    let ways =
      edges.flatMap { [($0 - span.low, $0), ($0 - span.high, $0)] } + middles.map { ($0 - span.middle, $0) }
    if let best = nearest(ways) { return best }
    let anchor = isCircle ? span.middle : span.low
    return (anchor.rounded() - anchor, nil)
  }

  private func edge(_ place: Double, _ others: [Interval], _ length: Double) -> (Double, guide: Double?) {
    let lines: [Double] = [0, length] + others.flatMap { [$0.low, $0.high] }
    guard let best = nearest(lines.map { ($0 - place, $0) }) else { return (place.rounded(), nil) }
    return (place + best.way, best.guide)
  }

  private func nearest(_ ways: [(Double, Double)]) -> (way: Double, guide: Double?)? {
    ways.filter { abs($0.0) <= Self.reach }.min { abs($0.0) < abs($1.0) }.map { ($0.0, $0.1) }
  }
}

/// One axis of a rectangle.
private struct Interval {
  let low, high: Double
  var middle: Double { (low + high) / 2 }
}

extension Rectangle {
  fileprivate var columns: Interval { Interval(low: x, high: x + width) }
  fileprivate var rows: Interval { Interval(low: y, high: y + height) }
}
