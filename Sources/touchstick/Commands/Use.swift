internal import ArgumentParser
internal import Configuration
internal import EventPipeline
internal import JoystickModel
internal import System

struct Use: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Changes the layout of the pad for this session, or for good.",
    discussion: """
      NAME is a profile: one of your own, in $XDG_CONFIG_HOME/touchstick/profiles, or one that `touchstick profiles` \
      lists. FILE contains a slash or ends in .toml, and has the form of a profile. - is the standard input. Without any of \
      these, the profiles are listed. With several configuration files, the pad of the first one changes, or that of --pad. \
      The files stay as they are.

      The layout lasts until your session ends, another user comes to the front of seat0, or touchstickd restarts. With \
      --keep, touchstick-session applies it again after each of these: it is written to \
      $XDG_CONFIG_HOME/touchstick/session.toml. --reset --keep removes it from there.

      A layout with a control that covers a whole touchscreen needs --force: the desktop would receive no touch.

      Root and the user of the active session on seat0 may do this.

      Exit status: 0 if the layout changed; 64 if there is no such pad; 65 if it has an error, does not fit the device, or needs --force; 66 if the \
      profile or file does not exist; 69 if touchstickd cannot be reached; 74 if it cannot be kept; 77 if you are not \
      allowed to change it.
      """)

  @Argument(
    help: ArgumentHelp("The profile, the file, or - for the standard input.", valueName: "name-or-file"),
    completion: .profilesAndFiles)
  var layout: String?

  @Flag(help: "Returns to the kept layout, or else to that of the configuration.")
  var reset = false

  @Option(
    help: ArgumentHelp(
      "The pad whose layout changes, by the place of its configuration file: 1 is the first one.",
      valueName: "number"))
  var pad: UInt32 = 1

  @OptionGroup var keeping: SavingOption

  @Flag(help: "Uses a layout even if it covers a whole touchscreen.")
  var force = false

  func validate() throws {
    guard layout == nil || !reset else { throw ValidationError("Name a layout or use --reset, not both.") }
    guard pad > 0 else { throw ValidationError("--pad counts from 1.") }
    guard !keeping.keep || pad == 1 else {
      throw ValidationError("Only the layout of the first pad can be kept; use --keep or --pad, not both.")
    }
    guard !keeping.keep || !isStandardInput(layout ?? "") else {
      throw ValidationError("The standard input cannot be kept; save it as a file.")
    }
  }

  func run() throws {
    guard layout != nil || reset else { return try listProfiles() }
    try Touchstick.perform {
      let source = layout.map { NamedLayout($0).absolute }
      let request =
        try source.map { try LayoutRequest($0, limit: PadsInterface.maxLayoutBytes) } ?? LayoutRequest()
      let bus = try SystemBus()
      if !force { try source?.checkRoom(in: try bus.padStatus()) }
      try keeping.check()
      // touchstick-session would return to the kept layout at once.
      let removed = reset && keeping.keep ? try SavingOption.remove(\.layout) : ""
      if pad == 1 {
        let call = request.call
        try bus.call(call.method, call.arguments)
      } else {
        try bus.use(request.name, request.text ?? "", onPad: pad)
      }
      let kept = reset ? removed : try keeping.write { $0.layout = request.name }
      let status = try bus.padStatus()
      Touchstick.printOutput("\(status.layoutPhrase(ofPad: Int(pad))); \(status.summary)\n\(kept)".utf8)
      for warning in source?.warnings(in: status) ?? [] { Touchstick.printError(warning.sentence) }
    }
  }
}

struct SavingOption: ParsableArguments {
  @Flag(help: "Makes this last, beyond restarts and logins.")
  var keep = false

  func validate() throws { if keep { try Self.checkUser("--keep") } }

  static func checkUser(_ option: String) throws {
    guard environment("SUDO_USER") == nil else {
      throw ValidationError("\(option) is for the user who plays; run it without sudo.")
    }
  }

  /// Checks the file before anything has changed.
  func check() throws {
    if keep { try Self.change { _ in } }
  }

  /// Writes the choice, if it is to last.
  ///
  /// - Returns: A line for the user; empty if nothing was written.
  func write(_ change: (inout SavedChoices) -> Void) throws -> String {
    guard keep else { return "" }
    let path = try Self.change(change)
    let applies =
      ProgramLock("touchstick-session").isHeld
      ? "" : "\ntouchstick-session, which applies it at each login, is not running; see: touchstick doctor"
    return "kept in \(path.printable)\(applies)\n"
  }

  /// Removes a choice. Returns a line for the user.
  static func remove<Value>(_ choice: WritableKeyPath<SavedChoices, Value?>) throws -> String {
    var wasThere = false
    let path = try change { settings in
      wasThere = settings[keyPath: choice] != nil
      settings[keyPath: choice] = nil
    }
    return wasThere ? "removed from \(path.printable)\n" : "nothing was kept in \(path.printable)\n"
  }

  /// Changes the file. Returns its path.
  @discardableResult
  static func change(_ change: (inout SavedChoices) -> Void) throws -> String {
    do throws(ConfigurationError) {
      return try SavedChoices.change(change)
    } catch {
      throw CommandError("it cannot be kept: \(error.sentence)", status: 74)  // EX_IOERR
    }
  }
}

extension NamedLayout {
  /// The layout; nil if only touchstickd can read it, which then reports its errors.
  private func settings(in status: PadStatus) -> Settings? {
    let file = profile.flatMap { name in status.profiles.first { $0.name == name }?.file }
    return (try? readProfile()) ?? file.flatMap { try? NamedLayout.path($0).readProfile() }
  }

  /// The warnings about the layout on the devices in use, each once.
  fileprivate func warnings(in status: PadStatus) -> [Diagnostic] {
    guard let settings = settings(in: status) else { return [] }
    var all: [Diagnostic] = []
    for device in status.devices {
      let size = SurfaceSize(width: device.width, height: device.height)
      let ofDevice = settings.warnings(on: size, deviceClass: DeviceClass(rawValue: device.deviceClass))
      all += ofDevice.filter { !all.contains($0) }
    }
    return all
  }

  /// - Throws: An error if a control would keep all touches on a touchscreen from the desktop.
  fileprivate func checkRoom(in status: PadStatus) throws {
    guard let settings = settings(in: status) else { return }
    for device in status.devices where device.deviceClass == DeviceClass.touchscreen.rawValue {
      let size = SurfaceSize(width: device.width, height: device.height)
      let layout = settings.fittedLayout(on: size, deviceClass: .touchscreen).layout
      let corners = [Point(x: 0, y: 0), Point(x: size.width, y: size.height)]
      guard let control = layout.controls.first(where: { corners.allSatisfy($0.region.contains) }) else {
        continue
      }
      throw CommandError(
        "\(quoted(control.name)) covers the whole touchscreen \(device.name.printable), so the desktop would receive no "
          + "touch; to use it anyway, add --force", status: 65)
    }
  }
}

extension Use {
  private func listProfiles() throws {
    try Profiles.printList()
    Touchstick.printOutput("To use one, run: touchstick use NAME\n".utf8)
  }
}

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
        // touchstickd receives only the text of a user's own, and its name.
        let isOwn = own.contains(profile)
        let current = isOwn ? status?.profile == "" ? status?.layout.name : nil : status?.profile
        return ListedProfile(profile, isCurrent: profile.name == current)
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
