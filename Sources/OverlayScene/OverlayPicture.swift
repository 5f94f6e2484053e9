/// What the overlay shows: shapes, the lowest first.
public struct OverlayPicture: Equatable, Sendable {
  /// The shapes of each control.
  var controls: [[Shape]]

  /// A picture of nothing.
  public init() { controls = [] }

  init(_ controls: [[Shape]]) { self.controls = controls }

  /// All shapes in the order of drawing.
  public var shapes: some Sequence<Shape> { controls.lazy.joined() }

  /// The pixels that may differ from another picture, as rectangles without common pixels.
  ///
  /// Where all shapes that cover a pixel are the same and in the same order, the pixel is the same.
  public func changes(since other: OverlayPicture) -> [PixelBox] {
    var changes: [PixelBox] = []
    for index in 0..<max(controls.count, other.controls.count) {
      let (new, old) = (controls.element(index) ?? [], other.controls.element(index) ?? [])
      guard new != old else { continue }
      for part in 0..<max(new.count, old.count) where new.element(part) != old.element(part) {
        if let shape = new.element(part) { changes.add(shape.bounds) }
        if let last = old.element(part) { changes.add(last.bounds) }
      }
    }
    return changes
  }
}

extension Array {
  fileprivate func element(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
