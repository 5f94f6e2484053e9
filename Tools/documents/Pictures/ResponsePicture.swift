import JoystickModel
import Drawing

extension Picture {
  static var response: Picture {
    Picture(
      "response", "Saturation, curve, sensitivity and anti-dead zone", height: 540,
      """
      Four plots of the deflection over the handle's displacement, each for several values of one \
      parameter. Saturation is where the deflection becomes full; a curve above 1 is finer near the middle; \
      sensitivity is the deflection at full travel; the anti-dead zone is the least deflection.
      """
    ) { area in
      let boxes = area.rows(2, gap: 14).flatMap { $0.columns(2, gap: 16) }
      return deflections("saturation", \.saturation, [1, 0.95, 0.7, 0.5], legend: (0.6, 0.6), in: boxes[0])
        + deflections("curve", \.curve, [1, 2, 3, 0.5], legend: (0.04, 0.1), in: boxes[1])
        + deflections("sensitivity", \.sensitivity, [1, 1.5, 0.7, 0.4], legend: (0.04, 0.1), in: boxes[2])
        + deflections("anti_dead_zone", \.antiDeadZone, [0, 0.24, 0.5], legend: (0.64, 0.7), in: boxes[3])
    }
  }

  /// The deflection for several values of one parameter, with their names in a part of the field.
  private static func deflections(
    _ name: String, _ parameter: WritableKeyPath<StickResponse, Double>, _ values: [Double],
    legend: (x: Double, y: Double), in box: PixelRectangle
  ) -> [SVGElement] {
    let plot = Plot(
      in: box.inset(top: 16), x: Plot.Axis(label: "the handle's displacement"),
      y: Plot.Axis(label: "deflection"))
    let lines = zip(values, Plot.paints).map { value, paint in
      let response = StickResponse.with { $0[keyPath: parameter] = value }
      return plot.line(of: { response.deflection(for: Vector(dx: $0, dy: 0)).dx }, paint)
    }
    let standard = StickResponse()[keyPath: parameter]
    let names = zip(values, Plot.paints).map { value, paint in
      (paint: paint, text: decimal(value) + (value == standard ? " (default)" : ""))
    }
    let corner = plot.field.corner.moved(legend.x * plot.field.width, legend.y * plot.field.height)
    return plot.axes + lines + plot.legend(names, at: corner) + [.code(name, plot.field.center.x, box.y + 14)]
  }
}
