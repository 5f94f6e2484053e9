internal import Glibc
internal import Synchronization

/// A lock that only one program of a user's sessions can hold: F_SETLK in fcntl(2). The file of the lock has a sentence
/// about what the program does, or why it has ended.
package final class ProgramLock: Sendable {
  /// Nil where there is no folder for it.
  private let path: String?
  /// The open file while this program holds the lock.
  private let file = Atomic<Int32>(-1)

  /// Names a lock, such as by its program.
  ///
  /// - Parameter folder: The user's runtime folder; nil is that of this program's user.
  package init(_ name: String, in folder: String? = nil) {
    path = (folder ?? environment("XDG_RUNTIME_DIR")).map { "\($0)/\(name).lock" }
  }

  /// Locks it until this program ends. Returns false if another program holds it.
  package func acquire() -> Bool {
    // Where there is no folder for the file, nobody is asked. The file stays open: closing it would release the lock.
    guard let path else { return true }
    let opened = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | Self.careful, 0o600)
    guard opened >= 0 else { return true }
    var lock = Self.whole
    guard unsafe fcntl(opened, F_SETLK, &lock) == 0 || (errno != EACCES && errno != EAGAIN) else {
      close(opened)
      return false
    }
    file.store(opened, ordering: .relaxed)
    report("")
    return true
  }

  /// Replaces the sentence about this program, which holds the lock.
  package func report(_ sentence: String) {
    let file = file.load(ordering: .relaxed)
    guard file >= 0 else { return }
    ftruncate(file, 0)
    lseek(file, 0, SEEK_SET)
    try? writeAll(sentence.utf8, to: file)
  }

  /// What the program says of itself, or said before it ended; nil if it has never run.
  package var lastReport: String? {
    guard let path, let file = try? OwnedFileDescriptor(opening: path, O_RDONLY | Self.careful),
      let bytes = try? readAll(from: file.number, limit: 4096)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self).printable
  }

  /// Whether another program holds it.
  package var isHeld: Bool {
    guard let path, let file = try? OwnedFileDescriptor(opening: path, O_RDWR | Self.careful) else {
      return false
    }
    var lock = Self.whole
    return unsafe fcntl(file.number, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  /// In another user's folder, or where others can write, it may be anything, such as a link.
  private static let careful = O_NONBLOCK | O_NOFOLLOW

  private static var whole: flock {
    flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
  }
}
