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
  package var all: [Shape] { halo + feed.drawing.shapes(self) }

  private var halo: [Shape] { theme.button.haloAlpha > 0 ? feed.drawing.halo(self) : [] }

  /// The halo of each control, and then the other shapes of each: a halo covers no control beside it. Those that do not exist
  /// have no shapes.
  package static func all(
    _ layout: FeedLayout, _ state: FeedState, on mapping: SurfaceMapping, _ theme: Theme, opacity: Double
  ) -> [[Shape]] {
    let all = zip(layout.controls, state.controls).map { control, state -> ControlShapes? in
      guard !state.isHidden, theme.shows(control.appearance.visibility, isTouched: state.isTouched) else {
        return nil
      }
      return ControlShapes(control: control, state: state, mapping: mapping, theme: theme, opacity: opacity)
    }
    return all.map { $0?.halo ?? [] } + all.map { $0.map { $0.feed.drawing.shapes($0) } ?? [] }
  }

  var padColor: Color { theme.color(ofPad: Int(feed.pad)) }

  /// A form with its inside between the opacities at rest (0) and in use (1).
  ///
  /// - Parameter own: Its own colour, also at rest; nil is the theme's.
  func body(_ form: Shape.Form, of use: Double, own: Color? = nil) -> Shape {
    let looks = theme.button
    // A colour that says which button it is can be seen at rest, too.
    let rest = own == nil ? looks.alpha : max(looks.alpha, 0.8 * looks.alphaInUse)
    let inside = (own ?? looks.color ?? padColor).mixed(with: own ?? padColor, use)
      .faded(to: (rest + (looks.alphaInUse - rest) * use) * opacity)
    let isShaded = if case .ellipse = form { looks.isShaded } else { false }
    return Shape(
      form, fill: isShaded ? inside.mixed(with: .black, 0.25) : inside,
      shine: isShaded ? inside.mixed(with: .white, 0.2) : nil,
      line: edge(looks.isShaded ? padColor : own ?? padColor),
      lineWidth: mapping.length(looks.lineWidth))
  }

  /// The colour of an outline.
  func edge(_ color: Color) -> Color {
    (theme.button.lineColor ?? color).faded(to: theme.button.lineAlpha * opacity)
  }

  /// The colour of labels and icons.
  ///
  /// - Parameter inside: What is below them, if that is opaque enough to decide; nil is the game.
  func inkColor(on inside: Color?) -> Color {
    let color = inside.map { $0.alpha >= 0.5 ? $0.opaque.contrasting : theme.labelColor } ?? theme.labelColor
    return color.faded(to: (state.isTouched ? 1 : 0.9) * opacity)
  }

  /// What is below the label of a button: nothing at rest, and what is pressed is filled.
  ///
  /// - Parameter own: Its own colour; nil is the pad's.
  func filling(_ own: Color? = nil) -> Color? {
    state.isTouched && theme.button.alphaInUse >= 0.8 ? own ?? padColor : nil
  }

  /// A ring around what is pressed, where a thumb does not cover it.
  func ring(around form: Shape.Form, _ own: Color? = nil) -> [Shape] {
    let (area, color) = (form.area, (own ?? padColor).faded(to: theme.button.haloAlpha * opacity))
    func growth(_ size: Double) -> Double {
      max(mapping.length(Self.haloGap), mapping.length(Self.thumb) - size / 2)
    }
    let (aside, along) = (growth(area.width), growth(area.height))
    let outer = PixelRectangle(
      x: area.x - aside, y: area.y - along, width: area.width + 2 * aside, height: area.height + 2 * along)
    // A rim between them, so that it is seen on any background.
    let (line, width) = (color, mapping.length(0.5))
    guard case .ellipse = form else {
      let rounding = mapping.length(3) + min(aside, along)
      return [
        Shape(.rectangle(outer, rounding: rounding), fill: color.faded(to: 0.3), line: line, lineWidth: width)
      ]
    }
    return [Shape(.ellipse(outer), fill: color.faded(to: 0.15), shine: color, line: line, lineWidth: width)]
  }

  /// How far a halo is outside of a control at least, and from its middle, in millimetres: a thumb covers 18 mm.
  private static let (haloGap, thumb) = (2.0, 10.0)

  /// The colour of what is in use.
  var useColor: Color { padColor.faded(to: theme.button.alphaInUse * opacity) }

  /// Neighbours may share an edge, so shapes are smaller than their regions by this, in millimetres.
  static let gap = 0.4

  var regionForm: Shape.Form {
    let form = mapping.form(feed.region).inset(by: mapping.length(Self.gap))
    guard case .rectangle(let area, _) = form else { return form }
    return .rectangle(area, rounding: min(mapping.length(3), min(area.width, area.height) / 2))
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
  ///
  /// - Parameter areLit: Whether what is below is bright there, so that the arrow is dark.
  func arrows(on region: Region, areLit: Bool = false) -> [Shape] {
    Self.directions.map { direction in
      let corners = [(0.76, 0), (0.54, 0.2), (0.54, -0.2)].map { place($0, $1, direction, in: region) }
      if areLit, isHeld(direction) { return Shape(.polygon(corners), fill: inkColor(on: filling())) }
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
