internal import CLinux
internal import Glibc

/// Why a file is not opened.
package enum FileRefusal: Error, Equatable {
  /// A call of the system failed.
  case failed(SystemError)
  /// It is a folder, a FIFO, a socket or a device.
  case notRegular
  /// The path, or a link in it, leads out of the folder that the file must be in.
  case outside
  /// The path has a link, and the kernel cannot say whether it leads out of the folder.
  case link

  /// What is wrong, in words that follow the file's name.
  package var text: String {
    switch self {
    case .failed(let error): "cannot be read: \(error.text)"
    case .notRegular: "is not a regular file"
    case .outside: "is outside the folder that it must be in"
    case .link:
      "is a link, or in a linked folder, and this system cannot tell whether it leaves the folder that it must be in"
    }
  }
}

/// Opens a regular file to read it. Nothing else is opened, because opening has effects on some devices.
///
/// - Parameters:
///   - path: The file.
///   - folder: The folder that the file must be in, or below, wherever links lead. The path begins there. Nil allows
///     every file.
package func openRegularFile(
  _ path: String, beneath folder: String? = nil
) throws(FileRefusal) -> OwnedFileDescriptor {
  guard let folder else { return try openIfRegular(opened(path, justFind)) }
  return try openIfRegular(find(path, beneath: folder))
}

/// Opens the very file that was found, even if something else has its name by now.
func openIfRegular(_ file: consuming OwnedFileDescriptor) throws(FileRefusal) -> OwnedFileDescriptor {
  guard try file.mode & S_IFMT == S_IFREG else { throw .notRegular }
  return try opened("/proc/self/fd/\(file.number)", O_RDONLY | O_NONBLOCK)
}

/// O_PATH of open(2), which finds a file without opening it. Swift reads its header without _GNU_SOURCE.
private let justFind = __O_PATH

private func opened(_ path: String, _ flags: Int32) throws(FileRefusal) -> OwnedFileDescriptor {
  do throws(SystemError) { return try OwnedFileDescriptor(opening: path, flags) } catch {
    throw .failed(error)
  }
}

/// Finds a file, without opening it.
func find(_ path: String, beneath folder: String) throws(FileRefusal) -> OwnedFileDescriptor {
  let folder = try opened(folder, justFind | O_DIRECTORY)
  let number = unsafe clinux_find_beneath(folder.number, path)
  guard number < 0 else { return OwnedFileDescriptor(owning: number) }
  switch errno {
  case EXDEV: throw .outside
  // Linux before 5.6, or a container that forbids calls it does not know.
  case ENOSYS, EPERM: return try find(path, withoutLinksFrom: folder)
  default: throw .failed(.last)
  }
}

/// Finds a file whose path has no links, without opening it.
func find(
  _ path: String, withoutLinksFrom folder: consuming OwnedFileDescriptor
) throws(FileRefusal) -> OwnedFileDescriptor {
  guard !path.hasPrefix("/") else { throw .outside }
  var file = folder
  for name in path.split(separator: "/") {
    guard name != ".." else { throw .outside }
    let number = unsafe openat(file.number, String(name), justFind | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else { throw .failed(.last) }
    file = OwnedFileDescriptor(owning: number)
    guard try file.mode & S_IFMT != S_IFLNK else { throw .link }
  }
  return file
}

extension OwnedFileDescriptor {
  /// The type and the permissions of the file: inode(7).
  fileprivate var mode: mode_t {
    get throws(FileRefusal) {
      var status = stat()
      guard unsafe fstat(number, &status) == 0 else { throw .failed(.last) }
      return status.st_mode
    }
  }
}
