internal import ArgumentParser
internal import CLinux
internal import Glibc
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

      After a crash of the locker, the screen may still be locked. The session therefore counts as locked until all of these \
      programs have ended with status 0. If one ends otherwise, unlock the screen, and then run: touchstick lock --clear

      Without a command, the pads go off at once. In either case, pads that were on come back when you switch them on: with \
      `touchstick on`, or the gesture; or by themselves after the lock, if the configuration has resume = "automatic".

      Exit status: that of the locker; 126 if it cannot be run and 127 if it does not exist. Without a locker: 0 if the \
      pads are off, or the session does not count as locked any more; 69 if touchstickd or logind cannot be reached; 77 if \
      you are not allowed to switch the pads, or to change the session.
      """)

  @Flag(
    help:
      "Reports to logind that the session is not locked any more, after the end of a locker that has failed.")
  var clear = false

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
    guard !clear || words.isEmpty else { throw ValidationError("Use --clear or a command, not both.") }
  }

  func run() throws {
    try Touchstick.perform {
      if clear {
        try Self.setLockedHint(false)
      } else if command.isEmpty {
        try SystemBus().call(.lock)
      } else {
        try runLocker()
      }
    }
  }

  private func runLocker() throws {
    clinux_adopt_orphans()
    // First: others can make the bus slow. If it cannot be run, this ends here: nothing is locked, and the hint would stay.
    var locker = try RunningCommand(command, in: try EventLoop(), showsOverlay: false)
    // What they lack, these calls print.
    try? Touchstick.perform { try SystemBus().call(.lock) }
    try? Touchstick.perform { try Self.setLockedHint(true) }
    let (end, others) = try locker.waitForAll()
    if let failure = failure(end, others) {
      Touchstick.printError(
        "\(failure), so the screen may still be locked, and the pads stay off; unlock it, and then run: touchstick lock --clear"
      )
    } else {
      try? Touchstick.perform { try Self.setLockedHint(false) }
    }
    switch end {
    case .exited(let status): throw ExitCode(status)
    case .killed(let signal): RunningCommand.end(by: signal)
    }
  }

  /// What has ended without unlocking the screen, as far as their ends show; nil if nothing has. A screen that was locked by
  /// ext-session-lock-v1 stays locked after a crash of its locker.
  private func failure(_ end: RunningCommand.End, _ others: [RunningCommand.End]) -> String? {
    let program = command[0].printable
    if let phrase = end.failurePhrase { return "\(program) \(phrase)" }
    // With SIGUSR1, swaylock unlocks the screen: `pkill -USR1 swaylock`. Its helper of the same name dies of it.
    let phrases = others.filter { $0 != .killed(by: SIGUSR1) }.compactMap(\.failurePhrase)
    return phrases.first.map { "a program that \(program) has left running \($0)" }
  }

  /// Reports to logind whether the session of this process is locked.
  private static func setLockedHint(_ isLocked: Bool) throws {
    do {
      try callLogind(isLocked)
    } catch let error as BusError {
      guard case .refused = error, error.isAbsence else { throw error }
      throw CommandError("logind is not on the system bus", status: EX_UNAVAILABLE)
    }
  }

  /// SetLockedHint of org.freedesktop.login1(5)
  private static func callLogind(_ isLocked: Bool) throws {
    let bus = try SystemBus()
    let call = try bus.newCall(
      to: "org.freedesktop.login1", path: "/org/freedesktop/login1/session/auto",
      interface: "org.freedesktop.login1.Session", "SetLockedHint", startsService: false)
    try call.append(isLocked)
    _ = try bus.call(call)
  }
}

extension RunningCommand.End {
  /// Nil for the status 0.
  fileprivate var failurePhrase: String? {
    switch self {
    case .exited(0): nil
    case .exited(let status): "ended with status \(status)"
    case .killed(let signal): "was killed by signal \(signal)"
    }
  }
}
