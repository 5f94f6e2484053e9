internal import Glibc

/// The folder that a file is in.
public func parent(of path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The last part of a path.
public func lastPart(of path: String) -> String {
  let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
  return String(path[(slash.map { path.utf8.index(after: $0) } ?? path.startIndex)...])
}

/// The path of a file, without links. realpath(3)
public func realPath(of path: String) throws(SystemError) -> String {
  guard let target = unsafe realpath(path, nil) else { throw .last }
  defer { unsafe free(target) }
  return unsafe String(cString: target)
}

/// Makes a folder, and those that it is in, unless they are there. What fails is found when a file is written in it.
public func makeFolders(_ path: String) {
  var folder = path.hasPrefix("/") ? "" : "."
  for part in path.split(separator: "/") {
    folder += "/\(part)"
    unsafe mkdir(folder, 0o777)
  }
}
