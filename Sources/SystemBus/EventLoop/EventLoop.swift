internal import CLibsystemd
internal import Glibc
public import OperatingSystem

/// The event loop: libsystemd's sd-event.
///
/// It also feeds systemd's watchdog, if the unit has one, so that systemd restarts a daemon whose loop hangs.
@safe public final class EventLoop {
  /// The sd_event, for libraries that attach themselves to one.
  public let event: OpaquePointer
  /// Whether ``exit(_:)`` was called.
  public private(set) var isExiting = false

  /// Makes a loop without sources.
  public init() throws(SystemError) {
    unsafe event = try SystemBus.made { unsafe sd_event_new(&$0) }
    try SystemBus.check(unsafe sd_event_set_watchdog(event, 1))
  }

  deinit { unsafe sd_event_unref(event) }

  /// Calls the handler whenever the file has something to read, or has been hung up, until the source is released.
  ///
  /// Release the source before you close the file. Otherwise, while another process has a copy of the descriptor, as
  /// each one has that is being started, the kernel continues to report the file, and the loop crashes. epoll(7)
  public func whenReadable(
    _ fileDescriptor: Int32, _ handler: @escaping () -> Void
  ) throws(SystemError) -> EventSource {
    let source = EventSource(handler)
    let callback: sd_event_io_handler_t = { _, _, _, context in unsafe EventSource.fire(context) }
    try SystemBus.check(
      unsafe sd_event_add_io(
        event, &source.pointer, fileDescriptor, UInt32(EPOLLIN.rawValue), callback, source.context))
    return source
  }

  /// Makes a timer that calls the handler at the times that it is set to.
  ///
  /// - Parameter isIdle: Whether it waits until nothing else is pending.
  public func timer(isIdle: Bool = false, _ handler: @escaping () -> Void) throws(SystemError) -> Timer {
    let source = EventSource(handler)
    let callback: sd_event_time_handler_t = { _, _, context in unsafe EventSource.fire(context) }
    try SystemBus.check(
      unsafe sd_event_add_time(
        event, &source.pointer, CLOCK_MONOTONIC, 0, Timer.accuracy, callback, source.context))
    if isIdle {
      try SystemBus.check(unsafe sd_event_source_set_priority(source.pointer, Int64(SD_EVENT_PRIORITY_IDLE)))
    }
    let timer = Timer(source)
    try timer.set(to: nil)
    return timer
  }

  /// The time at which the loop last woke up, on the clock of the touch devices' time stamps, in microseconds.
  public var now: Int64 {
    var now: UInt64 = 0
    // It fails only in another process.
    unsafe sd_event_now(event, CLOCK_MONOTONIC, &now)
    return Int64(clamping: now)
  }

  /// Waits and calls handlers until ``exit(_:)``. Returns its status.
  public func run() throws(SystemError) -> Int32 { try SystemBus.check(unsafe sd_event_loop(event)) }

  /// Ends ``run()`` after the calling handler. The first call decides the status.
  public func exit(_ status: Int32) {
    guard !isExiting else { return }
    isExiting = true
    unsafe sd_event_exit(event, status)
  }
}

/// An event source, which exists as long as this object.
@safe public final class EventSource: CallbackContext {
  var pointer: OpaquePointer?
  private let handler: () -> Void

  init(_ handler: @escaping () -> Void) { self.handler = handler }

  deinit { unsafe sd_event_source_disable_unref(pointer) }

  /// Enables or disables the source.
  public func set(enabled isEnabled: Bool) throws(SystemError) {
    let enabled = isEnabled ? SD_EVENT_ON : SD_EVENT_OFF
    try SystemBus.check(unsafe sd_event_source_set_enabled(pointer, Int32(enabled)))
  }

  /// Requests one call of the handler.
  public func ask() {
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
