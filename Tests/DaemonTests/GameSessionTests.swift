import Foundation
import System
import Testing
import TestSupport

@testable import Configuration
@testable import touchstickd

/// touchstick-session with a file in the place of a pad, which programs open: a device of the kernel that nothing else uses.
@Suite("Rules for games, applied", .serialized, .enabled(if: geteuid() == 0))
struct GameSessionTests {
  private typealias Effect = GameRule.Effect

  @Test(
    "The rule's profile is used while a program has the pad, also when it is killed, and the list says so")
  func course() throws {
    let desk = try Desk("[[game]]\nprogram = 'kart.py'\nprofile = 'racing'\n")
    try desk.waitForLayout("")
    let kart = try desk.game("kart.py")
    try desk.waitForLayout("racing")
    let use = try #require(PadUses.current(in: desk.runtime))
    #expect(use.program.name == "kart.py" && use.program.process == kart.process.processIdentifier)
    #expect(use.ruleName == .program("kart.py"))
    #expect(try desk.tool("games").contains("* kart.py  since"))
    #expect(
      try desk.tool("status").contains(
        "the layout is \"racing\", by a rule in session.toml, while kart.py has the pad\n"))
    #expect(
      try desk.tool("games", "--json").contains(#""rule":{"key":"program","pads":null,"profile":"racing","#))
    kart.kill()
    try desk.waitForLayout("")
    let list = try desk.tool("games")
    #expect(
      list.hasPrefix("  kart.py") && list.contains("profile = \"racing\"  program = \"kart.py\"\n"), "\(list)"
    )
    try desk.stop()
  }

  @Test("A rule that is set or removed while its program has the pad applies at once, beside the kept layout")
  func changes() throws {
    let desk = try Desk("layout = 'kept'\n")
    try desk.waitForLayout("kept")
    let kart = try desk.game("kart.py")
    try waitUntil("the program") { PadUses.current(in: desk.runtime)?.program.name == "kart.py" }
    try SavedChoices.setRule(.profile("racing"), for: .program("kart.py"), path: desk.choices)
    try desk.waitForLayout("racing")
    try SavedChoices.setRule(.profile("other"), for: .program("kart.py"), path: desk.choices)
    try desk.waitForLayout("other")
    try SavedChoices.setRule(nil, for: .program("kart.py"), path: desk.choices)
    try desk.waitForLayout("kept")
    try SavedChoices.setRule(.profile("racing"), for: .program("kart.py"), path: desk.choices)
    try desk.waitForLayout("racing")
    kart.kill()
    try desk.waitForLayout("kept")
    try desk.stop()
  }

  @Test("An error in a rule is reported with its line, and the next right one applies")
  func errors() throws {
    let desk = try Desk("[[game]]\nprogram = 'kart.py'\nprofile = 'racign'\n")
    let kart = try desk.game("kart.py")
    let lock = ProgramLock("touchstick-session", in: desk.runtime)
    try waitUntil("the error") {
      lock.lastReport?.hasSuffix(
        "session.toml:3:11: there is no profile \"racign\"; did you mean \"racing\"?")
        ?? false
    }
    try SavedChoices.setRule(.profile("racing"), for: .program("kart.py"), path: desk.choices)
    try desk.waitForLayout("racing")
    try waitUntil("no error") { lock.lastReport == "" }
    kart.kill()
    try desk.stop()
  }

  @Test("What the user chooses counts until the game ends; what was chosen before comes back then")
  func chosen() throws {
    let desk = try Desk("[[game]]\nprogram = 'kart.py'\nprofile = 'racing'\n")
    try desk.client.call(.useLayout, "other", "#")
    try desk.waitForLayout("other")
    let first = try desk.game("kart.py")
    try desk.waitForLayout("racing")
    first.kill()
    try desk.waitForLayout("other")
    let second = try desk.game("kart.py")
    try desk.waitForLayout("racing")
    try desk.client.call(.useLayout, "kept", "#")
    second.kill()
    try waitUntil("the end") { PadUses.read(in: desk.runtime).applied == AppliedRule() }
    #expect(try desk.layout() == "kept")
    try desk.stop()
  }

  @Test("touchstick run wins while it runs, and the rule applies after it")
  func run() throws {
    let desk = try Desk("[[game]]\nprogram = 'kart.py'\nprofile = 'racing'\n")
    try desk.service.change { $0.layout = PadStatus.Layout("mine", by: .program, user: 0) }
    try desk.waitForLayout("mine")
    let kart = try desk.game("kart.py")
    try waitUntil("the program") { PadUses.current(in: desk.runtime) != nil }
    #expect(try desk.layout() == "mine")
    try desk.service.change { $0.layout = PadStatus.Layout() }
    try desk.waitForLayout("racing")
    kart.kill()
    try desk.stop()
  }

  @Test(
    "pads = \"off\" switches the pads off until the game ends, unless somebody switches them on meanwhile")
  func off() throws {
    let desk = try Desk("[[game]]\nprogram = 'kart.py'\npads = 'off'\n")
    let first = try desk.game("kart.py")
    try desk.wait(isOn: false)
    first.kill()
    try desk.wait(isOn: true)
    let second = try desk.game("kart.py")
    try desk.wait(isOn: false)
    try desk.client.call(.on)
    try desk.wait(isOn: true)
    second.kill()
    try waitUntil("the end") { PadUses.read(in: desk.runtime).applied == AppliedRule() }
    // Pads that were off stay off.
    try desk.client.call(.off)
    let third = try desk.game("kart.py")
    try waitUntil("the program") { PadUses.read(in: desk.runtime).applied.isOffDone }
    third.kill()
    try waitUntil("the end") { PadUses.read(in: desk.runtime).applied == AppliedRule() }
    #expect(try !desk.client.padStatus().isOn)
    #expect(
      desk.service.asked { if case .set(let isOn) = $0 { isOn } else { nil } } == [
        false, true, false, true, false,
      ])
    try desk.stop()
  }

  @Test(
    "After a lock while a rule keeps the pads off, they are on with the game's end only where a lock's end does that"
  )
  func offAndLocked() throws {
    let desk = try Desk("[[game]]\nprogram = 'kart.py'\npads = 'off'\n")
    for isAutomatic in [true, false] {
      let game = try desk.game("kart.py")
      try desk.wait(isOn: false)
      try desk.service.change { $0.reason = .locked }
      try waitUntil("the lock") { try desk.client.padStatus().reason == "locked" }
      game.kill()
      try waitUntil("the end") { PadUses.read(in: desk.runtime).current == nil }
      try desk.service.change { $0.reason = isAutomatic ? .call : .unlocked }
      try waitUntil("nothing of the rule") { PadUses.read(in: desk.runtime).applied == AppliedRule() }
      try desk.wait(isOn: isAutomatic)
    }
    #expect(desk.service.asked { if case .set(let isOn) = $0 { isOn } else { nil } } == [false, true, false])
    try desk.stop()
  }

  @Test("Rules survive a restart of the daemon, of touchstick-session, and a game that ends meanwhile")
  func restarts() throws {
    let desk = try Desk("[[game]]\nprogram = 'kart.py'\nprofile = 'racing'\n")
    let kart = try desk.game("kart.py")
    try desk.waitForLayout("racing")
    try desk.restartService()
    try desk.waitForLayout("racing")
    let asked = desk.layouts.count
    desk.killSession()
    try desk.startSession()
    try waitUntil("the program") { PadUses.current(in: desk.runtime)?.program.name == "kart.py" }
    #expect(desk.layouts.count == asked)
    desk.killSession()
    kart.kill()
    try desk.startSession()
    try desk.waitForLayout("")
    #expect(PadUses.read(in: desk.runtime).all.map { $0.until == nil } == [false])
    try desk.stop()
  }

  @Test("Of five programs at once, the newest with a rule counts, and the others after it")
  func five() throws {
    let desk = try Desk(
      "[[game]]\nprogram = 'b.py'\nprofile = 'other'\n[[game]]\nprogram = 'd.py'\nprofile = 'racing'\n")
    let games = try ["a", "b", "c", "d", "e"].map { try desk.game("\($0).py") }
    try desk.waitForLayout("racing")
    try waitUntil("all of them") { PadUses.read(in: desk.runtime).all.count == 5 }
    games[3].kill()
    try desk.waitForLayout("other")
    for game in games { game.kill() }
    try desk.waitForLayout("")
    try desk.stop()
  }

  @Test("A hundred times opened and closed is one use, and an open and a close alone are none")
  func unrest() throws {
    let desk = try Desk("[[game]]\nprogram = 'kart.py'\nprofile = 'racing'\n")
    let probe = try desk.game("probe.py", "for _ in range(100): open(node, 'rb').close()")
    let kart = try desk.game(
      "kart.py", "for _ in range(100): open(node, 'rb').close()\npad = open(node, 'rb')")
    try desk.waitForLayout("racing")
    #expect(PadUses.read(in: desk.runtime).all.map(\.program.name) == ["kart.py"])
    #expect(desk.layouts == ["racing"])
    probe.kill()
    kart.kill()
    try desk.stop()
  }

  @Test("Programs of other users do not count, also if they may open the pad")
  func others() throws {
    let desk = try Desk("[[game]]\nprogram = 'kart.py'\nprofile = 'racing'\n")
    let other = try desk.game("kart.py", by: ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"])
    let own = try desk.game("own.py")
    try waitUntil("the own program") { !PadUses.read(in: desk.runtime).all.isEmpty }
    #expect(PadUses.read(in: desk.runtime).all.map(\.program.name) == ["own.py"])
    #expect(desk.layouts.isEmpty)
    other.kill()
    own.kill()
    try desk.stop()
  }

  @Test("A script's child, a game of Steam, a Flatpak in a sandbox, and two programs in a prefix of Wine")
  func kinds() throws {
    let desk = try Desk(
      """
      [[game]]
      program = "start.sh"
      profile = "racing"
      [[game]]
      steam = 1293830
      profile = "other"
      [[game]]
      app = "org.example.Game"
      profile = "kept"
      [[game]]
      exe = "Hades.exe"
      profile = "racing"
      [[game]]
      exe = "Other.exe"
      profile = "other"
      """)
    func ends(_ name: String, _ layout: String, _ game: Background) throws {
      try desk.waitForLayout(layout)
      #expect(PadUses.current(in: desk.runtime)?.program.name == name)
      game.kill()
      try desk.waitForLayout("")
    }
    // The children end with their parents: their input ends.
    try ends(
      "kart.py", "racing", try desk.game("kart.py", by: ["bash", desk.script("start.sh", "\"$@\"\n:\n")]))
    try ends(
      "kart.py", "other",
      try desk.game(
        "kart.py",
        by: ["bash", desk.script("reaper", "shift 3; \"$@\"\n:\n"), "SteamLaunch", "AppId=1293830", "--"]))
    try ends("org.example.Game", "kept", try desk.game("kart.py", by: try desk.sandbox()))
    let device = try desk.windows("C:\\windows\\system32\\winedevice.exe", opens: true)
    let first = try desk.windows("C:\\Games\\Hades.exe")
    try desk.waitForLayout("racing")
    // It opens nothing.
    let second = try desk.windows("C:\\Games\\Other.exe")
    try desk.waitForLayout("other")
    second.kill()
    try desk.waitForLayout("racing")
    first.kill()
    try desk.waitForLayout("")
    device.kill()
    try desk.stop()
  }

  @Test("Nothing wakes touchstick-session up while nobody opens the pad")
  func rest() throws { try expectRest(seconds: 3) }

  @Test("Nothing wakes touchstick-session up in half a minute while nobody opens the pad")
  func restThoroughly() throws { try expectRest(seconds: 30) }

  private func expectRest(seconds: UInt32) throws {
    let desk = try Desk("layout = 'kept'\n[[game]]\nprogram = 'kart.py'\nprofile = 'racing'\n")
    try desk.waitForLayout("kept")
    let kart = try desk.game("kart.py")
    try desk.waitForLayout("racing")
    // Also while a game plays.
    try desk.expectSleep(seconds: seconds)
    kart.kill()
    try desk.waitForLayout("kept")
    try desk.expectSleep(seconds: seconds)
    try desk.stop()
  }
}

