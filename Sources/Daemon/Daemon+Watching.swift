internal import Glibc

// Changes of the configuration files.
extension Daemon {
  /// How long to wait for more of them, in microseconds: who changes several files does it one after the other.
  private static let patience: Int64 = 250_000

  /// Watches the files, where they are now. What cannot be watched is read when that is asked for.
  func watchConfiguration() {
    watches = []
    for path in Self.paths(configurationPaths) {
      var status = stat()
      let isFolder = unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      if isFolder {
        watch(path) { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }
      } else {
        for place in Set([path, Self.target(of: path)].map(FilePlace.init)) {
          watch(place.folder) { $0 == place.name }
        }
      }
    }
  }

  private func watch(_ folder: String, where counts: @escaping (String) -> Bool) {
    let watch = try? loop.whenChanged(inFolder: folder) { [unowned self] name in
      if counts(name) { reloadSoon() }
    }
    if let watch { watches.append(watch) }
  }

  /// Not later for each change, or a file that changes all the time would never be read.
  private func reloadSoon() {
    guard !isReloadDue else { return }
    isReloadDue = true
    do throws(DaemonError) {
      try reloadTimer?.set(to: loop.now + Self.patience)
    } catch {
      fail(error)
    }
  }

  /// What a link leads to in the end; the path itself where that cannot be told.
  private static func target(of path: String) -> String {
    guard let target = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(target) }
    return unsafe String(cString: target)
  }
}

/// A file's folder, and its name in that.
private struct FilePlace: Hashable {
  let folder: String
  let name: String

  init(_ path: String) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    name = String(path[(slash.map { path.utf8.index(after: $0) } ?? path.startIndex)...])
    folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }
}
