internal import JoystickModel

/// A drawing of lines in a square, whose side is 1.
package struct Icon: Equatable, Sendable {
  /// The points of each line. A line that ends where it began is closed.
  package let lines: [[(x: Double, y: Double)]]

  init(_ lines: [(x: Double, y: Double)]...) { self.lines = lines }

  private init(lines: [[(x: Double, y: Double)]]) { self.lines = lines }

  package static func == (one: Icon, other: Icon) -> Bool {
    one.lines.count == other.lines.count
      && zip(one.lines, other.lines).allSatisfy { $0.elementsEqual($1, by: ==) }
  }

  static func + (one: Icon, other: Icon) -> Icon { Icon(lines: one.lines + other.lines) }

  /// The lines in a part of a picture.
  func form(in area: PixelRectangle) -> Shape.Form {
    .strokes(
      lines.map { line in
        line.map { PixelPoint(x: area.x + $0.x * area.width, y: area.y + $0.y * area.height) }
      })
  }

  /// A circle, or a part of it.
  ///
  /// - Parameter steps: Of a sixteenth of a turn, clockwise from the right.
  private static func arc(
    _ x: Double, _ y: Double, _ radius: Double, _ steps: ClosedRange<Int> = 0...16
  ) -> [(x: Double, y: Double)] {
    // The cosine and sine of a sixteenth of a turn.
    let (cosine, sine) = (0.923_879_532_5, 0.382_683_432_4)
    var (way, points): ((x: Double, y: Double), [(x: Double, y: Double)]) = ((1, 0), [])
    for step in 0...steps.upperBound {
      if steps.contains(step) { points.append((x + radius * way.x, y + radius * way.y)) }
      way = (cosine * way.x - sine * way.y, sine * way.x + cosine * way.y)
    }
    return points
  }

  private static func box(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> [(
    x: Double, y: Double
  )] {
    [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
  }
}

// Those of buttons.
extension Icon {
  /// Two windows.
  static let select = Icon(
    [(0.32, 0.62), (0.06, 0.62), (0.06, 0.12), (0.68, 0.12), (0.68, 0.38)], box(0.32, 0.38, 0.94, 0.88))
  static let start = Icon([(0.1, 0.2), (0.9, 0.2)], [(0.1, 0.5), (0.9, 0.5)], [(0.1, 0.8), (0.9, 0.8)])
  static let home = Icon(
    [(0.08, 0.52), (0.5, 0.1), (0.92, 0.52)], [(0.2, 0.45), (0.2, 0.9), (0.8, 0.9), (0.8, 0.45)])
  static let plus = Icon([(0.5, 0.15), (0.5, 0.85)], [(0.15, 0.5), (0.85, 0.5)])
  static let minus = Icon([(0.15, 0.5), (0.85, 0.5)])
  static let cross = Icon([(0.16, 0.16), (0.84, 0.84)], [(0.84, 0.16), (0.16, 0.84)])
  static let circle = Icon(arc(0.5, 0.5, 0.4))
  static let square = Icon(box(0.14, 0.14, 0.86, 0.86))
  static let triangle = Icon([(0.5, 0.1), (0.94, 0.84), (0.06, 0.84), (0.5, 0.1)])

  /// Four circles, one of which is full.
  ///
  /// - Parameter full: Its place, clockwise from the right.
  static func position(_ full: Int) -> Icon {
    let middles = [(0.82, 0.5), (0.5, 0.82), (0.18, 0.5), (0.5, 0.18)]
    return Icon(
      lines: middles.enumerated().flatMap { place, middle in
        (place == full ? [0.05, 0.12, 0.19] : [0.07]).map { arc(middle.0, middle.1, $0) }
      })
  }
}

extension ControlIcon {
  package var icon: Icon {
    switch self {
    case .save:
      Icon(
        [(0.1, 0.1), (0.72, 0.1), (0.9, 0.28), (0.9, 0.9), (0.1, 0.9), (0.1, 0.1)],
        [(0.28, 0.9), (0.28, 0.58), (0.72, 0.58), (0.72, 0.9)],
        [(0.32, 0.1), (0.32, 0.34), (0.62, 0.34), (0.62, 0.1)])
    case .load:
      Icon(
        [(0.06, 0.86), (0.06, 0.18), (0.38, 0.18), (0.48, 0.3), (0.94, 0.3), (0.94, 0.86), (0.06, 0.86)],
        [(0.5, 0.76), (0.5, 0.46)], [(0.36, 0.58), (0.5, 0.44), (0.64, 0.58)])
    case .fastForward: .triangles(0.06, 0.5)
    case .rewind: .triangles(0.94, -0.5)
    case .menu: .dots + .ring(0.46)
    case .pause: Icon([(0.33, 0.16), (0.33, 0.84)], [(0.67, 0.16), (0.67, 0.84)])
    case .keyboard:
      Icon(
        [(0.04, 0.24), (0.96, 0.24), (0.96, 0.78), (0.04, 0.78), (0.04, 0.24)], [(0.2, 0.43), (0.26, 0.43)],
        [(0.47, 0.43), (0.53, 0.43)], [(0.74, 0.43), (0.8, 0.43)], [(0.28, 0.62), (0.72, 0.62)])
    case .weapon:
      Icon(
        [(0.9, 0.1), (0.88, 0.3), (0.46, 0.7), (0.3, 0.54), (0.7, 0.12), (0.9, 0.1)],
        [(0.2, 0.5), (0.5, 0.8)],
        [(0.32, 0.68), (0.12, 0.88)])
    case .fire:
      Icon([
        (0.54, 0.06), (0.6, 0.28), (0.78, 0.46), (0.82, 0.66), (0.7, 0.86), (0.5, 0.94), (0.3, 0.86),
        (0.18, 0.66), (0.24, 0.46), (0.36, 0.36), (0.42, 0.5), (0.52, 0.34), (0.54, 0.06),
      ])
    case .aim:
      Icon(
        [(0.5, 0.04), (0.5, 0.34)], [(0.5, 0.66), (0.5, 0.96)], [(0.04, 0.5), (0.34, 0.5)],
        [(0.66, 0.5), (0.96, 0.5)])
        + .ring(0.34)
    case .jump: .arrow(from: 0.72, to: 0.1, 0.24)
    case .crouch: .arrow(from: 0.08, to: 0.7, -0.24)
    case .run:
      Icon(
        [(0.5, 0.18), (0.88, 0.5), (0.5, 0.82)], [(0.06, 0.3), (0.36, 0.3)], [(0.06, 0.5), (0.52, 0.5)],
        [(0.06, 0.7), (0.36, 0.7)])
    case .brake:
      Icon([(0.5, 0.34), (0.5, 0.54)], [(0.5, 0.66), (0.5, 0.67)]) + .ring(0.29) + .brackets
    case .gas: Icon([(0.5, 0.7), (0.72, 0.4)]) + .dial
    case .horn:
      Icon(
        [(0.1, 0.4), (0.3, 0.4), (0.66, 0.16), (0.66, 0.84), (0.3, 0.6), (0.1, 0.6), (0.1, 0.4)],
        [(0.8, 0.34), (0.88, 0.5), (0.8, 0.66)])
    case .camera:
      Icon([
        (0.06, 0.3), (0.28, 0.3), (0.36, 0.16), (0.64, 0.16), (0.72, 0.3), (0.94, 0.3), (0.94, 0.84),
        (0.06, 0.84), (0.06, 0.3),
      ]) + .lens
    case .map:
      Icon(
        [
          (0.08, 0.2), (0.36, 0.1), (0.64, 0.2), (0.92, 0.1), (0.92, 0.8), (0.64, 0.9), (0.36, 0.8),
          (0.08, 0.9),
          (0.08, 0.2),
        ], [(0.36, 0.1), (0.36, 0.8)], [(0.64, 0.2), (0.64, 0.9)])
    case .select: .select
    case .cross: .cross
    case .circle: .circle
    case .square: .square
    case .triangle: .triangle
    case .up: Icon([(0.5, 0.2), (0.86, 0.76), (0.14, 0.76), (0.5, 0.2)])
    case .right: Icon([(0.8, 0.5), (0.24, 0.86), (0.24, 0.14), (0.8, 0.5)])
    case .down: Icon([(0.5, 0.8), (0.14, 0.24), (0.86, 0.24), (0.5, 0.8)])
    case .left: Icon([(0.2, 0.5), (0.76, 0.14), (0.76, 0.86), (0.2, 0.5)])
    case .layers:
      Icon(
        [(0.5, 0.1), (0.92, 0.34), (0.5, 0.58), (0.08, 0.34), (0.5, 0.1)],
        [(0.08, 0.52), (0.5, 0.76), (0.92, 0.52)],
        [(0.08, 0.7), (0.5, 0.94), (0.92, 0.7)])
    }
  }
}

// Parts of several.
extension Icon {
  fileprivate static func ring(_ radius: Double) -> Icon { Icon(arc(0.5, 0.5, radius)) }
  fileprivate static let brackets = Icon(arc(0.5, 0.5, 0.45, 6...10), arc(0.5, 0.5, 0.45, 14...18))
  fileprivate static let dial = Icon(arc(0.5, 0.66, 0.44, 7...17))
  fileprivate static let dots = Icon(
    lines: [0.26, 0.5, 0.74].map { x in [(x, 0.5), (x + 0.01, 0.5)] })
  fileprivate static let lens = Icon(arc(0.5, 0.56, 0.17))

  fileprivate static func triangles(_ start: Double, _ way: Double) -> Icon {
    let middle = start + way * 0.88
    return Icon(
      lines: [start, middle].map { x in
        [(x, 0.2), (x + way * 0.88, 0.5), (x, 0.8), (x, 0.2)]
      })
  }

  /// An upright arrow above the ground.
  fileprivate static func arrow(from start: Double, to tip: Double, _ head: Double) -> Icon {
    Icon(
      [(0.5, start), (0.5, tip)], [(0.26, tip + head), (0.5, tip), (0.74, tip + head)],
      [(0.14, 0.92), (0.86, 0.92)])
  }
}
