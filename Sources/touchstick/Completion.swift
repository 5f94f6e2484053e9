internal import ArgumentParser
internal import Configuration
internal import FoundationEssentials
internal import System

extension CompletionKind {
  static var eventNodes: CompletionKind { .custom { _, _, _ in nodes } }

  /// The event nodes, and the files and folders that begin with the current word.
  static var eventNodesAndFiles: CompletionKind { .custom { _, _, word in nodes + files(like: word) } }

  static var profiles: CompletionKind { .custom { _, _, _ in profileNames } }

  /// The names of all profiles, and the configurations and folders that begin with the current word.
  static var profilesAndFiles: CompletionKind {
    .custom { _, _, word in
      profileNames + files(like: word).filter { ConfigurationFiles.isName(lastPart(of: $0)) || isFolder($0) }
    }
  }

  private static var profileNames: [String] { ProfileFolders.ofUser.all.map(\.name) }

  private static let inputFolder = "/dev/input"

  private static var nodes: [String] {
    let names = names(in: inputFolder).filter { $0.hasPrefix("event") }
    return names.sorted { ($0.count, $0) < ($1.count, $1) }.map { "\(inputFolder)/\($0)" }
  }

  private static func files(like word: String) -> [String] {
    let (folder, start) = (parent(of: word), lastPart(of: word))
    guard folder != inputFolder else { return [] }
    return names(in: folder).sorted().filter { $0.hasPrefix(start) }.map { name in
      let path = String(word.dropLast(start.count)) + name
      // bash adds the slash itself.
      return path + (isFolder(path) && CompletionShell.requesting != .bash ? "/" : "")
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }

  /// The names in a folder, without hidden ones; none if it cannot be read.
  private static func names(in folder: String) -> [String] {
    ((try? entries(ofFolder: folder)) ?? []).filter { !$0.hasPrefix(".") }
  }
}
