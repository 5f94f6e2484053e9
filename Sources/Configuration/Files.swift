internal import Glibc

/// The bytes of a regular file, at most so many. It does not wait for anything, whatever the path leads to.
func contents(ofFile path: String, limit: Int) throws(FileProblem) -> [UInt8] {
  // Before it is opened, for there are devices to which being opened means something.
  if let type = try FileType(atPath: path) { throw .notRegular(type) }
  let descriptor = try FileDescriptor(reading: path)
  if let type = try descriptor.type() { throw .notRegular(type) }
  return try descriptor.readToEnd(limit: limit)
}

/// The names in a folder, in no order.
func entries(ofFolder path: String) throws(FileProblem) -> [String] {
  guard let folder = unsafe opendir(path) else { throw .unreadable(errno: errno) }
  defer { unsafe closedir(folder) }
  var names: [String] = []
  while true {
    errno = 0
    guard let entry = unsafe readdir(folder) else {
      guard errno == 0 else { throw .unreadable(errno: errno) }
      return names
    }
    let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
      unsafe name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { characters in
        unsafe String(cString: characters)
      }
    }
    names.append(name)
  }
}

/// An open file.
private struct FileDescriptor: ~Copyable {
  private let number: CInt

  /// Opens a file, and does not wait for the other end of a FIFO: open(2).
  init(reading path: String) throws(FileProblem) {
    let opened = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard opened >= 0 else { throw .unreadable(errno: errno) }
    number = opened
  }

  deinit {
    close(number)
  }

  /// Nil for a regular file: fstat(2).
  func type() throws(FileProblem) -> FileType? {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw .unreadable(errno: errno) }
    return FileType(mode: status.st_mode)
  }

  /// All from here to the end, wherever that is by now: read(2).
  func readToEnd(limit: Int) throws(FileProblem) -> [UInt8] {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(errno: errno) }
      guard count > 0 else { return text }
      guard text.count + count <= limit else { throw .tooLarge(limit: limit) }
      text += buffer[..<count]
    }
  }
}

extension FileType {
  /// What a path leads to; nil for a regular file: stat(2).
  init?(atPath path: String) throws(FileProblem) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw .unreadable(errno: errno) }
    self.init(mode: status.st_mode)
  }

  fileprivate init?(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: return nil
    case S_IFDIR: self = .folder
    case S_IFIFO: self = .fifo
    case S_IFSOCK: self = .socket
    case S_IFBLK, S_IFCHR: self = .device
    default: self = .other
    }
  }
}

/// What the C library says of an error number.
func errorDescription(_ number: Int32) -> String {
  unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
}
