import Foundation
import TestSupport
import Testing

@testable import Configuration

/// A folder in the place of /proc.
private struct Tree {
  let folder: URL

  init() throws { folder = try Programs.files([:]) }

  var processes: ProcessTree { ProcessTree(root: folder.path) }

  /// Adds a process, which was started at the tick of its number.
  ///
  /// - Parameters:
  ///   - files: More of its files, by their names.
  ///   - open: What its descriptors lead to.
  func add(
    _ process: Int32, parent: Int32 = 1, _ executable: String, _ words: [String] = [],
    _ environment: [String] = [], files: [String: String] = [:], open: [String] = []
  ) throws {
    let own = folder.appending(path: "\(process)")
    let zeros = String(repeating: " 0", count: 17)
    let contents = files.merging([
      "stat": "\(process) (a ) b) S \(parent)\(zeros) \(process) 0 0\n",
      "cmdline": (words.isEmpty ? [executable] : words).map { $0 + "\0" }.joined(),
      "environ": environment.map { $0 + "\0" }.joined(),
    ]) { $1 }
    for (name, text) in contents {
      let file = own.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try link("exe", of: own, to: executable)
    try link("cwd", of: own, to: "/home/me")
    for (number, target) in open.enumerated() { try link("fd/\(number)", of: own, to: target) }
  }

  private func link(_ name: String, of process: URL, to target: String) throws {
    let path = process.appending(path: name)
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: path.path, withDestinationPath: target)
  }
}

@Suite("The program that has the pad")
struct PadProgramTests {
  private func program(_ process: Int32, of tree: Tree) throws -> PadProgram {
    try #require(tree.processes.program(process))
  }

  @Test("Whoever has a device open is found by the device's number, whatever the path")
  func holders() throws {
    let tree = try Tree()
    try tree.add(10, "/usr/games/one", open: ["/dev/null", "/dev/full"])
    try tree.add(11, "/usr/games/two", open: ["/dev/null", "/nowhere"])
    try tree.add(12, "/usr/games/three")
    let full = try #require(ProcessTree.device(of: "/dev/full"))
    #expect(tree.processes.holders(of: [full]) == [10])
    #expect(tree.processes.holders(of: []) == [])
    #expect(ProcessTree.device(of: "/etc/passwd") == nil)
    // The folders are this user's.
    #expect(ProcessTree(root: tree.folder.path, user: getuid() + 1).holders(of: [full]) == [])
    #expect(ProcessTree(root: tree.folder.path, user: getuid() + 1).program(10) == nil)
  }

  @Test("A program is its executable, also after an upgrade has deleted the file")
  func executable() throws {
    let tree = try Tree()
    try tree.add(10, "/usr/games/supertuxkart (deleted)", ["supertuxkart"])
    let found = try program(10, of: tree)
    #expect(found.name == "supertuxkart" && found.names == [.program("/usr/games/supertuxkart")])
    #expect(found.process == 10 && found.start == 10 && !found.isLauncher && !found.isInWine)
  }

  @Test(
    "An interpreter counts as the script that it runs",
    arguments: [
      ("/usr/bin/python3.11", ["python3", "-u", "/opt/game/main.py", "-c"], "/opt/game/main.py"),
      ("/usr/bin/python3.11", ["python3", "game.py"], "/home/me/game.py"),
      ("/usr/bin/python3.11", ["python3", "./game.py"], "/home/me/game.py"),
      ("/usr/bin/python3", ["python3", "-m", "retro"], "retro"),
      ("/bin/bash", ["bash", "/usr/games/start"], "/usr/games/start"),
      ("/usr/bin/mono-sgen", ["mono", "Game.exe"], "/home/me/Game.exe"),
      ("/usr/bin/python3", ["python3", "-c", "import sdl2"], nil),
      ("/bin/sh", ["sh"], nil), ("/usr/bin/shotcut", ["shotcut", "a.mp4"], nil),
    ] as [(String, [String], String?)])
  func scripts(_ executable: String, _ words: [String], _ script: String?) throws {
    let tree = try Tree()
    try tree.add(10, executable, words)
    let names = [script, executable].compactMap { $0 }.map(GameName.program)
    #expect(try program(10, of: tree).names == names)
  }

