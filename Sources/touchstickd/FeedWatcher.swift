internal import Glibc
internal import System
internal import EventPipeline

/// A program that watches the pads: the daemon's end of its feed.
///
/// Nothing here waits for the program. While it does not read, it is sent nothing more, and then the newest state.
final class FeedWatcher {
  let user: UInt32
  /// Whether the program shows a menu.
  let withMenu: Bool
  /// Whether the program has closed its end, or cannot be sent anything.
  private(set) var isGone = false
  /// Whether the socket is full.
  private(set) var isBlocked = false

  /// In bytes. It holds a few messages of a usual size. The kernel doubles it, because of what it needs for each message
  /// itself, and refuses messages that are longer than that: ``FeedBuffer/capacity`` is less. socket(7)
  private static let sendBufferSize: Int32 = 8192

  let file: OwnedFileDescriptor
  /// The program's end, which it can only read; nil after it was handed over.
  var clientEnd: OwnedFileDescriptor?
  private var source: EventSource?
  /// The ``FeedContents/generation`` of which it was sent the first messages.
  private var sentGeneration: UInt32?
  /// How many of the fixed messages it was sent.
  private var sentFixedCount = 0
  /// The version of each changing message that it was sent.
  private var sentVersions: [Int] = []

  /// Makes a feed for a program of this user.
  init(user: UInt32, withMenu: Bool) throws(SystemError) {
    let socket = try ProgramSocket()
    (self.user, self.withMenu) = (user, withMenu)
    file = socket.file
    clientEnd = consume socket.clientEnd
    var size = Self.sendBufferSize
    let length = socklen_t(MemoryLayout.size(ofValue: size))
    guard unsafe setsockopt(file.number, SOL_SOCKET, SO_SNDBUF, &size, length) == 0 else { throw .last }
  }

  // Before its file is closed.
  deinit { source = nil }

  /// Calls the handler when the program reads again, or is gone.
  func start(on loop: EventLoop, _ handler: @escaping () -> Void) throws(SystemError) {
    source = try loop.whenReadable(file.number) { [unowned self] in
      checkSocket()
      handler()
    }
    // The program cannot write, so that this end could be read at any time: to its end.
    try source?.set(waitsToWrite: false)
  }

  /// Sends what was not sent yet, until the socket is full.
  func send(_ contents: borrowing FeedContents) {
    guard !isBlocked, !isGone else { return }
    if sentGeneration != contents.generation {
      sentGeneration = contents.generation
      sentFixedCount = 0
      sentVersions = Array(repeating: 0, count: contents.changing.count)
    }
    while sentFixedCount < contents.fixed.count {
      guard send(contents.fixed[sentFixedCount]) else { return }
      sentFixedCount += 1
    }
    for index in sentVersions.indices where sentVersions[index] != contents.changing[index].version {
      guard user == 0 || !contents.changing[index].isForRoot else { continue }
      guard send(contents.changing[index].message) else { return }
      sentVersions[index] = contents.changing[index].version
    }
  }

  private func send(_ message: FeedBuffer) -> Bool {
    let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
    let count = unsafe message.withBytes { unsafe Glibc.send(file.number, $0.baseAddress, $0.count, flags) }
    guard count < 0 else { return true }
    isBlocked = errno == EAGAIN
    isGone = !isBlocked
    if isBlocked { waitForReader(true) }
    return false
  }

  /// Finds out whether the program is gone, or has read what was sent.
  private func checkSocket() {
    var request = pollfd(fd: file.number, events: Int16(POLLOUT), revents: 0)
    guard unsafe poll(&request, 1, 0) > 0 else { return }
    isGone = isGone || request.revents & Int16(POLLHUP | POLLERR) != 0
    guard isBlocked, request.revents & Int16(POLLOUT) != 0 else { return }
    isBlocked = false
    waitForReader(false)
  }

  private func waitForReader(_ isWaiting: Bool) {
    guard let source else { return }
    do throws(SystemError) {
      try source.set(waitsToWrite: isWaiting)
    } catch {
      isGone = true
    }
  }
}
