internal import JoystickModel
internal import Pictures

extension Picture {
  /// The shape of the output, and its inversion.
  static var output: Picture {
    let height = 300.0
    let boxes = area(height: height).columns(3)
    return Picture(
      name: "output", title: "Output shape and inversion",
      summary: """
        Circles and rays of the handle as the pad's two axes show them. With the shape circle they stay what \
        they are; with square the rim becomes the square, so that both axes of a diagonal are full. The third \
        panel has one place of the handle, and where invert_x and invert_y put it.
        """,
      height: height,
      elements: OutputPanel(box: boxes[0]).grid("output_shape = \"circle\"", .circle)
        + OutputPanel(box: boxes[1]).grid("output_shape = \"square\"", .square)
        + OutputPanel(box: boxes[2]).inversions)
  }
}

/// The pad's two axes as a field.
private struct OutputPanel {
  let box: Box

  private var field: Box {
    Box(x: box.x + 14, y: box.y + 26, width: box.width - 28, height: box.width - 28)
  }

  private func at(_ vector: Vector) -> SVGPoint {
    field.center.moved(vector.dx * field.width / 2, vector.dy * field.height / 2)
  }

  private func axes(_ title: String) -> [SVGElement] {
    let note = TextStyle.note.anchored(.middle)
    return [
      .text(title, at: SVGPoint(x: field.center.x, y: box.y + 14), .code.anchored(.middle)),
      .rectangle(field, Paint(fill: .panel, stroke: .base)),
      .line(at(Vector(dx: -1, dy: 0)), at(Vector(dx: 1, dy: 0)), .stroke(.faint)),
      .line(at(Vector(dx: 0, dy: -1)), at(Vector(dx: 0, dy: 1)), .stroke(.faint)),
      .text("-1", at: SVGPoint(x: field.x, y: field.bottom + 14), note),
      .text("x axis", at: SVGPoint(x: field.center.x, y: field.bottom + 14), note),
      .text("1", at: SVGPoint(x: field.right, y: field.bottom + 14), note),
    ]
  }

  /// Circles and rays of the handle.
  func grid(_ title: String, _ shape: OutputShape) -> [SVGElement] {
    var response = StickResponse()
    response.deadZoneShape = .none
    response.outputShape = shape
    func output(_ angle: Double, _ part: Double) -> SVGPoint {
      at(response.deflection(for: compass(angle).scaled(by: part)))
    }
    let circles = [0.25, 0.5, 0.75, 1].map { part in
      let points = stride(from: 0.0, to: 360, by: 5).map { output($0, part) }
      return SVGElement.polygon(points, .stroke(.blue, width: part == 1 ? 2.5 : 1))
    }
    let rays = stride(from: 0.0, to: 360, by: 22.5).map { angle in
      SVGElement.line(output(angle, 0), output(angle, 1), .stroke(.blue, width: 0.75))
    }
    let diagonal = response.deflection(for: compass(45))
    let label = "full diagonal: x \(twoDecimals(diagonal.dx)), y \(twoDecimals(diagonal.dy))"
    let below = SVGPoint(x: field.center.x, y: field.bottom + 34)
    return axes(title) + circles + rays + [
      .circle(at(diagonal), radius: 4.5, .fill(.green)),
      .text(label, at: below, .note.anchored(.middle)),
    ]
  }

  /// One place of the handle with and without each inversion.
  var inversions: [SVGElement] {
    let handle = compass(35).scaled(by: 0.62)
    let cases: [(name: String, x: Bool, y: Bool)] = [
      ("as it is", false, false), ("invert_x", true, false), ("invert_y", false, true),
      ("both", true, true),
    ]
    return axes("invert_x, invert_y")
      + [.circle(field.center, radius: field.width / 2, .stroke(.base))]
      + cases.flatMap { name, x, y in
        var response = StickResponse()
        response.invertX = x
        response.invertY = y
        let place = at(response.deflection(for: handle))
        let style = TextStyle(anchor: .middle, size: 11, isCode: name.contains("_"))
        return [
          SVGElement.arrow(field.center, place, x || y ? .vermilion : .blue),
          .text(name, at: place.moved(0, place.y < field.center.y ? -8 : 16), style),
        ]
      }
  }
}
