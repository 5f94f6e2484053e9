internal import CLinux
package import Glibc

/// How a program starts: posix_spawn(3).
@safe package struct ProgramStart: ~Copyable {
  private var actions = unsafe posix_spawn_file_actions_t()
  private var attributes = posix_spawnattr_t()

  /// - Parameters:
  ///   - mask: The signals that are blocked; nil are those of this program.
  ///   - hasOwnGroup: Whether it is in a group of processes of its own, if there is a mask.
  package init(mask: sigset_t? = nil, hasOwnGroup: Bool = false) {
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

  package mutating func duplicate(_ file: borrowing OwnedFileDescriptor, as number: Int32) throws(SystemError)
  {
    try Self.check(unsafe posix_spawn_file_actions_adddup2(&actions, file.number, number))
  }

  package mutating func discard(_ number: Int32) throws(SystemError) {
    try Self.check(unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0))
  }

  /// Starts a program with this one's environment, and returns its process number.
  package mutating func run(_ command: [String]) throws(SystemError) -> pid_t {
    var process: pid_t = 0
    try Self.check(
      unsafe withWords(command) { words in
        unsafe posix_spawnp(&process, command[0], &actions, &attributes, words, clinux_environment())
      })
    return process
  }

  private static func check(_ errno: Int32) throws(SystemError) {
    guard errno == 0 else { throw SystemError(errno) }
  }
}

/// Becomes this program again with another command line, in the same process. Returns only if that fails.
package func replaceProgram(_ command: [String]) -> SystemError {
  _ = unsafe withWords(command) { words in unsafe execve("/proc/self/exe", words, clinux_environment()) }
  return .last
}

/// Runs code with a command line as C has it.
private func withWords<Result>(
  _ command: [String], _ work: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var words: [UnsafeMutablePointer<CChar>?] = unsafe command.map { unsafe strdup($0) } + [nil]
  defer { unsafe words.forEach { unsafe free($0) } }
  return unsafe work(&words)
}
