internal import FoundationEssentials

/// A file or folder that the service needs to read its configuration.
struct NeededFile: Equatable {
  /// What it must be able to do with it.
  enum Use: Equatable {
    case read
    /// List a folder and enter it.
    case list
    /// Enter a folder.
    case pass
  }

  var node: NodeFacts
  var use: Use

  /// Whether an account may do that.
  func isUsable(by account: Account) -> Bool { node.allows(permissions, to: account) }

  private var permissions: UInt32 {
    switch use {
    case .read: 4
    case .list: 5
    case .pass: 1
    }
  }
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
      let use: Use = listed.contains(path) ? .list : read.contains(path) ? .read : .pass
      return NodeFacts(of: path).map { NeededFile(node: $0, use: use) }
    }
  }

  /// The folders above, from the outermost.
  private static func parents(of path: String) -> [String] {
    var (parents, url) = ([String](), URL(filePath: path).standardizedFileURL)
    while url.path != "/" {
      url.deleteLastPathComponent()
      parents.insert(url.path, at: 0)
    }
    return parents
  }
}
