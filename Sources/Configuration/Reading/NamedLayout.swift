internal import Glibc
package import System

/// A layout as a user names it.
package enum NamedLayout: Equatable, Sendable {
  /// A file or folder, or the standard input for `-`.
  case path(String)
  /// A profile, the user's own first.
  case profile(String)

  /// A path, if the word contains a slash, ends in `.toml` or is `-`; else the name of a profile.
  package init(_ word: String) {
    self = word == "-" || word.contains("/") || word.hasSuffix(".toml") ? .path(word) : .profile(word)
  }

  /// The same, except that a word which names an existing file or folder is a path.
  package init(orExistingPath word: String) {
    self = unsafe access(word, F_OK) == 0 ? .path(word) : NamedLayout(word)
  }

  package var path: String? { if case .path(let path) = self { path } else { nil } }
  package var profile: String? { if case .profile(let name) = self { name } else { nil } }

  /// The same layout for a program that runs in another folder.
  package var absolute: NamedLayout {
    guard case .path(let path) = self, !path.hasPrefix("/"), !isStandardInput(path),
      let folder = try? realPath(of: ".")
    else { return self }
    return .path("\(folder)/\(path)")
  }

  package func readProfile() throws(ConfigurationError) -> Settings {
    switch self {
    case .profile(let name): try ProfileFolders.ofUser.read(name)
    case .path(let path): try Settings.parse(profile: Settings.text(ofFile: path), file: path)
    }
  }
}

/// A layout that somebody asks touchstickd for: the text of a file with a name for it, or else the profile of that name.
/// Without both, it is the configuration's own; for a claim, the current one.
package struct LayoutRequest: Equatable, Sendable {
  package private(set) var name = ""
  package private(set) var text: String?

  package init(name: String = "", text: String? = nil) { (self.name, self.text) = (name, text) }

  package var isEmpty: Bool { name.isEmpty && text == nil }

  /// The call that uses it.
  package var call: (method: PadsInterface.Method, arguments: [String]) {
    if let text { (.useLayout, [name, text]) } else { (.useProfile, [name]) }
  }

  /// Reads a file, also a profile of the user's own: touchstickd may not be able to read it, and does not know its name. The text
  /// is changed as the user's feel wants it.
  package init(_ layout: NamedLayout, limit: Int) throws(ConfigurationError) {
    let path: String
    let feel = FeelSettings.ofUser
    switch layout {
    case .path(let file): (name, path) = (file, file)
    case .profile(let profile):
      name = profile
      let folders = feel.isEmpty ? ProfileFolders.own : .ofUser
      guard profile != AutomaticProfile.name, let file = folders.all.first(where: { $0.name == profile })
      else { return }
      path = file.path
    }
    let written = try Settings.text(ofFile: path)
    let bytes = feel.isEmpty ? written : try ProfileText(written, file: path).applying(feel).bytes
    guard bytes.count <= limit else {
      throw ConfigurationError([
        Diagnostic(.error, "too-large", "has more than \(limit) bytes", hint: "remove some of it", in: path)
      ])
    }
    _ = try Settings.parse(profile: bytes, file: path)
    text = String(decoding: bytes, as: UTF8.self)
  }
}
