internal import System

/// A program that has a pad open: which process it is, and how a rule of `session.toml` can name it.
package struct PadProgram: Equatable, Sendable {
  package var process: Int32
  /// When the process was started, in ticks since the boot.
  package var start: UInt64
  /// For people.
  package var name: String
  /// What a rule can call it, the most precise first: Steam's number, the program under Wine, the Flatpak, the script, the
  /// executable, the desktop's name for it, the scripts that have started it. Paths are whole.
  package var names: [GameName]
  /// Whether it opens every pad though it is no game, such as Steam or a browser. Only a rule of its own counts.
  package var isLauncher: Bool
  /// Whether the pad is held for it by Wine, which does not say when another program uses it.
  package var isInWine: Bool

  package init(
    process: Int32, start: UInt64, name: String, names: [GameName], isLauncher: Bool = false,
    isInWine: Bool = false
  ) {
    (self.process, self.start, self.name, self.names) = (process, start, name, names)
    (self.isLauncher, self.isInWine) = (isLauncher, isInWine)
  }
}

extension ProcessTree {
  /// The programs that have one of these devices open, each once, in the order of their starts. Several processes of a program
  /// count as one.
  package func programs(with devices: Set<UInt64>) -> [PadProgram] {
    let all = holders(of: devices).compactMap(program)
    let sorted = all.sorted { ($0.start, $0.process) < ($1.start, $1.process) }
    return sorted.reduce(into: []) { programs, program in
      if !programs.contains(where: { $0.names == program.names }) { programs.append(program) }
    }
  }

  /// The program that a process belongs to; nil if it has ended.
  package func program(_ holder: Int32) -> PadProgram? {
    guard isOwn(holder) else { return nil }
    let isInWine = windowsPath(of: holder) != nil
    let game = isInWine ? windowsGame(besides: holder) : nil
    let process = game?.process ?? holder
    guard let start = state(of: process)?.start else { return nil }
    let executable = executable(of: process)
    let parents = ancestors(of: process)
    let script = script(of: process)
    let flatpak = flatpak(of: process)
    let steam = steamNumber(of: process, parents)
    let unit = unit(of: process).flatMap(Self.desktopName)
    var names = [steam.map(GameName.steam), game.map { .exe($0.path) }, flatpak.map(GameName.app)]
    if !isInWine { names += [script.map(GameName.program), executable.map(GameName.program)] }
    names.append(unit.map(GameName.app))
    names += parents.map { self.script(of: $0).map(GameName.program) }
    let name =
      game.map { fileName(ofWindowsPath: $0.path) } ?? flatpak ?? (script ?? executable).map(lastPart(of:))
    let isLauncher = Self.isLauncher([executable, script], flatpak)
    return PadProgram(
      process: process, start: start, name: (name ?? "").printable,
      names: names.compactMap { $0 }.withoutRepetitions,
      isLauncher: game == nil && (isInWine || steam == nil && isLauncher), isInWine: isInWine)
  }

  /// Its parents of the same user, from the nearest.
  private func ancestors(of process: Int32) -> [Int32] {
    var parents: [Int32] = []
    var next = state(of: process)?.parent ?? 0
    // A process can get another parent meanwhile.
    while next > 1, parents.count < 64, isOwn(next), !parents.contains(next) {
      parents.append(next)
      next = state(of: next)?.parent ?? 0
    }
    return parents
  }
}

