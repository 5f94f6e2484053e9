internal import CLinux
internal import Glibc
internal import System

/// A command that runs in the place of this program: it has the terminal, the standard streams and the signals.
struct RunningCommand {
  enum End {
    case exited(Int32)
    case killed(by: Int32)
  }

  /// Those that a terminal or somebody else sends to end a program, or to tell it something.
  private static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2]

  private let claim: PersistentCall
  private let process: pid_t
  /// Nil if it runs anyway, or cannot.
  private let overlay: pid_t?
  /// Tells of those signals, and that the command has ended.
  private let signals: SignalFile

  /// Starts the command, or ends this program as a shell would: with 127 if there is none, and 126 if it cannot be run.
  init(_ command: [String], with claim: PersistentCall) throws(SystemError) {
    self.claim = claim
    // If it were ignored, nobody would tell of the end.
    signal(SIGCHLD, SIG_DFL)
    signals = try SignalFile(Self.signals + [SIGCHLD])
    var start = ProgramStart(mask: signals.before)
    do throws(SystemError) {
      process = try start.run(command)
    } catch {
      Touchstick.printError("\(command[0].printable): cannot be run: \(error.text)")
      exit(error.errno == ENOENT ? 127 : 126)
    }
    overlay = Self.startOverlay()
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

  /// Waits for the end, and tends the claim meanwhile.
  func wait() throws(SystemError) -> End {
    while true {
      try waitForInput(from: [signals.number, claim.fileDescriptor], milliseconds: claim.timeout)
      passSignals()
      if let end = end {
        if let overlay { kill(overlay, SIGTERM) }
        return end
      }
      claim.renew()
    }
  }

  /// Passes on what somebody has sent to this program. What the terminal sends, the command has too.
  private func passSignals() {
    while let signal = signals.next() {
      guard signal.ssi_signo != UInt32(SIGCHLD), signal.ssi_code <= 0 else { continue }
      kill(process, Int32(signal.ssi_signo))
    }
  }

  /// Nil while the command runs. waitpid(2)
  private var end: End? {
    var status: Int32 = 0
    guard unsafe waitpid(process, &status, WNOHANG) == process else { return nil }
    let signal = status & 0x7f
    return signal == 0 ? .exited(status >> 8 & 0xff) : .killed(by: signal)
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

/// Signals that are read from a file, and do nothing else: signalfd(2).
struct SignalFile {
  /// The file, which never blocks.
  let number: Int32
  /// The signals that were blocked before.
  let before: sigset_t

  /// Blocks these signals.
  init(_ signals: [Int32]) throws(SystemError) {
    var (blocked, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&blocked)
    for signal in signals { unsafe sigaddset(&blocked, signal) }
    unsafe sigprocmask(SIG_BLOCK, &blocked, &before)
    self.before = before
    number = unsafe signalfd(-1, &blocked, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    guard number >= 0 else { throw .last }
  }

  /// The next signal that has come; nil without one.
  func next() -> signalfd_siginfo? {
    var signal = signalfd_siginfo()
    return unsafe read(number, &signal, MemoryLayout.size(ofValue: signal)) > 0 ? signal : nil
  }
}
