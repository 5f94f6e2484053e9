internal import JoystickModel
internal import OverlayFeed
internal import OverlayTheme

// The shapes of a stick.
extension ControlShapes {
  /// A floating base is not there until a finger lands.
  func stick(_ kind: FeedControl.StickKind) -> [Shape] {
    guard let home = control.base else { return [] }
    guard state.isTouched || !control.isFloating else { return [restingRegion] }
    let base = Circle(center: state.base, radius: home.radius)
    let radius = home.radius * theme.stick.handleSizeRatio
    let handle = Circle(center: state.handle, radius: radius)
    return [self.base(glass.rectangle(around: base).whole)]
      + (kind == .directions ? arrows(on: .circle(base)) : []) + [
        self.handle(glass.rectangle(around: handle).whole)
      ]
  }

  private var restingRegion: Shape {
    let color = padColor.faded(to: theme.stick.regionAlpha * opacity)
    let width = glass.length(theme.button.lineWidth)
    return switch control.region {
    case .circle(let circle):
      Shape(.ellipse(glass.rectangle(around: circle)), line: color, lineWidth: width)
    case .rectangle(let rectangle):
      Shape(
        .rectangle(glass.rectangle(rectangle), rounding: glass.length(3)), line: color, lineWidth: width)
    }
  }

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
      line: looks.isShaded ? color.mixed(with: .white, 0.25) : padColor.faded(to: alpha),
      lineWidth: glass.length(theme.button.lineWidth * 1.5))
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
    guard looks.isShaded else { return Shape(.ellipse(area), fill: color) }
    return Shape(
      .ellipse(area), fill: color.mixed(with: .black, 0.35), shine: color.mixed(with: .white, 0.35),
      line: color.mixed(with: .black, 0.6), lineWidth: glass.length(0.3))
  }
}
