internal import Configuration
internal import Diagnostics
internal import FoundationEssentials
internal import SystemBus

/// A layout for touchstickd: a profile that it reads itself, or the text of one. Both are empty for none.
struct SentLayout {
  private(set) var profile = ""
  private(set) var text = ""

  /// None.
  init() {}

  /// A file, if the word contains a slash or ends in `.toml`; the standard input for `-`; else a profile.
  init(_ word: String) throws {
    if word == "-" || word.contains("/") || word.hasSuffix(".toml") {
      try self.init(file: word)
    } else {
      try self.init(profile: word)
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
