internal import OperatingSystem
internal import OverlayFeed

/// The end of a feed that messages come out of.
final class FeedSocket {
  private let file: OwnedFileDescriptor

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

  /// Reads a message; nil if none is there yet.
  func read() throws(End) -> FeedMessage? {
    let packet: [UInt8]?
    do throws(SystemError) {
      packet = try readPacket(from: file.number, limit: FeedBuffer.capacity)
    } catch {
      throw .failed(error)
    }
    guard let packet else { return nil }
    guard !packet.isEmpty else { throw .hangUp }
    do throws(FeedError) {
      return try FeedMessage(packet)
    } catch {
      throw .wrong(error)
    }
  }
}