/// A user's session with a pad.
private final class Desk {
  let client: SystemBus
  let runtime: String
  /// The user's session.toml.
  let choices: String
  private(set) var service: RunningService
  private let address: String
  private let bus: PrivateBus
  private let home: String
  private let node: String
  private var compositor, session: Background?
  private let scripts: URL

  init(_ choices: String) throws {
    address = try PrivateBus.newAddress()
    bus = try PrivateBus(at: address)
    service = RunningService(at: address)
    client = try SystemBus.connected(to: address)
    let layout = "[[stick]]\nregion = { x = 5, y = 5, width = 30, height = 30 }\n"
    let files = try Programs.files([
      "touchstick/session.toml": choices, "touchstick/profiles/racing.toml": layout,
      "touchstick/profiles/other.toml": layout, "touchstick/profiles/kept.toml": layout,
    ])
    home = files.path
    self.choices = files.appending(path: "touchstick/session.toml").path
    runtime = try Programs.files([:]).path
    scripts = try Programs.files([:])
    node = scripts.appending(path: "event9999").path
    // /dev/full, which no program keeps open.
    guard unsafe mknod(node, S_IFCHR | 0o666, 0x107) == 0 else { throw SystemError.last }
    for folder in [home, scripts.path, scripts.deletingLastPathComponent().path] {
      unsafe chmod(folder, 0o755)
    }
    unsafe chmod(node, 0o666)
    try showPad()
    try startSession()
  }

