internal import ArgumentParser
internal import Configuration
internal import Diagnostics
internal import SystemBus

/// Changes the layout.
struct Use: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Changes the layout of the pad for this session.",
    discussion: """
      NAME is a profile: one of your own, in $XDG_CONFIG_HOME/touchstick/profiles, or one that `touchstick profiles` \
      lists. FILE contains a slash or ends in .toml, and has the form of a profile. - is the standard input. With \
      several configuration files, the pad of the first one changes. The files stay as they are.

      The layout lasts until your session ends, another user comes to the front of seat0, or touchstickd restarts.

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
      let sent = try layout.map { try SentLayout($0) } ?? SentLayout()
      let bus = try SystemBus()
      if sent.text.isEmpty {
        try bus.call(.useProfile, sent.profile)
      } else {
        try bus.call(.useLayout, sent.text)
      }
      let name = layout.map { "\"\($0.printable)\"" } ?? "the configuration's own"
      let summary = try bus.padStatus().summary
      Touchstick.printOutput("the layout is \(name); \(summary)\n".utf8)
    }
  }
}

/// Lists the profiles.
struct Profiles: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the profiles: the layouts that `touchstick use` and the configuration can name.",
    discussion: """
      Each line has a name and a file. A * marks the profile in use. If several profiles have the same name, the first in \
      this order is used: yours ($XDG_CONFIG_HOME/touchstick/profiles), the administrator's (/etc/touchstick/profiles), \
      those of touchstick (/usr/local/share/touchstick/profiles, /usr/share/touchstick/profiles). Your own profiles are \
      never marked, because touchstickd receives only their text.

      Without any profile, the standard error names these folders.

      With --json, the output is one array: [{"name": text, "file": path, "current": true or false}, ...]

      Exit status: 0.
      """)

  @Flag(help: "Prints the list as JSON.")
  var json = false

  func run() throws {
    try Touchstick.perform {
      let current = try? SystemBus().padStatus().profile
      let own = ProfileFolders.own
      let folders = ProfileFolders(own.paths + ProfileFolders().paths)
      let profiles = folders.all.map { profile in
        ListedProfile(
          name: profile.name, file: profile.path,
          current: profile.name == current && !own.all.contains(profile))
      }
      if profiles.isEmpty, !json {
        Touchstick.printError("there are no profiles in \(list(folders.paths.map(\.printable), "or"))")
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
