internal import OperatingSystem

/// A file or folder that the service needs to read its configuration.
struct NeededFile: Equatable {
  var node: NodeFacts
  /// What it must be able to do with it.
  var use: AccessEntry.Use
}

extension NeededFile {
  /// The files of a folder, that folder, and all folders on the way to them, also through links; the outermost come
  /// first.
  ///
  /// - Parameters:
  ///   - files: Absolute paths, without `..`.
  ///   - folder: Likewise.
  static func all(_ files: [String], in folder: String) -> [NeededFile] {
    let places = ([folder] + files).flatMap { [$0, (try? realPath(of: $0)) ?? $0] }
    let folders = places.flatMap { place in
      sequence(first: place) { $0 == "/" ? nil : parent(of: $0) }.dropFirst().reversed()
    }
    var known: Set<String> = []
    return (folders + places).filter { known.insert($0).inserted }.compactMap { path in
      let index = places.firstIndex(of: path)
      // The first two are the folder and the target of its link.
      let use: AccessEntry.Use = index.map { $0 < 2 ? .list : .read } ?? .enter
      return NodeFacts(of: path).map { NeededFile(node: $0, use: use) }
    }
  }
}
