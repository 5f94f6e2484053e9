internal import CLinux
internal import Glibc
internal import OperatingSystem

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
