internal import Glibc

/// Notices that somebody opens a file. inotify(7)
package final class OpenWatch {
  private let queue: Int32

  package init(_ path: String) throws {
    queue = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard unsafe inotify_add_watch(queue, path, UInt32(IN_OPEN)) >= 0 else {
      throw Missing(what: "a watch of \(path)")
    }
  }

  deinit { close(queue) }

  /// Whether it was opened since the last look.
  package var wasOpened: Bool {
    var event = [UInt8](repeating: 0, count: 4096)
    return unsafe read(queue, &event, event.count) > 0
  }
}
