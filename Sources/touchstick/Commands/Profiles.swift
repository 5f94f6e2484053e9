internal import ArgumentParser
internal import Configuration
internal import System

struct Profiles: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the profiles: the layouts that `touchstick use` and the configuration can name.",
    discussion: """
      Each line has a name and what the layout is for. A * marks the profile in use. If several profiles have the same name, the first in \
      this order is used: yours ($XDG_CONFIG_HOME/touchstick/profiles), the administrator's (/etc/touchstick/profiles), \
      those of touchstick (/usr/local/share/touchstick/profiles, /usr/share/touchstick/profiles). The name auto stands for \
      phone, touchscreen, touchpad or tablet, as the device decides.

      Without any profile, the standard error names these folders.

      With --json, the output is one array: [{"name": text, "description": text or null, "file": path or null, \
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
      let status = try? SystemBus().padStatus()
      let own = ProfileFolders.own.all
      let folders = ProfileFolders.ofUser
      let found = folders.all.map { profile in
        let isCurrent = status.map { profile.isCurrent(in: $0, isOwn: own.contains(profile)) } ?? false
        return ListedProfile(profile, isCurrent: isCurrent)
      }
      let names = found.map(\.name)
      let hasAll = AutomaticProfile.allCases.allSatisfy { names.contains($0.rawValue) }
      let profiles = (hasAll ? [.automatic] : []) + found
      if profiles.isEmpty, !asJSON {
        Touchstick.printError("there are no profiles in \(list(folders.paths.map(\.printable), "or"))")
      }
      let text = asJSON ? try profiles.map(\.object).jsonLine + "\n" : profiles.table(withFiles: withFiles)
      Touchstick.printOutput(text.utf8)
    }
  }
}

extension Profile {
  fileprivate func isCurrent(in status: PadStatus, isOwn: Bool) -> Bool {
    // touchstickd receives a user's own as a text with a name. It is no profile then.
    isOwn ? status.profile.isEmpty && status.layout.name == name : status.profile == name
  }
}

private struct ListedProfile {
  let name: String
  private(set) var file: String?
  private(set) var isCurrent = false
  private let description: String?
  private var isBroken = false

  init(_ profile: Profile, isCurrent: Bool) {
    (name, file, self.isCurrent) = (profile.name, profile.path, isCurrent)
    let settings = try? profile.read()
    (description, isBroken) = (settings?.description, settings == nil)
  }

  private init(_ name: String, _ description: String) { (self.name, self.description) = (name, description) }

  static let automatic = ListedProfile(
    AutomaticProfile.name, "the layout that suits the device: one of those below")

  var object: JSONObject {
    ["name": name, "description": description, "file": file, "current": isCurrent]
  }

  var summary: String { isBroken ? "has an error: touchstick check \(name)" : description ?? "" }
}

extension [ListedProfile] {
  /// Two columns, without spaces at the ends of lines.
  fileprivate func table(withFiles: Bool) -> String {
    let width = map(\.name.printable.count).max() ?? 0
    return map { profile in
      let (name, second) = (profile.name.printable, withFiles ? profile.file ?? "" : profile.summary)
      let gap = second.isEmpty ? "" : String(repeating: " ", count: width - name.count + 2)
      return "\(profile.isCurrent ? "*" : " ") \(name)\(gap)\(second.printable)\n"
    }.joined()
  }
}
