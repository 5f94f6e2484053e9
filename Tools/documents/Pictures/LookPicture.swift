import JoystickModel
import Drawing

extension Picture {
  static var look: Picture {
    Picture(
      "look", "Look pad: the finger's speed is the deflection", height: 320,
      """
      Left: the deflection over the speed of the finger, for several accelerations and with an anti-dead zone. It is full \
      at the sensitivity. Right: a swipe that begins and ends gently. The deflection follows the finger's speed, and is 0 \
      soon after it rests.
      """
    ) { area in
      let boxes = area.columns(2, gap: 16)
      return LookRun.speeds(in: boxes[0]) + LookRun.swipe(in: boxes[1])
    }
  }
}

/// A finger on a look pad, along x. Times are in milliseconds.
private struct LookRun {
  private(set) var values: [Plot.Value] = []
  private var layout: Layout

  init(_ parameters: LookParameters) {
    let area = Rectangle(x: 0, y: 0, width: 10_000, height: 100)
    let look = LookControl(name: "look", region: .rectangle(area), parameters: parameters)
    layout = Layout(surface: area, controls: [.look(look)])
  }

  var deflection: Double { Double(layout.gamepadState.rightStick.x) / 32767 }

  mutating func place(_ x: Double, time: Double) {
    wait(until: time)
    layout.apply(
      ContactEvent(
        id: ContactID(1), phase: values.isEmpty ? .began : .moved, position: Point(x: 1000 + x, y: 50)),
      time: Int64(time * 1000))
    values.append((time, deflection))
  }

  /// The deflection is a step at each report.
  mutating func wait(until time: Double) {
    while let deadline = layout.deadline, Double(deadline) < time * 1000 {
      values.append((Double(deadline) / 1000, deflection))
      layout.advance(to: deadline)
      values.append((Double(deadline) / 1000, deflection))
    }
    if !values.isEmpty { values.append((time, deflection)) }
  }

  // The plots.

  static func speeds(in box: PixelRectangle) -> [SVGElement] {
    let plot = Plot(
      in: box.inset(top: 16),
      x: Plot.Axis(label: "speed, mm/s", to: 250, ticks: [0, 50, 100, 150, 200, 250]),
      y: Plot.Axis(label: "deflection", to: 1.5, ticks: [0, 0.25, 0.5, 0.75, 1]))
    let cases: [(text: String, parameters: LookParameters)] = [
      ("the defaults", .with { _ in }), ("acceleration = 1", .with { $0.acceleration = 1 }),
      ("acceleration = 2", .with { $0.acceleration = 2 }),
      ("anti_dead_zone = 0.24", .with { $0.antiDeadZone = 0.24 }),
    ]
    let lines = zip(cases, Plot.paints).map { entry, paint in
      plot.line(
        stride(from: 5.0, through: 250, by: 5).map { speed in
          var run = LookRun(entry.parameters)
          for index in 0..<60 { run.place(speed * Double(index) / 120, time: Double(index) * 1000 / 120) }
          return (x: speed, y: run.deflection)
        }, paint)
    }
    let names = zip(cases, Plot.paints).map { (paint: $1, text: $0.text) }
    return plot.axes + lines + plot.legend(names, at: plot.field.corner.moved(10, 14))
      + [.code("sensitivity = 200", plot.field.center.x, box.y + 10)]
  }

  /// 30 mm in 300 ms: Flash and Hogan, "The coordination of arm movements", 1985.
  static func swipe(in box: PixelRectangle) -> [SVGElement] {
    let plot = Plot(
      in: box.inset(top: 16), x: Plot.Axis(label: "time, ms", to: 400, ticks: [0, 100, 200, 300, 400]),
      y: Plot.Axis(label: "deflection", to: 1.5, ticks: [0, 0.25, 0.5, 0.75, 1]))
    let (way, duration, sensitivity) = (30.0, 300.0, LookParameters().sensitivity)
    var run = LookRun(LookParameters())
    for index in 0...36 {
      let time = Double(index) * 1000 / 120
      let part = min(time / duration, 1)
      run.place(way * part * part * part * (10 - 15 * part + 6 * part * part), time: time)
    }
    run.wait(until: 400)
    let speed = stride(from: 0.0, through: 1, by: 0.01).map { part in
      (
        x: part * duration,
        y: way * 30 * part * part * (1 - part) * (1 - part) / (duration / 1000) / sensitivity
      )
    }
    let finger = Paint.stroke(.vermilion, width: 1.5, dash: "7 3")
    return plot.axes + [plot.line(speed, finger), .polyline(run.values.map { plot.at($0.x, $0.y) }, .there)]
      + plot.legend(
        [(finger, "the finger's speed"), (.there, "the deflection")], at: plot.field.corner.moved(10, 14))
      + [.code("a swipe of 30 mm", plot.field.center.x, box.y + 10)]
  }
}

extension LookParameters {
  /// The defaults with a change.
  fileprivate static func with(_ change: (inout LookParameters) -> Void) -> LookParameters {
    var parameters = LookParameters()
    change(&parameters)
    return parameters
  }
}
