internal import CLibsystemd
public import OperatingSystem

/// A timer that can be set repeatedly without allocation.
@safe public final class Timer {
  /// The accuracy in microseconds. 0 would mean a quarter of a second, by which the loop may delay it.
  static let accuracy: UInt64 = 1

  private let source: EventSource
  private var isSet = true

  init(_ source: EventSource) { self.source = source }

  /// Schedules one call of the handler, at a time in microseconds on the monotonic clock and not before; nil is never.
  public func set(to time: Int64?) throws(SystemError) {
    guard time != nil || isSet else { return }
    isSet = time != nil
    if let time {
      try SystemBus.check(unsafe sd_event_source_set_time(source.pointer, UInt64(max(time, 0))))
    }
    let enabled = isSet ? SD_EVENT_ONESHOT : SD_EVENT_OFF
    try SystemBus.check(unsafe sd_event_source_set_enabled(source.pointer, Int32(enabled)))
  }

  /// Schedules one call of the handler after ``FolderWatch/patience``, for files that have changed. Further changes do not postpone
  /// it: otherwise a file that changes all the time would never be read.
  public func setForChanges(at now: Int64) throws(SystemError) {
    var enabled: Int32 = 0
    try SystemBus.check(unsafe sd_event_source_get_enabled(source.pointer, &enabled))
    if enabled == Int32(SD_EVENT_OFF) { try set(to: now + FolderWatch.patience) }
  }
}
