public import Configuration
public import JoystickModel

/// Something that a finger can drag: the region of a control, or the base of a stick.
public struct EditedPart: Equatable, Sendable {
  /// The number of its table among the controls of the settings.
  public let table: Int
  /// Whether it is the base of a stick.
  public let isBase: Bool
  /// Where it is.
  public let outline: Region

  func isSame(as other: EditedPart) -> Bool { table == other.table && isBase == other.isBase }
}

extension PlacedTable {
  /// Its parts that can be dragged.
  public var parts: [EditedPart] {
    let regions = region.map { [EditedPart(table: number, isBase: false, outline: $0)] } ?? []
    guard hasOwnBase, let base else { return regions }
    return regions + [EditedPart(table: number, isBase: true, outline: .circle(base))]
  }

  func changes(of part: EditedPart, to outline: Region) -> [TextChange] {
    guard part.isBase else { return changes(toRegion: outline) }
    guard case .circle(let circle) = outline else { return [] }
    return changes(toBase: circle)
  }
}

/// Which place of a part a finger holds.
enum Grip: Equatable {
  case inside
  /// The rim of a circle.
  case rim
  /// Edges of a rectangle: -1 is the left or upper one, 1 the right or lower one, 0 neither.
  case edges(x: Int, y: Int)
}

extension EditedPart {
  /// How far from its edge a finger holds it, in millimetres: half of a fingertip.
  private static let edgeReach = 3.0

  /// The place that a finger at this point holds; nil if it holds none.
  func grip(at point: Point) -> Grip? {
    // A small part must have an inside, too.
    let inner = min(Self.edgeReach, outline.inradius * 0.3)
    func side(_ place: Double, _ low: Double, _ high: Double) -> Int? {
      guard (low - Self.edgeReach...high + Self.edgeReach).contains(place) else { return nil }
      return place < low + inner ? -1 : place > high - inner ? 1 : 0
    }
    switch outline {
    case .circle(let circle):
      let distance = (point - circle.center).length
      guard distance <= circle.radius + Self.edgeReach else { return nil }
      return distance < circle.radius - inner ? .inside : .rim
    case .rectangle(let area):
      guard let x = side(point.x, area.x, area.x + area.width),
        let y = side(point.y, area.y, area.y + area.height)
      else { return nil }
      return x == 0 && y == 0 ? .inside : .edges(x: x, y: y)
    }
  }

  var area: Double {
    switch outline {
    case .circle(let circle): .pi * circle.radius * circle.radius
    case .rectangle(let area): area.width * area.height
    }
  }
}

extension [EditedPart] {
  /// The part that a finger at this point holds: the smallest that contains it, so that none is out of reach, or else one
  /// whose edge is near. The edge of the selected part comes first, because it is marked.
  func part(at point: Point, selected: EditedPart?) -> (part: EditedPart, grip: Grip)? {
    if let selected, let grip = selected.grip(at: point), grip != .inside { return (selected, grip) }
    let held =
      filter { $0.outline.contains(point) }.min { $0.area < $1.area } ?? first { $0.grip(at: point) != nil }
    return held.flatMap { part in part.grip(at: point).map { (part, $0) } }
  }
}
