internal import Glibc

/// An open file that is closed when its owner is gone.
struct OwnedFileDescriptor: ~Copyable {
  let number: Int32

  /// Opens a device's node; nil, and errno, where that fails. Never waits, and is not inherited. open(2)
  init?(opening path: String, _ access: Int32) {
    var number: Int32
    repeat {
      number = unsafe open(path, access | O_NONBLOCK | O_CLOEXEC)
    } while number < 0 && errno == EINTR
    guard number >= 0 else { return nil }
    self.number = number
  }

  deinit { close(number) }
}