  @Test("The scripts that have started a program name it, too, after its own names")
  func parents() throws {
    let tree = try Tree()
    try tree.add(8, "/usr/lib/systemd/systemd", ["systemd", "--user"])
    try tree.add(9, parent: 8, "/bin/bash", ["/bin/bash", "/opt/game/start.sh"])
    try tree.add(10, parent: 9, "/opt/game/bin/game")
    #expect(
      try program(10, of: tree).names == [.program("/opt/game/bin/game"), .program("/opt/game/start.sh")])
  }

  @Test("A Flatpak is its id, whatever runs in it")
  func flatpak() throws {
    let tree = try Tree()
    let info = "[Application]\nname=org.libretro.RetroArch\nruntime=a\n\n[Instance]\nname=wrong\n"
    try tree.add(10, "/app/bin/retroarch", files: ["root/.flatpak-info": info])
    let found = try program(10, of: tree)
    #expect(found.name == "org.libretro.RetroArch")
    #expect(found.names == [.app("org.libretro.RetroArch"), .program("/app/bin/retroarch")])
    try tree.add(11, "/app/bin/x", files: ["root/.flatpak-info": "[Runtime]\nname=org.kde.Platform\n"])
    #expect(try program(11, of: tree).names == [.program("/app/bin/x")])
    // It could wait forever.
    try tree.add(12, "/app/bin/y", files: ["root/x": ""])
    #expect(unsafe mkfifo(tree.folder.appending(path: "12/root/.flatpak-info").path, 0o600) == 0)
    #expect(try program(12, of: tree).names == [.program("/app/bin/y")])
  }

  @Test("A game of Steam is its number, which a parent's command line has, or else the environment")
  func steam() throws {
    let tree = try Tree()
    try tree.add(8, "/home/me/.steam/ubuntu12_32/steam")
    try tree.add(
      9, parent: 8, "/home/me/.steam/ubuntu12_32/reaper",
      ["reaper", "SteamLaunch", "AppId=1293830", "--", "/games/game", "AppId=7"])
    try tree.add(10, parent: 9, "/games/game.x86_64")
    try tree.add(11, "/games/other", [], ["A=B", "SteamAppId=480"])
    #expect(try program(10, of: tree).names == [.steam(1_293_830), .program("/games/game.x86_64")])
    #expect(try !program(10, of: tree).isLauncher)
    #expect(try program(11, of: tree).names.first == .steam(480))
    #expect(try program(8, of: tree).isLauncher)
    // What comes after the hyphens belongs to the game.
    try tree.add(12, "/usr/bin/env", ["env", "--", "SteamLaunch", "AppId=7"])
    #expect(try program(12, of: tree).names == [.program("/usr/bin/env")])
  }

  @Test("Under Wine, it is the newest program of the same prefix that is not Wine's own")
  func wine() throws {
    let tree = try Tree()
    let loader = "/usr/lib/wine/wine64-preloader"
    let (prefix, other) = (["WINEPREFIX=/home/me/games/"], ["HOME=/home/me"])
    try tree.add(10, loader, ["C:\\windows\\system32\\services.exe"], prefix)
    try tree.add(11, loader, ["C:\\windows\\system32\\winedevice.exe"], prefix)
    try tree.add(12, loader, ["C:\\windows\\system32\\explorer.exe", "/desktop"], prefix)
    let idle = try program(11, of: tree)
    #expect(idle.isLauncher && idle.isInWine && idle.names.isEmpty)
    try tree.add(13, loader, ["Z:\\games\\Setup.EXE"], ["WINEPREFIX=/home/me/games"])
    try tree.add(14, loader, ["wine64", "C:\\Games\\Hades.exe", "-windowed"], prefix)
    try tree.add(15, loader, ["C:\\Other.exe"], other)
    try tree.add(16, "/usr/bin/python3", ["python3", "native.exe"], prefix)
    let game = try program(11, of: tree)
    #expect(game.process == 14 && game.start == 14 && game.name == "Hades.exe")
    #expect(game.isInWine && !game.isLauncher && game.names == [.exe("C:\\Games\\Hades.exe")])
    try FileManager.default.removeItem(at: tree.folder.appending(path: "14"))
    #expect(try program(11, of: tree).name == "Setup.EXE")
  }

  @Test(
    "A unit has the desktop's name for the program",
    arguments: [
      ("app-gnome-org.gnome.Nibbles-1234.scope", "org.gnome.Nibbles"),
      ("app-org.kde.kpat-0a1b.scope", "org.kde.kpat"),
      ("app-flatpak-net.supertuxkart.SuperTuxKart-99.scope", "net.supertuxkart.SuperTuxKart"),
      ("app-gnome-super\\x2dmeat\\x2dboy-5.scope", "super-meat-boy"),
      ("app-org.kde.kpat@0a1b.service", "org.kde.kpat"), ("app-a\\x2.service", "a\\x2"),
      ("session-1.scope", nil), ("app-.slice", nil), ("app-1.scope", nil),
    ])
  func units(_ unit: String, _ name: String?) throws {
    let tree = try Tree()
    try tree.add(10, "/usr/bin/a", files: ["cgroup": "1:cpu:/x\n0::/user.slice/app.slice/\(unit)\n"])
    let names = [.program("/usr/bin/a")] + [name.map(GameName.app)].compactMap { $0 }
    #expect(try program(10, of: tree).names == names)
  }

  @Test(
    "Steam, browsers, desktops and the tools of touchstick open every pad",
    arguments: [
      ("/usr/bin/touchstick", true), ("/usr/lib/chromium/chromium", true), ("/usr/bin/kwin_wayland", true),
      ("/usr/bin/gnome-shell", true), ("/usr/games/gnome-mines", false), ("/usr/games/steamtown", false),
    ])
  func launchers(_ executable: String, _ isLauncher: Bool) throws {
    let tree = try Tree()
    try tree.add(10, executable)
    #expect(try program(10, of: tree).isLauncher == isLauncher)
    try tree.add(
      11, "/app/bin/x", files: ["root/.flatpak-info": "[Application]\nname=com.valvesoftware.Steam\n"])
    #expect(try program(11, of: tree).isLauncher)
  }

  @Test("Processes of the same program count as one, and a process that has ended as none")
  func same() throws {
    let tree = try Tree()
    for process in [12, 10, 11] as [Int32] { try tree.add(process, "/usr/games/a", open: ["/dev/full"]) }
    try tree.add(9, "/usr/games/b", open: ["/dev/full"])
    let full = try #require(ProcessTree.device(of: "/dev/full"))
    #expect(tree.processes.programs(with: [full]).map(\.process) == [9, 10])
    #expect(tree.processes.program(99) == nil)
    #expect(tree.processes.lives(10, since: 10) && !tree.processes.lives(10, since: 9))
    #expect(!tree.processes.lives(99, since: 99))
  }
}

