internal import Glibc
internal import System

package func isStandardInput(_ path: String) -> Bool { path == "-" || path == "/dev/stdin" }

/// The standard input. It is read once, and errors quote its lines later.
private let standardInput = Result { () throws(SystemError) in
  try readAll(from: STDIN_FILENO, limit: Settings.sizeLimit)
}

extension Settings {
  /// The bytes of a configuration, or of a layout to import: of a regular file, or of the standard input. It waits only
  /// for the standard input.
  ///
  /// - Parameter limit: The most bytes, by the first four of them.
  package static func text(
    ofFile path: String, limit: ([UInt8]) -> Int = { _ in sizeLimit }
  ) throws(ConfigurationError) -> [UInt8] {
    let text = try isStandardInput(path) ? readStandardInput(path) : readFile(path, limit: limit)
    guard let text else {
      throw ConfigurationError(
        unreadable: path, "too-large", "is too large",
        hint: "it can have at most \(sizeLimit) bytes")
    }
    return text
  }
}

private func readStandardInput(_ path: String) throws(ConfigurationError) -> [UInt8]? {
  do throws(SystemError) { return try standardInput.get() } catch { throw unreadable(path, error) }
}

/// Nil if it is larger.
private func readFile(_ path: String, limit: ([UInt8]) -> Int) throws(ConfigurationError) -> [UInt8]? {
  // Check before opening: opening has effects on some devices.
  if let type = try FileType(atPath: path) { throw type.notRegular(path) }
  let type: FileType?
  do throws(SystemError) {
    // A FIFO that appeared in between must not block.
    let file = try OwnedFileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
    var status = stat()
    guard unsafe fstat(file.number, &status) == 0 else { throw .last }
    type = FileType(mode: status.st_mode)
    if type == nil {
      var start = [UInt8](repeating: 0, count: 4)
      _ = unsafe pread(file.number, &start, start.count, 0)
      return try readAll(from: file.number, limit: limit(start))
    }
  } catch {
    throw unreadable(path, error)
  }
  if let type { throw type.notRegular(path) }
  return nil
}

func names(inFolder path: String) throws(ConfigurationError) -> [String] {
  do throws(SystemError) {
    return try entries(ofFolder: path)
  } catch {
    throw unreadable(path, error)
  }
}

private func unreadable(_ path: String, _ error: SystemError = .last) -> ConfigurationError {
  // Swift replaces what is not UTF-8 in an argument, so the kernel finds no such file.
  let isNoText = error.errno == ENOENT && path.unicodeScalars.contains("\u{fffd}")
  return ConfigurationError(
    unreadable: path, "unreadable", "cannot be read: \(isNoText ? "its name is not UTF-8" : error.text)",
    hint: isNoText ? "rename the file" : nil, isTemporary: error.isTemporary)
}

enum FileType: String {
  case folder = "a folder"
  case fifo = "a FIFO"
  case socket = "a socket"
  case device = "a device"
  case other = "not a file"
}

extension FileType {
  fileprivate func notRegular(_ path: String) -> ConfigurationError {
    ConfigurationError(
      unreadable: path, "not-a-file", "is \(rawValue)", hint: "it must be a regular file")
  }

  init?(atPath path: String) throws(ConfigurationError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw unreadable(path) }
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
