import OperatingSystem
import Glibc

extension Recording {
  /// The most bytes that ``read(path:)`` takes: 256 MiB, hours of touches.
  public static let sizeLimit = 256 << 20

  /// Opens and reads a recording: a regular file, a named pipe or, for the path `-`, standard input.
  ///
  /// Other kinds of file are not opened at all, because opening a device can do something. A named pipe is
  /// waited for.
  ///
  /// - Throws: What ``parse(_:file:)-([UInt8],_)`` throws, and that the file cannot be read or has more
  ///   than ``sizeLimit`` bytes.
  public static func read(path: String) throws(RecordingError) -> Recording {
    let file = path == "-" ? "standard input" : path
    return try parse(try bytes(ofPath: path, file: file), file: file)
  }

  private static func bytes(ofPath path: String, file: String) throws(RecordingError) -> [UInt8] {
    if path == "-" { return try bytes(of: STDIN_FILENO, file: file) }
    var status = stat()
    if unsafe stat(path, &status) != 0 {
      throw RecordingError(file: file, problem: .cannotOpen(errno: errno))
    }
    try checkKind(status, file: file)
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    if descriptor < 0 { throw RecordingError(file: file, problem: .cannotOpen(errno: errno)) }
    defer { close(descriptor) }
    // The path may have come to name something else.
    if unsafe fstat(descriptor, &status) != 0 {
      throw RecordingError(file: file, problem: .cannotOpen(errno: errno))
    }
    try checkKind(status, file: file)
    return try bytes(of: descriptor, file: file)
  }

  private static func checkKind(_ status: stat, file: String) throws(RecordingError) {
    let kind: RecordingError.FileKind
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFIFO: return
    case S_IFDIR: kind = .directory
    case S_IFCHR, S_IFBLK: kind = .device
    default: kind = .other
    }
    throw RecordingError(file: file, problem: .notAFile(kind))
  }

  private static func bytes(of descriptor: Int32, file: String) throws(RecordingError) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try readAll(from: descriptor, limit: sizeLimit)
    } catch {
      throw RecordingError(file: file, problem: .cannotRead(errno: error.errno))
    }
    guard let bytes else { throw RecordingError(file: file, problem: .tooLarge(limit: sizeLimit)) }
    return bytes
  }
}
