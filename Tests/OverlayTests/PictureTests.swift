import Configuration
import Drawing
import EventPipeline
import Foundation
import JoystickModel
import TestSupport
import Testing

@testable import touchstick_overlay

/// What the compositor shows, compared with the pictures in the folder Pictures, without labels, so that no font counts.
///
/// `TOUCHSTICK_REWRITE_PICTURES=1` stores what it shows now. Look at each picture before you commit it.
@Suite("Pictures of the overlay", .serialized)
struct PictureTests {
  /// A scene of `Glasses` or of `Cockpit` on an output.
  struct Picture: CustomTestStringConvertible, Sendable {
    let name: String
    let theme: String
    var isInUse = true
    var more = ""
    /// As sway says it, which counts clockwise.
    var transform = "normal"
    var scale = "1"
    /// In pixels of the panel.
    var size = (width: 400, height: 200)
    var isCockpit = false

    var testDescription: String { name }
  }

  private static let pictures = [
    Picture(name: "rest", theme: "quiet", isInUse: false, more: "fade.after = \"never\""),
    Picture(name: "use", theme: "quiet"),
    Picture(name: "glass", theme: "glass"),
    Picture(name: "high-contrast", theme: "high_contrast"),
    Picture(
      name: "faded", theme: "glass", isInUse: false,
      more: "[fade]\nafter = \"0s\"\nduration = \"0ms\"\nalpha = 0.3"),
    Picture(name: "turned", theme: "quiet", transform: "90"),
    Picture(name: "flipped", theme: "high_contrast", transform: "flipped-180", scale: "2", size: (800, 400)),
    Picture(name: "fractional", theme: "glass", scale: "1.5", size: (600, 300)),
    Picture(name: "cockpit", theme: "quiet", isCockpit: true),
  ]

  private static let use: @Sendable (inout [ControlReport]) -> Void = { controls in
    for index in controls.indices { controls[index].isTouched = true }
    controls[0].base = Point(x: 22, y: 42)
    controls[0].handle = Point(x: 32, y: 36)
    (controls[2].directionX, controls[2].directionY) = (1, -1)
    controls[3].pull = 100
    controls[4].base = Point(x: 112, y: 72)
    controls[4].handle = Point(x: 112, y: 78)
  }

  @Test("have 0 pixels that look different from the stored ones", arguments: pictures)
  func matches(_ picture: Picture) throws {
    let sway = try HeadlessSway()
    try sway.ask(
      "output", "HEADLESS-1", "resolution", "\(picture.size.width)x\(picture.size.height)", "transform",
      picture.transform, "scale", picture.scale)
    let looks = try Programs.file(
      "overlay.toml", "theme = \"\(picture.theme)\"\nlabels = false\n\(picture.more)\n")
    let overlay = try RunningOverlay(
      sway.environment(), ["--config", looks])
    let cockpit = Cockpit.inUse
    let state =
      picture.isCockpit
      ? cockpit.state : picture.isInUse ? Glasses.state(Glasses.controls, Self.use) : Glasses.state()
    let controls = picture.isCockpit ? cockpit.controls : Glasses.controls
    try overlay.send(.layout(Glasses.layout(controls)), .state(state))
    let file = Self.folder.appending(path: try storedName(of: picture, sway) + ".png")
    if ProcessInfo.processInfo.environment["TOUCHSTICK_REWRITE_PICTURES"] != nil {
      var last: Screenshot?
      try waitUntil("a picture that stays") {
        let screen = try sway.screenshot(picture.name, scale: picture.scale)
        defer { last = screen }
        return screen == last && !screen.isEmpty
      }
      try sway.write(screenshot: file.path, scale: picture.scale)
    }
    try eventually {
      let screen = try sway.screenshot(picture.name, scale: picture.scale)
      let differing = try screen.pixelsDiffering(from: file.path)
      guard differing == 0 else { throw Missing(what: "\(picture.name): \(differing) pixels differ") }
    }
    withExtendedLifetime(overlay) {}
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pictures")

  /// Sway before 1.8 does not tell programs of scales between whole numbers, and reduces what they draw for the next one.
  private func storedName(of picture: Picture, _ sway: HeadlessSway) throws -> String {
    guard picture.scale.contains("."), try sway.ask("--version").contains(#/ 1\.[0-7]\b/#) else {
      return picture.name
    }
    return picture.name + "-reduced"
  }
}

/// Each shipped layout on a phone of 6 inches and a screen of 10 inches, both ways, in each theme, as it is drawn.
@Suite("The shipped layouts at rest")
struct ReadabilityTests {
  /// A layout in a theme, on a screen with 10 pixels for a millimetre.
  struct Screen: CustomTestStringConvertible, Sendable {
    let profile, theme: String
    let width, height: Int
    var testDescription: String { "\(profile) \(theme) \(width) mm x \(height) mm" }
  }

