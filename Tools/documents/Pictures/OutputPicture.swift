import JoystickModel
import Drawing

extension Picture {
  static var output: Picture {
    Picture(
      "output", "Output shape and inversion", height: 300,
      """
      Circles and rays of the handle as the pad's two axes show them. With the shape circle they stay what \
      they are; with square the rim becomes the square, so that both axes of a diagonal are full. The third \
      panel has one place of the handle, and where invert_x and invert_y put it.
      """
    ) { area in
      let boxes = area.columns(3)
      return OutputPanel(box: boxes[0]).grid("output_shape = \"circle\"", .circle)
        + OutputPanel(box: boxes[1]).grid("output_shape = \"square\"", .square)
        + OutputPanel(box: boxes[2]).inversions
    }
  }
}

/// The pad's two axes as a field.
private struct OutputPanel {
  let box: PixelRectangle

  private var field: PixelRectangle {
    PixelRectangle(x: box.x + 14, y: box.y + 26, width: box.width - 28, height: box.width - 28)
  }

  private func at(_ vector: Vector) -> PixelPoint {
    field.center.moved(vector.dx * field.width / 2, vector.dy * field.height / 2)
  }

  private func axes(_ title: String) -> [SVGElement] {
    [
      .code(title, field.center.x, box.y + 14), .rectangle(field, Paint(fill: .panel, stroke: .base)),
      .line(at(compass(270)), at(compass(90)), .stroke(.faint)),
      .line(at(compass(0)), at(compass(180)), .stroke(.faint)),
      .note("-1", field.x, field.bottom + 14), .note("x axis", field.center.x, field.bottom + 14),
      .note("1", field.right, field.bottom + 14),
    ]
  }

  /// Circles and rays of the handle.
  func grid(_ title: String, _ shape: OutputShape) -> [SVGElement] {
    let response = StickResponse.with { ($0.deadZoneShape, $0.outputShape) = (.none, shape) }
    func output(_ angle: Double, _ part: Double) -> PixelPoint {
      at(response.deflection(for: compass(angle, part)))
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
    return axes(title) + circles + rays + [
      .circle(at(diagonal), radius: 4.5, .fill(.green)), .note(label, field.center.x, field.bottom + 34),
    ]
  }

  /// One position of the handle with and without each inversion.
  var inversions: [SVGElement] {
    let cases: [(name: String, x: Bool, y: Bool)] = [
      ("as it is", false, false), ("invert_x", true, false), ("invert_y", false, true), ("both", true, true),
    ]
    let circle = SVGElement.circle(field.center, radius: field.width / 2, .stroke(.base))
    return axes("invert_x, invert_y") + [circle]
      + cases.flatMap { name, x, y -> [SVGElement] in
        let response = StickResponse.with { ($0.invertX, $0.invertY) = (x, y) }
        let place = at(response.deflection(for: compass(35, 0.62)))
        let style = TextStyle(anchor: .middle, size: 11, isCode: name.contains("_"))
        return [
          .arrow(field.center, place, x || y ? .vermilion : .blue),
          .text(name, at: place.moved(0, place.y < field.center.y ? -8 : 16), style),
        ]
      }
  }
}
