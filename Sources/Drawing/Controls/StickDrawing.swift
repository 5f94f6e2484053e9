internal import EventPipeline
package import JoystickModel

struct StickDrawing: ControlDrawing {
  let kind: FeedControl.StickKind

  /// A floating base at rest is at home, whatever the last finger did. A handle that moves has no label, and neither has
  /// a picture.
  func shapes(_ control: ControlShapes) -> [Shape] {
    guard let home = control.feed.base else { return [] }
    let (state, looks) = (control.state, control.theme.stick)
    let isHome = control.feed.isFloating && !state.isTouched
    let base = Circle(center: isHome ? home.center : state.base, radius: home.radius)
    let handle = Circle(
      center: isHome ? home.center : state.handle, radius: home.radius * looks.handleSizeRatio)
    let area = control.mapping.snapped(around: handle)
    let parts =
      [control.base(control.mapping.snapped(around: base)), control.handle(area)]
      + (kind == .directions ? control.arrows(on: .circle(base)) : [])
    guard !state.isTouched, looks.handleImage == nil else { return parts }
    let room = area.inset(by: control.mapping.length(2 * ControlShapes.handleLine))
    let handleColor = (looks.handleTintColor ?? control.padColor).faded(to: looks.handleAlpha)
    return parts + control.label(in: .ellipse(room), on: handleColor)
  }

  /// A gesture or the outer ring presses a button.
  func halo(_ control: ControlShapes) -> [Shape] {
    guard let home = control.feed.base, control.state.isTouched, control.state.buttons != 0 else { return [] }
    let rim = Circle(center: control.state.base, radius: home.radius)
    return control.ring(around: control.mapping.form(.circle(rim)))
  }

  var label: String? {
    switch kind {
    case .left: "L"
    case .right: "R"
    case .directions: ""
    }
  }

  func title(of control: FeedControl) -> String {
    kind == .directions ? "stick \(control.name)" : "\(kind) stick"
  }

  func hasHandle(_ state: ControlReport) -> Bool { true }

  /// The base, and as far as the handle goes.
  func figure(of control: FeedControl) -> Region {
    guard let base = control.base else { return control.region }
    return .circle(Circle(center: base.center, radius: max(base.radius, Double(control.reach))))
  }
}

extension ControlShapes {
  /// The width of the handle's line in millimetres.
  fileprivate static let handleLine = 0.3

  /// The colour of the outline of a part with this opacity.
  private func rim(_ color: Color, of alpha: Double) -> Color? { alpha > 0 ? edge(color) : nil }

  fileprivate func base(_ area: PixelRectangle) -> Shape {
    let looks = theme.stick
    let alpha = (state.isTouched ? looks.baseAlphaInUse : looks.baseAlpha) * opacity
    if let path = looks.baseImage {
      return Shape(.image(ImageUse(path: path), area), fill: Color.white.faded(to: alpha))
    }
    let color = (looks.baseColor ?? padColor).faded(to: alpha)
    // A well is darker in the middle; a flat base is only tinted, so that the game stays visible.
    return Shape(
      .ellipse(area), fill: looks.isShaded || looks.baseColor != nil ? color : color.faded(to: 0.35),
      shine: looks.isShaded ? color.mixed(with: .black, 0.45) : nil,
      line: rim(padColor, of: alpha),
      lineWidth: mapping.length(theme.button.lineWidth))
  }

  fileprivate func handle(_ area: PixelRectangle) -> Shape {
    let looks = theme.stick
    let alpha = (state.isTouched ? looks.handleAlphaInUse : looks.handleAlpha) * opacity
    if let path = looks.handleImage {
      let use = ImageUse(path: path, tint: looks.handleTintColor, isMask: looks.colorFillHandleImage)
      return Shape(
        .image(use, area), fill: Color.white.faded(to: alpha * (looks.handleTintColor?.alpha ?? 1)))
    }
    let color = (looks.handleTintColor ?? padColor).faded(to: alpha)
    let (line, width) = (rim(looks.handleTintColor ?? padColor, of: alpha), mapping.length(Self.handleLine))
    guard looks.isShaded else { return Shape(.ellipse(area), fill: color, line: line, lineWidth: width) }
    return Shape(
      .ellipse(area), fill: color.mixed(with: .black, 0.35), shine: color.mixed(with: .white, 0.35),
      line: line, lineWidth: width)
  }
}

extension TouchOutputs {
  /// As among those of a control.
  var details: [String] { ["touch: " + outputs.map(\.label).joined(separator: "+")] }
}

extension StickControl: DescribedControl {
  package var effect: String {
    switch target {
    case .left: "left stick"
    case .right: "right stick"
    case .direction(let output): output.effect
    }
  }

  package var details: [String] {
    let gestures = stick.parameters.gestures
    let output: [String] = if case .direction(let output) = target { output.details } else { [] }
    let actions = [("tap", gestures.tap), ("double tap", gestures.doubleTap), ("hold", gestures.hold)]
    return output + actions.compactMap { word, action in action.map { "\(word): \($0.label)" } }
      + (gestures.outerRing.map { ["outer ring: \($0.label)"] } ?? []) + (touchOutputs?.details ?? [])
  }

  /// A dead zone for each axis, a cross of bars, is shown by the square that the bars have in common.
  package func guides(on mapping: SurfaceMapping) -> [Guide] {
    let parameters = stick.parameters
    let (center, reach, response) = (parameters.center, parameters.reach, parameters.response)
    var guides = [Guide(region: parameters.region, on: mapping)]
    if let bounds = parameters.movableBounds {
      guides.append(Guide(.movableBounds, .rectangle(bounds), on: mapping))
    }
    if parameters.travel != 1 { guides.append(Guide(.reach, center, reach, on: mapping)) }
    if parameters.gestures.outerRing != nil {
      guides.append(Guide(.outerRing, center, reach * parameters.gestures.outerRingStart, on: mapping))
    }
    let radius = reach * response.deadZone
    switch response.deadZoneShape {
    case .axial where radius > 0, .scaledAxial where radius > 0:
      let square = Rectangle(
        x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
      guides.append(Guide(.deadZone, .rectangle(square), on: mapping))
    case .radial where radius > 0, .scaledRadial where radius > 0:
      guides.append(Guide(.deadZone, center, radius, on: mapping))
    default: break
    }
    return guides
  }
}

extension GestureAction {
  fileprivate var label: String {
    switch self {
    case .press(let button): button.label
    case .recenter: "recenter"
    }
  }
}
