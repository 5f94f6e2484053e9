internal import CLibsystemd

/// A timer that is set again and again, which allocates nothing.
@safe final class Timer {
  /// In microseconds. 0 would stand for a quarter of a second, within which the loop may wait for company.
  static let accuracy: UInt64 = 1

  private let source: EventSource
  private var isSet = true

  init(_ source: EventSource) { self.source = source }

  /// Has the handler called once at a time, in microseconds on the monotonic clock, and not before; nil is
  /// never.
  func set(to time: Int64?) throws(DaemonError) {
    guard time != nil || isSet else { return }
    isSet = time != nil
    if let time {
      try EventLoop.check(unsafe sd_event_source_set_time(source.pointer, UInt64(max(time, 0))))
    }
    let enabled = isSet ? SD_EVENT_ONESHOT : SD_EVENT_OFF
    try EventLoop.check(unsafe sd_event_source_set_enabled(source.pointer, Int32(enabled)))
  }
}