  private static let profiles = [
    "phone", "touchscreen", "touchpad", "tablet", "shooter", "racing", "fighting", "retro", "gba", "snes",
    "playstation",
    "n64", "psp", "platformer", "pen", "one-hand-left", "one-hand-right", "joystickview", "swiftui-joystick",
  ]
  private static let screens: [Screen] = profiles.flatMap { profile in
    let screens = (try? Settings.read(path: folder.appending(path: "\(profile).toml").path))?.madeFor ?? []
    let sizes = [(68, 140), (140, 68), (136, 217), (217, 136)].filter { width, height in
      screens.isEmpty
        || screens.contains(HeldScreen(of: SurfaceSize(width: Double(width), height: Double(height))))
    }
    return Theme.shipped.flatMap { theme in
      sizes.map { Screen(profile: profile, theme: theme.key, width: $0, height: $1) }
    }
  }
  private static let folder = Fixtures.project.appending(path: "config/profiles")
  private static let unit = 10

  /// What WCAG 2.2 demands of large text (1.4.3) and of the parts of controls (1.4.11).
  private static let minimumContrast = 3.0
  private static let backgrounds = [Color.white, .black, Color(0x808080)]

  @Test("are all tested")
  func shipped() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(names) == Set(Self.profiles.map { "\($0).toml" }))
  }

  @Test(
    "can be read in the default theme, upright and across",
    arguments: screens.filter { $0.theme == "quiet" && [68, 217].contains($0.width) })
  func readable(_ screen: Screen) throws {
    try heightsThoroughly(screen)
    try edgesThoroughly(screen)
    try lettersThoroughly(screen)
    try fadedThoroughly(screen)
  }

  @Test("have capitals of at least 2.2 mm", arguments: screens)
  func heightsThoroughly(_ screen: Screen) throws {
    for text in try Drawing(screen).texts {
      // Labels that are cut end with a dot.
      #expect(!text.text.contains("."), "\(text.text)")
      let canvas = try Drawing.canvas([[text]], screen)
      let rows = (0..<canvas.height).filter { y in
        (text.bounds.left..<text.bounds.right).contains { canvas.isLight($0, y) }
      }
      #expect(Double(rows.count) >= 2.2 * Double(Self.unit) - 1, "\(text.text)")
    }
  }

  @Test("have edges that differ 3:1 from white, black and grey in all directions", arguments: screens)
  func edgesThoroughly(_ screen: Screen) throws {
    let drawing = try Drawing(screen) { $0.hasLabels = false }
    // A look pad has no edge at rest, so that the middle of the game is free.
    for (control, shapes) in zip(drawing.controls, drawing.shapes)
    where ![.look, .ignore].contains(control.kind) {
      let (middle, radius) = control.middle
      let canvas = try Drawing.canvas([shapes], screen)
      for (direction, background) in (0..<16).flatMap({ way in Self.backgrounds.map { (way, $0) } }) {
        let angle = Double(direction) * .pi / 8
        let contrasts = (0...Int(radius * 1.5 * Double(Self.unit))).map { step in
          let distance = Double(step) / Double(Self.unit)
          let place = Point(x: middle.x + distance * cos(angle), y: middle.y + distance * sin(angle))
          return canvas.color(at: place, Self.unit, on: background).contrast(to: background)
        }
        #expect(
          contrasts.max()! >= Self.minimumContrast, "\(control.name), direction \(direction), \(background)")
      }
    }
  }

  @Test(
    "have letters that differ 3:1 from the control below them on white, black and grey", arguments: screens)
  func lettersThoroughly(_ screen: Screen) throws {
    let drawing = try Drawing(screen)
    let blank = try Drawing.canvas(Drawing(screen) { $0.hasLabels = false }.shapes, screen)
    let canvas = try Drawing.canvas(drawing.shapes, screen)
    for (text, background) in drawing.texts.flatMap({ text in Self.backgrounds.map { (text, $0) } }) {
      let contrasts = text.bounds.pixels.map { x, y in
        canvas.color(x, y, on: background).contrast(to: blank.color(x, y, on: background))
      }
      // One of the two sides is a tenth of the box or more.
      let visible = contrasts.count { $0 >= Self.minimumContrast }
      #expect(visible * 10 >= contrasts.count, "\(text.text) on \(background)")
    }
  }

  @Test("have letters whose two sides differ 3:1 from each other when they have faded", arguments: screens)
  func fadedThoroughly(_ screen: Screen) throws {
    let drawing = try Drawing(screen, at: 60_000_000)
    let canvas = try Drawing.canvas(drawing.shapes, screen)
    for (text, background) in drawing.texts.flatMap({ text in Self.backgrounds.map { (text, $0) } }) {
      let colors = text.bounds.pixels.map { canvas.color($0, $1, on: background) }
      let lightest = try #require(colors.max { $0.luminance < $1.luminance })
      let darkest = try #require(colors.min { $0.luminance < $1.luminance })
      #expect(lightest.contrast(to: darkest) >= Self.minimumContrast, "\(text.text) on \(background)")
    }
  }

  private struct Drawing {
    let controls: [FeedControl]
    /// Those of each control.
    let shapes: [[Shape]]

    init(_ screen: Screen, at now: Int64 = 0, _ change: (inout Theme) -> Void = { _ in }) throws {
      let path = folder.appending(path: "\(screen.profile).toml").path
      let (width, height) = (Double(screen.width), Double(screen.height))
      let layout = try Settings.read(path: path).layout(
        width: width, height: height, deviceClass: .touchscreen)
      // Controls of other layers are not drawn at first.
      controls = layout.controls.indices.filter(layout.exists).map {
        FeedControl(layout.controls[$0], pad: 0)
      }
      var theme = try #require(Theme.shipped.first { $0.key == screen.theme }).value
      change(&theme)
      var scene = Scene(theme: theme)
      var feed = Glasses.layout(controls)
      (feed.width, feed.height) = (Float(width), Float(height))
      scene.apply(.layout(feed), at: 0)
      scene.apply(.state(Glasses.state(controls)), at: 0)
      let output = OutputPicture(width: screen.width * unit, height: screen.height * unit)
      // Those that are in use come first, below all others.
      shapes = try #require(scene.picture(on: output, at: now)).controls.suffix(controls.count)
    }

    var texts: [Shape] {
      shapes.joined().filter { if case .text = $0.form { true } else { false } }
    }

    static func canvas(_ shapes: [[Shape]], _ screen: Screen) throws -> Canvas {
      let (width, height) = (screen.width * unit, screen.height * unit)
      let canvas = try Canvas(width: width, height: height, images: ImageLibrary())
      canvas.draw(
        OverlayPicture(shapes), in: [PixelBox(left: 0, top: 0, right: width, bottom: height)])
      return canvas
    }
  }
}

