internal import JoystickModel
internal import EventPipeline

/// The shapes of one control.
struct ControlShapes {
  let control: FeedControl
  let state: ControlReport
  let mapping: SurfaceMapping
  let theme: Theme
  /// What all opacities are multiplied by.
  let opacity: Double

  /// The shapes, the lowest first. Their number depends on the control and the theme only as far as parts appear.
  var all: [Shape] {
    switch control.kind {
    case .stick(let kind): stick(kind)
    case .button(let button):
      [body(regionForm, of: state.isTouched ? 1 : 0, color(of: button))] + label(in: labelRoom)
    case .directionPad: cross + label(in: nil)
    case .trigger: trigger + label(in: labelRoom)
    case .look: look
    case .slider(let direction): slider(direction) + label(in: nil)
    case .wheel: wheel + label(in: nil)
    case .ignore: []
    }
  }

  var padColor: ThemeColor { theme.color(ofPad: Int(control.pad)) }

  private func color(of button: GamepadButton?) -> ThemeColor {
    button.flatMap { theme.button.colors[$0.rawValue] } ?? padColor
  }

  /// A form with its inside between the opacities at rest (0) and in use (1).
  func body(_ form: Shape.Form, of use: Double, _ color: ThemeColor) -> Shape {
    let looks = theme.button
    let alpha = looks.alpha + (looks.alphaInUse - looks.alpha) * use
    return Shape(
      form, fill: color.faded(to: alpha * opacity), line: edge(color),
      lineWidth: mapping.length(looks.lineWidth))
  }

  /// The colour of an outline.
  func edge(_ color: ThemeColor) -> ThemeColor { color.faded(to: theme.button.lineAlpha * opacity) }

  /// Neighbours may share an edge, so shapes are smaller than their regions by this, in millimetres.
  static let gap = 0.4

  var regionForm: Shape.Form {
    let gap = mapping.length(Self.gap)
    switch control.region {
    case .circle(let circle): return .ellipse(mapping.rectangle(around: circle).inset(by: gap))
    case .rectangle(let rectangle):
      let area = mapping.rectangle(rectangle).inset(by: gap)
      let rounding = min(mapping.length(3), area.width / 2, area.height / 2)
      return .rectangle(area, rounding: rounding)
    }
  }

  /// The outline of a trigger fills from its lower end.
  private var trigger: [Shape] {
    let rest = body(regionForm, of: 0, padColor)
    guard state.pull > 0 else { return [rest] }
    let area = control.region.bounds
    let height = area.height * Double(state.pull) / 255
    let level = Rectangle(x: area.x, y: area.y + area.height - height, width: area.width, height: height)
    let fill = padColor.faded(to: theme.button.alphaInUse * opacity)
    return [Shape(regionForm, fill: fill, clip: mapping.rectangle(level)), rest]
  }
}

// Directions.
extension ControlShapes {
  private static let ways = [(dx: 0.0, dy: -1.0), (1, 0), (0, 1), (-1, 0)]

  /// A cross whose arms are bright where a direction is held.
  var cross: [Shape] {
    let (arm, tip) = (0.32, 0.9)
    let outline = Self.ways.flatMap { way in
      [(arm, -arm), (tip, -arm), (tip, arm)].map { place($0, $1, way, in: control.region) }
    }
    let held = Self.ways.filter(isHeld).map { way in
      let corners = [(0, 0), (arm, -arm), (tip, -arm), (tip, arm), (arm, arm)]
      return Shape(
        .polygon(corners.map { place($0, $1, way, in: control.region) }),
        fill: padColor.faded(to: theme.button.alphaInUse * opacity))
    }
    return held + [body(.polygon(outline), of: 0, padColor)] + arrows(on: control.region)
  }

  /// An arrow for each direction.
  func arrows(on region: Region) -> [Shape] {
    Self.ways.map { way in
      let corners = [(0.76, 0), (0.54, 0.2), (0.54, -0.2)].map { place($0, $1, way, in: region) }
      let alpha = isHeld(way) ? 1 : theme.button.lineAlpha
      return Shape(
        .polygon(corners), fill: padColor.faded(to: alpha * opacity), line: edge(padColor),
        lineWidth: mapping.length(0.15))
    }
  }

  private func isHeld(_ way: (dx: Double, dy: Double)) -> Bool {
    way.dx * Double(state.directionX) + way.dy * Double(state.directionY) > 0
  }

  /// A place that is so many radii along a direction and to its right.
  private func place(
    _ along: Double, _ aside: Double, _ way: (dx: Double, dy: Double), in region: Region
  ) -> PixelPoint {
    let (middle, radius) = (region.center, region.inradius)
    return mapping.at(
      Point(
        x: middle.x + radius * (along * way.dx - aside * way.dy),
        y: middle.y + radius * (along * way.dy + aside * way.dx)))
  }
}
