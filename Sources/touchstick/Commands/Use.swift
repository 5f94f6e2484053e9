internal import ArgumentParser
internal import Configuration
internal import EventPipeline
internal import Glibc
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
      // Only the call without a number accepts an empty text, which is a layout, too.
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

extension Use {
  private func listProfiles() throws {
    try Profiles.printList()
    Touchstick.printOutput("To use one, run: touchstick use NAME\n".utf8)
  }
}

extension NamedLayout {
  /// The layout; nil if it cannot be read here. touchstickd reports its errors.
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
      let corners = [0, size.width].flatMap { x in [0, size.height].map { y in Point(x: x, y: y) } }
      guard let control = layout.controls.first(where: { corners.allSatisfy($0.region.contains) }) else {
        continue
      }
      throw CommandError(
        "\(quoted(control.name)) covers the whole touchscreen \(device.name.printable), so the desktop would receive no "
          + "touch; to use it anyway, add --force", status: EX_DATAERR)
    }
  }
}
