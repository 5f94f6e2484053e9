import Foundation
import Testing

/// Notices when anybody opens a file.
final class Openings {
  private let watch: FileHandle

  init(of path: String) throws {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK))
    watch = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try #require(unsafe inotify_add_watch(descriptor, path, UInt32(IN_OPEN)) >= 0)
  }

  /// Whether anybody has opened the file since the start.
  var areSome: Bool {
    var request = pollfd(fd: watch.fileDescriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, 0) == 1
  }
}
