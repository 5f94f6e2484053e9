internal import Glibc
internal import Synchronization
internal import System

package func isStandardInput(_ path: String) -> Bool { path == "-" || path == "/dev/stdin" }

/// The text of the standard input, once it was read: the report of its errors quotes its lines.
private let standardInput = Mutex<[UInt8]?>(nil)

extension Settings {
  /// The bytes of a configuration, or of a layout to import: of a regular file, or of the standard input. It waits only
  /// for the standard input.
  ///
  /// - Parameter limit: The maximum number of bytes of a file that begins like this: an archive may be larger than a text.
  package static func text(
    ofFile path: String, limit: ([UInt8]) -> Int = { _ in sizeLimit }
  ) throws(ConfigurationError) -> [UInt8] {
    guard isStandardInput(path) else {
      let file = try openFile(path)
      return try readFile(file.number, path, limit)
    }
    return try standardInput.withLock { known throws(ConfigurationError) in
      if let known { return known }
      let text = try readFile(STDIN_FILENO, path, limit)
      known = text
      return text
    }
  }
}

/// Opens a regular file.
private func openFile(_ path: String) throws(ConfigurationError) -> OwnedFileDescriptor {
  // Check before opening: opening has effects on some devices.
  if let type = try FileType(atPath: path) { throw type.notRegular(path) }
  let file = try openWithoutWaiting(path)
  var status = stat()
  guard unsafe fstat(file.number, &status) == 0 else { throw unreadable(path) }
  if let type = FileType(mode: status.st_mode) { throw type.notRegular(path) }
  return file
}

/// Opens a file. A FIFO that appeared in its place must not block.
private func openWithoutWaiting(_ path: String) throws(ConfigurationError) -> OwnedFileDescriptor {
  do throws(SystemError) {
    return try OwnedFileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
  } catch {
    throw unreadable(path, error)
  }
}

private func readFile(
  _ file: Int32, _ path: String, _ limit: ([UInt8]) -> Int
) throws(ConfigurationError) -> [UInt8] {
  var maxBytes = 0
  do throws(SystemError) {
    let text = try readAll(from: file) { start in
      maxBytes = limit(start)
      return maxBytes
    }
    if let text { return text }
  } catch {
    throw unreadable(path, error)
  }
  throw ConfigurationError(
    unreadable: path, "too-large", "is too large", hint: "it can have at most \(maxBytes) bytes")
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

/// What a path leads to, unless that is a regular file: then it is nil.
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
