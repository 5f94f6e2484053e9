internal import CLibsystemd
internal import Glibc

/// The loop that waits for everything at once: libsystemd's sd-event.
///
/// It also feeds systemd's watchdog, where the unit has one, so that a daemon whose loop hangs is
/// restarted.
@safe final class EventLoop {
  private let event: OpaquePointer
  /// Whether ``exit(_:)`` was called.
  private(set) var isExiting = false

  init() throws(DaemonError) {
    var made: OpaquePointer?
    let status = unsafe sd_event_new(&made)
    guard status >= 0, let made = unsafe made else { throw .eventLoop(errno: -status) }
    unsafe event = made
    try check(unsafe sd_event_set_watchdog(event, 1))
  }

  deinit { unsafe sd_event_unref(event) }

  /// Calls the handler whenever the file has something to read, or has been hung up, until the source
  /// is let go of.
  func whenReadable(
    _ fileDescriptor: Int32, _ handler: @escaping () -> Void
  ) throws(DaemonError) -> EventSource {
    let source = EventSource(handler)
    let callback: sd_event_io_handler_t = { _, _, _, context in unsafe EventSource.fire(context) }
    try check(
      unsafe sd_event_add_io(
        event, &source.pointer, fileDescriptor, UInt32(EPOLLIN.rawValue), callback, source.context))
    return source
  }

  /// Calls the handler for each signal of this number, which from now on does nothing else.
  func whenSignalled(_ signal: Int32, _ handler: @escaping () -> Void) throws(DaemonError) -> EventSource {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, signal)
    unsafe sigprocmask(SIG_BLOCK, &set, nil)
    let source = EventSource(handler)
    let callback: sd_event_signal_handler_t = { _, _, context in unsafe EventSource.fire(context) }
    try check(unsafe sd_event_add_signal(event, &source.pointer, signal, callback, source.context))
    return source
  }

  /// Calls the handler once, after this many seconds, unless the source is let go of before.
  func after(seconds: UInt64, _ handler: @escaping () -> Void) throws(DaemonError) -> EventSource {
    let source = EventSource(handler)
    let callback: sd_event_time_handler_t = { _, _, context in unsafe EventSource.fire(context) }
    try check(
      unsafe sd_event_add_time_relative(
        event, &source.pointer, CLOCK_MONOTONIC, seconds * 1_000_000, 0, callback, source.context))
    return source
  }

  /// Waits and calls handlers until ``exit(_:)``; returns the status given there.
  func run() throws(DaemonError) -> Int32 {
    let status = unsafe sd_event_loop(event)
    try check(status)
    return status
  }

  /// Ends ``run()`` after the handler that calls this. The first reason to exit is the one that counts.
  func exit(_ status: Int32) {
    guard !isExiting else { return }
    isExiting = true
    unsafe sd_event_exit(event, status)
  }

  private func check(_ status: Int32) throws(DaemonError) {
    guard status >= 0 else { throw .eventLoop(errno: -status) }
  }
}

/// Something that the loop waits for, as long as this is kept.
@safe final class EventSource {
  fileprivate var pointer: OpaquePointer?
  private let handler: () -> Void

  fileprivate init(_ handler: @escaping () -> Void) { self.handler = handler }

  deinit { unsafe sd_event_source_disable_unref(pointer) }

  fileprivate var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  /// Runs the handler of the source that is the context. The source lives until that returns, even if
  /// the handler lets go of it.
  fileprivate static func fire(_ context: UnsafeMutableRawPointer?) -> Int32 {
    guard let context = unsafe context else { return 0 }
    let source = unsafe Unmanaged<EventSource>.fromOpaque(context).takeUnretainedValue()
    withExtendedLifetime(source) { source.handler() }
    return 0
  }
}
