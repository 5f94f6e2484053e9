internal import ArgumentParser
internal import CLinux
internal import System

struct Lock: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Switches the pads off for a screen locker that does not report the lock.",
    discussion: """
      Some lockers cover the screen, but do not tell logind: swaylock, hyprlock, i3lock and light-locker. touchstickd then \
      does not know that the session is locked, and a layout sees where a PIN is tapped. Start such a locker with this \
      command, for example in the configuration of sway or swayidle: touchstick lock -- swaylock -f

      Until the locker has ended, and all programs that it has left running, the session counts as locked (the LockedHint \
      of logind). Whatever is missing, the locker runs: the screen must be locked.

      Without a command, the pads go off at once. In either case, pads that were on come back when you switch them on: with \
      `touchstick on`, or the gesture; or by themselves after the lock, if the configuration has resume = "automatic".

      Exit status: that of the locker; 126 if it cannot be run and 127 if it does not exist. Without a locker: 0 if the \
      pads are off; 69 if touchstickd cannot be reached; 77 if you are not allowed to switch them.
      """)

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp(
      "The locker and its arguments. A -- before it is optional.", valueName: "command"))
  var words: [String] = []

  private var command: [String] { words.first == "--" ? Array(words.dropFirst()) : words }

  func validate() throws {
    // The parser leaves the options that it does not know here, and these two among them.
    if words.first == "-h" || words.first == "--help" { throw CleanExit.helpRequest(self) }
    if let word = words.first, word.hasPrefix("-"), word != "--" {
      throw ValidationError("Unknown option '\(word)'")
    }
  }

  func run() throws {
    guard !command.isEmpty else { return try Touchstick.perform { try SystemBus().call(.lock) } }
    try Touchstick.perform {
      // What they lack, these calls print.
      try? Touchstick.perform { try SystemBus().call(.lock) }
      clinux_adopt_orphans()
      // This ends here if it cannot be run. The hint would then stay.
      let locker = try RunningCommand(command, in: try EventLoop(), showsOverlay: false)
      try? Touchstick.perform { try Self.setLockedHint(true) }
      let end = try locker.waitForAll()
      try? Touchstick.perform { try Self.setLockedHint(false) }
      switch end {
      case .exited(let status): throw ExitCode(status)
      case .killed(let signal): RunningCommand.end(by: signal)
      }
    }
  }

  /// SetLockedHint of org.freedesktop.login1(5), for the session of this process.
  private static func setLockedHint(_ isLocked: Bool) throws {
    let bus = try SystemBus()
    let call = try bus.newCall(
      to: "org.freedesktop.login1", path: "/org/freedesktop/login1/session/auto",
      interface: "org.freedesktop.login1.Session", "SetLockedHint", startsService: false)
    try call.append(isLocked)
    _ = try bus.call(call)
  }
}
