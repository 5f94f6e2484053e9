internal import CLinux
internal import Glibc
internal import System

/// A command that runs in the place of this program: it has the terminal, the standard streams and the signals.
struct RunningCommand {
  enum End: Equatable {
    case exited(Int32)
    case killed(by: Int32)
  }

  /// Those that a terminal or somebody else sends to end a program, or to tell it something.
  private static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2]

  private let loop: EventLoop
  private let process: pid_t
  /// Nil if it runs anyway, or cannot.
  private let overlay: pid_t?
  private var sources: [EventSource]

  /// Starts the command, or ends this program as a shell would: with 127 if there is none, and 126 if it cannot be run.
  ///
  /// - Parameter showsOverlay: Whether to show the controls above it.
  init(_ command: [String], in loop: EventLoop, showsOverlay: Bool = true) throws(SystemError) {
    self.loop = loop
    // If it were ignored, the end would not be reported.
    signal(SIGCHLD, SIG_DFL)
    var mask = sigset_t()
    unsafe sigprocmask(SIG_BLOCK, nil, &mask)
    EventLoop.block(Self.signals + [SIGCHLD])
    var process: pid_t = 0
    sources = [try loop.whenSignalled(SIGCHLD) {}]
    for signal in Self.signals {
      let source = try loop.whenSignalled(signal) { code in
        // What the terminal sends, the command receives, too.
        if code <= 0 { kill(process, signal) }
      }
      sources.append(source)
    }
    var start = ProgramStart(mask: mask)
    do throws(SystemError) {
      process = try start.run(command)
    } catch {
      Touchstick.printError("\(command[0].printable): cannot be run: \(error.text)")
      exit(error.errno == ENOENT ? 127 : 126)
    }
    self.process = process
    overlay = showsOverlay ? Self.startOverlay() : nil
  }

  /// Shows the controls above the command, if touchstick-overlay is installed. Interrupts of the terminal are not for it.
  private static func startOverlay() -> pid_t? {
    let hasDisplay = unsafe getenv("WAYLAND_DISPLAY") != nil || getenv("DISPLAY") != nil
    guard hasDisplay, !ProgramLock("touchstick-overlay").isHeld else { return nil }
    // No signal is blocked, whoever has started this program: SIGTERM ends it.
    var mask = sigset_t()
    unsafe sigemptyset(&mask)
    var start = ProgramStart(mask: mask, hasOwnGroup: true)
    return try? start.run(["touchstick-overlay"])
  }

  /// Runs the loop until the command ends, and passes on the signals that programs send to this one.
  func wait() throws(SystemError) -> End {
    while true {
      try loop.runOnce()
      guard let end else { continue }
      if let overlay { kill(overlay, SIGTERM) }
      return end
    }
  }

  /// Runs the loop until the processes that the command has left have ended, too: clinux_adopt_orphans().
  ///
  /// - Returns: The end of the command, and the ends of these processes.
  mutating func waitForAll() throws(SystemError) -> (command: End, others: [End]) {
    let command = try wait()
    // Its number may be another process's by now, which must not receive the signals.
    sources.removeSubrange(1...)
    var others: [End] = []
    while true {
      var status: Int32 = 0
      let ended = unsafe waitpid(-1, &status, WNOHANG)
      if ended < 0 { return (command, others) }
      if ended == 0 { try loop.runOnce() } else { others.append(End(status)) }
    }
  }

  /// Nil while the command runs. waitpid(2)
  private var end: End? {
    var status: Int32 = 0
    return unsafe waitpid(process, &status, WNOHANG) == process ? End(status) : nil
  }

  /// Ends this program by a signal, as the command was, so that a shell sees the same. The command has dumped its core.
  static func end(by signal: Int32) -> Never {
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    Glibc.signal(signal, SIG_DFL)
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, signal)
    unsafe sigprocmask(SIG_UNBLOCK, &set, nil)
    kill(getpid(), signal)
    exit(128 + signal)
  }
}

extension RunningCommand.End {
  /// - Parameter status: That of waitpid(2).
  fileprivate init(_ status: Int32) {
    let signal = status & 0x7f
    self = signal == 0 ? .exited(status >> 8 & 0xff) : .killed(by: signal)
  }
}
