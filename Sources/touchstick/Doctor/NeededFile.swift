internal import FoundationEssentials

/// A file or folder that the service needs to read its configuration.
struct NeededFile: Equatable {
  var node: NodeFacts
  /// What it must be able to do with it.
  var use: AccessEntry.Use

  /// Whether an account may do that.
  func isUsable(by account: Account) -> Bool { node.allows(use, to: account) }
}

extension NeededFile {
  /// The files of a folder, that folder, and all folders on the way to them, also through links; the outermost come
  /// first.
  static func all(_ files: [String], in folder: String) -> [NeededFile] {
    let places = ([folder] + files).flatMap { path in
      [path, URL(filePath: path).resolvingSymlinksInPath().path]
    }
    let listed = Set(places.prefix(2))
    let read = Set(places.dropFirst(2))
    var known: Set<String> = []
    let paths = (places.flatMap(parents(of:)) + places).filter { known.insert($0).inserted }
    return paths.compactMap { path in
      let use: AccessEntry.Use = listed.contains(path) ? .list : read.contains(path) ? .read : .enter
      return NodeFacts(of: path).map { NeededFile(node: $0, use: use) }
    }
  }

  /// The folders above, from the outermost.
  private static func parents(of path: String) -> [String] {
    let folders = sequence(first: URL(filePath: path).standardizedFileURL) { url in
      url.path == "/" ? nil : url.deletingLastPathComponent()
    }
    return folders.dropFirst().map(\.path).reversed()
  }
}
