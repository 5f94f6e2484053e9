import JoystickModel
import OverlayFeed
import OverlayTheme
import Testing

@testable import OverlayScene

@Suite("The scene of the overlay")
struct SceneTests {
  private func lines(_ scene: Scene, at now: Int64 = 0) -> [String] {
    (scene.picture(on: Glasses.output, at: now)?.shapes.map(\.text)) ?? []
  }

  @Test("shows every control at rest, and of a floating stick only its region")
  func rest() {
    #expect(
      lines(Glasses.scene()) == [
        "ellipse 150 350 300 300 fill #ff00001b line #ff00004d",
        "ellipse 173 373 255 255 fill #ff00004d",
        "ellipse 1704 704 192 192 fill #ff00001f line #ff000073",
        "rectangle 804 104 392 392 fill #ff00001f line #ff000073",
        "polygon 940 130 120 90 fill #ff000039",
        "polygon 1080 240 90 120 fill #ff000039",
        "polygon 940 380 120 90 fill #ff000039",
        "polygon 830 240 90 120 fill #ff000039",
        "rectangle 1604 4 392 192 fill #0000ff1f line #0000ff73",
        "rectangle 1000 600 400 400 line #0000ff1f",
      ])
  }

  @Test("shows where bases and handles are, what is pressed, held and pulled")
  func use() {
    let scene = Glasses.scene(Glasses.plain, Glasses.use)
    #expect(
      lines(scene) == [
        "ellipse 50 250 300 300 fill #ff000031 line #ff00008c",
        "ellipse 173 273 255 255 fill #ff0000b3",
        "ellipse 1704 704 192 192 fill #ff000099 line #ff000073",
        "rectangle 804 104 392 392 fill #ff00001f line #ff000073",
        "polygon 940 130 120 90 fill #ff000099",
        "polygon 1080 240 90 120 fill #ff000099",
        "polygon 940 380 120 90 fill #ff000039",
        "polygon 830 240 90 120 fill #ff000039",
        "rectangle 1604 4 392 192 fill #0000ff1f line #0000ff73",
        "rectangle 1604 4 392 192 fill #0000ff99 below 160",
        "ellipse 1000 600 200 200 fill #0000ff31 line #0000ff8c",
        "ellipse 1015 665 170 170 fill #0000ffb3",
      ])
  }

  @Test("gives buttons their labels, and those on the side of a pad their names")
  func labels() {
    var theme = Theme()
    theme.labelColor = .white
    let lines = lines(Glasses.scene(theme)).filter { $0.hasPrefix("text") }
    #expect(lines == ["text A 1749 749 101 101 fill #ffffffb3", "text RT 1620 20 360 160 fill #ffffffb3"])
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
        "ellipse 1704 704 192 192 fill #1234561f line #12345673",
      ])
    let uses = scene.picture(on: Glasses.output, at: 0)?.shapes.compactMap { shape -> ImageUse? in
      if case .image(let use, _) = shape.form { use } else { nil }
    }
    #expect(
      uses == [
        ImageUse(path: "/base.png"),
        ImageUse(path: "/handle.png", tint: ThemeColor(0x00ff00).faded(to: 0.5), isMask: true),
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
