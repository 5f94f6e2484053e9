internal import CLibsystemd
internal import Glibc
public import OperatingSystem

/// Watches the contents of a folder, as long as this object exists: inotify(7).
@safe public final class FolderWatch: CallbackContext {
  /// How long to wait for more changes of files, in microseconds: several files are changed one after the other, and one
  /// file in several steps.
  public static let patience: Int64 = 250_000

  fileprivate var pointer: OpaquePointer?
  private let handler: (String) -> Void

  fileprivate init(_ handler: @escaping (String) -> Void) { self.handler = handler }

  deinit { unsafe sd_event_source_disable_unref(pointer) }

  /// Runs the handler of the watch in the context, which lives until the handler returns.
  fileprivate static func fire(
    _ event: UnsafePointer<inotify_event>?, _ context: UnsafeMutableRawPointer?
  ) -> Int32 {
    guard let event = unsafe event, let watch = unsafe FolderWatch.of(context) else { return 0 }
    let name = unsafe name(in: event)
    withExtendedLifetime(watch) { watch.handler(name) }
    return 0
  }

  /// The name follows the event, with NULs at its end.
  private static func name(in event: UnsafePointer<inotify_event>) -> String {
    guard unsafe event.pointee.len > 0 else { return "" }
    return unsafe String(cString: UnsafeRawPointer(event + 1).assumingMemoryBound(to: CChar.self))
  }
}

extension EventLoop {
  /// Calls the handler with the name of each changed file in a folder: files that were written and closed, added,
  /// removed or renamed, as most editors do.
  ///
  /// - Throws: ``SystemError``, with ENOENT if the folder does not exist.
  public func whenChanged(
    inFolder folder: String, _ handler: @escaping (String) -> Void
  ) throws(SystemError) -> FolderWatch {
    let watch = FolderWatch(handler)
    let callback: sd_event_inotify_handler_t = { _, event, context in
      unsafe FolderWatch.fire(event, context)
    }
    let changes = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR)
    try SystemBus.check(
      unsafe sd_event_add_inotify(event, &watch.pointer, folder, changes, callback, watch.context))
    return watch
  }
}
