internal import Glibc

/// A lock that only one program of a user's sessions can hold: F_SETLK in fcntl(2).
public struct ProgramLock {
  private let name: String

  /// Names a lock, such as by its program.
  public init(_ name: String) { self.name = name }

  /// Locks it until this program ends. Returns false if another program holds it.
  public func take() -> Bool {
    // Where there is no folder for the file, nobody is asked. The file stays open.
    guard let file = open() else { return true }
    var lock = Self.whole
    return unsafe fcntl(file, F_SETLK, &lock) == 0 || (errno != EACCES && errno != EAGAIN)
  }

  /// Whether another program holds it.
  public var isTaken: Bool {
    guard let file = open() else { return false }
    defer { close(file) }
    var lock = Self.whole
    return unsafe fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  private func open() -> Int32? {
    guard let folder = environment("XDG_RUNTIME_DIR") else { return nil }
    let file = unsafe Glibc.open("\(folder)/\(name).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    return file < 0 ? nil : file
  }

  /// The whole file.
  private static var whole: flock {
    flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
  }
}
