package import EventPipeline
package import JoystickModel

/// The shapes of one control.
package struct ControlShapes {
  let feed: FeedControl
  let state: ControlReport
  let mapping: SurfaceMapping
  let theme: Theme
  /// What all opacities are multiplied by.
  let opacity: Double
  /// The smallest and the largest height of capitals in millimetres.
  let labelHeights: ClosedRange<Double>

  /// - Parameter labelHeights: Smaller capitals cannot be read at arm's length.
  package init(
    control: FeedControl, state: ControlReport, mapping: SurfaceMapping, theme: Theme, opacity: Double = 1,
    labelHeights: ClosedRange<Double> = 2.2...4
  ) {
    (feed, self.state, self.mapping, self.theme) = (control, state, mapping, theme)
    (self.opacity, self.labelHeights) = (opacity, labelHeights)
  }

  /// The shapes, the lowest first. Their number depends on the control and the theme only as far as parts appear.
  package var all: [Shape] { feed.drawing.shapes(self) }

  /// The shapes of each control that exists.
  package static func all(
    _ layout: FeedLayout, _ state: FeedState, on mapping: SurfaceMapping, _ theme: Theme, opacity: Double
  ) -> [[Shape]] {
    zip(layout.controls, state.controls).map { control, state in
      guard !state.isHidden else { return [] }
      return ControlShapes(control: control, state: state, mapping: mapping, theme: theme, opacity: opacity)
        .all
    }
  }

  var padColor: Color { theme.color(ofPad: Int(feed.pad)) }

  /// A form with its inside between the opacities at rest (0) and in use (1).
  func body(_ form: Shape.Form, of use: Double, _ color: Color) -> Shape {
    let looks = theme.button
    let alpha = looks.alpha + (looks.alphaInUse - looks.alpha) * use
    return Shape(
      form, fill: color.faded(to: alpha * opacity), line: edge(color),
      lineWidth: mapping.length(looks.lineWidth))
  }

  /// The colour of an outline.
  func edge(_ color: Color) -> Color { color.faded(to: theme.button.lineAlpha * opacity) }

  /// The colour of what is in use.
  var useColor: Color { padColor.faded(to: theme.button.alphaInUse * opacity) }

  /// Neighbours may share an edge, so shapes are smaller than their regions by this, in millimetres.
  static let gap = 0.4

  var regionForm: Shape.Form {
    let form = mapping.form(feed.region).inset(by: mapping.length(Self.gap))
    guard case .rectangle(let area, _) = form else { return form }
    return .rectangle(area, rounding: min(mapping.length(3), area.width / 2, area.height / 2))
  }

  /// The control's outline, which is filled only in this area.
  func level(_ area: Rectangle) -> Shape {
    Shape(regionForm, fill: useColor, clip: mapping.rectangle(area))
  }

  /// A small part with a fine line.
  func detail(_ form: Shape.Form, _ alpha: Double) -> Shape {
    Shape(
      form, fill: padColor.faded(to: alpha * opacity), line: edge(padColor), lineWidth: mapping.length(0.15))
  }
}

// Directions.
extension ControlShapes {
  static let directions = [(dx: 0.0, dy: -1.0), (1, 0), (0, 1), (-1, 0)]

  /// An arrow for each direction, which is bright where the direction is held.
  func arrows(on region: Region) -> [Shape] {
    Self.directions.map { direction in
      let corners = [(0.76, 0), (0.54, 0.2), (0.54, -0.2)].map { place($0, $1, direction, in: region) }
      return detail(.polygon(corners), isHeld(direction) ? 1 : theme.button.lineAlpha)
    }
  }

  func isHeld(_ direction: (dx: Double, dy: Double)) -> Bool {
    direction.dx * Double(state.directionX) + direction.dy * Double(state.directionY) > 0
  }

  /// A place that is so many radii along a direction and to its right.
  func place(
    _ along: Double, _ aside: Double, _ direction: (dx: Double, dy: Double), in region: Region
  ) -> PixelPoint {
    let (middle, radius) = (region.center, region.inradius)
    return mapping.at(
      Point(
        x: middle.x + radius * (along * direction.dx - aside * direction.dy),
        y: middle.y + radius * (along * direction.dy + aside * direction.dx)))
  }
}