@Suite("Rules for games in session.toml")
struct GameRuleTests {
  private static let text = """
    # mine
    layout = "phone"

    [[game]] # the kart
    program = "supertuxkart"  # every day
    profile = "racing"

    # A Flatpak.
    [[game]]
    app = "org.libretro.RetroArch"
    pads = "off"

    """

  private func file(_ text: String) throws -> String { try Programs.file("s.toml", text) }

  private func read(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test("A rule names a program, and a profile or that the pads are off")
  func reading() throws {
    let choices = try SavedChoices.read(
      path: file(
        Self.text + "[[game]]\nsteam = 1293830\nprofile = 'a'\n[[game]]\nexe = 'Hades.exe'\npads = 'off'"))
    #expect(choices.layout == "phone")
    #expect(
      choices.games == [
        GameRule(.program("supertuxkart"), .profile("racing")),
        GameRule(.app("org.libretro.RetroArch"), .padsOff),
        GameRule(.steam(1_293_830), .profile("a")), GameRule(.exe("Hades.exe"), .padsOff),
      ])
  }

  @Test(
    "An error names the place and the fix",
    arguments: [
      (
        "[[game]]\nprogram = 'a'\n",
        "1:1: [[game]] needs profile or pads; write profile = \"NAME\" or pads = \"off\""
      ),
      (
        "[[game]]\nprofile = 'a'\n",
        "1:1: [[game]] needs program, steam, app or exe; touchstick games lists the programs, and what to call them"
      ),
      (
        "[[game]]\nprogram = 'a'\nexe = 'b.exe'\nprofile = 'a'\n",
        "3:1: [[game]] has program and exe; keep one of them"
      ),
      (
        "[[game]]\napp = 'a'\nprofile = 'a'\npads = 'off'",
        "4:1: [[game]] has profile and pads; keep one of them"
      ),
      ("[[game]]\napp = 'a'\npads = 'on'", "3:8: pads is \"on\"; it must be \"off\""),
      ("[[game]]\nsteam = '7'\npads = 'off'", "2:9: steam is a string; it must be an integer"),
      ("[[game]]\nsteam = 0\npads = 'off'", "2:9: steam is 0; it must be 1 to 4294967295"),
      (
        "[[game]]\nprogramm = 'a'\npads = 'off'",
        "2:1: unknown key \"programm\" in [[game]]; did you mean \"program\"?"
      ),
      ("[game]\nprogram = 'a'\npads = 'off'", "1:1: game is a table; write [[game]], with two brackets"),
      ("game = [1]", "1:9: game is an integer; write [[game]], with two brackets"),
      (
        "[[game]]\nprogram = 'a'\nprofile = 'my.toml'",
        "3:11: profile is \"my.toml\"; it must be the name of a profile; list them: touchstick profiles"
      ),
      (
        "[[game]]\nprogram = 'games/a'\npads = 'off'",
        "2:11: program is \"games/a\"; it must be a file's name, or a path that begins with a slash"
      ),
      (
        "[[game]]\nexe = 'C:\\Games\\a.exe'\npads = 'off'",
        "2:7: exe is \"C:\\\\Games\\\\a.exe\"; write the file's name alone, \"a.exe\""
      ),
      (
        "[[game]]\napp = 'a'\npads = 'off'\n[[game]]\napp = 'a'\nprofile = 'b'",
        "4:1: this is the same program as in line 1; remove one of the two rules"
      ),
    ])
  func errors(_ text: String, _ sentence: String) throws {
    let path = try file(text)
    let error = #expect(throws: ConfigurationError.self) { try SavedChoices.read(path: path) }
    let lines = (error?.sentence ?? "").replacing(path + ":", with: "").split(separator: "\n")
    #expect(lines.contains { $0 == sentence }, "\(lines)")
  }

