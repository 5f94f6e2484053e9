import JoystickModel
import Drawing

/// A plot: two axes, and lines between them.
struct Plot {
  /// One axis.
  struct Axis {
    let label: String
    var from = 0.0
    var to = 1.0
    /// The values with a line.
    var ticks = [0, 0.25, 0.5, 0.75, 1]
  }

  typealias Value = (x: Double, y: Double)

  /// The field between the axes.
  let field: PixelRectangle
  let x: Axis
  let y: Axis

  /// A plot that fills a box with its labels.
  init(in box: PixelRectangle, x: Axis, y: Axis) {
    field = box.inset(left: 46, top: 8, right: 10, bottom: 36)
    (self.x, self.y) = (x, y)
  }

  /// The position of two values in the picture.
  func at(_ x: Double, _ y: Double) -> PixelPoint {
    PixelPoint(
      x: field.x + (x - self.x.from) / (self.x.to - self.x.from) * field.width,
      y: field.bottom - (y - self.y.from) / (self.y.to - self.y.from) * field.height)
  }

  /// The field, its lines and its labels.
  var axes: [SVGElement] {
    let columns = x.ticks.flatMap { tick -> [SVGElement] in
      let foot = at(tick, y.from)
      return [.line(foot, at(tick, y.to), .stroke(.faint)), .note(decimal(tick), foot.x, foot.y + 14)]
    }
    let rows = y.ticks.flatMap { tick -> [SVGElement] in
      let foot = at(x.from, tick)
      return [
        .line(foot, at(x.to, tick), .stroke(.faint)), .note(decimal(tick), foot.x - 6, foot.y + 4, .end),
      ]
    }
    let upright = "translate(\(decimal(field.x - 36)) \(decimal(field.center.y))) rotate(-90)"
    return [.rectangle(field, .fill(.panel))] + columns + rows + [
      .note(x.label, field.center.x, field.bottom + 30),
      SVGElement("g", [("transform", upright)], children: [.note(y.label, 0, 0)]),
    ]
  }

  /// A line through values at equal distances along x. Values on a straight part of the line are omitted.
  func line(_ values: [Value], _ paint: Paint) -> SVGElement {
    .polyline(Self.corners(of: values).map { at(values[$0].x, values[$0].y) }, paint)
  }

  /// The line of a function of x. A jump is upright, at its position to a thousandth.
  func line(of function: (Double) -> Double, _ paint: Paint) -> SVGElement {
    let values = (0...1000).map { step in
      let value = x.from + (x.to - x.from) * Double(step) / 1000
      return (x: value, y: function(value))
    }
    let corners = Self.corners(of: values)
    // Every tenth of points that follow each other closely, as on a curve.
    let points = corners.enumerated().filter { order, index in
      guard order > 0, order < corners.count - 1 else { return true }
      return corners[order - 1] != index - 1 || corners[order + 1] != index + 1 || index.isMultiple(of: 10)
    }
    return .polyline(points.map { at(values[$0.element].x, values[$0.element].y) }, paint)
  }

  private static func corners(of values: [Value]) -> [Int] {
    values.indices.filter { index in
      index == 0 || index == values.count - 1
        || abs(values[index - 1].y + values[index + 1].y - 2 * values[index].y) > 1e-9
    }
  }

  /// The names of lines, one below the other.
  func legend(_ entries: [(paint: Paint, text: String)], at place: PixelPoint) -> [SVGElement] {
    entries.enumerated().flatMap { row, entry -> [SVGElement] in
      let start = place.moved(0, Double(row) * 17)
      return [
        .line(start, start.moved(20, 0), entry.paint), .note(entry.text, start.x + 26, start.y + 4, .start),
      ]
    }
  }

  /// The paints of lines in one plot, which differ in more than their colours.
  static let paints: [Paint] = [
    .stroke(.blue, width: 2), .stroke(.vermilion, width: 2, dash: "7 3"),
    .stroke(.green, width: 2, dash: "2 3"), .stroke(.purple, width: 2, dash: "8 3 2 3"),
  ]
}

/// Bars over time, in milliseconds.
struct Timeline {
  let field: PixelRectangle
  /// The time at the field's right edge.
  let end: Double

  /// The position of a time in the picture.
  func x(_ time: Double) -> Double { field.x + time / end * field.width }

  /// Lines at multiples of a time, with their names and their unit below.
  func scale(each step: Double) -> [SVGElement] {
    stride(from: 0, through: end, by: step).flatMap { time -> [SVGElement] in
      let foot = PixelPoint(x: x(time), y: field.bottom)
      return [
        .line(PixelPoint(x: foot.x, y: field.y), foot, .stroke(.faint)),
        .note(decimal(time), foot.x, foot.y + 14),
      ]
    }
  }

  func bar(_ span: Span, y: Double, _ paint: Paint) -> SVGElement {
    .rectangle(
      PixelRectangle(x: x(span.start), y: y, width: x(span.end) - x(span.start), height: 12), rounding: 2,
      paint)
  }

  /// Bars on a line, with their lengths where there is room, and the line's name.
  func row(_ name: String, _ spans: [Span], _ color: Color, _ y: Double) -> [SVGElement] {
    let line = SVGElement.line(
      PixelPoint(x: field.x, y: y + 12), PixelPoint(x: field.right, y: y + 12), .stroke(.faint))
    return [line, .note(name, field.x - 8, y + 10, .end)]
      + spans.indices.flatMap { index -> [SVGElement] in
        let span = spans[index]
        let room = index + 1 < spans.count ? x(spans[index + 1].start) - x(span.end) : .infinity
        let length = SVGElement.note("\(decimal(span.end - span.start)) ms", x(span.end) + 4, y + 10, .start)
        return [bar(span, y: y, .fill(color))] + (room > 44 ? [length] : [])
      }
  }
}
