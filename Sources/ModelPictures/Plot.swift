internal import Pictures

/// A plot: two axes, and lines between them.
struct Plot {
  /// One axis.
  struct Axis {
    /// What it counts.
    let label: String
    /// The least value.
    var from = 0.0
    /// The greatest value.
    let to: Double
    /// The values that have a line.
    let ticks: [Double]

    /// From 0 to 1.
    static func part(_ label: String) -> Axis { Axis(label: label, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1]) }
  }

  /// The field between the axes.
  let field: Box
  /// To the right.
  let x: Axis
  /// Upwards.
  let y: Axis

  /// A plot that fills a box with its labels.
  init(in box: Box, x: Axis, y: Axis) {
    field = box.inset(left: 46, top: 8, right: 10, bottom: 36)
    self.x = x
    self.y = y
  }

  /// Where two values are in the picture.
  func at(_ x: Double, _ y: Double) -> SVGPoint {
    SVGPoint(
      x: field.x + (x - self.x.from) / (self.x.to - self.x.from) * field.width,
      y: field.bottom - (y - self.y.from) / (self.y.to - self.y.from) * field.height)
  }

  /// The field, its lines and its labels.
  var axes: [SVGElement] {
    var elements: [SVGElement] = [.rectangle(field, .fill(.panel))]
    for tick in x.ticks {
      let foot = at(tick, y.from)
      elements.append(.line(foot, at(tick, y.to), .stroke(.faint)))
      elements.append(.text(decimal(tick), at: foot.moved(0, 14), .note.anchored(.middle)))
    }
    for tick in y.ticks {
      let foot = at(x.from, tick)
      elements.append(.line(foot, at(x.to, tick), .stroke(.faint)))
      elements.append(.text(decimal(tick), at: foot.moved(-6, 4), .note.anchored(.end)))
    }
    let below = SVGPoint(x: field.center.x, y: field.bottom + 30)
    elements.append(.text(x.label, at: below, .note.anchored(.middle)))
    elements.append(upright(y.label))
    return elements
  }

  private func upright(_ label: String) -> SVGElement {
    let (x, y) = (field.x - 36, field.center.y)
    return SVGElement(
      "g", [("transform", "translate(\(decimal(x)) \(decimal(y))) rotate(-90)")],
      children: [.text(label, at: SVGPoint(x: 0, y: 0), .note.anchored(.middle))])
  }

  /// A line through pairs of values.
  func line(_ values: [(x: Double, y: Double)], _ paint: Paint) -> SVGElement {
    .polyline(values.map { at($0.x, $0.y) }, paint)
  }

  /// The line of a function of x.
  ///
  /// Points between two of which the line is straight are left out, and a jump is upright: it is where the
  /// function has it to a thousandth.
  func line(of function: (Double) -> Double, _ paint: Paint) -> SVGElement {
    let count = 1000
    let values = (0...count).map { step in
      let value = x.from + (x.to - x.from) * Double(step) / Double(count)
      return (x: value, y: function(value))
    }
    return line(Self.thinned(Self.corners(of: values)).map { values[$0] }, paint)
  }

  /// Of points that follow each other closely, as on a curve, every tenth; all others.
  private static func thinned(_ indices: [Int]) -> [Int] {
    indices.enumerated().filter { order, index in
      guard order > 0, order < indices.count - 1 else { return true }
      let isInRun = indices[order - 1] == index - 1 && indices[order + 1] == index + 1
      return !isInRun || index.isMultiple(of: 10)
    }.map(\.element)
  }

  /// The points, at the same distances along x, at which a line turns.
  static func corners(_ values: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    corners(of: values).map { values[$0] }
  }

  private static func corners(of values: [(x: Double, y: Double)]) -> [Int] {
    values.indices.filter { index in
      guard index > 0, index < values.count - 1 else { return true }
      return abs(values[index - 1].y + values[index + 1].y - 2 * values[index].y) > 1e-9
    }
  }

  /// The names of lines, below each other.
  func legend(_ entries: [(paint: Paint, text: String)], at place: SVGPoint) -> [SVGElement] {
    entries.enumerated().flatMap { row, entry -> [SVGElement] in
      let start = place.moved(0, Double(row) * 17)
      return [
        .line(start, start.moved(20, 0), entry.paint), .text(entry.text, at: start.moved(26, 4), .note),
      ]
    }
  }

  /// The paints of lines in one plot, which differ in more than their colours.
  static let paints: [Paint] = [
    .stroke(.blue, width: 2), .stroke(.vermilion, width: 2, dash: "7 3"),
    .stroke(.green, width: 2, dash: "2 3"), .stroke(.purple, width: 2, dash: "8 3 2 3"),
  ]
}
