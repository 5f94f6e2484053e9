internal import Configuration
internal import Drawing
internal import EventPipeline
internal import JoystickModel
internal import System

/// The handle while the pads are off: a tap switches them on. It is where that of most layouts is.
struct IdleHandle: Equatable, Sendable {
  /// The touchscreen, whose only control is the handle.
  let surface: FeedLayout
  var isPressed = false

  /// - Parameters:
  ///   - size: How large the touchscreen is, as the user holds it.
  ///   - rotation: How it is held, in degrees: 0, 90, 180 or 270.
  init(node: String, size: SurfaceSize, rotation: UInt16) {
    let area = Rectangle(x: 0, y: 0, width: size.width, height: size.height)
    let button = MenuHandle.button(on: area, beside: [])
    surface = FeedLayout(
      generation: 0, surface: 0, surfaceCount: 1, width: Float(size.width), height: Float(size.height),
      rotation: rotation, deviceClass: .touchscreen, device: "", node: node,
      controls: [FeedControl(.button(button), pad: 0)])
  }

  /// That of the first touchscreen; nil unless only the user's switch keeps the pads off.
  init?(_ status: PadStatus) {
    guard !status.isOn, status.problems.filter(\.isOfSwitch).allSatisfy({ $0.obstacle == .off }),
      let screen = status.devices.first(where: { $0.deviceClass == DeviceClass.touchscreen.rawValue })
    else { return nil }
    self.init(
      node: screen.node, size: SurfaceSize(width: screen.width, height: screen.height),
      rotation: UInt16(clamping: screen.rotation))
  }

  /// What receives touches.
  func area(on output: OutputPicture) -> PixelRectangle {
    SurfaceMapping(surface, output).rectangle(surface.controls[0].region.bounds)
  }

  /// It is as faint as the controls are in the end, but never invisible: its place is not the desktop's.
  func picture(on output: OutputPicture, _ theme: Theme) -> OverlayPicture {
    var report = ControlReport()
    report.isTouched = isPressed
    let opacity = theme.opacity * (isPressed ? 1 : max(theme.fade.alpha, Self.minAlpha))
    let state = FeedState(generation: 0, surface: 0, controls: [report])
    // The whole area that receives touches is a part of the picture.
    let ground = Shape(.rectangle(area(on: output), rounding: 0), fill: .black.faded(to: 0))
    return OverlayPicture(
      [[ground]]
        + ControlShapes.all(surface, state, on: SurfaceMapping(surface, output), theme, opacity: opacity))
  }

  private static let minAlpha = 0.3
}
