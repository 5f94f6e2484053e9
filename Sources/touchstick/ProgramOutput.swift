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
