import Configuration
import Drawing
import EventPipeline
import Foundation
import JoystickModel
import TestSupport
import Testing

@testable import touchstick_overlay

/// Draws the guide's pictures of the overlay: `scripts/documents overlay`.
///
/// TOUCHSTICK_GUIDE is the folder for the pictures, with game.png, which is below them.
@Suite("Pictures of the guide", .enabled(if: environment["TOUCHSTICK_GUIDE"] != nil))
struct GuidePictureTests {
  private static let size = SurfaceSize(width: 217, height: 136)
  private static let (width, height) = (1024, 642)

  private let folder: String
  private let layouts: [(name: String, settings: Settings, layout: Layout)]

  init() throws {
    folder = try #require(environment["TOUCHSTICK_GUIDE"])
    let profiles = Fixtures.project.appending(path: "config/profiles").path
    layouts = try FileManager.default.contentsOfDirectory(atPath: profiles).sorted().map { file in
      let settings = try Settings.read(path: "\(profiles)/\(file)")
      let layout = settings.fittedLayout(on: Self.size, deviceClass: .touchscreen).layout
      return (String(file.dropLast(5)), settings, layout.withMenuHandle())
    }
  }

  @Test("show the layout touchscreen in use, in the default theme and in all")
  func overlay() throws {
    try write(layers(.glass, Self.width, Self.height), to: "overlay")
    // Four parts of half the size, with a gap between them.
    let (width, height, gap) = (Self.width / 2, Self.height / 2, 6)
    let places = [(0, 0), (1, 0), (0, 1), (1, 1)]
    let parts = try zip(Theme.shipped, places).map { theme, place in
      try write(layers(theme.value, width, height), width, height, to: "theme-\(theme.key)")
      return image(
        "theme-\(theme.key)", x: place.0 * (width + gap), y: place.1 * (height + gap), width, height)
    }
    try write([parts], 2 * width + gap, 2 * height + gap, to: "design")
  }

  @Test("show the menu's page with the layouts")
  func menu() throws {
    var contents = MenuContents()
    contents.cards = layouts.map { name, settings, layout in
      LayoutCard(
        name: name, isOwn: false, description: settings.description,
        problem: settings.obstacle(to: layout, on: Self.size), controls: [ShownControl](layout),
        layout: layout)
    }
    contents.current = "racing"
    contents.looks.theme = .glass
    var menu = Menu(contents, size: Self.size)
    menu.open(.layouts)
    var scene = MenuScene(rotation: 0)
    scene.controls = [ShownControl](try layout("racing"))
    try write(to: "overlay-menu") { scene.picture(of: menu, on: $0) }
  }

  @Test("show the edit mode")
  func edit() throws {
    let file = Fixtures.project.appending(path: "config/profiles/touchscreen.toml")
    let text = try ProfileText(Array(Data(contentsOf: file)), file: "touchscreen.toml")
    let editor = try LayoutEditor(text, name: "touchscreen", size: Self.size)
    let scene = EditScene(theme: .glass, rotation: 0)
    try write(to: "overlay-edit") { scene.picture(of: editor, on: $0) }
  }

  private func layout(_ name: String) throws -> Layout {
    try #require(layouts.first { $0.name == name }).layout
  }

  /// Both sticks, A and RT are in use.
  private func layers(_ theme: Theme, _ width: Int, _ height: Int) throws -> [[Shape]] {
    let layout = try layout("touchscreen")
    let controls = layout.controls.map { FeedControl($0, pad: 0) }
    let reports = controls.indices.map { index in
      var report = layout.report(at: index)
      switch controls[index].kind {
      case .stick:
        report.isTouched = true
        report.handle = Point(x: report.base.x + 5, y: report.base.y - 5)
      case .button(.south): report.isTouched = true
      case .trigger(.right): (report.isTouched, report.pull) = (true, 150)
      default: break
      }
      return report
    }
    var feed = Glasses.layout(controls)
    (feed.width, feed.height) = (Float(Self.size.width), Float(Self.size.height))
    var scene = Scene(theme: theme)
    scene.apply(.layout(feed), at: 0)
    scene.apply(
      .state(FeedState(generation: feed.generation, surface: 0, controls: reports)), at: 0)
    let picture = try #require(scene.picture(on: OutputPicture(width: width, height: height), at: 0))
    return [[image("game", x: 0, y: 0, width, height)]] + picture.controls
  }

  /// A panel has large letters, so that it needs fewer pixels.
  private func write(to name: String, _ picture: (OutputPicture) -> OverlayPicture) throws {
    let (width, height) = (Self.width * 3 / 4, Self.height * 3 / 4)
    let controls = picture(OutputPicture(width: width, height: height)).controls
    try write([[image("game", x: 0, y: 0, width, height)]] + controls, width, height, to: name)
  }

  private func image(_ name: String, x: Int, y: Int, _ width: Int, _ height: Int) -> Shape {
    let area = PixelRectangle(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
    return Shape(.image(ImageUse(path: PicturePath("\(folder)/\(name).png")), area), fill: .white)
  }

  private func write(
    _ layers: [[Shape]], _ width: Int = width, _ height: Int = height, to name: String
  ) throws {
    let canvas = try Canvas(width: width, height: height, images: ImageLibrary())
    let all = PixelBox(left: 0, top: 0, right: width, bottom: height)
    canvas.draw(OverlayPicture(layers), in: [all])
    #expect(canvas.write(toFile: "\(folder)/\(name).png"))
  }
}

private let environment = ProcessInfo.processInfo.environment
