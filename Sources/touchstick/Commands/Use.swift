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
      lists. FILE contains a slash or ends in .toml, and has the form of a profile. - is the standard input. Without any of \
      these, the profiles are listed. With several configuration files, the pad of the first one changes. The files stay as they are.

      The layout lasts until your session ends, another user comes to the front of seat0, or touchstickd restarts.

      Root and the user of the active session on seat0 may do this.

      Exit status: 0 if the layout changed; 65 if it has an error or does not fit the device; 66 if the profile or file \
      does not exist; 69 if touchstickd cannot be reached; 77 if you are not allowed to change it.
      """)

  @Argument(
    help: ArgumentHelp("The profile, the file, or - for the standard input.", valueName: "name-or-file"),
    completion: .profilesAndFiles)
  var layout: String?

  @Flag(help: "Returns to the layout of the configuration.")
  var reset = false

  func validate() throws {
    guard layout == nil || !reset else { throw ValidationError("Name a layout or use --reset, not both.") }
  }

  func run() throws {
    guard layout != nil || reset else { return try listProfiles() }
    try Touchstick.perform {
      let sent = try layout.map { try SentLayout(NamedLayout($0)) } ?? SentLayout()
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

extension Use {
  private func listProfiles() throws {
    try Profiles.printList()
    Touchstick.printOutput("To use one, run: touchstick use NAME\n".utf8)
  }
}

/// Lists the profiles.
struct Profiles: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the profiles: the layouts that `touchstick use` and the configuration can name.",
    discussion: """
      Each line has a name and what the layout is for. A * marks the profile in use. If several profiles have the same name, the first in \
      this order is used: yours ($XDG_CONFIG_HOME/touchstick/profiles), the administrator's (/etc/touchstick/profiles), \
      those of touchstick (/usr/local/share/touchstick/profiles, /usr/share/touchstick/profiles). Your own profiles are \
      never marked, because touchstickd receives only their text.

      Without any profile, the standard error names these folders.

      With --json, the output is one array: [{"name": text, "description": text or null, "file": path, \
      "current": true or false}, ...]

      Exit status: 0.
      """)

  @Flag(help: "Prints the file of each profile instead of what it is for.")
  var files = false

  @Flag(help: "Prints the list as JSON.")
  var json = false

  func run() throws { try Self.printList(withFiles: files, asJSON: json) }

  static func printList(withFiles: Bool = false, asJSON: Bool = false) throws {
    try Touchstick.perform {
      let current = try? SystemBus().padStatus().profile
      let own = ProfileFolders.own
      let folders = ProfileFolders.ofUser
      let profiles = folders.all.map { profile in
        ListedProfile(profile, isCurrent: profile.name == current && !own.all.contains(profile))
      }
      if profiles.isEmpty, !asJSON {
        Touchstick.printError("there are no profiles in \(list(folders.paths.map(\.printable), "or"))")
      }
      let text = asJSON ? try profiles.map(\.object).jsonLine + "\n" : profiles.table(withFiles: withFiles)
      Touchstick.printOutput(text.utf8)
    }
  }
}

private struct ListedProfile {
  let name: String
  let file: String
  let isCurrent: Bool
  /// Nil if it has an error.
  let settings: Settings?

  init(_ profile: Profile, isCurrent: Bool) {
    (name, file, self.isCurrent) = (profile.name, profile.path, isCurrent)
    settings = try? profile.read()
  }

  var object: JSONObject {
    ["name": name, "description": settings?.description, "file": file, "current": isCurrent]
  }

  var summary: String {
    settings == nil ? "has an error: touchstick check \(name)" : settings?.description ?? ""
  }
}

extension [ListedProfile] {
  /// Two columns, without spaces at the ends of lines.
  fileprivate func table(withFiles: Bool) -> String {
    let width = map(\.name.printable.count).max() ?? 0
    return map { profile in
      let (name, second) = (profile.name.printable, withFiles ? profile.file : profile.summary)
      let gap = second.isEmpty ? "" : String(repeating: " ", count: width - name.count + 2)
      return "\(profile.isCurrent ? "*" : " ") \(name)\(gap)\(second.printable)\n"
    }.joined()
  }
}
