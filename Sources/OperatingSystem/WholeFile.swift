internal import Glibc

/// Writes a file completely, or not at all.
///
/// A link stays, and its target is replaced. The permissions of the file stay, too. The bytes go directly into a FIFO
/// or a device. rename(2)
///
/// - Throws: The error of the call that failed, such as EACCES for a file that its user must not write.
public func writeWhole(_ bytes: some Collection<UInt8>, toFile path: String) throws(SystemError) {
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

/// The path itself, or that of the file that a link leads to. lstat(2)
private func targetOfLinks(_ path: String) throws(SystemError) -> String {
  var status = stat()
  guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
  return try realPath(of: path)
}
