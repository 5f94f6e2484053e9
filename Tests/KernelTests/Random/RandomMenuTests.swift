import Configuration
import EventPipeline
import Foundation
import InputDevices
import JoystickModel
import System
import TestSupport
import Testing

@testable import touchstick_overlay

extension KernelTests.EnduranceTests {
  @Test(
    "200 random rounds of menu, editor, lock, unplugging, rotation and restarts: nothing stays, and the pads play"
  )
  func randomMenu() throws {
    let game = try RandomMenu()
    Seeds.forEach(UInt64(Endurance.count(200, ordinarily: 4))) { random throws(Violation) in
      do {
        try game.play(&random)
      } catch {
        throw Violation(text: "\(error), after \(game.acts.joined(separator: ", "))")
      }
    }
    game.end()
  }
}

/// A user with a glass, who does anything in any order.
private final class RandomMenu {
  private let glass: KernelTests.MenuTests.Glass
  private let session: Process
  private var editor: Process?
  /// The contacts on the screen, by their slots.
  private var contacts: Set<Int32> = []
  private var lastContact: Int32 = 0
  private var pad: Pad?
  /// How the device is held, in degrees, as on the bus.
  private var rotation = 0
  private var handle = KernelTests.MenuTests.Glass.handle
  /// What was done in this round.
  private(set) var acts: [String] = []
  private var rounds = 0
  /// How often the menu was open a second after a tap on the handle.
  private var openings = 0

  init() throws {
    glass = try KernelTests.MenuTests.Glass()
    session = Process(
      running: Programs.path("touchstick-session"), [],
      environment: glass.desktop.sway.environment([
        "DBUS_SYSTEM_BUS_ADDRESS": glass.desktop.address, "XDG_CONFIG_HOME": glass.home.path,
      ]))
    try session.start()
  }

  func end() {
    // Otherwise the random acts are wrong.
    #expect(rounds < 20 || openings > rounds / 10, "\(openings) in \(rounds) rounds")
    for process in [session, glass.overlay, editor] { process?.kill() }
    glass.desktop.daemon.stop()
  }

  func play(_ random: inout SeededGenerator) throws {
    acts = []
    for _ in 0..<random.integer(3...8) {
      try act(&random)
      usleep(random.integer(0...400_000))
    }
    rounds += 1
    Endurance.report("menu, round \(rounds), \(openings) menus: \(acts.joined(separator: ", "))")
    try finish()
    try check(&random)
  }
}

// What can happen.
extension RandomMenu {
  private func act(_ random: inout SeededGenerator) throws {
    switch random.integer(0...19) {
    case 0...4: try tapHandle(&random)
    case 5...8: try touch(&random)
    case 9: try startEditor()
    case 10: try call("lock", .lock)
    case 11: try call("on", .on)
    case 12: try call("off", .off)
    case 13: try plug()
    case 14: try turn(&random)
    case 15: try restartDaemon(isKilled: random.chance(0.5))
    case 16: try restartOverlay()
    case 17:
      acts.append("kill the menu")
      try Programs.run("pkill", ["-KILL", "-f", "exe --menu"])
    case 18: try holdHandle()
    default: try use(random.pick("calm", "wild"))
    }
  }

  private func call(_ name: String, _ method: PadsInterface.Method, _ arguments: [String] = []) throws {
    acts.append(name)
    // The daemon may be about to come.
    try eventually { try bus().call(method, arguments) }
  }

  private func use(_ layout: String) throws {
    let text = try #require(KernelTests.MenuTests.profiles[layout])
    try call("use \(layout)", .useLayout, [layout, text])
  }

  private func bus() throws -> SystemBus {
    let bus = try SystemBus(unconnected: ())
    try bus.begin(at: glass.desktop.address, passesFiles: true)
    return bus
  }

  private func put(_ place: Point, slot: Int32 = 0) throws {
    guard glass.desktop.screen != nil else { return }
    lastContact += 1
    contacts.insert(slot)
    let place = onDevice(place)
    try glass.desktop.finger(slot).touchDown(id: lastContact, x: place.x, y: place.y)
  }

  private func lift(_ slot: Int32 = 0) throws {
    guard contacts.remove(slot) != nil, glass.desktop.screen != nil else { return }
    try glass.desktop.finger(slot).lift()
  }

  /// A place as the user sees it, in the device's units.
  private func onDevice(_ place: Point) -> (x: Int32, y: Int32) {
    let (width, height) = (KernelTests.MenuTests.size.width, KernelTests.MenuTests.size.height)
    let (x, y) =
      switch rotation {
      case 90: (place.y, height - place.x)
      case 180: (width - place.x, height - place.y)
      case 270: (width - place.y, place.x)
      default: (place.x, place.y)
      }
    return (Int32(min(max(x, 0), width - 0.1) * 10), Int32(min(max(y, 0), height - 0.1) * 10))
  }

