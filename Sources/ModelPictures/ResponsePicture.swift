internal import JoystickModel
internal import Pictures

extension Picture {
  /// How the magnitude of the deflection is shaped.
  static var response: Picture {
    let height = 540.0
    let boxes = area(height: height).rows(2, gap: 14).flatMap { $0.columns(2, gap: 16) }
    return Picture(
      name: "response", title: "Saturation, curve, sensitivity and anti-dead zone",
      summary: """
        Four plots of the deflection over the handle's displacement, each for several values of one \
        parameter. Saturation is where the deflection becomes full; a curve above 1 is finer near the middle; \
        sensitivity is the deflection at full travel; the anti-dead zone is the least deflection.
        """,
      height: height,
      elements: zip(ResponsePlot.all, boxes).flatMap { $0.elements(in: $1) })
  }
}

/// The deflection for several values of one parameter.
private struct ResponsePlot {
  let name: String
  let parameter: WritableKeyPath<StickResponse, Double>
  let values: [Double]
  /// Where the names of the lines are, as a part of the field.
  let legend: (x: Double, y: Double)

  static var all: [ResponsePlot] {
    [
      ResponsePlot(
        name: "saturation", parameter: \.saturation, values: [1, 0.95, 0.7, 0.5], legend: (0.6, 0.6)),
      ResponsePlot(name: "curve", parameter: \.curve, values: [1, 2, 3, 0.5], legend: (0.04, 0.1)),
      ResponsePlot(
        name: "sensitivity", parameter: \.sensitivity, values: [1, 1.5, 0.7, 0.4], legend: (0.04, 0.1)),
      ResponsePlot(
        name: "anti_dead_zone", parameter: \.antiDeadZone, values: [0, 0.24, 0.5], legend: (0.64, 0.7)),
    ]
  }

  func elements(in box: Box) -> [SVGElement] {
    let plot = Plot(in: box.inset(top: 16), x: .part("the handle's displacement"), y: .part("deflection"))
    let lines = zip(values, Plot.paints).map { value, paint in
      var response = StickResponse()
      response[keyPath: parameter] = value
      return plot.line(of: { response.deflection(for: Vector(dx: $0, dy: 0)).dx }, paint)
    }
    let title = SVGPoint(x: plot.field.center.x, y: box.y + 14)
    let corner = plot.field.corner.moved(legend.x * plot.field.width, legend.y * plot.field.height)
    let standard = StickResponse()[keyPath: parameter]
    let names = zip(values, Plot.paints).map { value, paint in
      (paint: paint, text: decimal(value) + (value == standard ? " (default)" : ""))
    }
    return plot.axes + lines + plot.legend(names, at: corner) + [
      .text(name, at: title, .code.anchored(.middle))
    ]
  }
}
