import Drawing
import EventPipeline
import JoystickModel
import System
import TestSupport
import Testing

@testable import touchstick_overlay

@Suite("Several touchscreens")
struct SeveralScreensTests {
  private static let second = [
    FeedControl(
      pad: 1, kind: .button(.east), region: .circle(Circle(center: Point(x: 20, y: 20), radius: 10)),
      name: "B"),
    FeedControl(
      pad: 1, kind: .menu, region: .rectangle(Rectangle(x: 90, y: 0, width: 14, height: 9)), name: "menu"),
  ]

  private static func scene(_ theme: Theme = Glasses.plain) -> Scene {
    var scene = Scene(theme: theme)
    var layout = Glasses.layout(surface: 1, second)
    layout.node = "/dev/input/event1"
    scene.apply(.layout(Glasses.layout()), at: 0)
    scene.apply(.layout(layout), at: 0)
    scene.apply(.state(Glasses.state()), at: 0)
    scene.apply(.state(Glasses.state(surface: 1, second)), at: 0)
    return scene
  }

  private static func shapes(_ scene: Scene, _ surface: UInt8, at now: Int64 = 0) -> [Shape] {
    scene.picture(of: surface, on: Glasses.output, at: now).map { Array($0.shapes) } ?? []
  }

  @Test("each have a picture, and fade by themselves")
  func pictures() {
    var scene = Self.scene()
    #expect(scene.surfaces.map(\.node) == ["/dev/input/event0", "/dev/input/event1"])
    let (first, other) = (Self.shapes(scene, 0), Self.shapes(scene, 1))
    #expect(first.count == 11 && other.count < 9 && !other.isEmpty)
    #expect(Self.shapes(scene, 0) == Array(scene.picture(on: Glasses.output, at: 0)!.shapes))
    // The pad's colour is that of its number.
    #expect(other.first?.line?.opaque == Glasses.plain.color(ofPad: 1))
    #expect(scene.surfacesInUse.isEmpty && scene.pressedMenu == nil)
    scene.apply(.state(Glasses.state(surface: 1, Self.second) { $0[1].isTouched = true }), at: 60_000_000)
    #expect(scene.surfacesInUse == [1] && scene.isInUse)
    #expect(scene.pressedMenu?.surface.node == "/dev/input/event1" && scene.pressedMenu?.pad == 1)
    #expect(Self.shapes(scene, 0, at: 60_000_000) != first, "the other one has faded")
    #expect(scene.hasPicture(at: 60_000_000) && !scene.isEmpty)
    scene.apply(.off, at: 0)
    #expect(!scene.hasControls && scene.surfaces.isEmpty && scene.picture(on: Glasses.output, at: 0) == nil)
  }

  @Test(
    "are on the outputs that they are mapped to, the first on the one that the user wants, the last on what is left",
    arguments: [
      (nil, [:], ["eDP-1"], "eDP-1, the built-in screen, and on HDMI-A-1, the only output that is left"),
      (nil, ["event0": "HDMI-A-1"], [], nil), (nil, ["event1": "HDMI-A-1"], [], nil),
      ("HDMI-A-1", [:], [], "HDMI-A-1, the one that you chose, and on eDP-1, the built-in screen"),
    ] as [(String?, [String: String], [String], String?)])
  func outputs(_ wanted: String?, _ mapped: [String: String], _ names: [String], _ phrase: String?) {
    let choice = SurfaceOutputs(
      of: Self.scene().surfaces, among: ["eDP-1", "HDMI-A-1"], first: wanted
    ) { nodes in nodes.lazy.compactMap { mapped[$0.split(separator: "/").last.map(String.init) ?? ""] }.first
    }
    #expect(choice.problems.isEmpty)
    if let phrase { #expect(choice.phrase == phrase) }
    let first = choice.outputs.first { $0.surfaces.contains(0) }?.index
    let isSwapped = wanted == "HDMI-A-1" || mapped["event0"] == "HDMI-A-1"
    #expect(first == (isSwapped ? 1 : 0))
    #expect(choice.outputs.map(\.surfaces.count) == [1, 1])
  }

  @Test("share an output if they are mapped to it, and say so if nothing says where one is")
  func shared() {
    let surfaces = Self.scene().surfaces
    let one = SurfaceOutputs(of: surfaces, among: ["eDP-1"], first: nil) { _ in nil }
    #expect(one.outputs.map(\.surfaces) == [[0, 1]] && one.problems.isEmpty)
    let names = ["DP-1", "DP-2", "DP-3"]
    let none = SurfaceOutputs(of: surfaces, among: names, first: "DP-2") { _ in nil }
    #expect(none.outputs.map(\.index) == [1] && none.outputs[0].surfaces == [0])
    #expect(
      none.problems == [
        "the touchscreen Panel may be on several outputs; map it in the desktop's settings, or with udev's WL_OUTPUT"
      ])
  }

