internal import CLibsystemd
internal import Glibc

/// Calls a handler when the active session of a seat changes, as long as this object exists: sd_login_monitor_new(3).
@safe package final class SeatMonitor {
  private var monitor: OpaquePointer?
  private var source: EventSource?

  /// Starts to watch. Without logind, there is only one session, and the handler is never called.
  package init(_ loop: EventLoop, _ handler: @escaping () -> Void) throws(SystemError) {
    guard unsafe sd_login_monitor_new("seat", &monitor) >= 0 else { return }
    source = try loop.whenReadable(unsafe sd_login_monitor_get_fd(monitor)) { [unowned self] in
      unsafe sd_login_monitor_flush(monitor)
      handler()
    }
  }

  deinit {
    // Before its file is closed.
    source = nil
    unsafe sd_login_monitor_unref(monitor)
  }
}

/// The session in front of seat0, as of now, if it is a user's: not that of a greeter. sd_seat_get_active(3),
/// sd_session_get_class(3)
package struct ActiveSession: Equatable, Sendable {
  package let name: String
  package let user: UInt32

  /// Nil without a session, or without logind.
  package static var current: ActiveSession? {
    var session: UnsafeMutablePointer<CChar>?
    defer { unsafe free(session) }
    var user = uid_t()
    guard unsafe sd_seat_get_active("seat0", &session, &user) >= 0, let session = unsafe session else {
      return nil
    }
    var kind: UnsafeMutablePointer<CChar>?
    defer { unsafe free(kind) }
    guard unsafe sd_session_get_class(session, &kind) >= 0, let kind = unsafe kind,
      unsafe String(cString: kind).hasPrefix("user")
    else { return nil }
    return ActiveSession(name: unsafe String(cString: session), user: user)
  }
}