  @Test("check finds a profile that does not exist, at its place")
  func unknownProfile() throws {
    let path = try file("[[game]]\nprogram = 'a'\nprofile = 'nobody-has-this'\n")
    let found = SavedChoices.check(path: path)
    #expect(found.map(\.code) == ["no-profile"] && found[0].file == path)
    #expect(found[0].position == SourcePosition(line: 3, column: 11))
  }

  @Test("A rule means a program by its path, its file's name, its number or its id")
  func matching() throws {
    #expect(GameName.program("kart").means(.program("/usr/games/kart")))
    #expect(GameName.program("/usr/games/kart").means(.program("/usr/games/kart")))
    #expect(!GameName.program("/usr/kart").means(.program("/usr/games/kart")))
    #expect(!GameName.program("kar").means(.program("/usr/games/kart")))
    #expect(GameName.exe("hades.exe").means(.exe("C:\\Games\\Hades.exe")))
    #expect(!GameName.exe("hades.exe").means(.program("/hades.exe")))
    #expect(GameName.steam(7).means(.steam(7)) && !GameName.steam(7).means(.steam(8)))
  }

  @Test("The most precise name of a program decides, not the order of the rules")
  func precedence() throws {
    let choices = try SavedChoices.read(
      path: file(
        "[[game]]\nprogram = 'python3'\npads = 'off'\n[[game]]\nprogram = 'a.py'\nprofile = 'b'\n"
          + "[[game]]\nsteam = 7\nprofile = 'c'"))
    let names: [GameName] = [.steam(7), .program("/x/a.py"), .program("/usr/bin/python3")]
    #expect(choices.rule(for: names)?.effect == .profile("c"))
    #expect(choices.rule(for: Array(names.dropFirst()))?.effect == .profile("b"))
    #expect(choices.rule(for: [names[2]])?.effect == .padsOff)
    #expect(choices.rule(for: []) == nil)
  }

  @Test("Setting and removing a rule leave everything else as it is written")
  func changes() throws {
    let path = try file(Self.text)
    try SavedChoices.setRule(.padsOff, for: .program("supertuxkart"), path: path)
    #expect(try read(path) == Self.text.replacing("profile = \"racing\"", with: "pads = \"off\""))
    try SavedChoices.setRule(.profile("racing"), for: .program("supertuxkart"), path: path)
    #expect(try read(path) == Self.text)
    try SavedChoices.setRule(.profile("a\"b"), for: .steam(7), path: path)
    #expect(try read(path) == Self.text + "\n[[game]]\nsteam = 7\nprofile = \"a\\\"b\"\n")
    try SavedChoices.setRule(nil, for: .steam(7), path: path)
    #expect(try read(path) == Self.text)
    try SavedChoices.setRule(nil, for: .exe("x.exe"), path: path)
    #expect(try read(path) == Self.text)
    try SavedChoices.setRule(nil, for: .program("supertuxkart"), path: path)
    #expect(
      try read(path)
        == "# mine\nlayout = \"phone\"\n\n# A Flatpak.\n[[game]]\napp = \"org.libretro.RetroArch\"\npads = \"off\"\n"
    )
    var choices = try SavedChoices.read(path: path)
    (choices.layout, choices.isOn) = (nil, true)
    try choices.write(path: path)
    #expect(
      try read(path)
        == "pads = \"on\"\n# mine\n\n# A Flatpak.\n[[game]]\napp = \"org.libretro.RetroArch\"\npads = \"off\"\n"
    )
  }

  @Test("The first rule makes the file, and a broken file, a bad name and an inline rule are left alone")
  func failures() throws {
    let path = try Programs.files([:]).appending(path: "a/session.toml").path
    try SavedChoices.setRule(.profile("racing"), for: .app("org.a.B"), path: path)
    #expect(try SavedChoices.read(path: path).games == [GameRule(.app("org.a.B"), .profile("racing"))])
    for (text, name) in [
      ("layot = 'x'", GameName.steam(1)), ("", .program("a/b")),
      ("game = [{ steam = 1, pads = 'off' }]", .steam(1)),
    ] {
      let path = try file(text)
      #expect(throws: ConfigurationError.self) {
        try SavedChoices.setRule(text.hasPrefix("game") ? nil : .padsOff, for: name, path: path)
      }
      #expect(try read(path) == text)
    }
  }
}

