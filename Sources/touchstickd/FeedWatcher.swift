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

  /// It holds a few messages of a usual size, and at least one of any. The kernel counts twice as much, because of what it
  /// needs for each message itself. socket(7)
  private static let sendBufferSize: Int32 = 8192

  let file: OwnedFileDescriptor
  /// The program's end, which it can only read; nil after it was handed over.
  var clientEnd: OwnedFileDescriptor?
  private var source: EventSource?
  private var generation: UInt32?
  private var fixedCount = 0
  private var versions: [Int] = []

  /// Makes a feed for a program of this user.
  init(user: UInt32, withMenu: Bool) throws(SystemError) {
    let socket = try ProgramSocket()
    (self.user, self.withMenu) = (user, withMenu)
    file = socket.file
    clientEnd = socket.clientEnd
    var size = Self.sendBufferSize
    let length = socklen_t(MemoryLayout.size(ofValue: size))
    guard unsafe setsockopt(file.number, SOL_SOCKET, SO_SNDBUF, &size, length) == 0 else { throw .last }
  }

  // Before its file is closed.
  deinit { source = nil }

  /// Calls the handler when the program reads again, or is gone.
  func start(on loop: EventLoop, _ handler: @escaping () -> Void) throws(SystemError) {
    source = try loop.whenReadable(file.number) { [unowned self] in
      checkEnd()
      handler()
    }
    try source?.set(waitsToWrite: false)
  }

  /// Sends what was not sent yet, until the socket is full.
  func send(_ contents: borrowing FeedContents) {
    guard !isBlocked, !isGone else { return }
    if generation != contents.generation {
      generation = contents.generation
      fixedCount = 0
      versions = Array(repeating: 0, count: contents.changing.count)
    }
    while fixedCount < contents.fixed.count {
      guard send(contents.fixed[fixedCount]) else { return }
      fixedCount += 1
    }
    for index in versions.indices where versions[index] != contents.changing[index].version {
      guard user == 0 || !contents.changing[index].isForRoot else { continue }
      guard send(contents.changing[index].message) else { return }
      versions[index] = contents.changing[index].version
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

  private func checkEnd() {
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

/// A socket of type SOCK_SEQPACKET for a program, which can only read it. socketpair(2)
struct ProgramSocket: ~Copyable {
  let file: OwnedFileDescriptor
  let clientEnd: OwnedFileDescriptor?

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

/// When to tell programs that watch the pads of changes: at most once in 16 ms, as a screen shows them.
struct FeedPace {
  private var limit = RateLimit(interval: 16_000, burst: 1)
  private var isScheduled = false

  /// - Parameter now: In microseconds on the monotonic clock.
  /// - Returns: When to send a change; nil if that is scheduled already.
  mutating func recordChange(now: Int64) -> Int64? {
    guard !isScheduled else { return nil }
    isScheduled = true
    return max(now, limit.nextTime)
  }

  /// All changes so far are being sent.
  mutating func recordSending(now: Int64) {
    limit.advance(to: now)
    limit.spend()
    isScheduled = false
  }
}

/// The messages that tell a new watcher everything: first those that stay while the layouts stay, then those that change.
struct FeedContents {
  struct Changing {
    let isForRoot: Bool
    /// Empty until there is something to tell.
    fileprivate(set) var message = FeedBuffer()
    /// Counts its changes; 0 is none yet.
    fileprivate(set) var version = 0
  }

  /// Counts the changes of ``fixed``.
  private(set) var generation: UInt32 = 0
  /// The layouts, or that the pads are off.
  private(set) var fixed: [FeedBuffer] = []
  /// For each layout its state, and then its contacts; after all of them the rumble.
  private(set) var changing: [Changing] = []

  private var layouts: [FeedLayout]?
  /// In which a message is written, to be compared.
  private var draft = FeedBuffer()

  /// Begins with other layouts, unless they are the same. Without any, the pads are off.
  ///
  /// - Parameter new: The layouts, whose generation does not matter.
  mutating func setLayouts(_ new: [FeedLayout]) {
    func numbered(_ generation: UInt32) -> [FeedLayout] {
      new.map { layout in
        var layout = layout
        layout.generation = generation
        return layout
      }
    }
    guard layouts == nil || numbered(generation) != layouts else { return }
    generation &+= 1
    let numbered = numbered(generation)
    layouts = numbered
    fixed = (numbered.isEmpty ? [.off] : numbered.map(FeedMessage.layout)).map { message in
      var buffer = FeedBuffer()
      buffer.write(message)
      return buffer
    }
    changing = numbered.flatMap { _ in [Changing(isForRoot: false), Changing(isForRoot: true)] }
    if !numbered.isEmpty { changing.append(Changing(isForRoot: false)) }
  }

  /// Shows the state of a layout, which `write` adds to the message.
  mutating func writeState(ofSurface surface: Int, _ write: (inout FeedBuffer) -> Void) {
    draft.startState(generation: generation, surface: UInt8(surface))
    write(&draft)
    storeDraft(2 * surface)
  }

  /// Shows the contacts on a surface, which `write` adds to the message.
  mutating func writeContacts(ofSurface surface: Int, _ write: (inout FeedBuffer) -> Void) {
    draft.startContacts(generation: generation, surface: UInt8(surface))
    write(&draft)
    storeDraft(2 * surface + 1)
  }

  /// Shows how the pads rumble. Until they do, there is nothing to tell.
  mutating func writeRumble(_ rumble: FeedRumble) {
    guard let version = changing.last?.version, version > 0 || rumble.strong > 0 || rumble.weak > 0 else {
      return
    }
    draft.write(rumble)
    storeDraft(changing.count - 1)
  }

  private mutating func storeDraft(_ index: Int) {
    guard draft != changing[index].message else { return }
    swap(&draft, &changing[index].message)
    changing[index].version &+= 1
  }
}
