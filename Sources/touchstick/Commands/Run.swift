internal import ArgumentParser
internal import Configuration
internal import Glibc
internal import System

struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Switches the pads on while a command runs, with a layout of its own if you name one.",
    discussion: """
      When the command ends, in whatever way, the pads are as they were before. If several commands run, the newest one \
      decides. Everything after the first word that is no option belongs to the command. In Steam, the launch options of \
      a game are: touchstick run --profile zelda -- %command%

      If touchstick-overlay is installed but not running, it runs as long as the command.

      Root and the user of the active session on seat0 may do this. While another user is in front of seat0, the command \
      goes on, but has no effect on the pads. When you come back, or touchstickd restarts, the pads are on again.

      Exit status: that of the command; 126 if it cannot be run and 127 if it does not exist. Before it runs: 65 if the \
      layout has an error or does not fit the device; 66 if the profile or file does not exist; 69 if touchstickd cannot \
      be reached; 77 if you are not allowed to switch the pads.
      """)

  @Option(help: ArgumentHelp("The profile to use.", valueName: "name"), completion: .profiles)
  var profile: String?

  @Option(
    help: ArgumentHelp(
      "The file to use, written like a profile; - is the standard input.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var layout: String?

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp(
      "The command and its arguments. A -- before the command is optional.", valueName: "command"))
  var words: [String] = []

  private var command: [String] { words.first == "--" ? Array(words.dropFirst()) : words }

  func validate() throws {
    // The parser leaves the options that it does not know here, and these two among them.
    if words.first == "-h" || words.first == "--help" { throw CleanExit.helpRequest(self) }
    guard !command.isEmpty else { throw ValidationError("Name a command to run.") }
    if let word = words.first, word.hasPrefix("-"), word != "--" {
      throw ValidationError("Unknown option '\(word)'")
    }
    guard profile == nil || layout == nil else {
      throw ValidationError("Use --profile or --layout, not both.")
    }
  }

  func run() throws {
    try Touchstick.perform {
      let source: NamedLayout? = profile.map { .profile($0) } ?? layout.map { .path($0) }
      let request =
        try source.map { try LayoutRequest($0, limit: PadsInterface.maxLayoutBytes) } ?? LayoutRequest()
      let loop = try EventLoop()
      let claim = try PersistentCall(holding: .claim, request.name, request.text ?? "", in: loop)
      defer { withExtendedLifetime(claim) {} }
      switch try RunningCommand(command, in: loop).wait() {
      case .exited(let status): throw ExitCode(status)
      case .killed(let signal): RunningCommand.end(by: signal)
      }
    }
  }
}
