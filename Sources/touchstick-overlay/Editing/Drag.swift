internal import Configuration
internal import EventPipeline
internal import JoystickModel

/// A part that fingers drag, pinch or resize.
struct Drag {
  struct Finger {
    let id: Int
    var start: Point
    var now: Point
  }

  /// The text before the drag.
  let origin: ProfileText
  /// The part's table, and the text, when the last finger came.
  private(set) var table: PlacedTable
  private(set) var text: ProfileText
  private(set) var part: EditedPart
  private let grip: Grip
  private(set) var fingers: [Finger]
  /// Whether a finger has gone farther than one that taps.
  private(set) var hasMoved = false

  /// In millimetres: a finger that taps moves less.
  private static let tapReach = 2.0
  /// In millimetres: nobody hits anything smaller.
  fileprivate static let minSide = 6.0

  init(
    _ part: EditedPart, _ grip: Grip, of table: PlacedTable, in text: ProfileText, by id: Int, at point: Point
  ) {
    (self.part, self.grip, self.table, self.text, origin) = (part, grip, table, text, text)
    fingers = [Finger(id: id, start: point, now: point)]
  }

  /// Adds a second finger: the drag becomes a pinch of what the part is by now. The lift of either finger ends it.
  mutating func add(
    _ id: Int, at point: Point, _ part: EditedPart, of table: PlacedTable, in text: ProfileText
  ) {
    guard fingers.count == 1 else { return }
    (self.part, self.table, self.text, hasMoved) = (part, table, text, true)
    fingers[0].start = fingers[0].now
    fingers.append(Finger(id: id, start: point, now: point))
  }

  /// Moves a finger. Returns whether the part moves.
  mutating func move(_ id: Int, to point: Point) -> Bool {
    guard let index = fingers.firstIndex(where: { $0.id == id }) else { return false }
    fingers[index].now = point
    hasMoved = hasMoved || (point - fingers[index].start).length > Self.tapReach
    return hasMoved
  }

  /// Where the part is now, and the lines that it has snapped to.
  func outline(_ snapping: Snapping) -> (outline: Region, guides: [EditGuide]) {
    if fingers.count > 1 { return (pinched(within: snapping.size), []) }
    let motion = fingers[0].now - fingers[0].start
    switch (part.outline, grip) {
    case (.circle(let circle), .rim):
      let grown = (fingers[0].now - circle.center).length - (fingers[0].start - circle.center).length
      return (.circle(resized(circle, by: grown, within: snapping.size)), [])
    case (.rectangle(let area), .edges(let x, let y)): return resized(area, by: motion, x, y, snapping)
    case (let outline, _): return moved(outline, by: motion, snapping)
    }
  }

  private func moved(
    _ outline: Region, by motion: Vector, _ snapping: Snapping
  ) -> (outline: Region, guides: [EditGuide]) {
    let box = outline.bounds
    let (width, height) = (snapping.size.width, snapping.size.height)
    // The middle stays on the surface.
    func place(_ low: Double, _ motion: Double, _ side: Double, _ length: Double) -> Double {
      max(-side / 2, min(low + motion, length - side / 2))
    }
    let wanted = Rectangle(
      x: place(box.x, motion.dx, box.width, width), y: place(box.y, motion.dy, box.height, height),
      width: box.width, height: box.height)
    guard case .circle(let circle) = outline else {
      let (snapped, guides) = snapping.moved(wanted, isCircle: false)
      return (.rectangle(snapped), guides)
    }
    let (snapped, guides) = snapping.moved(wanted, isCircle: true)
    return (.circle(Circle(center: snapped.center, radius: circle.radius)), guides)
  }

  /// - Parameters:
  ///   - x: The vertical edge that moves, as in ``Grip``.
  ///   - y: The horizontal edge that moves.
  private func resized(
    _ area: Rectangle, by motion: Vector, _ x: Int, _ y: Int, _ snapping: Snapping
  ) -> (outline: Region, guides: [EditGuide]) {
    var (left, top, right, bottom) = (area.x, area.y, area.x + area.width, area.y + area.height)
    var (guideX, guideY): (Double?, Double?)
    if x < 0 { (left, guideX) = snapping.column(min(left + motion.dx, right - Self.minSide)) }
    if x > 0 { (right, guideX) = snapping.column(max(right + motion.dx, left + Self.minSide)) }
    if y < 0 { (top, guideY) = snapping.row(min(top + motion.dy, bottom - Self.minSide)) }
    if y > 0 { (bottom, guideY) = snapping.row(max(bottom + motion.dy, top + Self.minSide)) }
    // What it snaps to may be beyond the other edge.
    guard right - left > Self.minSide / 2, bottom - top > Self.minSide / 2 else {
      return (.rectangle(area), [])
    }
    return (
      .rectangle(Rectangle(x: left, y: top, width: right - left, height: bottom - top)),
      snapping.guides(guideX, guideY)
    )
  }

  /// Around its middle, by as much as the fingers have gone apart.
  private func pinched(within size: SurfaceSize) -> Region {
    let (before, now) = (fingers[1].start - fingers[0].start, fingers[1].now - fingers[0].now)
    switch part.outline {
    case .circle(let circle):
      return .circle(resized(circle, by: (now.length - before.length) / 2, within: size))
    case .rectangle(let area):
      // A side that is beyond the limits already stays. The growth is rounded, so that a second finger changes nothing.
      func resized(_ side: Double, by growth: Double, to maxSide: Double) -> Double {
        max(min(Self.minSide, side), min(side + growth.rounded(), max(maxSide, side)))
      }
      let width = resized(area.width, by: abs(now.dx) - abs(before.dx), to: size.width)
      let height = resized(area.height, by: abs(now.dy) - abs(before.dy), to: size.height)
      return .rectangle(
        Rectangle(
          x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width: width,
          height: height))
    }
  }

  private func resized(_ circle: Circle, by grown: Double, within size: SurfaceSize) -> Circle {
    let radius = circle.radius + (grown * 2).rounded() / 2
    let (minRadius, maxRadius) = (Self.minSide / 2, max(size.width, size.height) / 2)
    return Circle(
      center: circle.center,
      radius: max(min(minRadius, circle.radius), min(radius, max(maxRadius, circle.radius))))
  }
}

extension EditedPart {
  /// Its outline with a diameter or longer side that is this much greater, around its middle.
  func outline(grownBy length: Double, within size: SurfaceSize) -> Region {
    let box = outline.bounds
    let longer = max(box.width, box.height)
    let factor = (longer + length) / longer
    let isTooSmall = length < 0 && min(box.width, box.height) * factor < Drag.minSide
    guard !isTooSmall, length < 0 || longer + length <= max(size.width, size.height) else { return outline }
    switch outline {
    case .circle(let circle):
      return .circle(Circle(center: circle.center, radius: circle.radius + length / 2))
    case .rectangle(let area):
      func side(_ side: Double) -> Double { (side * factor * 100).rounded() / 100 }
      let (width, height) = (side(area.width), side(area.height))
      return .rectangle(
        Rectangle(
          x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width: width,
          height: height))
    }
  }
}
