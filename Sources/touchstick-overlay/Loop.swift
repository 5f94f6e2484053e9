internal import CLibsystemd
internal import Glibc
internal import OperatingSystem
internal import SystemBus

/// The event loop: libsystemd's sd-event.
@safe final class Loop {
  let pointer: OpaquePointer

  init() throws(SystemError) {
    var made: OpaquePointer?
    try SystemBus.check(unsafe sd_event_new(&made))
    guard let made = unsafe made else { throw SystemError(ENOMEM) }
    unsafe pointer = made
  }

  deinit { unsafe sd_event_unref(pointer) }

  /// Microseconds of a clock that does not go backwards, when the loop last woke up.
  var now: Int64 {
    var now: UInt64 = 0
    // It fails only in another process.
    unsafe sd_event_now(pointer, CLOCK_MONOTONIC, &now)
    return Int64(clamping: now)
  }

  /// Calls handlers until ``exit(_:)``. Returns its status.
  func run() throws(SystemError) -> Int32 { try SystemBus.check(unsafe sd_event_loop(pointer)) }

  /// Ends ``run()`` after the calling handler.
  func exit(_ status: Int32) { unsafe sd_event_exit(pointer, status) }

  /// Calls the handler whenever the file has something to read, or was hung up, until the source is released.
  func whenReadable(_ file: Int32, _ handler: @escaping () -> Void) throws(SystemError) -> LoopSource {
    let source = LoopSource(handler)
    try SystemBus.check(
      unsafe sd_event_add_io(
        pointer, &source.pointer, file, UInt32(EPOLLIN.rawValue), { unsafe LoopSource.fire($3) },
        source.context))
    return source
  }

  /// Makes a timer that calls the handler at the time that it is set to.
  func timer(_ handler: @escaping () -> Void) throws(SystemError) -> LoopSource {
    let source = LoopSource(handler)
    try SystemBus.check(
      unsafe sd_event_add_time(
        pointer, &source.pointer, CLOCK_MONOTONIC, 0, 1000, { unsafe LoopSource.fire($2) }, source.context))
    source.set(to: nil)
    return source
  }

  /// Calls the handler once before the loop waits, for each ``LoopSource/ask()``.
  func beforeWaiting(_ handler: @escaping () -> Void) throws(SystemError) -> LoopSource {
    let source = LoopSource(handler)
    try SystemBus.check(
      unsafe sd_event_add_defer(
        pointer, &source.pointer, { unsafe LoopSource.fire($1) }, source.context))
    unsafe sd_event_source_set_priority(source.pointer, Int64(SD_EVENT_PRIORITY_IDLE))
    unsafe sd_event_source_set_enabled(source.pointer, Int32(SD_EVENT_OFF))
    return source
  }

  /// Calls the handler when files in a folder were written, added, renamed or removed. inotify(7)
  func whenChanged(
    inFolder folder: String, _ handler: @escaping () -> Void
  ) throws(SystemError) -> LoopSource {
    let source = LoopSource(handler)
    let changes = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR)
    try SystemBus.check(
      unsafe sd_event_add_inotify(
        pointer, &source.pointer, folder, changes, { unsafe LoopSource.fire($2) }, source.context))
    return source
  }
}

/// A source of events, which exists as long as this object.
@safe final class LoopSource {
  fileprivate var pointer: OpaquePointer?
  private let handler: () -> Void

  fileprivate init(_ handler: @escaping () -> Void) { self.handler = handler }

  deinit { unsafe sd_event_source_disable_unref(pointer) }

  /// Sets a timer to a time of ``Loop/now``; nil stops it.
  func set(to time: Int64?) {
    guard let time else {
      unsafe sd_event_source_set_enabled(pointer, Int32(SD_EVENT_OFF))
      return
    }
    unsafe sd_event_source_set_time(pointer, UInt64(clamping: time))
    unsafe sd_event_source_set_enabled(pointer, Int32(SD_EVENT_ONESHOT))
  }

  /// Requests one call of the handler.
  func ask() { unsafe sd_event_source_set_enabled(pointer, Int32(SD_EVENT_ONESHOT)) }

  fileprivate var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  /// Runs the handler, which may release the source.
  fileprivate static func fire(_ context: UnsafeMutableRawPointer?) -> Int32 {
    guard let context = unsafe context else { return 0 }
    let handler = unsafe Unmanaged<LoopSource>.fromOpaque(context).takeUnretainedValue().handler
    handler()
    return 0
  }
}
