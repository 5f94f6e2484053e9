public import Diagnostics
import Glibc
import OperatingSystem

extension Recording {
  /// The maximum size in bytes for ``read(path:)``: 256 MiB, hours of touches.
  public static let sizeLimit = 256 << 20

  /// Opens and reads a recording: a regular file, a named pipe or, for the path `-`, standard input.
  ///
  /// Other kinds of file are not opened, because opening a device can have effects. Opening a named pipe waits for a
  /// writer.
  ///
  /// - Throws: The errors of ``parse(_:file:)-([UInt8],_)``, and an error if the file cannot be read or has more than
  ///   ``sizeLimit`` bytes.
  public static func read(path: String) throws(Diagnostic) -> Recording {
    let file = path == "-" ? "standard input" : path
    return try parse(try bytes(ofPath: path, file: file), file: file)
  }

  private static func bytes(ofPath path: String, file: String) throws(Diagnostic) -> [UInt8] {
    if path == "-" { return try bytes(of: STDIN_FILENO, file: file) }
    var status = stat()
    if unsafe stat(path, &status) != 0 {
      throw unreadable(file, "opened")
    }
    try checkKind(status, file: file)
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    if descriptor < 0 { throw unreadable(file, "opened") }
    defer { close(descriptor) }
    // The path may lead to another file by now.
    if unsafe fstat(descriptor, &status) != 0 {
      throw unreadable(file, "opened")
    }
    try checkKind(status, file: file)
    return try bytes(of: descriptor, file: file)
  }

  private static func checkKind(_ status: stat, file: String) throws(Diagnostic) {
    let kind: String
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFIFO: return
    case S_IFDIR: kind = "a directory"
    case S_IFCHR, S_IFBLK: kind = "a device"
    default: kind = "not a file"
    }
    throw Diagnostic(
      .error, "not-a-file", "is \(kind), which is not read",
      hint: "name a file, a named pipe, or - for standard input", in: file, isUnreadable: true)
  }

  private static func bytes(of descriptor: Int32, file: String) throws(Diagnostic) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try readAll(from: descriptor, limit: sizeLimit)
    } catch {
      throw unreadable(file, "read", error)
    }
    guard let bytes else { throw Diagnostic.tooLarge(limit: sizeLimit).located(in: file) }
    return bytes
  }

  private static func unreadable(_ file: String, _ verb: String, _ error: SystemError = .last) -> Diagnostic {
    Diagnostic(
      .error, "unreadable", "cannot be \(verb): \(error.text)", hint: "name a recording that you may read",
      in: file, isUnreadable: true)
  }
}

extension Diagnostic {
  static func tooLarge(limit: Int) -> Diagnostic {
    Diagnostic(
      .error, "too-large", "is larger than \(limit / 1_048_576) MiB",
      hint: "record less, or cut the file after a SYN_REPORT")
  }
}