@Suite("Who has the pad")
struct PadUsesTests {
  private func program(_ process: Int32, _ name: String, isLauncher: Bool = false) -> PadProgram {
    PadProgram(
      process: process, start: UInt64(process), name: name, names: [.program("/usr/games/\(name)")],
      isLauncher: isLauncher)
  }

  @Test("It survives being written and read")
  func file() throws {
    let folder = try Programs.files([:]).path
    #expect(PadUses.read(in: folder) == PadUses())
    var uses = PadUses()
    var many = program(1, "a", isLauncher: true)
    many.names = [.steam(7), .exe("C:\\a b.exe"), .app("x.y"), .program("/z")]
    many.isInWine = true
    uses.all = [
      PadUse(many, since: 10, until: 20, rule: GameRule(.exe("a b.exe"), .profile("racing"))),
      PadUse(program(2, "b"), since: 30, rule: GameRule(.program("b"), .padsOff)),
      PadUse(program(3, "c"), since: 40),
    ]
    (uses.applied.layout, uses.applied.before, uses.applied.isOffDone) = ("racing", nil, true)
    try uses.write(in: folder)
    #expect(PadUses.read(in: folder) == uses)
    try "use\t1\nnonsense\napplied\tx\n".write(
      toFile: try #require(PadUses.path(in: folder)), atomically: true, encoding: .utf8)
    #expect(PadUses.read(in: folder) == PadUses())
  }

  @Test("A program begins when it opens the pad, and ends when it is over")
  func course() {
    var uses = PadUses()
    uses.update([program(1, "a"), program(2, "b")], now: 10) { _ in true }
    uses.update([program(2, "b")], now: 20) { _ in false }
    #expect(uses.all.map(\.until) == [nil, nil])
    // Another process of the same program.
    uses.update([program(3, "a")], now: 30) { _ in true }
    #expect(uses.all.map(\.until) == [nil, 30] && uses.all[0].program.process == 3)
    uses.update([program(4, "b")], now: 40) { _ in true }
    #expect(uses.all.map(\.since) == [10, 10, 40])
    for number in 0..<200 { uses.update([program(5, "c\(number)")], now: 50) { _ in true } }
    #expect(uses.all.count == PadUses.maxCount && uses.all.last?.program.name == "c199")
  }

  @Test(
    "The newest game counts, a launcher only without one; of the rules, that of the newest program with one")
  func current() throws {
    var uses = PadUses()
    #expect(uses.current == nil)
    uses.update([program(9, "steam", isLauncher: true)], now: 1) { _ in true }
    #expect(uses.current?.program.name == "steam" && uses.current?.ruleName == .program("steam"))
    uses.update(
      [program(9, "steam", isLauncher: true), program(3, "new"), program(2, "old")], now: 1
    ) { _ in true }
    #expect(uses.current?.program.name == "new")
    func deciding(_ text: String) throws -> String? {
      uses.deciding(try SavedChoices.read(path: Programs.file("s.toml", text)))?.program.name
    }
    let (old, steam) = (
      "[[game]]\nprogram = 'old'\npads = 'off'\n", "[[game]]\nprogram = 'steam'\npads = 'off'\n"
    )
    #expect(try deciding("") == nil)
    #expect(try deciding(old) == "old")
    #expect(try deciding(steam) == "steam")
    #expect(try deciding(steam + old) == "old")
  }
}
