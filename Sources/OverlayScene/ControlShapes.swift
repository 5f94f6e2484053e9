internal import JoystickModel
internal import OverlayFeed
internal import OverlayTheme

/// The shapes of one control.
struct ControlShapes {
  let control: FeedControl
  let state: ControlReport
  let glass: Glass
  let theme: Theme
  /// What all opacities are multiplied by.
  let opacity: Double

  /// The shapes, the lowest first. Their number depends on the control and the theme only as far as parts appear.
  var all: [Shape] {
    switch control.kind {
    case .stick(let kind): stick(kind)
    case .button(let button): [body(of: state.isTouched ? 1 : 0, color(of: button))] + label(button.label)
    case .directionPad: [body(of: 0, padColor)] + arrows(on: control.region)
    case .trigger(let target): trigger + label(target.label)
    }
  }

  var padColor: ThemeColor { theme.color(ofPad: Int(control.pad)) }

  private func color(of button: GamepadButton) -> ThemeColor {
    theme.button.colors[button.rawValue] ?? padColor
  }

  /// The region, with its inside between the opacities at rest (0) and in use (1).
  private func body(of use: Double, _ color: ThemeColor) -> Shape {
    let looks = theme.button
    let alpha = looks.alpha + (looks.alphaInUse - looks.alpha) * use
    return Shape(
      regionForm, fill: color.faded(to: alpha * opacity), line: color.faded(to: looks.lineAlpha * opacity),
      lineWidth: glass.length(looks.lineWidth))
  }

  /// Neighbours may share an edge, so shapes are a little smaller than their regions.
  private var regionForm: Shape.Form {
    let gap = glass.length(0.4)
    switch control.region {
    case .circle(let circle): return .ellipse(glass.rectangle(around: circle).inset(by: gap))
    case .rectangle(let rectangle):
      let area = glass.rectangle(rectangle).inset(by: gap)
      let rounding = min(glass.length(3), area.width / 2, area.height / 2)
      return .rectangle(area, rounding: rounding)
    }
  }

  /// The outline of a trigger fills from its lower end.
  private var trigger: [Shape] {
    let rest = body(of: 0, padColor)
    guard state.pull > 0 else { return [rest] }
    let area = control.region.bounds
    let height = area.height * Double(state.pull) / 255
    let level = Rectangle(x: area.x, y: area.y + area.height - height, width: area.width, height: height)
    return [
      rest,
      Shape(
        regionForm, fill: padColor.faded(to: theme.button.alphaInUse * opacity), clip: glass.rectangle(level)),
    ]
  }

  private func label(_ text: String) -> [Shape] {
    guard theme.hasLabels, !text.isEmpty else { return [] }
    let area =
      switch control.region {
      // The largest square in a circle.
      case .circle(let circle):
        glass.rectangle(
          around: Circle(center: circle.center, radius: circle.radius * 0.5.squareRoot()))
      case .rectangle(let rectangle): glass.rectangle(rectangle)
      }
    return [
      Shape(
        .text(text, area.inset(by: glass.length(2)), height: glass.length(6)),
        fill: theme.labelColor.faded(to: (state.isTouched ? 1 : 0.7) * opacity))
    ]
  }
}

// Directions.
extension ControlShapes {
  /// An arrow for each direction, bright where the direction is held.
  func arrows(on region: Region) -> [Shape] {
    let ways: [(dx: Double, dy: Double, isHeld: Bool)] = [
      (0, -1, state.directionY < 0), (1, 0, state.directionX > 0), (0, 1, state.directionY > 0),
      (-1, 0, state.directionX < 0),
    ]
    return ways.map { way in
      let alpha = way.isHeld ? theme.button.alphaInUse : max(theme.button.alpha, theme.button.lineAlpha / 2)
      return Shape(
        .polygon(arrow(on: region, way.dx, way.dy)), fill: padColor.faded(to: alpha * opacity))
    }
  }

  /// A triangle between the middle and an edge.
  private func arrow(on region: Region, _ dx: Double, _ dy: Double) -> [PixelPoint] {
    let (middle, radius) = (region.center, region.inradius)
    func corner(_ along: Double, _ aside: Double) -> PixelPoint {
      glass.at(
        Point(
          x: middle.x + radius * (along * dx - aside * dy), y: middle.y + radius * (along * dy + aside * dx)))
    }
    return [corner(0.85, 0), corner(0.4, 0.3), corner(0.4, -0.3)]
  }
}
