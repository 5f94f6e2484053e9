internal import CLibsystemd
internal import CLinux
internal import Glibc

/// The event loop: libsystemd's sd-event.
@safe package final class EventLoop {
  /// The sd_event, for libraries that attach themselves to one.
  package let event: OpaquePointer
  /// Whether ``exit(_:)`` was called.
  package private(set) var isExiting = false

  /// Makes a loop without sources.
  package init() throws(SystemError) {
    unsafe event = try SystemBus.made { unsafe sd_event_new(&$0) }
  }

  deinit { unsafe sd_event_unref(event) }

  /// Calls the handler whenever the file has something to read, or has been hung up, until the source is released.
  ///
  /// Release the source before you close the file. Otherwise, while another process has a copy of the descriptor, as
  /// each one has that is being started, the kernel continues to report the file, and the loop crashes. epoll(7)
  ///
  /// - Parameter isIdle: Whether to wait until nothing else is pending.
  package func whenReadable(
    _ fileDescriptor: Int32, isIdle: Bool = false, _ handler: @escaping () -> Void
  ) throws(SystemError) -> EventSource {
    let source = EventSource(handler)
    let callback: sd_event_io_handler_t = { _, _, _, context in unsafe EventSource.fire(context) }
    try SystemBus.check(
      unsafe sd_event_add_io(
        event, &source.pointer, fileDescriptor, UInt32(EPOLLIN.rawValue), callback, source.context))
    if isIdle { try source.waitForIdleLoop() }
    return source
  }

  /// Makes a timer that calls the handler at the times that it is set to.
  ///
  /// - Parameter isIdle: Whether it waits until nothing else is pending.
  package func timer(isIdle: Bool = false, _ handler: @escaping () -> Void) throws(SystemError) -> Timer {
    let source = EventSource(handler)
    let callback: sd_event_time_handler_t = { _, _, context in unsafe EventSource.fire(context) }
    try SystemBus.check(
      unsafe sd_event_add_time(
        event, &source.pointer, CLOCK_MONOTONIC, 0, Timer.accuracy, callback, source.context))
    if isIdle { try source.waitForIdleLoop() }
    let timer = Timer(source)
    try timer.set(to: nil)
    return timer
  }

  /// The time at which the loop last woke up, on the clock of the touch devices' time stamps, in microseconds.
  package var now: Int64 {
    var now: UInt64 = 0
    // It fails only in another process.
    unsafe sd_event_now(event, CLOCK_MONOTONIC, &now)
    return Int64(clamping: now)
  }

  /// Waits and calls handlers until ``exit(_:)``. Returns its status, or EXIT_FAILURE if the connection to a bus has
  /// ended: ``SystemBus/init(in:)``.
  package func run() throws(SystemError) -> Int32 {
    let status = unsafe sd_event_loop(event)
    // This is how libsystemd 262 reports that end. Older versions report EXIT_FAILURE.
    guard status != -ECONNRESET && status != -ENOTCONN else { return EXIT_FAILURE }
    return try SystemBus.check(status)
  }

  /// Waits for an event, and calls its handler. sd_event_run(3)
  package func runOnce() throws(SystemError) { try SystemBus.check(unsafe sd_event_run(event, .max)) }

  /// Ends ``run()`` after the calling handler. The first call decides the status.
  package func exit(_ status: Int32) {
    guard !isExiting else { return }
    isExiting = true
    unsafe sd_event_exit(event, status)
  }
}

/// An event source, which exists as long as this object.
@safe package final class EventSource: CallbackContext {
  var pointer: OpaquePointer?
  private let handler: () -> Void
  /// The code of the last signal.
  fileprivate var signalCode: Int32 = 0

  init(_ handler: @escaping () -> Void) { self.handler = handler }

  deinit { unsafe sd_event_source_disable_unref(pointer) }

  /// Enables or disables the source.
  package func set(enabled isEnabled: Bool) throws(SystemError) {
    let enabled = isEnabled ? SD_EVENT_ON : SD_EVENT_OFF
    try SystemBus.check(unsafe sd_event_source_set_enabled(pointer, Int32(enabled)))
  }

  fileprivate func waitForIdleLoop() throws(SystemError) {
    try SystemBus.check(unsafe sd_event_source_set_priority(pointer, Int64(SD_EVENT_PRIORITY_IDLE)))
  }

  /// Requests one call of the handler.
  package func ask() {
    // It fails only in another process, and when the loop has ended.
    unsafe sd_event_source_set_enabled(pointer, Int32(SD_EVENT_ONESHOT))
  }

  /// Runs the handler of the source in the context. If the handler releases the source, the source ends at once, before
  /// its file is closed.
  static func fire(_ context: UnsafeMutableRawPointer?) -> Int32 {
    guard let context = unsafe context else { return 0 }
    let source = unsafe Unmanaged<EventSource>.fromOpaque(context)
    let handler = unsafe source._withUnsafeGuaranteedRef { $0.handler }
    handler()
    return 0
  }
}