extension FeedControl {
  /// The middle of what is drawn, and its radius to the farthest edge, in millimetres.
  fileprivate var middle: (Point, radius: Double) {
    if let base { return (base.center, base.radius) }
    let bounds = region.bounds
    return (region.center, max(bounds.width, bounds.height) / 2)
  }
}

extension PixelBox {
  fileprivate var pixels: [(Int, Int)] { (top..<bottom).flatMap { y in (left..<right).map { ($0, y) } } }
}

extension Canvas {
  /// Whether a pixel belongs to a white letter rather than to its black outline.
  fileprivate func isLight(_ x: Int, _ y: Int) -> Bool { pixel(x, y) & 0xff > 128 }

  fileprivate func color(_ x: Int, _ y: Int, on background: Color) -> Color {
    let pixel = pixel(x, y)
    func part(_ shift: UInt32) -> Double { Double(pixel >> shift & 0xff) / 255 }
    let rest = 1 - part(24)
    return Color(
      red: part(16) + rest * background.red, green: part(8) + rest * background.green,
      blue: part(0) + rest * background.blue)
  }

  fileprivate func color(at place: Point, _ unit: Int, on background: Color) -> Color {
    color(Int(place.x * Double(unit)), Int(place.y * Double(unit)), on: background)
  }
}

extension Color {
  fileprivate var luminance: Double {
    func linear(_ part: Double) -> Double {
      part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The contrast ratio of WCAG 2.2: 1 to 21.
  fileprivate func contrast(to other: Color) -> Double {
    let (one, two) = (luminance + 0.05, other.luminance + 0.05)
    return max(one, two) / min(one, two)
  }
}
