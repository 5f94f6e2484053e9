internal import Glibc
internal import System

/// A socket of type SOCK_SEQPACKET for a program, which can only read it. socketpair(2)
struct ProgramSocket: ~Copyable {
  let file: OwnedFileDescriptor
  let clientEnd: OwnedFileDescriptor

  init() throws(SystemError) {
    var files: [Int32] = [-1, -1]
    let type = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &files) == 0 else { throw .last }
    file = OwnedFileDescriptor(owning: files[0])
    clientEnd = OwnedFileDescriptor(owning: files[1])
    // It cannot fail for a connected socket.
    shutdown(files[1], Int32(SHUT_WR))
  }
}