  private func tapHandle(_ random: inout SeededGenerator) throws {
    acts.append("tap the handle")
    try put(handle)
    usleep(50_000)
    try lift()
    // Half of the time, the next act comes when the menu is there.
    guard random.chance(0.5) else { return }
    usleep(1_000_000)
    if try isOpen("--menu") { openings += 1 }
  }

  private func holdHandle() throws {
    acts.append("hold the handle")
    try put(handle)
    usleep(1_300_000)
    try lift()
  }

  /// A tap or a drag of a finger, which may stay, mostly where the menu's cells are.
  private func touch(_ random: inout SeededGenerator) throws {
    let slot = random.integer(Int32(0)...2)
    try lift(slot)
    func place() -> Point {
      random.chance(0.7)
        ? Point(x: random.number(100...230), y: random.number(5...150))
        : Point(x: random.number(0...331), y: random.number(0...187))
    }
    let start = place()
    acts.append("touch \(Int(start.x)) \(Int(start.y)) with \(slot)")
    try put(start, slot: slot)
    if random.chance(0.3), glass.desktop.screen != nil {
      let end = onDevice(place())
      try glass.desktop.finger(slot).move(x: end.x, y: end.y)
    }
    if random.chance(0.8) { try lift(slot) }
  }

  private func startEditor() throws {
    guard editor?.isRunning != true else { return }
    acts.append("edit")
    editor = try start(["--edit", "wild"])
  }

  private func start(_ arguments: [String]) throws -> Process {
    let process = Process(
      running: Programs.path("touchstick-overlay"), arguments,
      environment: glass.desktop.sway.environment([
        "DBUS_SYSTEM_BUS_ADDRESS": glass.desktop.address, "XDG_CONFIG_HOME": glass.home.path,
      ]))
    process.standardError = FileHandle.nullDevice
    try process.start()
    return process
  }

  private func plug() throws {
    if glass.desktop.screen != nil {
      acts.append("unplug")
      glass.desktop.screen = nil
      contacts = []
    } else {
      acts.append("plug")
      glass.desktop.screen = try Bed.makeDevice(KernelTests.SessionTests.screen)
    }
  }

  private func turn(_ random: inout SeededGenerator) throws {
    let transform = random.pick("normal", "90", "180", "270")
    acts.append("turn to \(transform)")
    try glass.desktop.sway.ask("output", "HEADLESS-1", "transform", transform)
  }

  private func restartDaemon(isKilled: Bool) throws {
    acts.append(isKilled ? "kill the daemon" : "restart the daemon")
    glass.desktop.daemon.signal(isKilled ? SIGKILL : SIGTERM)
    _ = glass.desktop.daemon.waitForEnd()
    glass.desktop.daemon = try KernelTests.CompositorTests.Desktop.startDaemon(at: glass.desktop.address)
  }

  private func restartOverlay() throws {
    acts.append("restart the overlay")
    glass.overlay.kill()
    glass.overlay = try start([])
  }
}

// What must be so after each round.
extension RandomMenu {
  /// Ends what the user would end: lifts all fingers, closes the menu and the editor, and switches the pads on.
  private func finish() throws {
    for slot in contacts { try lift(slot) }
    if glass.desktop.screen == nil { try plug() }
    // The menu's edit mode, too.
    try Programs.run("pkill", ["-TERM", "-f", "overlay.* --edit"])
    // Beside the menu. If no touch reaches it, it closes by itself.
    try put(Point(x: 3, y: 3))
    usleep(50_000)
    try lift()
    try wait(for: "the end of the menu and the editor") { try !isOpen("--edit") && !isOpen("--menu") }
    editor?.waitUntilExit()
    for (name, text) in KernelTests.MenuTests.profiles { try write("profiles/\(name).toml", text) }
    try write("overlay.toml", "fade.after = \"never\"\n")
    try Programs.run("rm", ["-f", glass.home.appending(path: "touchstick/session.toml").path])
    if !glass.overlay.isRunning { throw Missing(what: "the overlay") }
    try call("on", .on)
  }

  private func write(_ file: String, _ text: String) throws {
    let path = glass.home.appending(path: "touchstick/\(file)")
    try text.write(to: path, atomically: true, encoding: .utf8)
  }

  private func isOpen(_ mode: String) throws -> Bool {
    try Programs.run("pgrep", ["-f", "(overlay|exe) .*\(mode)"]).status == 0
  }

  private func check(_ random: inout SeededGenerator) throws {
    try waitUntilPadsPlay()
    try expectControls(try layout())
    try use(random.pick("calm", "wild"))
    try waitUntilPadsPlay()
    let shown = try layout()
    try expectControls(shown)
    try play(shown)
  }

