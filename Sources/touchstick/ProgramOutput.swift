internal import CProcess
internal import Glibc

/// What a program printed, and whether it ended well.
struct ProgramOutput {
  let bytes: [UInt8]
  /// Whether its exit status was 0.
  let hasSucceeded: Bool

  /// Why a program could not be run.
  struct Failure: Error {
    let errno: Int32
  }

  /// Runs a program to its end.
  ///
  /// Its input and output are files in memory: one pipe would have to be written while the other is read, and either
  /// could break, or be held open by a program that outlives this one.
  ///
  /// - Parameters:
  ///   - program: Its path, or its name, which is looked for as a shell would.
  ///   - arguments: What it is given after its name.
  ///   - input: What it reads.
  ///   - isSilent: Whether its standard error goes nowhere; else it is this program's.
  init(
    of program: String, _ arguments: [String], input: [UInt8] = [], isSilent: Bool = false
  ) throws(Failure) {
    let source = try MemoryFile()
    let output = try MemoryFile()
    try source.write(input)
    try source.rewind()
    var actions = SpawnActions()
    try actions.duplicate(source, as: STDIN_FILENO)
    try actions.duplicate(output, as: STDOUT_FILENO)
    if isSilent { try actions.discard(STDERR_FILENO) }
    hasSucceeded = Self.waitForEnd(of: try actions.run([program] + arguments)) == 0
    try output.rewind()
    bytes = try output.readToEnd()
  }

  /// The status of waitpid(2); nil where it cannot be told.
  private static func waitForEnd(of process: pid_t) -> Int32? {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    return status
  }
}

/// An open file in memory, which goes when it is closed, and that is closed when its owner is gone: memfd_create(2).
private struct MemoryFile: ~Copyable {
  let number: Int32

  init() throws(ProgramOutput.Failure) {
    number = unsafe memfd_create("touchstick", UInt32(MFD_CLOEXEC))
    guard number >= 0 else { throw ProgramOutput.Failure(errno: errno) }
  }

  deinit { close(number) }

  /// Goes back to the start, for whoever has the file open.
  func rewind() throws(ProgramOutput.Failure) {
    guard lseek(number, 0, SEEK_SET) == 0 else { throw ProgramOutput.Failure(errno: errno) }
  }

  func readToEnd() throws(ProgramOutput.Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(number, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw ProgramOutput.Failure(errno: errno) }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  func write(_ bytes: [UInt8]) throws(ProgramOutput.Failure) {
    if let errno = writeAll(bytes, to: number) { throw ProgramOutput.Failure(errno: errno) }
  }
}

/// Writes all bytes to a file. Returns why that failed, as an errno, or nil: write(2).
func writeAll(_ bytes: some Collection<UInt8>, to file: Int32) -> Int32? {
  var rest = Array(bytes)[...]
  while !rest.isEmpty {
    let count = unsafe rest.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { return errno }
    rest = rest.dropFirst(count)
  }
  return nil
}

/// What the system says of an errno: strerror(3).
func systemReason(_ errno: Int32) -> String {
  unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
}

/// What becomes of a program's open files where it starts: posix_spawn_file_actions_init(3).
@safe private struct SpawnActions: ~Copyable {
  private var actions = unsafe posix_spawn_file_actions_t()

  init() { unsafe posix_spawn_file_actions_init(&actions) }

  deinit {
    var actions = unsafe actions
    unsafe posix_spawn_file_actions_destroy(&actions)
  }

  mutating func duplicate(_ file: borrowing MemoryFile, as number: Int32) throws(ProgramOutput.Failure) {
    try Self.check(unsafe posix_spawn_file_actions_adddup2(&actions, file.number, number))
  }

  mutating func discard(_ number: Int32) throws(ProgramOutput.Failure) {
    try Self.check(unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0))
  }

  /// Starts a program, with this one's environment, and returns the number of its process.
  mutating func run(_ command: [String]) throws(ProgramOutput.Failure) -> pid_t {
    let words: [UnsafeMutablePointer<CChar>?] = unsafe command.map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var process: pid_t = 0
    try Self.check(
      unsafe posix_spawnp(&process, command[0], &actions, nil, words, cprocess_environment()))
    return process
  }

  private static func check(_ errno: Int32) throws(ProgramOutput.Failure) {
    guard errno == 0 else { throw ProgramOutput.Failure(errno: errno) }
  }
}
