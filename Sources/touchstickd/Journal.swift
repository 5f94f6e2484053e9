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
