internal import CLinux
internal import Glibc

/// An open file that is closed with its owner. Child processes do not inherit it.
package struct OwnedFileDescriptor: ~Copyable {
  package let number: Int32

  /// Becomes the owner of an open file.
  package init(owning number: Int32) { self.number = number }

  /// Opens a file. open(2)
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - flags: O_RDONLY, O_WRONLY or O_RDWR, and other flags of open(2).
  ///   - mode: The permissions of a file that O_CREAT makes.
  package init(
    opening path: String, _ flags: Int32, mode: UInt32 = 0o666
  ) throws(SystemError) {
    var number: Int32
    repeat {
      number = unsafe open(path, flags | O_CLOEXEC | O_NOCTTY, mode)
    } while number < 0 && errno == EINTR
    guard number >= 0 else { throw .last }
    self.number = number
  }

  deinit { close(number) }
}

/// Reads to the end of a file. read(2)
///
/// - Parameters:
///   - file: A descriptor.
///   - limit: The maximum number of bytes.
/// - Returns: The bytes; nil if there are more than the limit.
package func readAll(from file: Int32, limit: Int = .max) throws(SystemError) -> [UInt8]? {
  try readAll(from: file) { _ in limit }
}

/// Reads to the end of a file whose beginning decides how many bytes it can have.
package func readAll(
  from file: Int32, limit: (_ start: [UInt8]) -> Int
) throws(SystemError) -> [UInt8]? {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe read(file, &buffer, buffer.count)
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw .last }
    guard count > 0 else { return bytes }
    bytes += buffer[..<count]
    if bytes.count > limit(bytes) { return nil }
  }
}

/// Reads a packet that waits in a socket. recv(2)
///
/// - Parameters:
///   - socket: A socket that keeps packets apart.
///   - limit: The maximum number of bytes. The rest of a longer packet is lost.
/// - Returns: The bytes; none if the other side has hung up; nil if no packet waits.
package func readPacket(from socket: Int32, limit: Int) throws(SystemError) -> [UInt8]? {
  while true {
    var result = 0
    let packet = unsafe [UInt8](unsafeUninitializedCapacity: limit) { bytes, count in
      result = unsafe recv(socket, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT))
      count = max(0, result)
    }
    if result < 0, errno == EINTR { continue }
    if result < 0, errno == EAGAIN { return nil }
    guard result >= 0 else { throw .last }
    return packet
  }
}

/// Writes all bytes to a file. write(2)
package func writeAll(_ bytes: some Collection<UInt8>, to file: Int32) throws(SystemError) {
  var rest = Array(bytes)[...]
  while !rest.isEmpty {
    let count = unsafe rest.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw .last }
    rest = rest.dropFirst(count)
  }
}

/// The names in a folder, unordered, including `.` and `..`. readdir(3)
package func entries(ofFolder path: String) throws(SystemError) -> [String] {
  guard let folder = unsafe opendir(path) else { throw .last }
  defer { unsafe closedir(folder) }
  var names: [String] = []
  while true {
    errno = 0
    guard let entry = unsafe readdir(folder) else {
      guard errno == 0 else { throw .last }
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

/// Writes a file completely, or not at all.
///
/// A link stays, and its target is replaced. The permissions of the file stay, too. The bytes go directly into a FIFO
/// or a device. rename(2)
///
/// - Throws: The error of the call that failed, such as EACCES for a file that its user must not write.
package func writeWhole(_ bytes: some Collection<UInt8>, toFile path: String) throws(SystemError) {
  let target = try targetOfLinks(path)
  var status = stat()
  let isThere = unsafe stat(target, &status) == 0
  guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
    let file = try OwnedFileDescriptor(opening: target, O_WRONLY)
    return try writeAll(bytes, to: file.number)
  }
  guard unsafe !isThere || access(target, W_OK) == 0 else { throw .last }
  // In the same folder, because rename(2) does not leave a file system.
  let new = "\(target).\(getpid())"
  let file = try OwnedFileDescriptor(opening: new, O_WRONLY | O_CREAT | O_EXCL)
  do throws(SystemError) {
    try writeAll(bytes, to: file.number)
    if isThere, fchmod(file.number, status.st_mode & 0o7777) != 0 { throw .last }
    guard unsafe rename(new, target) == 0 else { throw .last }
  } catch {
    unsafe unlink(new)
    throw error
  }
}

/// The number of a character device, as st_rdev of stat(2); nil for anything else. statx(2)
package func characterDevice(at path: String) -> UInt64? {
  var number: UInt64 = 0
  return unsafe clinux_find_character_device(path, &number) ? number : nil
}

/// The path itself, or that of the file that a link leads to. lstat(2)
private func targetOfLinks(_ path: String) throws(SystemError) -> String {
  var status = stat()
  guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
  return try realPath(of: path)
}

/// The folder that a file is in.
package func parent(of path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The last part of a path.
package func lastPart(of path: String) -> String {
  let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
  return String(path[(slash.map { path.utf8.index(after: $0) } ?? path.startIndex)...])
}

/// The path of a file, without links. realpath(3)
package func realPath(of path: String) throws(SystemError) -> String {
  guard let target = unsafe realpath(path, nil) else { throw .last }
  defer { unsafe free(target) }
  return unsafe String(cString: target)
}

/// Makes a folder, and those that it is in, unless they are there. What fails is found when a file is written in it.
package func makeFolders(_ path: String) {
  var folder = path.hasPrefix("/") ? "" : "."
  for part in path.split(separator: "/") {
    folder += "/\(part)"
    unsafe mkdir(folder, 0o777)
  }
}
