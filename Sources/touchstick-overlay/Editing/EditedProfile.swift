internal import Configuration
internal import EventPipeline
internal import Glibc
internal import System

/// The surface of the device whose layout is edited.
struct EditedDevice {
  /// As the user holds it.
  let size: SurfaceSize
  /// In degrees.
  let rotation: Int
  /// The event node.
  let node: String
}

/// The profile that is edited. It is saved in the user's own folder, whatever folder it is from.
struct EditedProfile {
  let name: String
  let text: ProfileText
  /// The file that it is saved in.
  let path: String

  /// Reads the profile with this name: the user's own, or else another.
  init(_ name: String) throws(ConfigurationError) {
    let profile = try ProfileFolders.ofUser.profile(named: name)
    self.init(name, try ProfileText(Settings.text(ofFile: profile.path), file: profile.path))
  }

  private init(_ name: String, _ text: ProfileText) {
    (self.name, self.text) = (name, text)
    // Without a home, writing the file fails.
    path = ProfileFolders.own.paths.first.map { "\($0)/\(name).toml" } ?? ""
  }

  /// The same profile with another name, and so with another file.
  func named(_ name: String) -> EditedProfile { EditedProfile(name, text) }

  /// Why a new profile cannot have this name; nil if it can.
  ///
  /// - Parameter names: The names of all profiles.
  static func refusal(ofName name: String, among names: [String]) -> String? {
    if name.isEmpty { return "A layout needs a name." }
    if name.first == " " || name.last == " " { return "A name must not begin or end with a space." }
    if name.first == "." || name.first == "-" { return "A name must begin with a letter or a digit." }
    if name.utf8.contains(UInt8(ascii: "/")) { return "A name must not contain a slash." }
    if name.utf8.count > maxNameLength { return "A name has at most \(maxNameLength) letters." }
    if name == AutomaticProfile.name { return "“\(name)” is what chooses a layout by the device." }
    return names.contains(name) ? "There is already a layout “\(name)”. Choose another name." : nil
  }

  private static let maxNameLength = 60

  /// The profile in use, or else the user's own that was changed last. Or else the one for any touchscreen.
  static func defaultName(current: String) -> String {
    func time(_ profile: Profile) -> Int {
      var status = stat()
      return unsafe stat(profile.path, &status) == 0 ? status.st_mtim.tv_sec : 0
    }
    if ProfileFolders.ofUser.all.contains(where: { $0.name == current }) { return current }
    return ProfileFolders.own.all.max { time($0) < time($1) }?.name ?? "touchscreen"
  }

  /// Makes a profile of the user's own with a new name, and returns that: a copy, or one with a stick and a button.
  ///
  /// - Parameter name: The profile to copy; nil copies none.
  static func copy(of name: String?) throws(ConfigurationError) -> String {
    let names = Set(ProfileFolders.ofUser.all.map(\.name))
    let base = name ?? "layout"
    let new = (2...).lazy.map { "\(base)-\($0)" }.first { !names.contains($0) } ?? base
    let path = (ProfileFolders.own.paths.first ?? "") + "/\(new).toml"
    let text =
      try name.map { name throws(ConfigurationError) in
        try Settings.text(ofFile: ProfileFolders.ofUser.profile(named: name).path)
      } ?? Array(Self.start.utf8)
    do throws(SystemError) {
      makeFolders(parent(of: path))
      try writeWhole(text, toFile: path)
    } catch {
      throw ConfigurationError([
        Diagnostic(.error, "unwritable", "the new layout cannot be written: \(error.text)", in: path)
      ])
    }
    return new
  }

  /// What a new profile begins with.
  private static let start = """
    description = "My layout"

    [[stick]]
    target = "left"
    region = { x = "0%", y = "30%", width = "45%", height = "70%" }

    [[button]]
    output = "A"
    region = { center = ["80%", "65%"], radius = "8mm" }

    """

  /// Writes the file, and makes its folder.
  func save(_ text: [UInt8]) throws(SystemError) {
    makeFolders(parent(of: path))
    try writeWhole(text, toFile: path)
  }
}
