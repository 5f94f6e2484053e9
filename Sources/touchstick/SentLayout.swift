internal import Configuration
internal import Diagnostics
internal import FoundationEssentials
internal import SystemBus

/// A layout on the command line.
enum NamedLayout {
  case path(String)
  case profile(String)

  /// A path, if the word contains a slash, ends in `.toml` or is `-`, the standard input; else the name of a profile.
  init(_ word: String) {
    self = word == "-" || word.contains("/") || word.hasSuffix(".toml") ? .path(word) : .profile(word)
  }

  /// The same, except that a word which names an existing file or folder is a path.
  init(orExistingPath word: String) {
    self = FileManager.default.fileExists(atPath: word) ? .path(word) : NamedLayout(word)
  }

  var path: String? { if case .path(let path) = self { path } else { nil } }
  var profile: String? { if case .profile(let name) = self { name } else { nil } }

  /// The settings of a configuration or a profile.
  var settings: Settings {
    get throws {
      switch self {
      case .path(let path): return try Settings.read(fileOrFolder: path)
      case .profile(let name): return try Self.existing(name).read()
      }
    }
  }

  private static func existing(_ name: String) throws(CommandError) -> Profile {
    do throws(ConfigurationError) {
      return try ProfileFolders.ofUser.profile(named: name)
    } catch {
      throw CommandError(error.sentence, status: 66)  // EX_NOINPUT
    }
  }
}

/// A layout for touchstickd: a profile that it reads itself, or the text of one. Both are empty for none.
struct SentLayout {
  private(set) var profile = ""
  private(set) var text = ""

  /// None.
  init() {}

  /// A layout on the command line.
  init(_ layout: NamedLayout) throws {
    switch layout {
    case .path(let path): try self.init(file: path)
    case .profile(let name): try self.init(profile: name)
    }
  }

  /// A profile; touchstickd cannot read those of a user.
  init(profile name: String) throws {
    if let own = ProfileFolders.own.all.first(where: { $0.name == name }) {
      try self.init(file: own.path)
    } else {
      self.init()
      profile = name
    }
  }

  /// A file, or the standard input for `-`.
  init(file path: String) throws {
    self.init()
    let bytes = try Settings.text(ofFile: path)
    guard bytes.count <= PadsInterface.mostLayoutBytes else {
      throw Diagnostic(
        .error, "too-large", "has more than \(PadsInterface.mostLayoutBytes) bytes",
        hint: "remove some of it", in: path)
    }
    // touchstickd does not know the name of the file.
    _ = try Settings.parse(profile: bytes, file: path)
    text = String(decoding: bytes, as: UTF8.self)
  }
}
