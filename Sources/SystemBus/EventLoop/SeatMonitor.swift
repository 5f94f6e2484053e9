internal import CLibsystemd
public import OperatingSystem

/// Calls a handler when the active session of a seat changes, as long as this object exists: sd_login_monitor_new(3).
@safe public final class SeatMonitor {
  private var monitor: OpaquePointer?
  private var source: EventSource?

  /// Starts to watch. Without logind, there is only one session, and the handler is never called.
  public init(_ loop: EventLoop, _ handler: @escaping () -> Void) throws(SystemError) {
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
