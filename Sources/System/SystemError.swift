internal import Glibc

/// Why a system call failed.
package struct SystemError: Error, Equatable, Sendable {
  /// An error number of errno(3).
  package let errno: Int32

  /// Makes an error from a number.
  package init(_ errno: Int32) { self.errno = errno }

  /// The error of the last system call of this thread.
  package static var last: SystemError { SystemError(Glibc.errno) }

  /// Whether the system lacks something that it may have later, or failed; not if the file itself is the reason.
  package var isTemporary: Bool { [EIO, ENOMEM, EMFILE, ENFILE, ENODEV, EINTR, EAGAIN].contains(errno) }

  /// The C library's text for it: strerror(3).
  package var text: String {
    unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
  }
}

/// The time of a clock, in nanoseconds. clock_gettime(2)
package func nanoseconds(on clock: Int32) -> Int64 {
  var time = timespec()
  unsafe clock_gettime(clock, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// A variable of the environment, unless it is empty.
package func environment(_ name: String) -> String? {
  guard let value = unsafe getenv(name), unsafe value[0] != 0 else { return nil }
  return unsafe String(cString: value)
}
