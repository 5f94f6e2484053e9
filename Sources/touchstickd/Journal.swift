internal import CLibsystemd
internal import CLinux
internal import Glibc
internal import System

/// The daemon's log on its standard error, one line per message.
///
/// For the journal, each line starts with its priority in angle brackets (sd-daemon(3)). Touch positions are never
/// logged: they reveal what somebody types.
enum Journal {
  enum Priority: Int {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
  }

  /// Whether the standard error is the stream that JOURNAL_STREAM names by its device and inode: systemd.exec(5)
  private static let isRead: Bool = {
    var status = stat()
    guard let stream = unsafe getenv("JOURNAL_STREAM"), unsafe fstat(STDERR_FILENO, &status) == 0 else {
      return false
    }
    return unsafe String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
  }()

  /// A file of a megabyte can have tens of thousands of errors.
  private static let maxLines = 20

  static func error(_ message: String) { log(.error, message) }
  static func warning(_ message: String) { log(.warning, message) }
  static func notice(_ message: String) { log(.notice, message) }
  static func info(_ message: String) { log(.info, message) }

  private static func log(_ priority: Priority, _ message: String) {
    // A line break inside would start a line without a priority.
    let lines = message.split(separator: "\n")
    for line in lines.prefix(maxLines) {
      let text = (isRead ? "<\(priority.rawValue)>" : "") + line + "\n"
      var bytes = Array(text.utf8)
      // A failure to log is ignored: there is nobody to tell. The journal is a socket, which must not make touches wait.
      unsafe bytes.withUnsafeMutableBytes { bytes in
        let sent = unsafe send(STDERR_FILENO, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT))
        if sent < 0, errno == ENOTSOCK { _ = unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
      }
    }
    if lines.count > maxLines { log(priority, "and \(lines.count - maxLines) more like these") }
  }
}

/// The daemon's notifications to systemd, if systemd started it: sd_notify(3). Those that systemd can do without are lost
/// if it is too busy to read them: touches must not wait for it.
enum ServiceState {
  /// The daemon is ready. `systemctl status` shows the status.
  static func ready(status: String) { unsafe sd_notify(0, "READY=1\nSTATUS=\(status)") }

  /// The new status for `systemctl status`.
  static func status(_ status: String) { unsafe clinux_notify("STATUS=\(status)") }

  /// The daemon reads its configuration again, until ``ready(status:)``.
  static func reloading() {
    unsafe sd_notify(0, "RELOADING=1\nMONOTONIC_USEC=\(nanoseconds(on: CLOCK_MONOTONIC) / 1000)")
  }

  /// The time after which systemd's watchdog ends a service that has not reported its life, in microseconds; nil without one.
  static var watchdogTime: UInt64? {
    var time: UInt64 = 0
    return unsafe sd_watchdog_enabled(0, &time) > 0 ? time : nil
  }

  static func alive() { unsafe clinux_notify("WATCHDOG=1") }

  /// The daemon is about to end.
  static func stopping() { unsafe clinux_notify("STOPPING=1") }

  /// Has systemd keep the file of a gamepad for the next process of the service. It keeps it only over a restart, and not
  /// if this process crashes before the next one runs: sd_pid_notify_with_fds(3), FDSTORE=1
  static func keep(_ file: Int32, name: String) {
    var file = file
    unsafe sd_pid_notify_with_fds(0, 0, "FDSTORE=1\nFDNAME=\(name)", &file, 1)
  }

  /// Has systemd keep the files of this name no longer.
  static func forget(name: String) { unsafe clinux_notify("FDSTOREREMOVE=1\nFDNAME=\(name)") }

  /// Waits until systemd has all files that it was asked to keep, or for a second.
  static func waitForKeeping() { sd_notify_barrier(0, 1_000_000) }

  /// The files that the last process of the service had systemd keep, by their names. systemd keeps them no longer: they
  /// must be closed if this process crashes.
  static func keptFiles() -> [(name: String, file: Int32)] {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = unsafe sd_listen_fds_with_names(1, &names)
    guard count > 0, let names = unsafe names else { return [] }
    defer { unsafe free(names) }
    return (0..<count).map { index in
      // SD_LISTEN_FDS_START
      let (name, file) = (unsafe names[Int(index)], 3 + index)
      defer { unsafe free(name) }
      let text = unsafe name.map { unsafe String(cString: $0) } ?? ""
      forget(name: text)
      return (text, file)
    }
  }
}
