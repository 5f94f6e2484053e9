internal import CLibsystemd
internal import CLinux
internal import Glibc
public import OperatingSystem

// The event sources besides devices and their timers.
extension EventLoop {
  /// Blocks signals, for ``whenSignalled(_:_:)``.
  public static func block(_ signals: [Int32]) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    unsafe sigprocmask(SIG_BLOCK, &set, nil)
  }

  /// Calls the handler for each signal of this number, which must be blocked: ``block(_:)``.
  public func whenSignalled(_ signal: Int32, _ handler: @escaping () -> Void) throws(SystemError)
    -> EventSource
  {
    let source = EventSource(handler)
    let callback: sd_event_signal_handler_t = { _, _, context in unsafe EventSource.fire(context) }
    try SystemBus.check(unsafe sd_event_add_signal(event, &source.pointer, signal, callback, source.context))
    return source
  }

  /// Calls the handler, before others, when the real-time clock was set, as it is after a suspend. timerfd_create(2),
  /// TFD_TIMER_CANCEL_ON_SET
  public func whenClockIsSet(_ handler: @escaping () -> Void) throws(SystemError) -> EventSource {
    let file = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
    guard file >= 0 else { throw .last }
    let source: EventSource
    do throws(SystemError) {
      source = try whenReadable(file) {
        var count: UInt64 = 0
        // It reports that the timer was cancelled, and arms it again.
        _ = unsafe read(file, &count, MemoryLayout.size(ofValue: count))
        handler()
      }
    } catch {
      close(file)
      throw error
    }
    try SystemBus.check(unsafe sd_event_source_set_io_fd_own(source.pointer, 1))
    try SystemBus.check(
      unsafe sd_event_source_set_priority(source.pointer, Int64(SD_EVENT_PRIORITY_IMPORTANT)))
    var never = itimerspec()
    never.it_value.tv_sec = .max
    let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
    guard unsafe timerfd_settime(file, flags, &never, nil) == 0 else { throw .last }
    return source
  }

  /// Calls the handler once, after this many seconds, unless the source is released before.
  public func after(seconds: UInt64, _ handler: @escaping () -> Void) throws(SystemError) -> EventSource {
    let source = EventSource(handler)
    let callback: sd_event_time_handler_t = { _, _, context in unsafe EventSource.fire(context) }
    try SystemBus.check(
      unsafe sd_event_add_time_relative(
        event, &source.pointer, CLOCK_MONOTONIC, seconds * 1_000_000, 0, callback, source.context))
    return source
  }

  /// Calls the handler once for each ``EventSource/ask()``, when nothing else is pending.
  public func whenIdle(_ handler: @escaping () -> Void) throws(SystemError) -> EventSource {
    let source = EventSource(handler)
    let callback: sd_event_handler_t = { _, context in unsafe EventSource.fire(context) }
    try SystemBus.check(unsafe sd_event_add_defer(event, &source.pointer, callback, source.context))
    try SystemBus.check(unsafe sd_event_source_set_priority(source.pointer, Int64(SD_EVENT_PRIORITY_IDLE)))
    try source.set(enabled: false)
    return source
  }
}

extension EventSource {
  /// Has the source of ``EventLoop/whenReadable(_:_:)`` wait until the file has been hung up, and, if it waits to
  /// write, until it can be written. What there is to read no longer counts.
  public func set(waitsToWrite isWaiting: Bool) throws(SystemError) {
    try SystemBus.check(
      unsafe sd_event_source_set_io_events(pointer, isWaiting ? UInt32(EPOLLOUT.rawValue) : 0))
  }
}
