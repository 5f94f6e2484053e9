internal import ArgumentParser
internal import Configuration
internal import Diagnostics
internal import FoundationEssentials
internal import Glibc
internal import OperatingSystem
internal import SystemBus

/// Changes the layout.
struct Use: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Changes the layout of the gamepad until you log out.",
    discussion: """
      NAME is a profile: one of your own, in $XDG_CONFIG_HOME/touchstick/profiles, or one that `touchstick profiles` \
      lists. FILE contains a slash or ends in .toml, and has the form of a profile. - is the standard input. With \
      several configuration files, the gamepad of the first one changes. The files stay as they are.

      Root and the user of the active session on seat0 may do this.

      Exit status: 0 if the layout changed; 65 if it has an error or does not fit the device; 66 if the profile or file \
      does not exist; 69 if touchstickd cannot be reached; 77 if you are not allowed to change it.
      """)

  @Argument(
    help: ArgumentHelp("The profile, the file, or - for the standard input.", valueName: "name-or-file"),
    completion: .file(extensions: ["toml"]))
  var layout: String?

  @Flag(help: "Returns to the layout of the configuration.")
  var reset = false

  func validate() throws {
    guard (layout == nil) == reset else { throw ValidationError("Name a profile or a file, or use --reset.") }
  }

  func run() throws {
    try Touchstick.perform {
      let text = try text()
      let bus = try SystemBus()
      if let text {
        try bus.call(.useLayout, text)
      } else {
        try bus.call(.useProfile, layout ?? "")
      }
      let name = layout.map { "\"\($0.printable)\"" } ?? "the configuration's own"
      let summary = StatusReport(status: try bus.padStatus()).summary
      Touchstick.printOutput("the layout is \(name); \(summary)\n".utf8)
    }
  }

  /// The text to send; nil for a profile that touchstickd reads itself.
  private func text() throws -> String? {
    guard let layout, let path = path(of: layout) else { return nil }
    let bytes = try layout == "-" ? textOfStandardInput(path) : Settings.text(ofFile: path)
    guard bytes.count <= PadsInterface.mostLayoutBytes else {
      throw Diagnostic(
        .error, "too-large", "has more than \(PadsInterface.mostLayoutBytes) bytes",
        hint: "remove some of it", in: path)
    }
    // touchstickd does not know the name of the file.
    _ = try Settings.parse(profile: bytes, file: path)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func textOfStandardInput(_ name: String) throws -> [UInt8] {
    do throws(SystemError) {
      return try readAll(from: STDIN_FILENO) ?? []
    } catch {
      throw Diagnostic(
        .error, "unreadable", "cannot be read: \(error.text)", in: name, isUnreadable: true)
    }
  }

  private func path(of layout: String) -> String? {
    if layout == "-" { return "standard input" }
    if layout.contains("/") || layout.hasSuffix(".toml") { return layout }
    return ProfileFolders.own.all.first { $0.name == layout }?.path
  }
}

/// Lists the layouts.
struct Profiles: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the profiles: the layouts that `touchstick use` and the configuration can name.",
    discussion: """
      Each line has a name and a file. A * marks the profile in use. If several profiles have the same name, the first in \
      this order is used: yours ($XDG_CONFIG_HOME/touchstick/profiles), the administrator's (/etc/touchstick/profiles), \
      those of touchstick (/usr/local/share/touchstick/profiles, /usr/share/touchstick/profiles). Your own profiles are \
      never marked, because touchstickd receives only their text.

      With --json, the output is one array: [{"name": text, "file": path, "current": true or false}, ...]

      Exit status: 0.
      """)

  @Flag(help: "Prints the list as JSON.")
  var json = false

  func run() throws {
    try Touchstick.perform {
      let current = try? SystemBus().padStatus().profile
      let own = ProfileFolders.own
      let profiles = ProfileFolders(own.paths + ProfileFolders().paths).all.map { profile in
        ListedProfile(
          name: profile.name, file: profile.path,
          current: profile.name == current && !own.all.contains(profile))
      }
      Touchstick.printOutput((json ? try profiles.jsonLine + "\n" : profiles.map(\.text).joined()).utf8)
    }
  }
}

private struct ListedProfile: Encodable {
  let name: String
  let file: String
  let current: Bool

  var text: String { "\(current ? "*" : " ") \(name.printable)  \(file.printable)\n" }
}

extension ProfileFolders {
  /// The user's own folder, by the XDG Base Directory Specification; none without a home.
  fileprivate static var own: ProfileFolders {
    let environment = ProcessInfo.processInfo.environment
    let folder =
      environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].map { $0 + "/.config" }
    return ProfileFolders(folder.map { ["\($0)/touchstick/profiles"] } ?? [])
  }
}
