internal import CLinux
internal import CLibsystemd
internal import Glibc

/// The loop that waits for everything at once: libsystemd's sd-event.
///
/// It also feeds systemd's watchdog, where the unit has one, so that a daemon whose loop hangs is
/// restarted.
@safe final class EventLoop {
  let event: OpaquePointer
  /// Whether ``exit(_:)`` was called.
  private(set) var isExiting = false

  init() throws(DaemonError) {
    var made: OpaquePointer?
    let status = unsafe sd_event_new(&made)
    guard status >= 0, let made = unsafe made else { throw .eventLoop(errno: -status) }
    unsafe event = made
    try Self.check(unsafe sd_event_set_watchdog(event, 1))
  }

  deinit { unsafe sd_event_unref(event) }

  /// Calls the handler whenever the file has something to read, or has been hung up, until the source
  /// is let go of.
  func whenReadable(
    _ fileDescriptor: Int32, _ handler: @escaping () -> Void
  ) throws(DaemonError) -> EventSource {
    let source = EventSource(handler)
    let callback: sd_event_io_handler_t = { _, _, _, context in unsafe EventSource.fire(context) }
    try Self.check(
      unsafe sd_event_add_io(
        event, &source.pointer, fileDescriptor, UInt32(EPOLLIN.rawValue), callback, source.context))
    return source
  }

  /// Has signals wait for ``whenSignalled(_:_:)``.
  static func block(_ signals: [Int32]) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    unsafe sigprocmask(SIG_BLOCK, &set, nil)
  }

  /// Calls the handler for each signal of this number, which is to be blocked: ``block(_:)``.
  func whenSignalled(_ signal: Int32, _ handler: @escaping () -> Void) throws(DaemonError) -> EventSource {
    let source = EventSource(handler)
    let callback: sd_event_signal_handler_t = { _, _, context in unsafe EventSource.fire(context) }
    try Self.check(unsafe sd_event_add_signal(event, &source.pointer, signal, callback, source.context))
    return source
  }

  /// Calls the handler, before others, when the clock of the day was set, as it is after the system was suspended.
  /// timerfd_create(2), TFD_TIMER_CANCEL_ON_SET
  func whenClockIsSet(_ handler: @escaping () -> Void) throws(DaemonError) -> EventSource {
    let file = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
    guard file >= 0 else { throw .eventLoop(errno: errno) }
    let source: EventSource
    do throws(DaemonError) {
      source = try whenReadable(file) {
        var count: UInt64 = 0
        // It says that the timer was cancelled, and has it wait for the next time.
        _ = unsafe read(file, &count, MemoryLayout.size(ofValue: count))
        handler()
      }
    } catch {
      close(file)
      throw error
    }
    try Self.check(unsafe sd_event_source_set_io_fd_own(source.pointer, 1))
    try Self.check(unsafe sd_event_source_set_priority(source.pointer, Int64(SD_EVENT_PRIORITY_IMPORTANT)))
    var never = itimerspec()
    never.it_value.tv_sec = .max
    let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
    guard unsafe timerfd_settime(file, flags, &never, nil) == 0 else { throw .eventLoop(errno: errno) }
    return source
  }

  /// Calls the handler once, after this many seconds, unless the source is let go of before.
  func after(seconds: UInt64, _ handler: @escaping () -> Void) throws(DaemonError) -> EventSource {
    let source = EventSource(handler)
    let callback: sd_event_time_handler_t = { _, _, context in unsafe EventSource.fire(context) }
    try Self.check(
      unsafe sd_event_add_time_relative(
        event, &source.pointer, CLOCK_MONOTONIC, seconds * 1_000_000, 0, callback, source.context))
    return source
  }

  /// Makes a timer that calls the handler at the times that it is set to.
  func timer(_ handler: @escaping () -> Void) throws(DaemonError) -> Timer {
    let source = EventSource(handler)
    let callback: sd_event_time_handler_t = { _, _, context in unsafe EventSource.fire(context) }
    try Self.check(
      unsafe sd_event_add_time(
        event, &source.pointer, CLOCK_MONOTONIC, 0, Timer.accuracy, callback, source.context))
    let timer = Timer(source)
    try timer.set(to: nil)
    return timer
  }

  /// Calls the handler once each time that ``EventSource/ask()`` asks for it, when nothing else is to be done.
  func whenIdle(_ handler: @escaping () -> Void) throws(DaemonError) -> EventSource {
    let source = EventSource(handler)
    let callback: sd_event_handler_t = { _, context in unsafe EventSource.fire(context) }
    try Self.check(unsafe sd_event_add_defer(event, &source.pointer, callback, source.context))
    try Self.check(unsafe sd_event_source_set_priority(source.pointer, Int64(SD_EVENT_PRIORITY_IDLE)))
    try source.set(enabled: false)
    return source
  }

  /// What the clock of the touch devices' time stamps said when the loop last woke up, in microseconds.
  var now: Int64 {
    var now: UInt64 = 0
    // It fails only in another process.
    unsafe sd_event_now(event, CLOCK_MONOTONIC, &now)
    return Int64(clamping: now)
  }

  /// Waits and calls handlers until ``exit(_:)``; returns the status given there.
  func run() throws(DaemonError) -> Int32 {
    let status = unsafe sd_event_loop(event)
    try Self.check(status)
    return status
  }

  /// Ends ``run()`` after the handler that calls this. The first reason to exit is the one that counts.
  func exit(_ status: Int32) {
    guard !isExiting else { return }
    isExiting = true
    unsafe sd_event_exit(event, status)
  }

  /// Ends ``run()`` for what the daemon cannot go on with, for systemd to start it anew.
  func fail(_ error: DaemonError) {
    Journal.error(error.sentence)
    exit(error.exitStatus)
  }

  static func check(_ status: Int32) throws(DaemonError) {
    guard status >= 0 else { throw .eventLoop(errno: -status) }
  }
}

/// A timer that is set again and again, which allocates nothing.
@safe final class Timer {
  /// In microseconds. 0 would stand for a quarter of a second, within which the loop may wait for company.
  fileprivate static let accuracy: UInt64 = 1

  private let source: EventSource
  private var isSet = true

  fileprivate init(_ source: EventSource) { self.source = source }

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

/// Something that the loop waits for, as long as this is kept.
@safe final class EventSource {
  fileprivate var pointer: OpaquePointer?
  private let handler: () -> Void

  fileprivate init(_ handler: @escaping () -> Void) { self.handler = handler }

  deinit { unsafe sd_event_source_disable_unref(pointer) }

  /// Has the handler called, or not, until this says otherwise.
  func set(enabled isEnabled: Bool) throws(DaemonError) {
    let enabled = isEnabled ? SD_EVENT_ON : SD_EVENT_OFF
    try EventLoop.check(unsafe sd_event_source_set_enabled(pointer, Int32(enabled)))
  }

  /// Has the handler called once.
  func ask() {
    // It fails only in another process, and when the loop has ended.
    unsafe sd_event_source_set_enabled(pointer, Int32(SD_EVENT_ONESHOT))
  }

  fileprivate var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  /// Runs the handler of the source that is the context. A handler that lets go of the source ends it at once, while the
  /// file that it is about is still open: of one that was closed before, and that another process has open, too, the
  /// kernel would go on to tell.
  fileprivate static func fire(_ context: UnsafeMutableRawPointer?) -> Int32 {
    guard let context = unsafe context else { return 0 }
    let source = unsafe Unmanaged<EventSource>.fromOpaque(context)
    let handler = unsafe source._withUnsafeGuaranteedRef { $0.handler }
    handler()
    return 0
  }
}
