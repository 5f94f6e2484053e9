/// What the overlay shows: shapes, the lowest first.
package struct OverlayPicture: Equatable, Sendable {
  /// The shapes of each control.
  package var controls: [[Shape]]

  package init(_ controls: [[Shape]] = []) { self.controls = controls }

  /// All shapes in the order of drawing.
  package var shapes: some Sequence<Shape> { controls.lazy.joined() }

  /// Calls `draw` with each shape that may colour pixels there, and with all pixels that it can colour.
  package func forEach(in boxes: [PixelBox], _ draw: (Shape, PixelBox) -> Void) {
    for shape in shapes {
      let bounds = shape.bounds
      if boxes.contains(where: bounds.intersects) { draw(shape, bounds) }
    }
  }

  /// The pixels that may differ from another picture, as rectangles without common pixels.
  ///
  /// Where all shapes that cover a pixel are the same and in the same order, the pixel is the same.
  package func changes(since other: OverlayPicture) -> [PixelBox] {
    var changes: [PixelBox] = []
    for index in 0..<max(controls.count, other.controls.count) {
      let (new, old) = (controls.element(index) ?? [], other.controls.element(index) ?? [])
      guard new != old else { continue }
      for part in 0..<max(new.count, old.count) {
        let (isNew, isOld) = (part < new.count, part < old.count)
        if isNew, isOld, new[part] == old[part] { continue }
        if isNew { changes.add(new[part].bounds) }
        if isOld { changes.add(old[part].bounds) }
      }
    }
    return changes
  }
}

extension Array {
  fileprivate func element(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension OverlayPicture {
  /// A question that fills an output.
  ///
  /// - Parameters:
  ///   - question: One line, which is as large as it fits.
  ///   - hint: One line below it, which is smaller.
  package init(question: String, hint: String, on output: OutputPicture) {
    let (width, height) = (Double(output.width), Double(output.height))
    let line = min(height / 12, width / 22)
    let middle = PixelRectangle(
      x: width * 0.05, y: height / 2 - 2 * line, width: width * 0.9, height: 4 * line)
    func part(_ top: Double, _ height: Double) -> PixelRectangle {
      PixelRectangle(
        x: middle.x + line, y: middle.y + top * line, width: middle.width - 2 * line, height: height * line)
    }
    self.init([
      [
        Shape(
          .rectangle(PixelRectangle(x: 0, y: 0, width: width, height: height), rounding: 0),
          fill: Color.black.faded(to: 0.6)),
        Shape(
          .rectangle(middle, rounding: line / 2), fill: Color(0x20262e).faded(to: 0.95),
          line: .white.faded(to: 0.5), lineWidth: line / 20),
        Shape(.text(question, part(0.7, 1.4), height: line * 0.73), fill: .white),
        Shape(.text(hint, part(2.4, 1), height: line * 0.44), fill: .white.faded(to: 0.8)),
      ]
    ])
  }
}
