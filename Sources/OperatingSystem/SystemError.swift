internal import Glibc

/// Why a system call failed.
public struct SystemError: Error, Equatable, Sendable {
  /// An error number of errno(3).
  public let errno: Int32

  /// Makes an error from a number.
  public init(_ errno: Int32) { self.errno = errno }

  /// The error of the last system call of this thread.
  public static var last: SystemError { SystemError(Glibc.errno) }

  /// The C library's text for it: strerror(3).
  public var text: String {
    unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
  }
}
