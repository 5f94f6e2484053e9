internal import Pictures

/// Bars over time, in milliseconds.
struct Timeline {
  /// The field that the bars are in.
  let field: Box
  /// The time at its right edge.
  let end: Double

  /// Where a time is in the picture.
  func x(_ time: Double) -> Double { field.x + time / end * field.width }

  /// Lines at multiples of a time, and their names below.
  func scale(each step: Double) -> [SVGElement] {
    stride(from: 0, through: end, by: step).flatMap { time in
      let foot = SVGPoint(x: x(time), y: field.bottom)
      return [
        SVGElement.line(SVGPoint(x: foot.x, y: field.y), foot, .stroke(.faint)),
        .text("\(decimal(time))", at: foot.moved(0, 14), .note.anchored(.middle)),
      ]
    }
  }

  /// A bar.
  func bar(_ span: (start: Double, end: Double), y: Double, _ paint: Paint) -> SVGElement {
    let box = Box(x: x(span.start), y: y, width: x(span.end) - x(span.start), height: 12)
    return .rectangle(box, rounding: 2, paint)
  }

  /// How long a bar is, beside it.
  func length(of span: (start: Double, end: Double), y: Double) -> SVGElement {
    .text("\(decimal(span.end - span.start)) ms", at: SVGPoint(x: x(span.end) + 4, y: y + 10), .note)
  }

  /// The spans of time in which something holds, which the last moment ends.
  static func spans<Moments: Sequence>(
    of moments: Moments, where holds: (StickRun.Moment) -> Bool
  ) -> [(start: Double, end: Double)] where Moments.Element == StickRun.Moment {
    var spans: [(start: Double, end: Double)] = []
    var start: Double?
    var last = 0.0
    for moment in moments {
      last = moment.time
      switch (start, holds(moment)) {
      case (nil, true): start = moment.time
      case (let begin?, false):
        spans.append((begin, moment.time))
        start = nil
      default: break
      }
    }
    if let start { spans.append((start, last)) }
    return spans
  }
}
