import Drawing
import Foundation
import JoystickModel

extension Picture {
  static var tilt: Picture {
    Picture(
      "tilt", "Tilts: how the device leans is an axis", height: 300,
      """
      Left: a device seen from the front that leans 24 degrees to the right, as a steering wheel turns. Middle: a device seen \
      from the left that leans forward by 24 degrees from 60 to 36 degrees. Right: the axis over the angle from the base, which is full at \
      24 degrees; with a curve, and with an anti-dead zone.
      """
    ) { area in
      let boxes = area.columns(3, gap: 16)
      return Leaning.side(in: boxes[0]) + Leaning.forward(in: boxes[1]) + Leaning.axis(in: boxes[2])
    }
  }
}

private enum Leaning {
  private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

  /// The axis of a tilt that rests at 0 degrees, for an angle to the right.
  private static func value(of tilt: TiltControl, at angle: Double) -> Double {
    var layout = Layout(
      surface: Rectangle(x: 0, y: 0, width: 1, height: 1), controls: [], motion: MotionControls(tilts: [tilt])
    )
    var state = MotionState()
    state.up = SIMD3(-sin(radians(angle)), cos(radians(angle)), 0)
    layout.move(state)
    return Double(layout.gamepadState.leftStick.x) / 32767
  }

  static func side(in box: PixelRectangle) -> [SVGElement] {
    let (middle, angle) = (PixelPoint(x: box.center.x, y: box.center.y + 4), 24.0)
    let (along, across) = (compass(90 + angle, 86), compass(angle, 50))
    let corners = [(-1.0, 1.0), (1, 1), (1, -1), (-1, -1)].map { x, y in
      middle.moved(x * along.dx + y * across.dx, x * along.dy + y * across.dy)
    }
    let horizon = Paint.stroke(.vermilion, width: 1.5, dash: "5 3")
    return [
      .polygon(corners, Paint(fill: .panel, stroke: .base, width: 2)),
      .line(middle.moved(-98, 0), middle.moved(98, 0), horizon),
      .line(
        middle.moved(-along.dx, -along.dy), middle.moved(along.dx, along.dy), .stroke(.blue, width: 2)),
      .note("24", middle.x + 60, middle.y + 18),
      .code("axis = \"side\"", middle.x, box.y + 12),
      .note("24 degrees to the right: left.x is at 1", middle.x, box.bottom - 8),
    ]
  }

  static func forward(in box: PixelRectangle) -> [SVGElement] {
    let foot = PixelPoint(x: box.center.x - 60, y: box.center.y + 58)
    let glass = [60.0, 36].map { angle in compass(90 - angle, 130) }
    return [
      .line(foot.moved(-20, 0), foot.moved(140, 0), .stroke(.base, width: 2)),
      .line(
        foot, foot.moved(glass[0].dx, glass[0].dy), .stroke(.vermilion, width: 2, dash: "5 3")),
      .line(foot, foot.moved(glass[1].dx, glass[1].dy), .stroke(.blue, width: 5)),
      .arrow(
        foot.moved(glass[0].dx * 0.8 + 4, glass[0].dy * 0.8 + 3),
        foot.moved(glass[1].dx * 0.82 - 4, glass[1].dy * 0.82 - 6), .vermilion),
      .note("base: 60", foot.moved(glass[0].dx, 0).x - 30, foot.y + glass[0].dy - 6),
      .note("36", foot.x + 56, foot.y - 12), .note("table", foot.x + 116, foot.y + 14),
      .code("axis = \"forward\"", box.center.x, box.y + 12),
      .note("24 degrees forward: left.y is at 1, up", box.center.x, box.bottom - 8),
    ]
  }

  static func axis(in box: PixelRectangle) -> [SVGElement] {
    let plot = Plot(
      in: box.inset(top: 16),
      x: Plot.Axis(label: "angle from the base, degrees", to: 30, ticks: [0, 6, 12, 18, 24, 30]),
      y: Plot.Axis(label: "axis", to: 1.5, ticks: [0, 0.25, 0.5, 0.75, 1]))
    let changes: [(text: String, change: (inout TiltControl) -> Void)] = [
      ("the defaults", { _ in }), ("curve = 2", { $0.curve = 2 }),
      ("anti_dead_zone = 0.24", { $0.antiDeadZone = 0.24 }),
    ]
    let lines = zip(changes, Plot.paints).map { entry, paint -> SVGElement in
      var tilt = TiltControl(name: "tilt", axis: .side, output: .axis(.leftX))
      tilt.base = .angle(0)
      entry.change(&tilt)
      return plot.line(of: { value(of: tilt, at: $0) }, paint)
    }
    let names = zip(changes, Plot.paints).map { (paint: $1, text: $0.text) }
    return plot.axes + lines + plot.legend(names, at: plot.field.corner.moved(4, 14))
      + [.code("full = \"24deg\"", plot.field.center.x, box.y + 10)]
  }
}
