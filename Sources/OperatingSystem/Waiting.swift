internal import Glibc

/// Waits until one of some files has something to read or was hung up, a signal has come, or a time is over. poll(2)
///
/// - Parameters:
///   - files: Descriptors; -1 is none.
///   - milliseconds: The longest time; -1 is forever.
public func waitForInput(from files: [Int32], milliseconds: Int32 = -1) throws(SystemError) {
  var requests = files.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  guard unsafe poll(&requests, nfds_t(requests.count), milliseconds) < 0, errno != EINTR else { return }
  throw .last
}
