import JoystickModel
import EventPipeline
@testable import touchstick_overlay
import Testing

@Suite("The scene of the overlay")
struct SceneTests {
  private func lines(_ scene: Scene, at now: Int64 = 0) -> [String] {
    (scene.picture(on: Glasses.output, at: now)?.shapes.map(\.text)) ?? []
  }

  @Test("shows every control at rest, a floating stick at home, and a direction pad as a cross")
  func rest() {
    #expect(
      lines(Glasses.scene()) == [
        "ellipse 150 350 300 300 fill #ff00001b line #ff0000cc",
        "ellipse 173 373 255 255 fill #ff00004d line #ff0000cc",
        "ellipse 1704 704 192 192 fill #ff00001f line #ff0000cc",
        "polygon 820 120 360 360 fill #ff00001f line #ff0000cc",
        "polygon 960 148 80 44 fill #ff0000cc line #ff0000cc",
        "polygon 1108 260 44 80 fill #ff0000cc line #ff0000cc",
        "polygon 960 408 80 44 fill #ff0000cc line #ff0000cc",
        "polygon 848 260 44 80 fill #ff0000cc line #ff0000cc",
        "rectangle 1604 4 392 192 fill #0000ff1f line #0000ffcc",
        "ellipse 1100 700 200 200 fill #0000ff1b line #0000ffcc",
        "ellipse 1115 715 170 170 fill #0000ff4d line #0000ffcc",
      ])
  }

  @Test("shows where bases and handles are, what is pressed, held and pulled")
  func use() {
    let scene = Glasses.scene(Glasses.plain, Glasses.use)
    #expect(
      lines(scene) == [
        "ellipse 50 250 300 300 fill #ff000031 line #ff0000cc",
        "ellipse 173 273 255 255 fill #ff0000b3 line #ff0000cc",
        "ellipse 1704 704 192 192 fill #ff000099 line #ff0000cc",
        "polygon 936 120 128 180 fill #ff000099",
        "polygon 1000 236 180 128 fill #ff000099",
        "polygon 820 120 360 360 fill #ff00001f line #ff0000cc",
        "polygon 960 148 80 44 fill #ff0000 line #ff0000cc",
        "polygon 1108 260 44 80 fill #ff0000 line #ff0000cc",
        "polygon 960 408 80 44 fill #ff0000cc line #ff0000cc",
        "polygon 848 260 44 80 fill #ff0000cc line #ff0000cc",
        "rectangle 1604 4 392 192 fill #0000ff99 below 160",
        "rectangle 1604 4 392 192 fill #0000ff1f line #0000ffcc",
        "ellipse 1000 600 200 200 fill #0000ff31 line #0000ffcc",
        "ellipse 1015 665 170 170 fill #0000ffb3 line #0000ffcc",
      ])
  }

  /// The texts, without the handles that move.
  private func texts(_ scene: Scene) -> [String] {
    shapes(scene).compactMap { if case .text(let text, _, _) = $0.form { text } else { nil } }
  }

  private func shapes(_ scene: Scene) -> [Shape] {
    scene.picture(on: Glasses.output, at: 0).map { Array($0.shapes) } ?? []
  }

  @Test("labels controls with what they press, and sticks while they are at rest")
  func labels() {
    #expect(texts(Glasses.scene(Theme())) == ["L", "A", "RT", "R"])
    #expect(texts(Glasses.scene(Theme(), Glasses.use)) == ["A", "RT"])
    #expect(texts(Glasses.scene(Glasses.plain)).isEmpty)
  }

  /// A scene of one control; it has the scale of 10 pixels for a millimetre.
  private func scene(_ control: FeedControl) -> Scene {
    var scene = Scene(theme: Theme())
    scene.apply(.layout(Glasses.layout([control])), at: 0)
    scene.apply(.state(Glasses.state([control])), at: 0)
    return scene
  }

  private func button(
    _ name: String?, x: Double = 50, y: Double = 50, radius: Double, _ output: GamepadButton = .south
  ) -> FeedControl {
    FeedControl(
      pad: 0, kind: .button(output), region: .circle(Circle(center: Point(x: x, y: y), radius: radius)),
      name: name ?? "A", isNamed: name != nil)
  }

  @Test(
    "shows a name that the file sets: whole, shortened to two letters or more, or beside a small control",
    arguments: [
      ("Jump", 8, "Jump"), ("Grenade", 8, "Grena."), ("Grenade", 6, "Gre."), ("Map", 6, "Map"),
      ("Inventory", 3, "Inventory"),
      ("A B C", 5.3, "A B."), ("  ", 8, nil),
    ] as [(String, Double, String?)])
  func names(_ name: String, _ radius: Double, _ expected: String?) throws {
    let texts = shapes(scene(button(name, radius: radius))).filter { $0.isText }
    guard let expected else { return #expect(texts.isEmpty) }
    guard case .text(let text, let area, let height)? = texts.first?.form else { return #expect(Bool(false)) }
    #expect(texts.count == 1 && text == expected && height >= 22 - 1e-9 && height <= 40)
    let isInside = [area.x, area.x + area.width].allSatisfy { x in
      [area.y, area.y + area.height].allSatisfy { y in
        (Point(x: x / 10, y: y / 10) - Point(x: 50, y: 50)).length <= radius
      }
    }
    #expect(isInside == (radius > 3), "\(area)")
  }

  @Test(
    "keeps a name beside a control on the screen",
    arguments: [(1, 50), (199, 50), (50, 1), (50, 99), (199, 99)] as [(Double, Double)])
  func beside(_ x: Double, _ y: Double) throws {
    let name = String(repeating: "Inventory ", count: 3)
    let text = try #require(shapes(scene(button(name, x: x, y: y, radius: 1))).first { $0.isText })
    let box = text.bounds
    #expect(box.left >= -1 && box.top >= -1 && box.right <= 2001 && box.bottom <= 1001, "\(box)")
    #expect(
      !box.intersects(
        PixelBox(left: Int(x * 10), top: Int(y * 10), right: Int(x * 10) + 1, bottom: Int(y * 10) + 1)))
  }

  @Test("shows Back, Guide and Start as symbols, but their names if the file sets them")
  func symbols() {
    for (output, parts) in [(GamepadButton.select, 2), (.mode, 1), (.start, 3)] {
      let symbol = shapes(scene(button(nil, radius: 5, output))).dropFirst()
      #expect(symbol.count == parts && symbol.allSatisfy { !$0.isText && $0.line != nil })
      #expect(symbol.allSatisfy { $0.bounds.left > 450 && $0.bounds.right < 550 })
      #expect(texts(scene(button("Map", radius: 6, output))) == ["Map"])
    }
  }

  @Test("shows the names of a direction pad and a stick for directions, which have no label otherwise")
  func directions() {
    let region = Region.circle(Circle(center: Point(x: 50, y: 50), radius: 10))
    for kind in [FeedControl.Kind.directionPad, .stick(.directions)] {
      var control = FeedControl(pad: 0, kind: kind, region: region, name: "ways")
      if case .stick = kind { control.base = Circle(center: Point(x: 50, y: 50), radius: 9) }
      #expect(texts(scene(control)).isEmpty)
      control.isNamed = true
      #expect(texts(scene(control)) == ["ways"])
    }
  }

  @Test("uses the pictures and colours of a theme")
  func theme() {
    var theme = Glasses.plain
    theme.stick.baseImage = "/base.png"
    theme.stick.handleImage = "/handle.png"
    theme.stick.handleTintColor = ThemeColor(0x00ff00).faded(to: 0.5)
    theme.stick.colorFillHandleImage = true
    theme.stick.handleSizeRatio = 0.5
    theme.button.colors[GamepadButton.south.rawValue] = ThemeColor(0x123456)
    let scene = Glasses.scene(theme)
    #expect(
      lines(scene).prefix(3) == [
        "image /base.png 150 350 300 300 fill #ffffff4d", "image /handle.png 225 425 150 150 fill #ffffff26",
        "ellipse 1704 704 192 192 fill #1234561f line #123456cc",
      ])
    let uses = scene.picture(on: Glasses.output, at: 0)?.shapes.compactMap { shape -> ImageUse? in
      if case .image(let use, _) = shape.form { use } else { nil }
    }
    #expect(
      uses == [
        ImageUse(path: "/base.png"),
        ImageUse(path: "/handle.png", tint: ThemeColor(0x00ff00).faded(to: 0.5), isMask: true),
        ImageUse(path: "/base.png"),
        ImageUse(path: "/handle.png", tint: ThemeColor(0x00ff00).faded(to: 0.5), isMask: true),
      ])
    theme.hasLabels = true
    #expect(texts(Glasses.scene(theme)) == ["A", "RT"])
  }

  @Test("shows nothing of a base or a handle whose opacity is 0")
  func invisible() {
    var theme = Glasses.plain
    (theme.stick.baseAlpha, theme.stick.handleAlpha) = (0, 0)
    #expect(
      lines(Glasses.scene(theme)).prefix(2) == [
        "ellipse 150 350 300 300 fill #ff000000", "ellipse 173 373 255 255 fill #ff000000",
      ])
  }

  @Test("shows nothing without pads, without a state, or on a device without a screen")
  func nothing() {
    var scene = Glasses.scene()
    scene.apply(.off, at: 1)
    #expect(scene.picture(on: Glasses.output, at: 1) == nil && scene.nextChange(after: 1) == nil)
    scene.apply(.layout(Glasses.layout(generation: 2)), at: 2)
    #expect(scene.picture(on: Glasses.output, at: 2) == nil)
    scene.apply(.state(Glasses.state(generation: 2)), at: 2)
    #expect(scene.picture(on: Glasses.output, at: 2) != nil)
    for deviceClass in [FeedDeviceClass.touchpad, .tablet] {
      scene.apply(.layout(Glasses.layout(generation: 3, deviceClass: deviceClass)), at: 3)
      scene.apply(.state(Glasses.state(generation: 3)), at: 3)
      #expect(scene.picture(on: Glasses.output, at: 3) == nil)
    }
  }

  @Test("ignores a state of another layout, another surface or with another number of controls")
  func foreignStates() {
    let scene = Glasses.scene()
    for state in [
      Glasses.state(generation: 2), Glasses.state(surface: 1),
      Glasses.state(Array(Glasses.controls.dropLast())),
    ] {
      var other = scene
      var touched = state
      for index in touched.controls.indices { touched.controls[index].isTouched = true }
      other.apply(.state(touched), at: 0)
      #expect(other == scene)
    }
  }
}

extension Shape {
  fileprivate var isText: Bool { if case .text = form { true } else { false } }
}
