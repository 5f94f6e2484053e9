internal import Glibc
internal import System

/// A folder through which others could change the configuration.
enum ConfigurationFolder: Equatable, Sendable {
  /// A folder that is read: others could add a file.
  case given(String)
  /// The folder of a file that is read: others could replace it.
  case holding(String)
}

extension ConfigurationFiles {
  /// The files, and the folders that contain them, that others than their owners can change. Anybody who can change the
  /// configuration decides what the daemon does with input devices.
  ///
  /// Access control lists, and the folders above these, are not checked.
  ///
  /// - Returns: The folders in the order of the paths, then the files.
  package func permissionWarnings() -> [Diagnostic] {
    var warnings: [Diagnostic] = []
    var known: Set<String> = []
    for folder in folders + paths.compactMap(ConfigurationFolder.init(ofTarget:)) {
      guard let (path, mode) = folder.mode, let writers = Writers(mode: mode) else { continue }
      guard known.insert(path).inserted else { continue }
      warnings.append(writers.warning("can add or replace files in this folder", path))
    }
    for path in paths {
      guard let mode = fileMode(of: path), let writers = Writers(mode: mode) else { continue }
      warnings.append(writers.warning("can change this file", path))
    }
    return warnings
  }
}

extension ConfigurationFolder {
  /// The folder of a link's target; nil if the path is not a link: lstat(2).
  fileprivate init?(ofTarget path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK,
      let target = try? realPath(of: path)
    else { return nil }
    self = .holding(target)
  }

  /// Its path and mode; nil if it is harmless.
  fileprivate var mode: (path: String, mode: mode_t)? {
    switch self {
    case .given(let path): return fileMode(of: path).map { (path, $0) }
    case .holding(let file):
      let path = parent(of: file)
      // In a sticky folder such as /tmp, only the owner of a file can replace it.
      guard let mode = fileMode(of: path), mode & S_ISVTX == 0 else { return nil }
      return (path, mode)
    }
  }
}

/// Those who may write besides the owner, and the mode that removes this permission.
private struct Writers {
  private let phrase: String
  private let mode: String

  /// Nil if only the owner may write.
  init?(mode: mode_t) {
    switch (mode & S_IWGRP != 0, mode & S_IWOTH != 0) {
    case (true, true): (phrase, self.mode) = ("its group and everybody else", "go-w")
    case (true, false): (phrase, self.mode) = ("its group", "g-w")
    case (false, true): (phrase, self.mode) = ("everybody", "o-w")
    case (false, false): return nil
    }
  }

  func warning(_ what: String, _ path: String) -> Diagnostic {
    Diagnostic(
      .warning, "writable", "\(phrase) \(what)", hint: "run: chmod \(mode) \(shellWord(path))", in: path)
  }
}

/// The mode of a regular file or folder; nil for other files and errors: stat(2).
private func fileMode(of path: String) -> mode_t? {
  var status = stat()
  guard unsafe stat(path, &status) == 0 else { return nil }
  let type = status.st_mode & S_IFMT
  return type == S_IFREG || type == S_IFDIR ? status.st_mode : nil
}

/// A path quoted for a shell, which no program mistakes for an option.
private func shellWord(_ path: String) -> String {
  let path = path.utf8.first == UInt8(ascii: "-") ? "./" + path : path
  let isPlain = path.unicodeScalars.allSatisfy { scalar in
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      || "/._-+@%:,".unicodeScalars.contains(scalar)
  }
  guard !isPlain || path.isEmpty else { return path }
  var word = "'"
  for scalar in path.unicodeScalars { word += scalar == "'" ? #"'\''"# : String(scalar) }
  return (word + "'").escaped
}