// Steam, Wine, interpreters and desktops.
extension ProcessTree {
  /// The number that Steam has started it with: `reaper SteamLaunch AppId=N -- ...` in a parent's command line, which is
  /// where gamescope looks, too, or else in the environment.
  private func steamNumber(of process: Int32, _ parents: [Int32]) -> Int? {
    for parent in [process] + parents {
      let words = words(of: parent).prefix { $0 != "--" }
      guard words.contains("SteamLaunch"), let word = words.first(where: { $0.hasPrefix("AppId=") }) else {
        continue
      }
      return Int(word.dropFirst("AppId=".count)).flatMap { $0 > 0 ? $0 : nil }
    }
    return variable("SteamAppId", of: process).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  private struct WindowsGame {
    var process: Int32
    var start: UInt64
    var path: String
  }

  /// The program under Wine that a process of Wine, such as winedevice.exe, has a pad for: the newest one of the same prefix
  /// that is not Wine's own. Nil if there is none.
  private func windowsGame(besides holder: Int32) -> WindowsGame? {
    let prefix = prefix(of: holder)
    let games = processes.compactMap { other -> WindowsGame? in
      guard let path = windowsPath(of: other), !Self.isOfWine(path), self.prefix(of: other) == prefix,
        let start = state(of: other)?.start
      else { return nil }
      return WindowsGame(process: other, start: start, path: path)
    }
    return games.max { ($0.start, $0.process) < ($1.start, $1.process) }
  }

  /// The folder of the Windows system that it runs in.
  private func prefix(of process: Int32) -> String? {
    let folder = variable("WINEPREFIX", of: process) ?? variable("HOME", of: process).map { $0 + "/.wine" }
    return folder.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  }

  /// What a process of Wine runs: the first word of the command line, or the first after the loader. Nil for others.
  private func windowsPath(of process: Int32) -> String? {
    let words = words(of: process).prefix(3)
    func isWindows(_ word: String) -> Bool { word.lowercased().hasSuffix(".exe") }
    // An emulator of another processor is the executable of everything that it runs.
    if let first = words.first, isWindows(first), first.utf8.contains(UInt8(ascii: "\\")) { return first }
    guard executable(of: process).map({ lastPart(of: $0).hasPrefix("wine") }) ?? false else { return nil }
    return words.first(where: isWindows)
  }

  private static let ofWine: Set = [
    "conhost.exe", "explorer.exe", "plugplay.exe", "rpcss.exe", "rundll32.exe", "services.exe", "start.exe",
    "steam.exe", "svchost.exe", "tabtip.exe", "wineboot.exe", "winedevice.exe", "winemenubuilder.exe",
    "xalia.exe",
  ]

  /// Whether it belongs to the system, or to Proton.
  private static func isOfWine(_ path: String) -> Bool {
    let path = path.lowercased()
    return ofWine.contains(fileName(ofWindowsPath: path)) || path.hasPrefix("c:\\windows\\")
  }

  private static let interpreters: Set = [
    "bash", "dash", "ksh", "lua", "luajit", "mono", "node", "perl", "python", "ruby", "sh", "zsh",
  ]

  /// The script that an interpreter runs: its first argument that is no option.
  private func script(of process: Int32) -> String? {
    let name = executable(of: process).map(lastPart(of:)) ?? ""
    guard Self.interpreters.contains(String(name.prefix { $0.isLetter })) else { return nil }
    let arguments = words(of: process).dropFirst()
    guard let index = arguments.firstIndex(where: { !$0.hasPrefix("-") || $0 == "-c" || $0 == "-e" }) else {
      return nil
    }
    let word = arguments[index]
    guard !word.hasPrefix("-"), !word.isEmpty else { return nil }
    guard !word.hasPrefix("/"), arguments[..<index].last != "-m" else { return word }
    let path = word.hasPrefix("./") ? String(word.dropFirst(2)) : word
    return folder(of: process).map { "\($0)/\(path)" } ?? path
  }

  /// The desktop's name in a unit: `app-LAUNCHER-NAME-NUMBER.scope` or `app-LAUNCHER-NAME@NUMBER.service`, where the launcher and
  /// a service's number are optional. https://systemd.io/DESKTOP_ENVIRONMENTS
  static func desktopName(ofUnit unit: Substring) -> String? {
    var parts: [Substring]
    if unit.hasSuffix(".scope") {
      parts = unit.dropLast(".scope".count).split(separator: "-").dropFirst().dropLast()
    } else if unit.hasSuffix(".service") {
      let name = unit.dropLast(".service".count).prefix { $0 != "@" }
      parts = name.split(separator: "-").dropFirst().map { $0 }
    } else {
      return nil
    }
    guard let name = parts.popLast() else { return nil }
    return name.unescaped
  }

  private static let launchers: Set = [
    "antimicrox", "brave", "brave-browser", "chrome", "chromium", "chromium-browser", "firefox",
    "firefox-bin",
    "firefox-esr", "gamescope", "gamescope-wl", "gnome-shell", "heroic", "kded5", "kded6", "kwin_wayland",
    "kwin_x11", "librewolf", "lutris", "msedge", "opera", "plasmashell", "steam", "steamwebhelper",
    "sunshine",
    "sway", "systemsettings", "vivaldi", "vivaldi-bin",
  ]

  /// Whether it opens every pad though it is no game: Steam, browsers, desktops, and the tools of touchstick.
  private static func isLauncher(_ paths: [String?], _ flatpak: String?) -> Bool {
    let words = paths.compactMap { $0 }.map(lastPart(of:))
    // An id such as org.mozilla.firefox or com.valvesoftware.Steam.
    let id = flatpak?.split(separator: ".").last.map(String.init)
    return (words + [id].compactMap { $0 }).map { $0.lowercased() }.contains {
      launchers.contains($0) || $0.hasPrefix("touchstick")
    }
  }
}

/// The last part of a path with slashes of either kind.
func fileName(ofWindowsPath path: String) -> String {
  path.split { $0 == "\\" || $0 == "/" }.last.map(String.init) ?? path
}

extension Array where Element: Equatable {
  fileprivate var withoutRepetitions: [Element] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}

extension StringProtocol {
  /// The name of a unit without systemd's escapes, such as `\x2d` for a hyphen.
  fileprivate var unescaped: String {
    let parts = split(separator: "\\", omittingEmptySubsequences: false)
    let bytes = parts.dropFirst().flatMap { part -> [UInt8] in
      guard part.hasPrefix("x"), part.count > 2, let byte = UInt8(part.dropFirst().prefix(2), radix: 16)
      else {
        return Array("\\\(part)".utf8)
      }
      return [byte] + part.dropFirst(3).utf8
    }
    return String(decoding: Array((parts.first ?? "").utf8) + bytes, as: UTF8.self)
  }
}
