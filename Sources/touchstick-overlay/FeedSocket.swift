internal import Glibc
internal import OperatingSystem
internal import OverlayFeed

/// The end of a feed that messages come out of.
final class FeedSocket {
  private let file: OwnedFileDescriptor
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Why no more messages come.
  enum End: Error, Equatable {
    /// The daemon has hung up.
    case hangUp
    /// Reading failed.
    case failed(SystemError)
    /// It is of another version of touchstick, or damaged.
    case wrong(FeedError)
  }

  /// - Parameter file: A socket of type SOCK_SEQPACKET.
  init(_ file: consuming OwnedFileDescriptor) { self.file = file }

  var fileDescriptor: Int32 { file.number }

  /// Reads a message; nil if none is there yet. recv(2)
  func read() throws(End) -> FeedMessage? {
    let count = unsafe recv(file.number, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    if count < 0, errno == EAGAIN || errno == EINTR { return nil }
    guard count >= 0 else { throw .failed(.last) }
    guard count > 0 else { throw .hangUp }
    do throws(FeedError) {
      return try FeedMessage(Array(buffer[..<count]))
    } catch {
      throw .wrong(error)
    }
  }
}