  deinit { for program in [session, compositor] { program?.kill() } }

  private func showPad() throws {
    var state = try DaemonState.used()
    state.files[0].pad?.node = node
    try service.change { [state] in $0 = state }
    try waitUntil("the pad") { try client.padStatus().pads.first?.node == node }
  }

  func restartService() throws {
    try service.stop()
    service = RunningService(at: address)
    try waitUntil("the service") { (try? client.padStatus()) != nil }
    try showPad()
  }

  func startSession() throws {
    let logind = try Programs.files(Programs.logindFiles(front: 0)).path
    let seat =
      "mount -t tmpfs none /run && mkdir /run/systemd && mount --bind \(logind) /run/systemd && exec \"$0\""
    // It ends with its client.
    let display = try Programs.files([:]).appending(path: "wayland").path
    let program = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "compositor.py").path
    compositor = try Background(program, [display, "165", "294", "1"])
    #expect(try compositor?.firstLine() == "ready")
    let reports = screens
    session = try Background(
      "unshare", ["--mount", "sh", "-c", seat, Programs.path("touchstick-session")],
      [
        "DBUS_SYSTEM_BUS_ADDRESS": address, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere",
        "XDG_CONFIG_HOME": home, "XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": display, "DISPLAY": "",
      ])
    let lock = ProgramLock("touchstick-session", in: runtime)
    try waitUntil("touchstick-session") { lock.isHeld }
    try waitUntil("its report") { screens > reports }
  }

  /// How often a screen was reported.
  private var screens: Int { service.asked { if case .screen = $0 { true } else { nil } }.count }

  /// Kills it, and waits for its end.
  func killSession() {
    session?.kill()
    compositor?.kill()
  }

  func stop() throws { try service.stop() }

  /// The layouts that it has asked for.
  var layouts: [String] {
    service.asked { if case .schedule(let layout, _) = $0 { layout.name } else { nil } }
  }

  func layout() throws -> String { try client.padStatus().layout.name }

  func waitForLayout(_ name: String) throws {
    try waitUntil("the layout \(quoted(name))") { try layout() == name }
  }

  func wait(isOn: Bool) throws { try waitUntil("isOn \(isOn)") { try client.padStatus().isOn == isOn } }

  /// Runs touchstick, and returns what it prints.
  func tool(_ arguments: String...) throws -> String {
    let variables = [
      "DBUS_SYSTEM_BUS_ADDRESS=\(address)", "XDG_RUNTIME_DIR=\(runtime)", "XDG_CONFIG_HOME=\(home)",
    ]
    let (status, output) = try Programs.run("env", variables + [Programs.path("touchstick")] + arguments)
    #expect(status == 0, "\(output)")
    return output
  }

  func script(_ name: String, _ text: String) throws -> String {
    let path = scripts.appending(path: name).path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    unsafe chmod(path, 0o755)
    return path
  }

  /// Starts a program that opens the pad, and waits until it has.
  ///
  /// - Parameters:
  ///   - body: What it does with `node` first.
  ///   - wrapper: A program, with its arguments, that starts it.
  func game(
    _ name: String, _ body: String = "pad = open(node, 'rb')", by wrapper: [String] = []
  ) throws -> Background {
    let path = try script(
      name,
      "import ctypes, time\nctypes.CDLL(None).prctl(1, 9)\nnode = '\(node)'\n\(body)\nprint('ready', flush=True)\ntime.sleep(9999)\n"
    )
    let words = wrapper + ["/usr/bin/python3", path]
    let game = try Background(words[0], Array(words.dropFirst()))
    #expect(try game.firstLine() == "ready")
    return game
  }

  /// The command that starts a program as Flatpak does: bubblewrap(1), with a root that has the Flatpak's name.
  func sandbox() throws -> [String] {
    let info = try Programs.file("info", "[Application]\nname=org.example.Game\n")
    let links = ["bin", "lib", "lib64"].flatMap { ["--symlink", "usr/\($0)", "/\($0)"] }
    let folder = scripts.path
    return ["bwrap", "--unshare-pid", "--die-with-parent", "--ro-bind", "/usr", "/usr"] + links
      + [
        "--proc", "/proc", "--dev", "/dev", "--dev-bind", folder, folder, "--ro-bind", info, "/.flatpak-info",
      ]
  }

  /// Starts a program as Wine shows it to proc(5).
  func windows(_ path: String, opens: Bool = false) throws -> Background {
    let loader = scripts.appending(path: "wine64-preloader").path
    if unsafe access(loader, F_OK) != 0 {
      try FileManager.default.copyItem(atPath: "/usr/bin/bash", toPath: loader)
    }
    let pipe = scripts.appending(path: "pipe").path
    if unsafe access(pipe, F_OK) != 0 { unsafe mkfifo(pipe, 0o600) }
    // Nobody writes.
    let body = (opens ? "exec 5< \(node); " : "") + "exec 6<> \(pipe); echo ready; read -r line <&6; :"
    let game = try Background(
      "bash", ["-c", "exec -a \"$1\" \"$0\" -c \"$2\"", loader, path, body], ["WINEPREFIX": "/prefix"])
    #expect(try game.firstLine() == "ready")
    return game
  }

  /// Checks that touchstick-session sleeps all the time.
  func expectSleep(seconds: UInt32) throws {
    let process = try #require(session?.process.processIdentifier)
    func switches() throws -> String {
      let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      return status.split(separator: "\n").filter { $0.hasPrefix("voluntary_ctxt_switches") }.joined()
    }
    // It may still do what has come before.
    var before = ""
    try waitUntil("rest") {
      before = try switches()
      sleep(1)
      return try switches() == before
    }
    sleep(seconds)
    #expect(try switches() == before)
  }
}
