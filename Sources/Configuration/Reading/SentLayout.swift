internal import Diagnostics
internal import OperatingSystem

/// A layout as a user names it.
public enum LayoutSource: Equatable, Sendable {
  /// A profile that touchstickd can read itself.
  case profile(String)
  /// A file that only the user may be able to read, and the name that the user knows it by: a profile of the user's own,
  /// or the path.
  case file(path: String, name: String)

  /// A file, if the word contains a slash or ends in `.toml`; the standard input for `-`; else a profile.
  public init(_ word: String) {
    if word == "-" || word.contains("/") || word.hasSuffix(".toml") {
      self = .file(path: word, name: word)
    } else {
      self.init(profile: word)
    }
  }

  /// A profile, the user's own first.
  public init(profile name: String) {
    let own = ProfileFolders.own.all.first { $0.name == name }
    self = own.map { .file(path: $0.path, name: name) } ?? .profile(name)
  }

  /// Reads the layout, to check it or to draw it.
  public func read() throws(ConfigurationError) -> Settings {
    switch self {
    case .profile(let name): try ProfileFolders().read(name)
    case .file(let path, _): try Settings.parse(profile: Settings.text(ofFile: path), file: path)
    }
  }
}

/// A layout for touchstickd: a name, and the text of a file. Without a text, it is the profile of that name, and without
/// both, none.
public struct SentLayout: Sendable {
  /// The name of the profile, or of the text.
  public private(set) var name = ""
  /// The text.
  public private(set) var text = ""

  /// None.
  public init() {}

  /// - Parameter limit: The maximum size of a text in bytes.
  /// - Throws: The errors of a file: touchstickd does not know its name.
  public init(_ source: LayoutSource, limit: Int) throws(ConfigurationError) {
    guard case .file(let path, let name) = source else {
      if case .profile(let name) = source { self.name = name }
      return
    }
    let bytes = try Settings.text(ofFile: path)
    guard bytes.count <= limit else {
      throw ConfigurationError([
        Diagnostic(
          .error, "too-large", "has more than \(limit) bytes", hint: "remove some of it", in: path)
      ])
    }
    _ = try Settings.parse(profile: bytes, file: path)
    self.name = name
    text = String(decoding: bytes, as: UTF8.self)
  }
}
