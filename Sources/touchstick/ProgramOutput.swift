internal import CLinux
internal import Glibc
internal import System

/// The output of a program, and whether it succeeded.
struct ProgramOutput {
  let bytes: [UInt8]
  /// Whether its exit status was 0.
  let hasSucceeded: Bool

  /// Runs a program to its end.
  ///
  /// Its input and output are files in memory. With pipes, one must be written while the other is read, and either
  /// could break, or be held open by a program that outlives this one.
  ///
  /// - Parameter isSilent: Whether its standard error is discarded; otherwise it is this program's.
  init(
    of program: String, _ arguments: [String], input: [UInt8] = [], isSilent: Bool = false
  ) throws(SystemError) {
    let source = try OwnedFileDescriptor.inMemory()
    let output = try OwnedFileDescriptor.inMemory()
    try writeAll(input, to: source.number)
    try source.rewind()
    var start = ProgramStart()
    try start.duplicate(source, as: STDIN_FILENO)
    try start.duplicate(output, as: STDOUT_FILENO)
    if isSilent { try start.discard(STDERR_FILENO) }
    hasSucceeded = Self.waitForEnd(of: try start.run([program] + arguments)) == 0
    try output.rewind()
    bytes = try readAll(from: output.number) ?? []
  }

  /// The status of waitpid(2); nil if it is unknown.
  private static func waitForEnd(of process: pid_t) -> Int32? {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    return status
  }
}

extension OwnedFileDescriptor {
  /// A file in memory, which disappears when it is closed: memfd_create(2).
  fileprivate static func inMemory() throws(SystemError) -> OwnedFileDescriptor {
    let number = unsafe memfd_create("touchstick", UInt32(MFD_CLOEXEC))
    guard number >= 0 else { throw .last }
    return OwnedFileDescriptor(owning: number)
  }

  /// Goes back to the start, for everyone who has the file open.
  fileprivate func rewind() throws(SystemError) {
    guard lseek(number, 0, SEEK_SET) == 0 else { throw .last }
  }
}

/// How a program starts: posix_spawn(3).
@safe struct ProgramStart: ~Copyable {
  private var actions = unsafe posix_spawn_file_actions_t()
  private var attributes = posix_spawnattr_t()

  /// - Parameters:
  ///   - mask: The signals that are blocked; nil are those of this program.
  ///   - hasOwnGroup: Whether it is in a group of processes of its own, if there is a mask.
  init(mask: sigset_t? = nil, hasOwnGroup: Bool = false) {
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    guard var mask else { return }
    unsafe posix_spawnattr_setsigmask(&attributes, &mask)
    let flags = POSIX_SPAWN_SETSIGMASK | (hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  deinit {
    var actions = unsafe actions
    unsafe posix_spawn_file_actions_destroy(&actions)
    var attributes = attributes
    unsafe posix_spawnattr_destroy(&attributes)
  }

  mutating func duplicate(_ file: borrowing OwnedFileDescriptor, as number: Int32) throws(SystemError) {
    try Self.check(unsafe posix_spawn_file_actions_adddup2(&actions, file.number, number))
  }

  mutating func discard(_ number: Int32) throws(SystemError) {
    try Self.check(unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0))
  }

  /// Starts a program with this one's environment, and returns its process number.
  mutating func run(_ command: [String]) throws(SystemError) -> pid_t {
    let words: [UnsafeMutablePointer<CChar>?] = unsafe command.map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var process: pid_t = 0
    try Self.check(
      unsafe posix_spawnp(&process, command[0], &actions, &attributes, words, clinux_environment()))
    return process
  }

  private static func check(_ errno: Int32) throws(SystemError) {
    guard errno == 0 else { throw SystemError(errno) }
  }
}

/// The standard output, written in large pieces.
struct BufferedOutput {
  private static let pieceSize = 1 << 16
  private var buffer: [UInt8] = []

  mutating func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.pieceSize { flush() }
  }

  mutating func flush() {
    Touchstick.printOutput(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
