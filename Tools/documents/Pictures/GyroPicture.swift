import Drawing
import Foundation
import JoystickModel

extension Picture {
  static var gyro: Picture {
    Picture(
      "gyro", "Gyros: how fast the device turns is a deflection", height: 300,
      """
      Left: a device, and the lines about which it turns left and right, and up and down. Middle: the deflection over the rate, \
      which is full at 220 degrees per second; with a curve, and with an anti-dead zone. Right: a tremor of 3 degrees per second, and \
      what smooth_below leaves of it.
      """
    ) { area in
      let boxes = area.columns(3, gap: 16)
      return Turning.device(in: boxes[0]) + Turning.rates(in: boxes[1]) + Turning.tremor(in: boxes[2])
    }
  }
}

/// A gyro for the right stick, at a rate to the right.
private struct Turning {
  private var layout: Layout

  private init(_ parameters: GyroParameters) {
    let gyro = GyroControl(name: "gyro", target: .right, activation: .always, parameters: parameters)
    layout = Layout(
      surface: Rectangle(x: 0, y: 0, width: 1, height: 1), controls: [], motion: MotionControls(gyros: [gyro])
    )
  }

  /// The deflection after a sample.
  ///
  /// - Parameters:
  ///   - rate: In degrees per second.
  ///   - seconds: Since the sample before.
  private mutating func turn(_ rate: Double, seconds: Double) -> Double {
    var state = MotionState()
    (state.rate, state.duration) = (SIMD3(0, -rate * .pi / 180, 0), seconds)
    layout.move(state)
    return Double(layout.gamepadState.rightStick.x) / 32767
  }

  static func device(in box: PixelRectangle) -> [SVGElement] {
    let middle = PixelPoint(x: box.center.x, y: box.center.y + 4)
    let body = PixelRectangle(x: middle.x - 80, y: middle.y - 46, width: 160, height: 92)
    let line = Paint.stroke(.vermilion, width: 1.5, dash: "5 3")
    return [
      .rectangle(body, rounding: 6, Paint(fill: .panel, stroke: .base, width: 2)),
      .line(middle.moved(0, -78), middle.moved(0, 78), line),
      .line(middle.moved(-104, 0), middle.moved(104, 0), line),
      .arrow(middle.moved(-22, -66), middle.moved(22, -66), .blue, width: 2),
      .arrow(middle.moved(22, -72), middle.moved(-22, -72), .blue, width: 2),
      .arrow(middle.moved(96, 22), middle.moved(96, -22), .blue, width: 2),
      .arrow(middle.moved(102, -22), middle.moved(102, 22), .blue, width: 2),
      .note("left and right", middle.x, middle.y - 84), .note("up and", middle.x + 78, middle.y - 30, .end),
      .note("down", middle.x + 78, middle.y - 16, .end), .code("space = \"device\"", middle.x, box.y + 12),
    ]
  }

  static func rates(in box: PixelRectangle) -> [SVGElement] {
    let plot = Plot(
      in: box.inset(top: 16),
      x: Plot.Axis(label: "rate, degrees/s", to: 275, ticks: [0, 55, 110, 165, 220, 275]),
      y: Plot.Axis(label: "deflection", to: 1.5, ticks: [0, 0.25, 0.5, 0.75, 1]))
    let changes: [(text: String, change: (inout GyroParameters) -> Void)] = [
      ("the defaults", { _ in }), ("curve = 1.6", { $0.curve = 1.6 }),
      ("anti_dead_zone = 0.24", { $0.antiDeadZone = 0.24 }),
    ]
    let lines = zip(changes, Plot.paints).map { entry, paint -> SVGElement in
      var parameters = GyroParameters()
      entry.change(&parameters)
      return plot.line(
        of: { rate in
          var run = Turning(parameters)
          return run.turn(rate, seconds: 0.01)
        }, paint)
    }
    let names = zip(changes, Plot.paints).map { (paint: $1, text: $0.text) }
    return plot.axes + lines + plot.legend(names, at: plot.field.corner.moved(4, 14))
      + [.code("full = 220", plot.field.center.x, box.y + 10)]
  }

  /// A tremor of 8 Hz, and then a turn.
  static func tremor(in box: PixelRectangle) -> [SVGElement] {
    let plot = Plot(
      in: box.inset(top: 16), x: Plot.Axis(label: "time, s", to: 1, ticks: [0, 0.25, 0.5, 0.75, 1]),
      y: Plot.Axis(label: "degrees/s", from: -5, to: 30, ticks: [-5, 0, 5, 10, 15, 20]))
    func values(_ smoothBelow: Double) -> [Plot.Value] {
      var parameters = GyroParameters()
      (parameters.deadZone, parameters.smoothBelow) = (0, smoothBelow)
      var run = Turning(parameters)
      return (0...100).map { step in
        let time = Double(step) / 100
        let turn = time < 0.5 ? 0 : 18 * pow(sin((time - 0.5) * 2 * .pi), 2)
        let rate = turn + 3 * sin(time * 8 * 2 * .pi)
        return (x: time, y: run.turn(rate, seconds: 0.01) * parameters.full)
      }
    }
    let raw = Paint.stroke(.vermilion, width: 1.5, dash: "7 3")
    return plot.axes + [plot.line(values(0), raw), plot.line(values(10), .there)]
      + plot.legend(
        [(raw, "smooth_below = 0"), (.there, "smooth_below = 10")], at: plot.field.corner.moved(4, 14))
      + [.code("a tremor, and a turn", plot.field.center.x, box.y + 10)]
  }
}