  @Test("The handle is there while the pads are off, and only where the user has switched them off")
  func handle() throws {
    let screen = PadStatus.Device(
      name: "Panel", node: "/dev/input/event0", deviceClass: "touchscreen", width: 200, height: 100,
      sizeSource: "device", rotation: 0, isGrabbed: false)
    var status = PadStatus(
      isOn: false, reason: "call", profile: "", devices: [screen], pads: [], profiles: [], version: "")
    status.problems = [.init(.off, "the pads are off", hint: "")]
    let handle = try #require(IdleHandle(status))
    #expect(handle.area(on: Glasses.output) == PixelRectangle(x: 930, y: 0, width: 140, height: 90))
    var scene = Scene(theme: Glasses.plain)
    #expect(!scene.hasPicture(at: 0))
    scene.handle = handle
    #expect(scene.hasPicture(at: 0) && !scene.hasControls)
    let rest = try #require(scene.picture(on: Glasses.output, at: 0))
    scene.handle?.isPressed = true
    #expect(scene.picture(on: Glasses.output, at: 0) != rest)
    // Pads that are on have their own.
    scene.apply(.layout(Glasses.layout()), at: 0)
    scene.apply(.state(Glasses.state()), at: 0)
    #expect(scene.picture(on: Glasses.output, at: 0) == Glasses.scene().picture(on: Glasses.output, at: 0))
    for obstacle in [PadStatus.Problem.Obstacle.locked, .away, .unlocked] {
      status.problems = [.init(obstacle, "", hint: "")]
      #expect(IdleHandle(status) == nil, "\(obstacle)")
    }
    status.problems = []
    status.isOn = true
    #expect(IdleHandle(status) == nil)
  }

  @Test("are both drawn by one overlay, each on its output")
  func drawn() throws {
    let sway = try HeadlessSway()
    try sway.ask("create_output")
    try sway.ask("output", "HEADLESS-1", "position", "0", "0")
    try sway.ask("output", "HEADLESS-2", "resolution", "400x200", "position", "400", "0")
    let home = try Programs.files(["touchstick/overlay.toml": "output = \"HEADLESS-2\"\n"])
    let overlay = try RunningOverlay(sway.environment(["XDG_CONFIG_HOME": home.path]))
    var layout = Glasses.layout(surface: 1, Self.second)
    (layout.node, layout.surfaceCount) = ("/dev/input/event1", 2)
    var first = Glasses.layout()
    first.surfaceCount = 2
    try overlay.send(
      .layout(first), .layout(layout), .state(Glasses.state()), .state(Glasses.state(surface: 1, Self.second))
    )
    // The button B of the second one is at 20, 20 mm, where the first one has nothing.
    func isShown(_ screen: Screenshot, _ x: Int, _ y: Int) -> Bool { screen.pixel(x, y) != 0 }
    try eventually {
      let screen = try sway.screenshot("several")
      guard isShown(screen, 40, 40), !isShown(screen, 360, 160), isShown(screen, 760, 160),
        !isShown(screen, 440, 40)
      else { throw Missing(what: "both touchscreens") }
    }
    try overlay.send(.off)
    try eventually {
      guard try sway.screenshot("several").isEmpty else { throw Missing(what: "nothing") }
    }
  }
}