// The event sources besides devices and their timers.
extension EventLoop {
  /// Blocks signals, for ``whenSignalled(_:_:)``.
  package static func block(_ signals: [Int32]) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    unsafe sigprocmask(SIG_BLOCK, &set, nil)
  }

  /// Calls the handler for each signal of this number, which must be blocked: ``block(_:)``.
  package func whenSignalled(_ signal: Int32, _ handler: @escaping () -> Void) throws(SystemError)
    -> EventSource
  {
    try whenSignalled(signal) { _ in handler() }
  }

  /// Calls the handler with the code of each signal of this number: si_code in sigaction(2), 0 or less if a program has
  /// sent it.
  package func whenSignalled(
    _ signal: Int32, _ handler: @escaping (_ code: Int32) -> Void
  ) throws(SystemError) -> EventSource {
    weak var weakSource: EventSource?
    let source = EventSource { handler(weakSource?.signalCode ?? 0) }
    weakSource = source
    let callback: sd_event_signal_handler_t = { _, signal, context in
      if let signal = unsafe signal {
        unsafe EventSource.of(context)?.signalCode = signal.pointee.ssi_code
      }
      return unsafe EventSource.fire(context)
    }
    try SystemBus.check(unsafe sd_event_add_signal(event, &source.pointer, signal, callback, source.context))
    return source
  }

  /// Calls the handler, before others, when the real-time clock was set, as it is after a suspend. timerfd_create(2),
  /// TFD_TIMER_CANCEL_ON_SET
  package func whenClockIsSet(_ handler: @escaping () -> Void) throws(SystemError) -> EventSource {
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
  package func after(seconds: UInt64, _ handler: @escaping () -> Void) throws(SystemError) -> EventSource {
    // 0 is sd-event's default, a quarter of a second.
    try after(microseconds: seconds * 1_000_000, accuracy: 0, handler)
  }

  package func after(
    microseconds: UInt64, accuracy: UInt64 = 1000, _ handler: @escaping () -> Void
  ) throws(SystemError) -> EventSource {
    let source = EventSource(handler)
    let callback: sd_event_time_handler_t = { _, _, context in unsafe EventSource.fire(context) }
    try SystemBus.check(
      unsafe sd_event_add_time_relative(
        event, &source.pointer, CLOCK_MONOTONIC, microseconds, accuracy, callback, source.context))
    return source
  }

  /// Calls the handler once for each ``EventSource/ask()``, when nothing else is pending.
  package func whenIdle(_ handler: @escaping () -> Void) throws(SystemError) -> EventSource {
    let source = EventSource(handler)
    let callback: sd_event_handler_t = { _, context in unsafe EventSource.fire(context) }
    try SystemBus.check(unsafe sd_event_add_defer(event, &source.pointer, callback, source.context))
    try source.waitForIdleLoop()
    try source.set(enabled: false)
    return source
  }

  /// Calls the handler after each event of another source, before the next one. sd_event_add_post(3)
  package func afterEachEvent(_ handler: @escaping () -> Void) throws(SystemError) -> EventSource {
    let source = EventSource(handler)
    let callback: sd_event_handler_t = { _, context in unsafe EventSource.fire(context) }
    try SystemBus.check(unsafe sd_event_add_post(event, &source.pointer, callback, source.context))
    try SystemBus.check(
      unsafe sd_event_source_set_priority(source.pointer, Int64(SD_EVENT_PRIORITY_IMPORTANT)))
    return source
  }
}

extension EventSource {
  /// Has the source of ``EventLoop/whenReadable(_:_:)`` wait until the file has been hung up, and, if it waits to
  /// write, until it can be written. What there is to read no longer counts.
  package func set(waitsToWrite isWaiting: Bool) throws(SystemError) {
    try SystemBus.check(
      unsafe sd_event_source_set_io_events(pointer, isWaiting ? UInt32(EPOLLOUT.rawValue) : 0))
  }
}

