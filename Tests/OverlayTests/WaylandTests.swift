import Drawing
import EventPipeline
import Foundation
import JoystickModel
import Synchronization
import TestSupport
import Testing

@testable import touchstick_overlay

/// The program above a compositor without a screen: 400 x 200 pixels, 2 for a millimetre.
@Suite("The overlay on Wayland", .serialized)
struct WaylandTests {
  private static let looks = """
    theme = "quiet"
    labels = false
    pad_colors = ["#ff0000", "#0000ff"]
    [button]
    halo_alpha = 0
    [fade]
    after = "never"
    """

  private static let theme: Theme = {
    var theme = Glasses.plain
    theme.fade.delay = nil
    return theme
  }()

  private func start(
    _ sway: HeadlessSway, _ environment: [String: String] = [:], _ arguments: [String] = []
  ) throws -> RunningOverlay {
    let looks = try Programs.file("overlay.toml", Self.looks)
    let overlay = try RunningOverlay(sway.environment(environment), ["--config", looks] + arguments)
    try overlay.send(.layout(Glasses.layout()), .state(Glasses.state()))
    return overlay
  }

  /// What a screen with black behind the overlay shows.
  private func expected(
    _ picture: OutputPicture, _ change: (inout [ControlReport]) -> Void = { _ in }
  ) throws -> Canvas {
    let canvas = try Canvas(width: picture.width, height: picture.height, images: ImageLibrary())
    let scene = Glasses.scene(Self.theme, change)
    canvas.draw(try #require(scene.picture(on: picture, at: 0)), in: [picture.box])
    return canvas
  }

  /// Waits until the screen shows exactly this. Premultiplied colours on black are the colours.
  private func expect(_ canvas: Canvas, on sway: HeadlessSway, _ name: String) throws {
    try eventually {
      let screen = try sway.screenshot(name)
      let differing = screen.pixelsNotNear(canvas)
      guard differing == 0 else { throw Missing(what: "\(name): \(differing) pixels differ") }
    }
  }

  @Test("shows the controls at rest and in use, and nothing while the pads are off or the daemon is gone")
  func states() throws {
    let sway = try HeadlessSway()
    let overlay = try start(sway)
    let picture = OutputPicture(width: 400, height: 200)
    try expect(try expected(picture), on: sway, "rest")
    try overlay.send(.state(Glasses.state(Glasses.controls, Glasses.use)))
    try expect(try expected(picture, Glasses.use), on: sway, "use")
    try overlay.send(.off)
    try waitUntil("nothing") { try sway.screenshot("off").isEmpty }
    try overlay.send(.layout(Glasses.layout(generation: 2)), .state(Glasses.state(generation: 2)))
    try expect(try expected(picture), on: sway, "on")
    try overlay.hangUp()
    try waitUntil("nothing") { try sway.screenshot("gone").isEmpty }
    #expect(overlay.isRunning)
  }

  @Test("has no surface when it has faded to nothing or the pads are off, and some again at the next touch")
  func fadedAway() throws {
    let sway = try HeadlessSway()
    let looks = try Programs.file("overlay.toml", "[fade]\nafter = \"0s\"\nduration = \"10ms\"\nalpha = 0\n")
    let overlay = try RunningOverlay(sway.environment(["WAYLAND_DEBUG": "client"]), ["--config", looks])
    func count(_ text: Regex<Substring>) -> Int { overlay.printed.matches(of: text).count }
    // Since libwayland 1.23, it is # instead of @.
    func surfaces() -> Int { count(#/new id wl_surface[@#]/#) - count(#/wl_surface[@#]\d+\.destroy/#) }
    for end in [FeedMessage.state(Glasses.state()), .state(Glasses.state()), .off] {
      try overlay.send(.layout(Glasses.layout()), .state(Glasses.state { $0[1].isTouched = true }))
      try waitUntil("surfaces") { surfaces() > 1 }
      try overlay.send(end)
      try waitUntil("no surface") { surfaces() == 0 }
    }
    #expect(overlay.isRunning)
  }

  @Test("follows a thousand changes, and ends with the last")
  func changes() throws {
    let sway = try HeadlessSway()
    let overlay = try start(sway)
    for round in 0...1000 {
      let angle = Double(round) / 20
      let handle = Point(x: 30 + 15 * cos(angle), y: 50 + 15 * sin(angle))
      try overlay.send(
        .state(
          Glasses.state { controls in
            controls[0].isTouched = true
            controls[0].handle = handle
          }))
    }
    let last = try expected(OutputPicture(width: 400, height: 200)) { controls in
      controls[0].isTouched = true
      controls[0].handle = Point(x: 30 + 15 * cos(50), y: 50 + 15 * sin(50))
    }
    try expect(last, on: sway, "last")
  }

  @Test("is whole in each frame, while a stick jumps from surface to surface")
  func jumps() throws {
    let sway = try HeadlessSway()
    let address = try PrivateBus.newAddress()
    let bus = try PrivateBus(at: address)
    let service = FeedService(at: address)
    let overlay = try RunningOverlay(
      sway.environment(["DBUS_SYSTEM_BUS_ADDRESS": address]),
      ["--config", try Programs.file("overlay.toml", Self.looks)], readsBus: true)
    let places = [Point(x: 20, y: 20), Point(x: 100, y: 30), Point(x: 180, y: 85), Point(x: 60, y: 80)]
    func jump(_ place: Point) -> (inout [ControlReport]) -> Void {
      return { controls in
        controls[4].isTouched = true
        (controls[4].base, controls[4].handle) = (place, place)
      }
    }
    let output = OutputPicture(width: 400, height: 200)
    let pictures = try places.map { try expected(output, jump($0)) }
    let states = places.map { Glasses.state(Glasses.controls, jump($0)) }
    service.send(.layout(Glasses.layout()), .state(states[0]))
    try expect(pictures[0], on: sway, "first")
    let isOver = Mutex(false)
    defer { isOver.withLock { $0 = true } }
    Thread.detachNewThread {
      var round = 0
      while !isOver.withLock(\.self) {
        service.send(.state(states[round % states.count]))
        round += 1
        // About one jump for each frame. The times do not matter.
        usleep(16_000)
      }
    }
    var (count, seen) = (0, Set<Int>())
    while count < 12 || seen.count < 2 {
      let screen = try sway.screenshot("jump")
      seen.insert(try #require(pictures.firstIndex { screen.pixelsNotNear($0) == 0 }))
      count += 1
    }
    withExtendedLifetime((overlay, bus)) {}
  }

  @Test("has buffers for what it draws, but not for all of the screen, and fewer at rest")
  func memory() throws {
    let sway = try HeadlessSway()
    try sway.ask("output", "HEADLESS-1", "resolution", "1920x1200")
    let overlay = try start(sway, ["WAYLAND_DEBUG": "client"])
    try waitUntil("the overlay") { try sway.screenshot("large").pixel(1728, 960) != 0 }
    func drawings() -> Int { overlay.printed.matches(of: #/\.attach\(wl_buffer/#).count }
    var most = 0
    for angle in stride(from: 0, to: 6, by: 0.1) {
      let before = drawings()
      try overlay.send(
        .state(
          Glasses.state { controls in
            for index in controls.indices { controls[index].isTouched = true }
            controls[4].handle = Point(x: 120 + 10 * cos(angle), y: 80 + 10 * sin(angle))
          }))
      try waitUntil("a drawing") { drawings() > before }
      most = max(most, try buffers(of: overlay))
    }
    #expect(most > 0 && most < 9000, "two for all of the screen have 18,000 kB")
    try waitUntil("one buffer for each surface") { try buffers(of: overlay) < most }
    #expect(try sway.screenshot("rest").pixel(1728, 960) != 0)
  }

  /// In kB.
  private func buffers(of overlay: RunningOverlay) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(overlay.id)/status", encoding: .utf8)
    let text = try #require(status.firstMatch(of: #/RssShmem:\s*(\d+) kB/#)?.1)
    return try #require(Int(text))
  }

  @Test("fills an output in each of the eight transforms, with a surface that is not turned")
  func transforms() throws {
    let sway = try HeadlessSway()
    let overlay = try start(sway)
    let names = ["normal", "90", "180", "270", "flipped", "flipped-90", "flipped-180", "flipped-270"]
    for (number, name) in names.enumerated() {
      // Sway counts clockwise, and the protocol counter-clockwise.
      let transform = try #require(OutputTransform(rawValue: [0, 3, 2, 1, 4, 7, 6, 5][number]))
      try sway.ask("output", "HEADLESS-1", "transform", name)
      let (width, height) = transform.rawValue & 1 == 1 ? (200, 400) : (400, 200)
      let picture = OutputPicture(width: width, height: height, transform: transform)
      try expect(try expected(picture), on: sway, "transform-\(name)")
    }
    withExtendedLifetime(overlay) {}
  }

  @Test("is not larger than the output in another scale, and as sharp")
  func scales() throws {
    let sway = try HeadlessSway()
    let overlay = try start(sway)
    for scale in ["2", "1.25", "1"] {
      try sway.ask("output", "HEADLESS-1", "scale", scale)
      try sway.ask("output", "HEADLESS-1", "resolution", "800x400")
      try eventually {
        let screen = try sway.screenshot("scale-\(scale)", scale: scale)
        guard screen.width == 800, screen.height == 400, screen.pixel(720, 320) != 0 else {
          throw Missing(what: "the button at scale \(scale)")
        }
      }
    }
    withExtendedLifetime(overlay) {}
  }

  @Test("follows its output when that goes and comes, and needs a name where there are two")
  func outputs() throws {
    let sway = try HeadlessSway()
    let overlay = try start(sway, [:], ["--output", "HEADLESS-2"])
    try sway.ask("create_output")
    try sway.ask("output", "HEADLESS-1", "position", "0", "0")
    try sway.ask("output", "HEADLESS-2", "resolution", "400x200", "position", "400", "0")
    func isShown(at x: Int) throws -> Bool { try sway.screenshot("outputs").pixel(x, 160) != 0 }
    try waitUntil("the overlay") { try isShown(at: 760) }
    #expect(try !isShown(at: 360))
    // The compositor closes the layer, and the overlay makes another.
    try sway.ask("output", "HEADLESS-2", "disable")
    try sway.enable("HEADLESS-2")
    try waitUntil("the overlay again") { try isShown(at: 760) }
    #expect(try !isShown(at: 360))
    withExtendedLifetime(overlay) {}
  }

  @Test("applies a changed file at once, and keeps the looks when it has an error")
  func reload() throws {
    let sway = try HeadlessSway()
    let looks = try Programs.file(
      "overlay.toml", "theme = \"quiet\"\nlabels = false\npad_colors = [\"#ff0000\"]\n")
    let overlay = try RunningOverlay(
      sway.environment(), ["--config", looks])
    try overlay.send(.layout(Glasses.layout()), .state(Glasses.state { $0[1].isTouched = true }))
    func expect(_ isRight: (UInt32) -> Bool) throws {
      try eventually {
        let color = try sway.screenshot("reload").pixel(360, 160)
        guard isRight(color) else { throw Missing(what: "another colour than \(String(color, radix: 16))") }
      }
    }
    try expect { $0 & 0xffff == 0 && $0 != 0 }
    try "pad_colors = [\"#00ff00\"]\nlabels = flase\n".write(toFile: looks, atomically: true, encoding: .utf8)
    try overlay.wait(for: "this is not TOML")
    try "theme = \"quiet\"\nlabels = false\npad_colors = [\"#0000ff\"]\n".write(
      toFile: looks, atomically: true, encoding: .utf8)
    try expect { $0 & 0xffff00 == 0 && $0 != 0 }
    withExtendedLifetime(overlay) {}
  }

  @Test("applies the first file at once, although its folder is new")
  func firstFile() throws {
    let sway = try HeadlessSway()
    let home = try Programs.files([:])
    let overlay = try RunningOverlay(sway.environment().merging(["XDG_CONFIG_HOME": home.path]) { $1 })
    try overlay.send(.layout(Glasses.layout()), .state(Glasses.state { $0[1].isTouched = true }))
    try waitUntil("the overlay") { try !sway.screenshot("first").isEmpty }
    try "theme = \"quiet\"\nlabels = false\npad_colors = [\"#0000ff\"]\n".write(
      to: home.appending(path: "touchstick/overlay.toml"), atomically: true, encoding: .utf8)
    try eventually {
      let color = try sway.screenshot("first").pixel(360, 160)
      guard color & 0xffff00 == 0, color != 0 else { throw Missing(what: "the new colour") }
    }
    withExtendedLifetime(overlay) {}
  }

  @Test("draws a picture anew when its file has changed")
  func changedPicture() throws {
    let sway = try HeadlessSway()
    let folder = try Programs.files([
      "overlay.toml": "labels = false\n[stick]\nbase_image = \"base.png\"\nbase_alpha = 1\nhandle_alpha = 0\n"
    ])
    func paint(_ color: UInt32) throws {
      let canvas = try Canvas(width: 8, height: 8, images: ImageLibrary())
      let all = PixelRectangle(x: 0, y: 0, width: 8, height: 8)
      canvas.draw(
        OverlayPicture([[Shape(.rectangle(all, rounding: 0), fill: Color(color))]]),
        in: [PixelBox(around: all)])
      #expect(canvas.write(toFile: folder.appending(path: "base.png").path))
    }
    try paint(0xff0000)
    let overlay = try RunningOverlay(
      sway.environment(),
      ["--config", folder.appending(path: "overlay.toml").path])
    try overlay.send(.layout(Glasses.layout()), .state(Glasses.state()))
    func expect(_ color: UInt32) throws {
      try eventually {
        let shown = try sway.screenshot("changed").pixel(60, 100)
        guard shown == color else { throw Missing(what: "another colour than \(String(shown, radix: 16))") }
      }
    }
    try expect(0xff0000)
    try paint(0x0000ff)
    try expect(0x0000ff)
    #expect(overlay.isRunning)
  }

  @Test("reads its file and its pictures again when they change, and no other file")
  func otherFiles() throws {
    let sway = try HeadlessSway()
    let looks = "[stick]\nbase_image = \"base.png\"\n"
    let folder = try Programs.files(["overlay.toml": looks])
    let file = folder.appending(path: "overlay.toml")
    let overlay = try RunningOverlay(
      sway.environment(), ["--config", file.path])
    try overlay.send(.layout(Glasses.layout()), .state(Glasses.state()))
    try waitUntil("the overlay") { try !sway.screenshot("files").isEmpty }
    try overlay.wait(for: "No such file")
    try Data().write(to: folder.appending(path: "notes.txt"))
    try Data().write(to: folder.appending(path: "base.png"))
    try overlay.wait(for: "is not a PNG file")
    try "labels = flase\n".write(to: file, atomically: true, encoding: .utf8)
    try overlay.wait(for: "this is not TOML")
    // The other file must not have been a reason to look for the picture again.
    #expect(overlay.printed.components(separatedBy: "No such file").count == 2, "\(overlay.printed)")
  }

  @Test("says which outputs there are if the wanted one is not there, or several are possible")
  func unclearOutput() throws {
    let sway = try HeadlessSway()
    let misspelt = try start(sway, [:], ["--output", "HEADLES-1"])
    try misspelt.wait(for: "there is no output HEADLES-1; choose one of these: HEADLESS-1\n")
    try sway.ask("create_output")
    try start(sway).wait(
      for: "several outputs are possible; choose one with --find-output or --output: HEADLESS-1, HEADLESS-2\n"
    )
    #expect(try sway.screenshot("unclear").isEmpty)
  }

  @Test("ends with 69 when the compositor goes, and where there is no display")
  func ends() throws {
    let sway = try HeadlessSway()
    let overlay = try start(sway)
    try expect(try expected(OutputPicture(width: 400, height: 200)), on: sway, "before")
    sway.kill()
    let (status, printed) = try overlay.end()
    #expect(status == EX_UNAVAILABLE && printed.contains("the connection to the display has ended"))
    let (none, why) = try RunningOverlay([:]).end()
    #expect(none == EX_UNAVAILABLE && why.contains("there is no display"))
    let (unreachable, reason) = try RunningOverlay(["WAYLAND_DISPLAY": "/nonexistent"]).end()
    #expect(unreachable == EX_UNAVAILABLE && reason.contains("cannot connect to the display /nonexistent"))
  }

  @Test("notes a feed that is damaged or of another version, and shows nothing of it")
  func hostileFeed() throws {
    for (bytes, note) in [
      ([], ""), ([9, 1], "has version 9"),
      ([FeedMessage.version, 77], "there is no kind 77"), ([FeedMessage.version, 1, 0, 0], "it ends before"),
    ] as [([UInt8], String)] {
      let sway = try HeadlessSway()
      let overlay = try start(sway)
      try expect(try expected(OutputPicture(width: 400, height: 200)), on: sway, "good")
      if !bytes.isEmpty { try overlay.send(bytes) } else { try overlay.hangUp() }
      try waitUntil("nothing") { try sway.screenshot("bad").isEmpty }
      if !bytes.isEmpty { try overlay.wait(for: note) }
      #expect(overlay.isRunning)
    }
  }
}

@Suite("Clicks through the overlay", .serialized)
struct ClickThroughTests {
  /// Places on and beside the controls of `Glasses`, on an output with 2 pixels for a millimetre.
  private static let places = [(360, 160), (60, 100), (200, 60), (350, 10), (240, 160), (300, 190)]

  @Test("reach the window below, wherever they are")
  func through() throws {
    let sway = try HeadlessSway()
    let below = try ClickedWindow(sway)
    let overlay = try RunningOverlay(sway.environment())
    try overlay.send(.layout(Glasses.layout()), .state(Glasses.state()))
    try waitUntil("the overlay") { try sway.screenshot("click").pixel(360, 160) != 0 }
    for (x, y) in Self.places {
      try below.click(x, y)
      #expect(try below.line() == "pressed \(x) \(y)")
    }
    withExtendedLifetime(overlay) {}
  }

  @Test("do not reach it through a layer that takes touches")
  func counterCheck() throws {
    let sway = try HeadlessSway()
    let below = try ClickedWindow(sway)
    let above = try ClickedWindow(sway, ["--above"])
    for (x, y) in Self.places {
      try below.click(x, y)
      #expect(try above.line() == "pressed \(x) \(y)")
    }
    above.end()
    try waitUntil("nothing above") { try sway.screenshot("below").pixel(2, 2) == 0 }
    try below.click(7, 7)
    #expect(try below.line() == "pressed 7 7")
  }
}

@Suite("touchstick run and the overlay", .serialized)
struct RunTests {
  /// A game that touchstick run has started. It ends with its standard input.
  private final class Game {
    private let process: Process
    private let input = Pipe()

    init(_ environment: [String: String]) throws {
      let path = "\(Programs.folder.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
      process = Process(
        running: Programs.path("touchstick"), ["run", "--", "cat"],
        environment: ["PATH": path, "XDG_CONFIG_HOME": "/dev/null/none", "DISPLAY": ""]
          .merging(environment) { $1 })
      process.standardInput = input
      try process.start()
    }

    func end() throws -> Int32 {
      try input.fileHandleForWriting.close()
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  @Test("shows the controls while the command runs, and leaves an overlay alone that ran before")
  func run() throws {
    let sway = try HeadlessSway()
    let address = try PrivateBus.newAddress()
    let bus = try PrivateBus(at: address)
    let service = FeedService(at: address)
    let environment = sway.environment(["DBUS_SYSTEM_BUS_ADDRESS": address])
    func isShown() throws -> Bool { try !sway.screenshot("run").isEmpty }
    let game = try Game(environment)
    service.send(.layout(Glasses.layout()), .state(Glasses.state()))
    try waitUntil("the overlay") { try isShown() }
    #expect(try game.end() == 0)
    try waitUntil("the end of the overlay") { try !isShown() }

    let overlay = try RunningOverlay(environment, readsBus: true)
    service.send(.layout(Glasses.layout()), .state(Glasses.state()))
    try waitUntil("the other overlay") { try isShown() }
    let feeds = service.feeds
    let second = try Game(environment)
    #expect(try second.end() == 0)
    let dark = try sway.screenshot("dark").pixel(360, 160)
    service.send(.layout(Glasses.layout()), .state(Glasses.state { $0[1].isTouched = true }))
    try eventually {
      let bright = try sway.screenshot("bright").pixel(360, 160)
      guard bright != dark else { throw Missing(what: "the overlay that ran before") }
    }
    #expect(service.feeds == feeds)
    withExtendedLifetime((overlay, bus)) {}
  }
}
