import JoystickModel
import EventPipeline
@testable import touchstick_overlay

/// A touchscreen of 200 mm x 100 mm with one control of each kind, for a picture with 10 pixels for a millimetre.
enum Glasses {
  static let controls = [
    FeedControl(
      pad: 0, kind: .stick(.left), region: .rectangle(Rectangle(x: 0, y: 0, width: 60, height: 100)),
      name: "left", base: Circle(center: Point(x: 30, y: 50), radius: 15), reach: 15),
    FeedControl(
      pad: 0, kind: .button(.south), region: .circle(Circle(center: Point(x: 180, y: 80), radius: 10)),
      name: "A"),
    FeedControl(
      pad: 0, kind: .directionPad, region: .rectangle(Rectangle(x: 80, y: 10, width: 40, height: 40)),
      name: "dpad"),
    FeedControl(
      pad: 1, kind: .trigger(.right), region: .rectangle(Rectangle(x: 160, y: 0, width: 40, height: 20)),
      name: "right trigger"),
    FeedControl(
      pad: 1, kind: .stick(.right), region: .rectangle(Rectangle(x: 100, y: 60, width: 40, height: 40)),
      name: "right", base: Circle(center: Point(x: 120, y: 80), radius: 10), reach: 10, isFloating: true),
  ]

  static let output = OutputPicture(width: 2000, height: 1000)

  static func layout(
    generation: UInt32 = 1, surface: UInt8 = 0, rotation: UInt16 = 0,
    deviceClass: FeedDeviceClass = .touchscreen, _ controls: [FeedControl] = controls
  ) -> FeedLayout {
    FeedLayout(
      generation: generation, surface: surface, surfaceCount: 1, width: 200, height: 100, rotation: rotation,
      deviceClass: deviceClass, device: "Panel", node: "/dev/input/event0", controls: controls)
  }

  /// All controls at rest, but for changes.
  static func state(
    generation: UInt32 = 1, surface: UInt8 = 0, _ controls: [FeedControl] = controls,
    _ change: (inout [ControlReport]) -> Void = { _ in }
  ) -> FeedState {
    var states = controls.map { control in
      var state = ControlReport()
      if let base = control.base { (state.base, state.handle) = (base.center, base.center) }
      return state
    }
    change(&states)
    return FeedState(generation: generation, surface: surface, controls: states)
  }

  /// All controls in use.
  static func use(_ controls: inout [ControlReport]) {
    controls[0].isTouched = true
    controls[0].base = Point(x: 20, y: 40)
    controls[0].handle = Point(x: 30, y: 40)
    controls[1].isTouched = true
    controls[2].isTouched = true
    (controls[2].directionX, controls[2].directionY) = (1, -1)
    controls[3].isTouched = true
    controls[3].pull = 51
    controls[4].isTouched = true
    controls[4].base = Point(x: 110, y: 70)
    controls[4].handle = Point(x: 110, y: 75)
  }

  /// A scene that has heard of the controls, in a theme whose labels are off.
  static func scene(
    _ theme: Theme = plain, rotation: UInt16 = 0, _ change: (inout [ControlReport]) -> Void = { _ in }
  ) -> Scene {
    var scene = Scene(theme: theme)
    scene.apply(.layout(layout(rotation: rotation)), at: 0)
    scene.apply(.state(state(controls, change)), at: 0)
    return scene
  }

  static let plain: Theme = {
    var theme = Theme()
    theme.hasLabels = false
    theme.padColors = [ThemeColor(0xff0000), ThemeColor(0x0000ff)]
    return theme
  }()
}

extension Scene {
  /// The picture, without a memory of another.
  func picture(on output: OutputPicture, at now: Int64) -> OverlayPicture? {
    var memory = PictureMemory()
    return picture(on: output, at: now, &memory)
  }
}

extension Shape {
  /// A line for people: the form, its box in pixels, and its colours.
  var text: String {
    let (name, area): (String, PixelRectangle) =
      switch form {
      case .ellipse(let area): ("ellipse", area)
      case .rectangle(let area, _): ("rectangle", area)
      case .polygon(let points): ("polygon", PixelRectangle(around: points))
      case .image(let use, let area): ("image \(use.path)", area)
      case .text(let text, let area, _): ("text \(text)", area)
      }
    func number(_ value: Double) -> String { "\(Int(value.rounded()))" }
    let box = [area.x, area.y, area.width, area.height].map(number).joined(separator: " ")
    return "\(name) \(box)" + (fill.map { " fill \($0)" } ?? "") + (line.map { " line \($0)" } ?? "")
      + (clip.map { " below \(number($0.y))" } ?? "")
  }
}
