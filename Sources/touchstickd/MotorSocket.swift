internal import EventPipeline
internal import Glibc
internal import System

/// A motor that a program of the user in front shakes as this says: touchstick-session, through feedbackd.
///
/// Nothing here waits for the program. One that does not read for a long time is hung up on.
final class MotorSocket {
  static let status = PadStatus.Motor(name: "feedbackd", node: "")

  let user: UInt32
  /// The program's end, which it can only read; nil after it was handed over.
  var clientEnd: OwnedFileDescriptor?
  private let file: OwnedFileDescriptor
  private var source: EventSource?

  /// - Parameter user: The program's.
  init(of user: UInt32) throws(SystemError) {
    let socket = try ProgramSocket()
    self.user = user
    file = socket.file
    clientEnd = consume socket.clientEnd
  }

  // Before its file is closed.
  deinit { source = nil }

  /// Calls the handler when the program is gone, or was hung up on.
  func start(on loop: EventLoop, ended: @escaping () -> Void) throws(SystemError) {
    source = try loop.whenReadable(file.number, ended)
    try source?.set(waitsToWrite: false)
  }

  /// Shakes for a pad, in place of what it did for that pad.
  ///
  /// - Parameters:
  ///   - magnitude: 0 stops it.
  ///   - milliseconds: How long, unless it is stopped before.
  func play(_ magnitude: UInt16, milliseconds: UInt16, pad: UInt8) {
    let bytes = MotorMessage(pad: pad, magnitude: magnitude, milliseconds: milliseconds).bytes
    let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
    let count = unsafe bytes.span.withUnsafeBytes {
      unsafe send(file.number, $0.baseAddress, $0.count, flags)
    }
    // It must not miss the end of what it plays: it stops at the end of the socket.
    if count < 0 { shutdown(file.number, Int32(SHUT_RDWR)) }
  }
}
