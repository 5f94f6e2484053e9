import Drawing
import EventPipeline
import JoystickModel
import Testing

@testable import touchstick_overlay

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
        "polygon 820 120 360 360 fill #ff00001f line #ff0000cc",
        "polygon 936 120 128 180 fill #ff000099",
        "polygon 1000 236 180 128 fill #ff000099",
        "polygon 960 148 80 44 fill #ffffff",
        "polygon 1108 260 44 80 fill #ffffff",
        "polygon 960 408 80 44 fill #ff0000cc line #ff0000cc",
        "polygon 848 260 44 80 fill #ff0000cc line #ff0000cc",
        "rectangle 1604 4 392 192 fill #0000ff1f line #0000ffcc",
        "rectangle 1604 4 392 192 fill #0000ff99 below 160",
        "ellipse 1000 600 200 200 fill #0000ff31 line #0000ffcc",
        "ellipse 1015 665 170 170 fill #0000ffb3 line #0000ffcc",
      ])
  }

  @Test("shows rumble at the edges, with the theme's choice and without a motor, until it ends")
  func rumble() {
    func bars(_ visibility: RumbleVisibility, hasMotor: Bool) -> [String] {
      var theme = Glasses.plain
      theme.rumble = visibility
      var scene = Glasses.scene(theme)
      let count = lines(scene).count
      scene.apply(.rumble(FeedRumble(strong: 255, weak: 51, hasMotor: hasMotor)), at: 0)
      defer {
        scene.apply(.rumble(FeedRumble(hasMotor: hasMotor)), at: 0)
        #expect(lines(scene).count == count)
      }
      return Array(lines(scene).dropFirst(count))
    }
    let shown = ["rectangle 0 0 30 1000 fill #ff0000", "rectangle 1970 0 30 1000 fill #ff000033"]
    #expect(bars(.withoutMotor, hasMotor: false) == shown && bars(.always, hasMotor: true) == shown)
    #expect(bars(.withoutMotor, hasMotor: true).isEmpty && bars(.never, hasMotor: false).isEmpty)
  }

  @Test("that has faded to nothing is there again while the pads rumble")
  func rumbleAfterFading() {
    var theme = Theme()
    theme.fade.alpha = 0
    var scene = Glasses.scene(theme)
    #expect(!scene.hasPicture(at: 60_000_000))
    scene.apply(.rumble(FeedRumble(weak: 1)), at: 60_000_000)
    #expect(scene.hasPicture(at: 60_000_000))
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

  @Test(
    "labels a button that holds more than one of the pad's with its name, and shows it while it stays down")
  func list() {
    let list = FeedControl(
      pad: 0, kind: .button(nil), region: .circle(Circle(center: Point(x: 50, y: 50), radius: 8)),
      name: "A+LT")
    var scene = scene(list)
    #expect(texts(scene) == ["A+LT"])
    var key = list
    key.name = "KEY_F1+LB"
    #expect(texts(self.scene(key)) == ["F1+LB"])
    key.isNamed = true
    #expect(texts(self.scene(key)) != ["F1+LB"])
    let rest = shapes(scene)
    var held = Glasses.state([list])
    held.controls[0].isTouched = true
    scene.apply(.state(held), at: 0)
    #expect(scene.isInUse && shapes(scene) != rest)
  }

  @Test("shows the controls of the layer that exists, and names it for a second when it appears")
  func layers() throws {
    let circle = Region.circle(Circle(center: Point(x: 50, y: 50), radius: 8))
    let controls = [GamepadButton.south, .east].map {
      FeedControl(pad: 0, kind: .button($0), region: circle, name: $0.label)
    }
    var layout = Glasses.layout(controls)
    layout.layers = ["run", "fight"]
    func state(_ layer: UInt8) -> FeedMessage {
      var state = Glasses.state(controls) { states in
        for index in states.indices { states[index].isHidden = index != layer }
      }
      state.layers = [layer]
      return .state(state)
    }
    var scene = Scene(theme: Theme())
    scene.apply(.layout(layout), at: 0)
    scene.apply(state(0), at: 0)
    #expect(texts(scene) == ["A"])
    scene.apply(state(1), at: 0)
    #expect(texts(scene) == ["B", "fight"] && scene.nextChange(after: 0) == 1_000_000)
    let later = try #require(scene.picture(on: Glasses.output, at: 1_000_000))
    #expect(later.shapes.filter(\.isText).count == 1)
    scene.apply(state(0), at: 2_000_000)
    #expect(scene.hasPicture(at: 2_000_000))
    scene.apply(.off, at: 2_000_000)
    #expect(!scene.hasPicture(at: 2_000_000))
    // Without labels there is no name.
    var plain = Scene(theme: Glasses.plain)
    for message in [.layout(layout), state(0), state(1)] { plain.apply(message, at: 0) }
    #expect(texts(plain).isEmpty)
  }

  @Test("says that no control exists in the orientation, also without labels, and fades like controls")
  func empty() {
    let hidden = FeedControl(
      pad: 0, kind: .button(.south), region: .circle(Circle(center: Point(x: 50, y: 50), radius: 8)),
      name: "A")
    for controls in [[], [hidden]] {
      var (scene, theme) = (Scene(theme: Theme()), Glasses.plain)
      scene.apply(.layout(Glasses.layout(controls)), at: 0)
      #expect(!scene.isEmpty && !scene.hasPicture(at: 0))
      scene.apply(
        .state(Glasses.state(controls) { for index in $0.indices { $0[index].isHidden = true } }), at: 0)
      #expect(scene.isEmpty && scene.hasPicture(at: 0) && texts(scene) == ["no controls in landscape"])
      theme.fade.alpha = 0
      scene.theme = theme
      #expect(texts(scene) == ["no controls in landscape"] && !scene.hasPicture(at: 60_000_000))
    }
    #expect(!Glasses.scene().isEmpty)
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
    for output in [GamepadButton.select, .mode, .start] {
      let symbol = shapes(scene(button(nil, radius: 5, output))).dropFirst()
      #expect(symbol.count == 1 && symbol.allSatisfy { !$0.isText && $0.line != nil })
      #expect(symbol.allSatisfy { $0.bounds.left > 450 && $0.bounds.right < 550 })
      #expect(texts(scene(button("Map", radius: 6, output))) == ["Map"])
    }
  }

  @Test("draws an icon instead of the label, and the label instead of the name")
  func captions() {
    var control = button("Map", radius: 8)
    control.appearance.label = "World map"
    #expect(texts(scene(control)) == ["World", "map"])
    control.appearance.icon = .map
    let drawn = shapes(scene(control)).dropFirst()
    #expect(drawn.count == 1)
    guard case .strokes(let lines)? = drawn.first?.form else { return #expect(Bool(false)) }
    #expect(lines.count == ControlIcon.map.icon.lines.count)
  }

  @Test("has an icon of its own for each word, in its square")
  func icons() {
    let icons = ControlIcon.allCases.map(\.icon)
    for (index, icon) in icons.enumerated() {
      #expect(icon.lines.joined().allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) })
      let isShared = icons.indices.contains { $0 != index && icons[$0] == icon }
      #expect(!isShared, "\(ControlIcon.allCases[index])")
    }
  }

  @Test("has the letters of a console, and their colours where the theme has them")
  func letters() {
    var theme = Theme.glass
    theme.letters = .nintendo
    var scene = Scene(theme: theme)
    let controls = [button(nil, radius: 8, .south), button(nil, x: 90, radius: 8, .east)]
    scene.apply(.layout(Glasses.layout(controls)), at: 0)
    scene.apply(.state(Glasses.state(controls)), at: 0)
    #expect(texts(scene) == ["B", "A"])
    #expect(theme.color(of: .south) == Color(0xe0b000) && theme.color(of: .start) == nil)
    theme.button.hasLetterColors = false
    #expect(theme.color(of: .south) == nil)
    // No two buttons look the same.
    for letters in Letters.allCases {
      let captions = GamepadButton.allCases.map(letters.caption)
      #expect(captions.indices.allSatisfy { captions.firstIndex(of: captions[$0]) == $0 }, "\(letters)")
    }
  }

  @Test("draws what a layout or the theme hides only while a finger is on it, or not at all")
  func visibility() {
    for (layout, theme, atRest, inUse) in [
      (ControlVisibility.always, ControlVisibility.always, true, true), (.touched, .always, false, true),
      (.always, .touched, false, true), (.never, .always, false, false), (.touched, .never, false, false),
    ] {
      var control = button(nil, radius: 8)
      control.appearance.visibility = layout
      var looks = Glasses.plain
      looks.visibility = theme
      for (isTouched, isShown) in [(false, atRest), (true, inUse)] {
        var scene = Scene(theme: looks)
        scene.apply(.layout(Glasses.layout([control])), at: 0)
        scene.apply(.state(Glasses.state([control]) { $0[0].isTouched = isTouched }), at: 0)
        #expect(shapes(scene).isEmpty == !isShown, "\(layout) \(theme) \(isTouched)")
      }
    }
  }

  @Test("has a ring around what is pressed, beyond a thumb")
  func halo() {
    var control = button(nil, radius: 5)
    var scene = Scene(theme: Theme())
    scene.apply(.layout(Glasses.layout([control])), at: 0)
    scene.apply(.state(Glasses.state([control]) { $0[0].isTouched = true }), at: 0)
    // 10 mm from the middle, with 10 pixels for a millimetre.
    #expect(shapes(scene).first?.form.area == PixelRectangle(x: 400, y: 400, width: 200, height: 200))
    control.region = .rectangle(Rectangle(x: 20, y: 20, width: 40, height: 30))
    scene.apply(.layout(Glasses.layout([control])), at: 0)
    scene.apply(.state(Glasses.state([control]) { $0[0].isTouched = true }), at: 0)
    #expect(shapes(scene).first?.form.area == PixelRectangle(x: 184, y: 184, width: 432, height: 332))
  }

  @Test("draws rings below all controls, so that none is hidden by its neighbour's")
  func haloOrder() {
    let controls = [button(nil, radius: 5), button(nil, x: 61, radius: 5)]
    var scene = Scene(theme: Theme())
    scene.apply(.layout(Glasses.layout(controls)), at: 0)
    scene.apply(.state(Glasses.state(controls) { $0[1].isTouched = true }), at: 0)
    let parts = scene.picture(on: Glasses.output, at: 0)?.controls ?? []
    #expect(parts.map(\.isEmpty) == [true, false, false, false])
    #expect(parts[1][0].bounds.intersects(parts[2][0].bounds))
  }

  @Test("has the colour that a layout has chosen, unless the user has chosen another")
  func layoutColor() {
    var appearance = Appearance()
    appearance.color = .blue
    var theme = Theme.glass
    #expect(theme.color(of: .south, appearance) == ControlColor.blue.color)
    #expect(theme.color(of: nil, appearance) == ControlColor.blue.color)
    theme.button.colors[GamepadButton.south.rawValue] = .white
    #expect(theme.color(of: .south, appearance) == .white)
    #expect(Theme.paper.color(of: .south, appearance) == nil)
  }

  @Test("names both ends of a slider whose label has a slash")
  func ends() {
    let region = Region.rectangle(Rectangle(x: 40, y: 10, width: 14, height: 60))
    var control = FeedControl(pad: 0, kind: .slider(.vertical), region: region, name: "slider")
    control.appearance.label = "gas/brake"
    let labels = shapes(scene(control)).filter(\.isText)
    #expect(labels.map(\.text).map { $0.split(separator: " ")[1] } == ["gas", "brake"])
    #expect(labels[0].bounds.bottom < 200 && labels[1].bounds.top > 600)
  }

  @Test("fills the picture with a background, also where nothing is touched")
  func background() {
    var theme = Glasses.plain
    theme.background = .black
    theme.fade.alpha = 0
    let scene = Glasses.scene(theme)
    #expect(lines(scene).first == "rectangle 0 0 2000 1000 fill #000000")
    #expect(scene.hasPicture(at: 60_000_000))
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
    theme.stick.baseImage = PicturePath("/base.png")
    theme.stick.handleImage = PicturePath("/handle.png")
    theme.stick.handleTintColor = Color(0x00ff00).faded(to: 0.5)
    theme.stick.colorFillHandleImage = true
    theme.stick.handleSizeRatio = 0.5
    theme.button.colors[GamepadButton.south.rawValue] = Color(0x123456)
    let scene = Glasses.scene(theme)
    #expect(
      lines(scene).prefix(3) == [
        "image /base.png 150 350 300 300 fill #ffffff4d", "image /handle.png 225 425 150 150 fill #ffffff26",
        "ellipse 1704 704 192 192 fill #1234567a line #123456cc",
      ])
    let uses = scene.picture(on: Glasses.output, at: 0)?.shapes.compactMap { shape -> ImageUse? in
      if case .image(let use, _) = shape.form { use } else { nil }
    }
    #expect(
      uses == [
        ImageUse(path: PicturePath("/base.png")),
        ImageUse(path: PicturePath("/handle.png"), tint: Color(0x00ff00).faded(to: 0.5), isMask: true),
        ImageUse(path: PicturePath("/base.png")),
        ImageUse(path: PicturePath("/handle.png"), tint: Color(0x00ff00).faded(to: 0.5), isMask: true),
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

@Suite("Fading")
struct FadeTests {
  @Test("comes in steps after the delay, each announced, and ends")
  func steps() {
    let fade = Fade(looks: FadeLooks(), start: 1_000_000)
    var now: Int64 = 0
    var opacities = [fade.opacity(at: now)]
    while let next = fade.nextChange(after: now) {
      #expect(next > now && fade.opacity(at: next - 1) == opacities.last)
      now = next
      opacities.append(fade.opacity(at: now))
    }
    #expect(opacities.count == 17 && opacities == opacities.sorted(by: >))
    #expect(opacities.first == 1 && abs((opacities.last ?? 0) - 0.5) < 1e-9)
    #expect(now == 6_500_000)
    #expect(fade.opacity(at: 1 << 60) == opacities.last)
  }

  @Test("happens at once with a duration of 0, and never without a delay or with an alpha of 1")
  func extremes() {
    var looks = FadeLooks()
    looks.duration = 0
    let fade = Fade(looks: looks, start: 0)
    #expect(fade.nextChange(after: 0) == 5_000_000 && fade.nextChange(after: 5_000_000) == nil)
    #expect(fade.opacity(at: 4_999_999) == 1 && abs(fade.opacity(at: 5_000_000) - 0.5) < 1e-9)
    looks.alpha = 1
    #expect(Fade(looks: looks, start: 0).nextChange(after: 0) == nil)
    looks.delay = nil
    looks.alpha = 0
    let never = Fade(looks: looks, start: 0)
    #expect(never.nextChange(after: 0) == nil && never.opacity(at: 1 << 60) == 1)
  }

  @Test("ends with a touch, and starts anew when it lifts")
  func touch() throws {
    var scene = Glasses.scene()
    let output = Glasses.output
    let full = try #require(scene.picture(on: output, at: 0))
    #expect(scene.picture(on: output, at: 6_000_000) != full)
    let touched = Glasses.state { $0[1].isTouched = true }
    scene.apply(.state(touched), at: 6_000_000)
    #expect(scene.nextChange(after: 6_000_000) == nil)
    #expect(scene.picture(on: output, at: 60_000_000) == scene.picture(on: output, at: 6_000_000))
    scene.apply(.state(Glasses.state()), at: 60_000_000)
    #expect(scene.picture(on: output, at: 64_999_999) == full)
    #expect(scene.nextChange(after: 60_000_000) == 65_031_250)
  }
}

@Suite("Themes")
struct ThemeTests {
  @Test("colours are read and written as #rrggbb, or #rrggbbaa with an opacity")
  func colors() throws {
    for text in ["#000000", "#ffffff", "#0072b2", "#0072b280", "#0072b200"] {
      #expect(Color(text)?.description == text)
    }
    #expect(Color("#FFaa00") == Color(0xffaa00))
    for text in ["", "#", "0072b2", "#0072b", "#0072b2f", "#0072b2000", "#00g2b2", "red", "#-10000", "#ÄÄÄ"] {
      #expect(Color(text) == nil, "\(text)")
    }
  }

  @Test("black contrasts with light colours, white with dark ones, and the opacity stays")
  func contrasting() {
    for light in [0xffffff, 0x56b4e9, 0x009e73, 0xff0000, 0x808080] as [UInt32] {
      #expect(Color(light).faded(to: 0.5).contrasting == .black.faded(to: 0.5))
    }
    for dark in [0, 0x0000ff, 0x30363d, 0x800000] as [UInt32] {
      #expect(Color(dark).faded(to: 0.5).contrasting == .white.faded(to: 0.5))
    }
  }

  @Test("are four, each with all opacities from 0 to 1, and more visible in use than at rest")
  func shipped() {
    #expect(Theme.shipped.map(\.key) == ["glass", "quiet", "high_contrast", "paper"])
    for (name, theme) in Theme.shipped {
      let (stick, button) = (theme.stick, theme.button)
      let pairs = [
        (stick.baseAlpha, stick.baseAlphaInUse), (stick.handleAlpha, stick.handleAlphaInUse),
        (button.alpha, button.alphaInUse),
      ]
      #expect(pairs.allSatisfy { $0 >= 0 && $0 <= $1 && $1 <= 1 }, "\(name)")
      #expect(theme.padColors.count == 4, "\(name)")
    }
  }

  @Test("pads after the last colour begin again")
  func pads() {
    let theme = Theme()
    #expect(theme.color(ofPad: 5) == theme.padColors[1])
    var bare = theme
    bare.padColors = []
    #expect(bare.color(ofPad: 3) == .white)
  }
}

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
    theme.button.haloAlpha = 0
    theme.padColors = [Color(0xff0000), Color(0x0000ff)]
    return theme
  }()
}

extension Shape {
  /// A line for people: the form, its box in pixels, and its colours.
  var text: String {
    let (name, area): (String, PixelRectangle) =
      switch form {
      case .ellipse(let area): ("ellipse", area)
      case .rectangle(let area, _): ("rectangle", area)
      case .polygon(let points, _): ("polygon", PixelRectangle(around: points))
      case .strokes(let lines): ("strokes", PixelRectangle(around: lines.flatMap { $0 }))
      case .image(let use, let area): ("image \(use.path.whole)", area)
      case .text(let text, let area, _): ("text \(text)", area)
      }
    func number(_ value: Double) -> String { "\(Int(value.rounded()))" }
    let box = [area.x, area.y, area.width, area.height].map(number).joined(separator: " ")
    return "\(name) \(box)" + (fill.map { " fill \($0)" } ?? "") + (line.map { " line \($0)" } ?? "")
      + (clip.map { " below \(number($0.y))" } ?? "")
  }
}

@Suite("Where touches are in the picture")
struct GlassTests {
  /// Where wlroots maps a touch at a quarter of the panel's width and an eighth of its height, as parts of the picture.
  private static let expected: [(transform: Int, x: Double, y: Double)] = [
    (0, 0.25, 0.125), (1, 0.875, 0.25), (2, 0.75, 0.875), (3, 0.125, 0.75), (4, 0.75, 0.125),
    (5, 0.125, 0.25), (6, 0.25, 0.875), (7, 0.875, 0.75),
  ]

  @Test("a device that is not turned lies on the panel, in all eight transforms", arguments: expected)
  func panel(_ transform: Int, _ x: Double, _ y: Double) throws {
    let transform = try #require(OutputTransform(rawValue: transform))
    let picture = OutputPicture(width: 1600, height: 800, transform: transform)
    let glass = SurfaceMapping(Glasses.layout(), picture)
    #expect(glass.at(Point(x: 50, y: 12.5)) == PixelPoint(x: x * 1600, y: y * 800))
    #expect(
      transform.panel(ofPicture: transform.picture(ofPanel: Point(x: 0.25, y: 0.125)))
        == Point(x: 0.25, y: 0.125))
  }

  @Test("a device that is turned like the picture is not turned again", arguments: [0, 90, 180, 270])
  func followed(_ degrees: Int) {
    let picture = OutputPicture(width: 2000, height: 1000, transform: OutputTransform(degrees: degrees))
    let glass = SurfaceMapping(Glasses.layout(rotation: UInt16(degrees)), picture)
    #expect(glass.at(Point(x: 50, y: 12.5)) == PixelPoint(x: 500, y: 125))
    // Fractions of a power of two, which are exact.
    let area = glass.rectangle(Rectangle(x: 25, y: 12.5, width: 50, height: 25))
    #expect(area == PixelRectangle(x: 250, y: 125, width: 500, height: 250))
  }

  @Test("rectangles stay rectangles, and circles of unequal pixels become ellipses")
  func rectangles() {
    let turned = OutputPicture(width: 100, height: 200, transform: OutputTransform(degrees: 90))
    let glass = SurfaceMapping(Glasses.layout(), turned)
    #expect(
      glass.rectangle(Rectangle(x: 0, y: 0, width: 25, height: 12.5))
        == PixelRectangle(x: 87.5, y: 0, width: 12.5, height: 25))
    let wide = SurfaceMapping(Glasses.layout(), OutputPicture(width: 400, height: 100))
    let circle = wide.rectangle(around: Circle(center: Point(x: 100, y: 50), radius: 12.5))
    #expect(circle == PixelRectangle(x: 175, y: 37.5, width: 50, height: 25))
    #expect(wide.length(12.5) == 18.75)
  }

  @Test("a circle has the same size everywhere, so that a handle that moves does not flicker")
  func movedCircle() throws {
    for number in 0...7 {
      let transform = try #require(OutputTransform(rawValue: number))
      let (width, height) = number & 1 == 1 ? (200, 400) : (400, 200)
      let glass = SurfaceMapping(
        Glasses.layout(), OutputPicture(width: width, height: height, transform: transform))
      // In pixels, it is half one more than a whole number wide.
      let sizes = (0...1000).map { place in
        let middle = Point(x: Double(place) * 0.2, y: Double(place) * 0.1)
        return glass.rectangle(around: Circle(center: middle, radius: 12.75)).whole
      }
      #expect(Set(sizes.map(\.width)).count == 1 && Set(sizes.map(\.height)).count == 1, "\(number)")
    }
  }

  @Test("a pixel leads back to its place, however the picture lies and the device is held")
  func inverse() throws {
    for (number, rotation) in (0...7).flatMap({ number in [0, 90, 180, 270].map { (number, $0) } }) {
      let transform = try #require(OutputTransform(rawValue: number))
      let glass = SurfaceMapping(
        width: 200, height: 100, rotation: rotation,
        OutputPicture(width: 1600, height: 900, transform: transform))
      let place = glass.point(at: glass.at(Point(x: 30, y: 70)))
      #expect(abs(place.x - 30) < 1e-9 && abs(place.y - 70) < 1e-9, "\(number) \(rotation)")
    }
  }

  @Test("a device that is held like its screen is turned with it")
  func turns() throws {
    let quarter = OutputTransform(degrees: 90)
    #expect(OutputTransform.normal.turns(from: .normal, to: quarter) == 1)
    #expect(quarter.turns(from: quarter, to: .normal) == 3)
    #expect(OutputTransform.normal.turns(from: quarter, to: .normal) == nil)
    #expect(
      OutputTransform.normal.turns(from: .normal, to: try #require(OutputTransform(rawValue: 4))) == nil)
  }
}
