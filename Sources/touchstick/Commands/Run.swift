internal import ArgumentParser
internal import Glibc
internal import SystemBus

/// Runs a command with the pads on.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Switches the pads on while a command runs, with a layout of its own if you name one.",
    discussion: """
      When the command ends, in whatever way, the pads are as they were before. If several commands run, the newest one \
      decides. In Steam, the launch options of a game are: touchstick run --profile zelda -- %command%

      Root and the user of the active session on seat0 may do this. If touchstickd restarts, the pads come back.

      Exit status: that of the command; 126 if it cannot be run and 127 if it does not exist. Before it runs: 65 if the \
      layout has an error or does not fit the device; 66 if the profile or file does not exist; 69 if touchstickd cannot \
      be reached; 77 if you are not allowed to switch the pads.
      """)

  @Option(help: ArgumentHelp("The profile to use.", valueName: "name"))
  var profile: String?

  @Option(
    help: ArgumentHelp(
      "The file to use, in the form of a profile; - is the standard input.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var layout: String?

  @Argument(parsing: .postTerminator, help: "The command and its arguments, after --.")
  var command: [String] = []

  func validate() throws {
    guard !command.isEmpty else { throw ValidationError("Name a command after --.") }
    guard profile == nil || layout == nil else {
      throw ValidationError("Use --profile or --layout, not both.")
    }
  }

  func run() throws {
    try Touchstick.perform {
      let sent =
        try profile.map { try SentLayout(profile: $0) } ?? layout.map { try SentLayout(file: $0) }
        ?? SentLayout()
      switch try RunningCommand(command, with: PadsClaim(sent)).wait() {
      case .exited(let status): throw ExitCode(status)
      case .killed(let signal): RunningCommand.end(by: signal)
      }
    }
  }
}

/// Keeps the pads on with a layout as long as it exists.
final class PadsClaim {
  private let layout: SentLayout
  /// Nil while the bus is gone.
  private var bus: SystemBus?
  private var watch: BusWatch?
  /// Whether touchstickd has accepted the claim.
  private(set) var isHeld = false

  init(_ layout: SentLayout) throws {
    self.layout = layout
    let bus = try SystemBus()
    follow(bus)
    try claim(bus)
  }

  /// The descriptor that is readable when `tend()` has something to do; nil while the bus is gone.
  var fileDescriptor: Int32? { bus?.fileDescriptor }

  /// Claims the pads again after touchstickd or the bus has restarted. While that fails, call it again later.
  func tend() {
    if let bus {
      do { try bus.processAll() } catch { (watch, self.bus, isHeld) = (nil, nil, false) }
    } else if let bus = try? SystemBus() {
      follow(bus)
    }
    if let bus, !isHeld { try? claim(bus) }
  }

  private func claim(_ bus: SystemBus) throws {
    try bus.call(.claim, layout.profile, layout.text)
    isHeld = true
  }

  private func follow(_ bus: SystemBus) {
    self.bus = bus
    watch = try? bus.watchOwner(of: PadsInterface.service) { [unowned self] _ in isHeld = false }
  }
}