/// A timer that can be set repeatedly without allocation.
@safe package final class Timer {
  /// The accuracy in microseconds. 0 would mean a quarter of a second, by which the loop may delay it.
  static let accuracy: UInt64 = 1

  private let source: EventSource
  private var isSet = true

  init(_ source: EventSource) { self.source = source }

  /// Schedules one call of the handler, at a time in microseconds on the monotonic clock and not before; nil is never.
  package func set(to time: Int64?) throws(SystemError) {
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
  package func setForChanges(at now: Int64) throws(SystemError) {
    var enabled: Int32 = 0
    try SystemBus.check(unsafe sd_event_source_get_enabled(source.pointer, &enabled))
    if enabled == Int32(SD_EVENT_OFF) { try set(to: now + FolderWatch.patience) }
  }
}

/// Watches a file, or the contents of a folder, as long as this object exists: inotify(7).
@safe package final class FolderWatch: CallbackContext {
  /// How long to wait for more changes of files, in microseconds: several files are changed one after the other, and one
  /// file in several steps.
  package static let patience: Int64 = 250_000

  fileprivate var pointer: OpaquePointer?
  private let handler: (_ name: String?, _ events: UInt32) -> Void

  fileprivate init(_ handler: @escaping (String?, UInt32) -> Void) { self.handler = handler }

  deinit { unsafe sd_event_source_disable_unref(pointer) }

  /// Runs the handler of the watch in the context, which lives until the handler returns.
  fileprivate static func fire(
    _ event: UnsafePointer<inotify_event>?, _ context: UnsafeMutableRawPointer?
  ) -> Int32 {
    guard let event = unsafe event, let watch = unsafe FolderWatch.of(context) else { return 0 }
    let (name, events) = unsafe (name(in: event), event.pointee.mask)
    withExtendedLifetime(watch) { watch.handler(name, events) }
    return 0
  }

  /// The name follows the event, with NULs at its end.
  private static func name(in event: UnsafePointer<inotify_event>) -> String? {
    guard unsafe event.pointee.len > 0 else { return nil }
    return unsafe String(cString: UnsafeRawPointer(event + 1).assumingMemoryBound(to: CChar.self))
  }
}

extension EventLoop {
  /// Calls the handler with the name of each changed file in a folder: files that were written and closed, added,
  /// removed or renamed, as most editors do. Without a name, any file may have changed: the kernel has lost events
  /// (IN_Q_OVERFLOW).
  ///
  /// - Throws: ``SystemError``, with ENOENT if the folder does not exist.
  package func whenChanged(
    inFolder folder: String, _ handler: @escaping (String?) -> Void
  ) throws(SystemError) -> FolderWatch {
    let changes = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR
    return try whenSeen(UInt32(changes), at: folder) { name, _ in handler(name) }
  }

  /// Calls the handler with each of these events of inotify(7), at a file or in a folder, and with those that come unasked, such
  /// as IN_IGNORED.
  ///
  /// - Throws: ``SystemError``, with EACCES if the program may not read the file.
  package func whenSeen(
    _ events: UInt32, at path: String, _ handler: @escaping (_ name: String?, _ events: UInt32) -> Void
  ) throws(SystemError) -> FolderWatch {
    let watch = FolderWatch(handler)
    let callback: sd_event_inotify_handler_t = { _, event, context in
      unsafe FolderWatch.fire(event, context)
    }
    try SystemBus.check(
      unsafe sd_event_add_inotify(event, &watch.pointer, path, events, callback, watch.context))
    return watch
  }
}

/// Attempts at growing intervals.
package final class Retry {
  private static let maxDelay: UInt64 = 30

  private let loop: EventLoop
  private let failed: (SystemError) -> Void
  private var source: EventSource?
  /// In seconds.
  private var delay: UInt64 = 1

  /// - Parameter failed: Is called if an attempt cannot be scheduled.
  package init(_ loop: EventLoop, failed: @escaping (SystemError) -> Void) {
    (self.loop, self.failed) = (loop, failed)
  }

  /// Schedules one attempt: after a second, and after twice as long each time, up to half a minute. While one is
  /// scheduled, no other is added.
  package func later(_ attempt: @escaping () -> Void) {
    guard source == nil else { return }
    do throws(SystemError) {
      source = try loop.after(seconds: delay, attempt)
      delay = min(delay * 2, Self.maxDelay)
    } catch {
      failed(error)
    }
  }

  /// Cancels the scheduled attempt, because it is made now.
  package func cancel() { source = nil }

  /// Resets the delay to a second, after a success.
  package func reset() { delay = 1 }
}