  /// Looks so often that a round that fails does not need ten minutes: most of these looks start a program.
  private func wait(for what: String, _ condition: () throws -> Bool) throws {
    guard try TestSupport.wait(looks: 600, until: condition) else { throw Missing(what: what) }
  }

  private func waitUntilPadsPlay() throws {
    var status: PadStatus?
    do {
      try wait(for: "pads that play") {
        status = try glass.status
        return status?.problems.allSatisfy { $0.obstacle == nil } == true && status?.pads.count == 1
      }
    } catch {
      throw Missing(what: "pads that play: \(status?.problems.map(\.message) ?? [])")
    }
    let node = try #require(status?.pads.first?.node)
    if pad?.path != node || pad?.isGone == true { pad = try Pad(node) }
    rotation = Int(try #require(status?.devices.first).rotation)
    try wait(for: "a pad at rest") { try pad?.isAtRest() == true }
  }

  /// The layout in use, without the controls of hidden layers.
  private func layout() throws -> FeedLayout {
    try eventually {
      let bus = try bus()
      let feed = FeedSocket(try bus.watchPads(withMenu: true))
      var layout: FeedLayout?
      for _ in 0..<maxLooks {
        switch try feed.read() {
        case .layout(let new): layout = new
        case .state(let state):
          guard var layout, layout.generation == state.generation else { continue }
          layout.controls = zip(layout.controls, state.controls).filter { !$1.isHidden }.map(Self.placed)
          return layout
        case .off: throw Missing(what: "the feed of pads that are on")
        case nil: usleep(10_000)
        default: break
        }
      }
      throw Missing(what: "a message of the feed")
    }
  }

  /// A control where it is now: a stick's base stays where a finger has dragged it.
  private static func placed(_ control: FeedControl, _ state: ControlReport) -> FeedControl {
    var placed = control
    placed.base?.center = state.base
    return placed
  }

  /// Waits until the screen shows each control, and nothing else.
  private func expectControls(_ layout: FeedLayout) throws {
    var wrong = ""
    do {
      try wait(for: "the controls") {
        wrong = Self.difference(try glass.picture("round"), layout)
        return wrong.isEmpty
      }
    } catch {
      throw Missing(what: "the right picture: \(wrong)")
    }
    handle = layout.controls.first { $0.kind == .menu }.map { $0.region.bounds.center } ?? handle
    handle.y = min(handle.y, 2)
  }

  /// What is wrong with a picture; empty if it shows the controls and nothing else.
  private static func difference(_ picture: Screenshot, _ layout: FeedLayout) -> String {
    let scale = Double(picture.width) / Double(layout.width)
    guard abs(Double(picture.height) / Double(layout.height) - scale) < 0.1 else { return "another rotation" }
    let areas = layout.controls.filter { $0.kind != .ignore }.map { control in
      control.base.map { Region.circle($0) }?.bounds.grown(by: Double(control.reach) / 2)
        ?? control.region.bounds
    }
    func isEmpty(_ x: Double, _ y: Double) -> Bool {
      let (x, y) = (Int(x * scale), Int(y * scale))
      guard (0..<picture.width).contains(x), (0..<picture.height).contains(y) else { return true }
      return picture.pixel(x, y) == 0
    }
    for (control, area) in zip(layout.controls.filter { $0.kind != .ignore }, areas) {
      let points = stride(from: 0.02, to: 1, by: 0.04).flatMap { part in
        [
          Point(x: area.x + part * area.width, y: area.y + area.height / 2),
          Point(x: area.x + area.width / 2, y: area.y + part * area.height),
        ]
      }
      if points.allSatisfy({ isEmpty($0.x, $0.y) }) { return "\(control.name) is not shown" }
    }
    for x in stride(from: 1, to: Double(layout.width), by: 2) {
      for y in stride(from: 1, to: Double(layout.height), by: 2)
      where !isEmpty(x, y) && !areas.contains(where: { $0.grown(by: 6).contains(Point(x: x, y: y)) }) {
        return "something is shown at \(Int(x)) \(Int(y))"
      }
    }
    return ""
  }

  /// Presses A, which both layouts have.
  private func play(_ layout: FeedLayout) throws {
    let button = try #require(layout.controls.first { $0.kind == .button(.south) })
    try put(button.region.bounds.center)
    try wait(for: "A") { pad?.value(of: .btnSouth) == 1 }
    try lift()
    try wait(for: "the release of A") { try pad?.isAtRest() == true }
  }
}

extension Rectangle {
  /// The rectangle with its edges farther out by `margin` millimetres.
  fileprivate func grown(by margin: Double) -> Rectangle {
    Rectangle(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}
