internal import JoystickModel
internal import EventPipeline

// The shapes of a stick.
extension ControlShapes {
  /// A floating base at rest is at home, whatever the last finger did. A handle that moves has no label, and neither has
  /// a picture.
  func stick(_ kind: FeedControl.StickKind) -> [Shape] {
    guard let home = control.base else { return [] }
    let isHome = control.isFloating && !state.isTouched
    let base = Circle(center: isHome ? home.center : state.base, radius: home.radius)
    let handle = Circle(
      center: isHome ? home.center : state.handle, radius: home.radius * theme.stick.handleSizeRatio)
    let area = mapping.rectangle(around: handle).whole
    let parts =
      [self.base(mapping.rectangle(around: base).whole), self.handle(area)]
      + (kind == .directions ? arrows(on: .circle(base)) : [])
    guard !state.isTouched, theme.stick.handleImage == nil else { return parts }
    return parts + label(in: .ellipse(area.inset(by: mapping.length(2 * Self.handleLine))))
  }

  /// The width of the handle's line in millimetres.
  private static let handleLine = 0.3

  /// The colour of the outline of a part with this opacity.
  private func rim(_ color: ThemeColor, of alpha: Double) -> ThemeColor? { alpha > 0 ? edge(color) : nil }

  private func base(_ area: PixelRectangle) -> Shape {
    let looks = theme.stick
    let alpha = (state.isTouched ? looks.baseAlphaInUse : looks.baseAlpha) * opacity
    if let path = looks.baseImage {
      return Shape(.image(ImageUse(path: path), area), fill: ThemeColor.white.faded(to: alpha))
    }
    let color = (looks.baseColor ?? padColor).faded(to: alpha)
    // A well is darker in the middle; a flat base is only tinted, so that the game stays visible.
    return Shape(
      .ellipse(area), fill: looks.isShaded || looks.baseColor != nil ? color : color.faded(to: 0.35),
      shine: looks.isShaded ? color.mixed(with: .black, 0.45) : nil,
      line: rim(
        looks.isShaded ? (looks.baseColor ?? padColor).mixed(with: .white, 0.6) : padColor, of: alpha),
      lineWidth: mapping.length(theme.button.lineWidth))
  }

  private func handle(_ area: PixelRectangle) -> Shape {
    let looks = theme.stick
    let alpha = (state.isTouched ? looks.handleAlphaInUse : looks.handleAlpha) * opacity
    if let path = looks.handleImage {
      let use = ImageUse(path: path, tint: looks.handleTintColor, isMask: looks.colorFillHandleImage)
      return Shape(
        .image(use, area), fill: ThemeColor.white.faded(to: alpha * (looks.handleTintColor?.alpha ?? 1)))
    }
    let color = (looks.handleTintColor ?? padColor).faded(to: alpha)
    let (line, width) = (rim(looks.handleTintColor ?? padColor, of: alpha), mapping.length(Self.handleLine))
    guard looks.isShaded else { return Shape(.ellipse(area), fill: color, line: line, lineWidth: width) }
    return Shape(
      .ellipse(area), fill: color.mixed(with: .black, 0.35), shine: color.mixed(with: .white, 0.35),
      line: line, lineWidth: width)
  }
}
