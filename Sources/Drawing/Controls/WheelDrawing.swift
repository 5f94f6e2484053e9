internal import EventPipeline
package import JoystickModel

struct WheelDrawing: ControlDrawing {
  /// A rim, a hub and three spokes, of which the first leads to the handle.
  func shapes(_ control: ControlShapes) -> [Shape] {
    let region = control.feed.region
    func circle(_ part: Double) -> Shape.Form { self.circle(part, of: control) }
    let direction = control.state.handle - region.center
    let length = direction.length
    let first = length > 0 ? (direction.dx / length, direction.dy / length) : (0, -1)
    // Turned by thirds of a full turn.
    let (cosine, sine) = (-0.5, 0.75.squareRoot())
    let spokes = [
      first, (cosine * first.0 - sine * first.1, sine * first.0 + cosine * first.1),
      (cosine * first.0 + sine * first.1, -sine * first.0 + cosine * first.1),
    ].enumerated().map { index, direction in spoke(along: direction, isFirst: index == 0, control) }
    let rim = Shape(
      circle(0.8), line: control.edge(control.padColor),
      lineWidth: control.mapping.length(control.theme.button.lineWidth))
    return [control.body(circle(1), of: 0), rim] + spokes + [control.body(circle(0.25), of: 1)]
      + control.label(in: nil)
  }

  func halo(_ control: ControlShapes) -> [Shape] {
    control.state.isTouched ? control.ring(around: circle(1, of: control)) : []
  }

  private func circle(_ part: Double, of control: ControlShapes) -> Shape.Form {
    let region = control.feed.region
    return control.mapping.form(.circle(Circle(center: region.center, radius: region.inradius * part)))
      .inset(by: control.mapping.length(ControlShapes.gap))
  }

  private func spoke(along direction: (Double, Double), isFirst: Bool, _ control: ControlShapes) -> Shape {
    let (half, start, end) = (0.05, 0.22, 0.8)
    let corners = [(start, -half), (end, -half), (end, half), (start, half)].map { along, aside in
      control.place(along, aside, (dx: direction.0, dy: direction.1), in: control.feed.region)
    }
    return control.detail(
      .polygon(corners), isFirst ? control.theme.button.alphaInUse : control.theme.button.alphaInUse / 2)
  }

  func title(of control: FeedControl) -> String { control.title("wheel") }
  func hasHandle(_ state: ControlReport) -> Bool { true }
}

extension WheelControl: DescribedControl {
  package var effect: String { output.rawValue }
  package var details: [String] { ["\(decimal(range))°"] }

  /// A wheel fills a circle.
  package func guides(on mapping: SurfaceMapping) -> [Guide] {
    if case .circle = region { [] } else { [Guide(region: region, on: mapping)] }
  }
}
