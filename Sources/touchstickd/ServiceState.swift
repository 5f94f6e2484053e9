internal import CLibsystemd
internal import CLinux
internal import Glibc
internal import System

/// The daemon's notifications to systemd, if systemd started it: sd_notify(3).
///
/// Anybody can fill systemd's socket, and touches must not wait for it. What systemd can do without is lost then.
enum ServiceState {
  /// The new status for `systemctl status`.
  static func status(_ status: String) { _ = unsafe clinux_notify("STATUS=\(status)", -1) }

  /// The time after which systemd's watchdog ends a service that has not reported its life, in microseconds; nil without one.
  static var watchdogTime: UInt64? {
    var time: UInt64 = 0
    return unsafe sd_watchdog_enabled(0, &time) > 0 ? time : nil
  }

  static func alive() { _ = unsafe clinux_notify("WATCHDOG=1", -1) }

  /// The daemon is about to end.
  static func stopping() { _ = unsafe clinux_notify("STOPPING=1", -1) }

  /// Has systemd keep the file of a gamepad for the next process of the service. This may wait, so no pad may play.
  /// sd_pid_notify_with_fds(3), FDSTORE=1
  static func keep(_ file: Int32, name: String) {
    var file = file
    unsafe sd_pid_notify_with_fds(0, 0, "FDSTORE=1\nFDNAME=\(name)", &file, 1)
  }

  /// Has systemd keep the files of this name no longer.
  static func forget(name: String) { _ = unsafe clinux_notify("FDSTOREREMOVE=1\nFDNAME=\(name)", -1) }

  /// Waits until systemd has all files that it was asked to keep, or for a second.
  static func waitForKeeping() { sd_notify_barrier(0, 1_000_000) }

  /// The files that systemd has kept for this process, by their names. It keeps them until they are forgotten, and passes them
  /// to the next process if this one crashes.
  static func keptFiles() -> [(name: String, file: Int32)] {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = unsafe sd_listen_fds_with_names(1, &names)
    guard count > 0, let names = unsafe names else { return [] }
    defer { unsafe free(names) }
    return (0..<count).map { index in
      // SD_LISTEN_FDS_START
      let (name, file) = (unsafe names[Int(index)], 3 + index)
      defer { unsafe free(name) }
      return (unsafe name.map { unsafe String(cString: $0) } ?? "", file)
    }
  }
}

/// Sends systemd what must arrive, in its order, as soon as there is room for it.
final class ServiceNotifier {
  /// A name for which systemd keeps a file.
  private enum Notification: Equatable {
    case state(String)
    /// systemd keeps a file of this name, which says nothing but that it is there.
    case mark(String)
    case unmark(String)
  }

  /// How long to wait for room, in microseconds.
  private static let retryInterval: UInt64 = 50_000

  private let loop: EventLoop
  private var pending: [Notification] = []
  private var retry: EventSource?

  init(_ loop: EventLoop) { self.loop = loop }

  /// The daemon is ready. `systemctl status` shows the status.
  func ready(status: String) { post(.state("READY=1\nSTATUS=\(status)")) }

  /// The daemon reads its configuration again, until ``ready(status:)``.
  func reloading() {
    post(.state("RELOADING=1\nMONOTONIC_USEC=\(nanoseconds(on: CLOCK_MONOTONIC) / 1000)"))
  }

  /// Has systemd remember a name for the next process of the service, also if this one crashes, or forget it.
  func set(_ isMarked: Bool, mark name: String) { post(isMarked ? .mark(name) : .unmark(name)) }

  private func post(_ new: Notification) {
    // What waits changes the same names once more.
    pending.removeAll { $0 == new }
    pending.append(new)
    if retry == nil { send() }
  }

  private func send() {
    retry = nil
    while let first = pending.first {
      guard Self.send(first) else {
        return loop.endOnError { () throws(SystemError) in
          retry = try loop.after(microseconds: Self.retryInterval) { [unowned self] in send() }
        }
      }
      pending.removeFirst()
    }
  }

  /// Returns whether systemd has received it, or never will.
  private static func send(_ notification: Notification) -> Bool {
    let sent =
      switch notification {
      case .state(let state): unsafe clinux_notify(state, -1)
      case .unmark(let name): unsafe clinux_notify("FDSTOREREMOVE=1\nFDNAME=\(name)", -1)
      case .mark(let name): sendMark(name)
      }
    return sent == 0 || errno != EAGAIN
  }

  private static func sendMark(_ name: String) -> Int32 {
    // systemd keeps a file only once, so each name needs one of its own.
    guard let file = try? OwnedFileDescriptor(opening: "/dev/null", O_RDONLY) else { return 0 }
    return unsafe clinux_notify("FDSTORE=1\nFDNAME=\(name)", file.number)
  }
}
