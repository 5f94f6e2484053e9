import JoystickModel
import Drawing

extension Picture {
  static var slider: Picture {
    Picture(
      "slider", "Sliders and wheels", height: 300,
      """
      Left: a slider for both triggers, and one for the right trigger, each with fingers in four places and what they \
      pull. Right: a wheel that a finger has turned by an eighth of a turn, and the axis over time while it returns.
      """
    ) { area in
      let boxes = area.columns(3, gap: 16)
      return Sliding.slider(.triggers, "output = \"triggers\"", in: boxes[0].inset(right: 110))
        + Sliding.slider(.trigger(.right), "output = \"RT\"", in: boxes[0].inset(left: 152, right: -40))
        + Sliding.wheel(in: boxes[1].inset(left: 50)) + Sliding.returning(in: boxes[2])
    }
  }
}

private enum Sliding {
  private static let finger = ContactID(1)

  /// The pad, for a finger in each of four parts of the way, from the upper end on.
  static func slider(_ output: SliderOutput, _ title: String, in box: PixelRectangle) -> [SVGElement] {
    let way = PixelRectangle(x: box.x, y: box.y + 34, width: 44, height: box.height - 60)
    let area = Rectangle(x: 0, y: 0, width: 20, height: 100)
    let slider = SliderControl(name: "slider", region: .rectangle(area), output: output)
    let places = [0.06, 0.3, 0.5, 0.9].flatMap { part -> [SVGElement] in
      var layout = Layout(surface: area, controls: [.slider(slider)])
      layout.apply(
        ContactEvent(id: finger, phase: .began, position: Point(x: 10, y: 100 * part)), time: 0)
      let pad = layout.gamepadState
      let text =
        pad.rightTrigger > 0
        ? "RT \(pad.rightTrigger)" : pad.leftTrigger > 0 ? "LT \(pad.leftTrigger)" : "0"
      let place = PixelPoint(x: way.center.x, y: way.y + part * way.height)
      return [
        .circle(place, radius: 7, .fill(.vermilion)), .note(text, way.right + 6, place.y + 4, .start),
      ]
    }
    let rest = output == .triggers ? way.center.y : way.bottom - 1.5
    return [
      .rectangle(way, rounding: 4, Paint(fill: .baseInside, stroke: .base)),
      .line(PixelPoint(x: way.x, y: rest), PixelPoint(x: way.right, y: rest), .stroke(.blue, width: 3)),
    ] + places + [.code(title, way.x - 2, box.y + 16, .start)]
  }

  private static func turned(by angle: Double) -> Layout {
    let region = Region.circle(Circle(center: Point(x: 0, y: 0), radius: 50))
    var layout = Layout(
      surface: Rectangle(x: -50, y: -50, width: 100, height: 100),
      controls: [.wheel(WheelControl(name: "wheel", region: region))])
    let origin = Point(x: 0, y: 0)
    layout.apply(ContactEvent(id: finger, phase: .began, position: place(origin, 0, -40)), time: 0)
    let way = compass(angle, 40)
    layout.apply(ContactEvent(id: finger, phase: .moved, position: place(origin, way.dx, way.dy)), time: 0)
    return layout
  }

  static func wheel(in box: PixelRectangle) -> [SVGElement] {
    let (center, radius) = (PixelPoint(x: box.center.x, y: box.center.y + 4), 78.0)
    let layout = turned(by: 45)
    let turn = layout.report(at: 0).handle
    let spokes = [0.0, 120, 240].map { angle -> SVGElement in
      let way = compass((Point(x: turn.x, y: turn.y) - Point(x: 0, y: 0)).compassAngle + angle, radius)
      return .line(center, center.moved(way.dx, way.dy), .stroke(.blue, width: angle == 0 ? 5 : 3))
    }
    let (start, end) = (compass(0, radius * 1.22), compass(38, radius * 1.22))
    let finger = compass(45, radius)
    let value = Double(layout.gamepadState.leftStick.x) / 32767
    let (x, y) = (center.x, center.y)
    let arc =
      "M \(decimal(x + start.dx)) \(decimal(y + start.dy)) A \(decimal(radius * 1.22)) \(decimal(radius * 1.22)) 0 0 1 "
      + "\(decimal(x + end.dx)) \(decimal(y + end.dy))"
    return [.circle(center, radius: radius, Paint(fill: .baseInside, stroke: .base, width: 3))] + spokes + [
      .circle(center, radius: 12, Paint(fill: .paper, stroke: .blue, width: 2)),
      .circle(center.moved(finger.dx, finger.dy), radius: 7, .fill(.vermilion)),
      .path(arc, .stroke(.vermilion, width: 2, dash: "5 3")),
      .code("range = \"270deg\"", center.x, box.y + 16),
      .note("45 degrees: left.x is at \(twoDecimals(value))", center.x, box.bottom - 8),
    ]
  }

  /// The axis after the finger has lifted.
  static func returning(in box: PixelRectangle) -> [SVGElement] {
    let plot = Plot(
      in: box.inset(top: 16),
      x: Plot.Axis(label: "time after the lift, ms", to: 300, ticks: [0, 100, 200, 300]),
      y: Plot.Axis(label: "left.x"))
    let lines = zip([540.0, 1080], Plot.paints).map { speed, paint -> SVGElement in
      let region = Region.circle(Circle(center: Point(x: 0, y: 0), radius: 50))
      let wheel = WheelControl(name: "wheel", region: region, returnSpeed: speed)
      var layout = Layout(
        surface: Rectangle(x: -50, y: -50, width: 100, height: 100), controls: [.wheel(wheel)])
      for angle in stride(from: 0.0, through: 135, by: 15) {
        let way = compass(angle, 40)
        let event = ContactEvent(
          id: finger, phase: angle == 0 ? .began : .moved, position: Point(x: way.dx, y: way.dy))
        layout.apply(event, time: 0)
      }
      layout.apply(ContactEvent(id: finger, phase: .ended, position: Point(x: 0, y: 0)), time: 0)
      var values = [(x: 0.0, y: Double(layout.gamepadState.leftStick.x) / 32767)]
      while let deadline = layout.deadline {
        layout.advance(to: deadline)
        values.append((Double(deadline) / 1000, Double(layout.gamepadState.leftStick.x) / 32767))
      }
      return plot.line(values + [(300, 0)], paint)
    }
    let names = zip(["540 (default)", "1080"], Plot.paints).map { (paint: $1, text: $0) }
    return plot.axes + lines + plot.legend(names, at: plot.field.corner.moved(34, 14))
      + [.code("return_speed", plot.field.center.x, box.y + 10)]
  }
}
