internal import ArgumentParser
internal import Configuration
internal import Glibc
internal import System

struct On: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Switches all pads on.", discussion: Switching.keptDiscussion)

  @OptionGroup var keeping: SwitchKeeping

  func run() throws { try Switching.perform(.on, keeping) }
}

struct Off: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Switches all pads off: the desktop receives all touches.", discussion: Switching.keptDiscussion
  )

  @OptionGroup var keeping: SwitchKeeping

  func run() throws { try Switching.perform(.off, keeping) }
}

struct Toggle: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Switches all pads off if they are on, or on if they are off.", discussion: Switching.discussion
  )

  func run() throws { try Switching.perform(.toggle) }
}

struct Replug: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Removes all pads and makes them anew, as if they were unplugged and plugged in.",
    discussion: """
      It is for programs that see only gamepads that appear while they run, such as Waydroid. Sticks and buttons are \
      released first. It prints the new pads. Root and the user of the active session on seat0 may do this.

      Exit status: 0 on success; 69 if touchstickd cannot be reached; 75 if no pad exists, because there is no touch \
      device, or the pads are off and unplugged; 77 if you are not allowed to do it.
      """)

  func run() throws {
    try Touchstick.perform {
      let bus = try SystemBus()
      try bus.call(.replug)
      let pads = try bus.padStatus().pads
      guard !pads.isEmpty else {
        throw CommandError("no gamepad exists; see: touchstick status", status: EX_TEMPFAIL)
      }
      Touchstick.printOutput(pads.map(\.text).joined(separator: "\n").utf8)
    }
  }
}

/// Whether a switch is to last.
struct SwitchKeeping: ParsableArguments {
  @OptionGroup var keeping: SavingOption

  @Flag(help: "Forgets what --keep has kept, for on and for off.")
  var forget = false

  func validate() throws {
    guard !forget || !keeping.keep else { throw ValidationError("Use --keep or --forget, not both.") }
    if forget { try SavingOption.checkUser("--forget") }
  }

  /// Checks the file before anything has changed.
  func check() throws { if forget { try SavingOption.change { _ in } } else { try keeping.check() } }

  /// Keeps or forgets the choice, if that is asked for. Returns a line for the user.
  func apply(_ isOn: Bool) throws -> String {
    forget ? try SavingOption.remove(\.isOn) : try keeping.write { $0.isOn = isOn }
  }
}

/// The common part of the commands that switch pads.
private enum Switching {
  private static let start = """
    Each device switches as soon as nothing touches it. Root and the user of the active session on seat0 may do this.


    """

  private static func end(_ kept: String = "") -> String {
    """
    Exit status: 0 on success; 69 if touchstickd cannot be reached; \(kept)75 if the pads are switched on, but something \
    keeps them from playing, such as a missing device; 77 if you are not allowed to switch them.
    """
  }

  static let discussion = start + end()

  static let keptDiscussion =
    start + """
      With --keep, touchstick-session does it again at each login, and when touchstickd starts. --forget ends that: the \
      configuration decides again.


      """ + end("74 if it cannot be kept or forgotten; ")

  static func perform(_ method: PadsInterface.Method, _ keeping: SwitchKeeping? = nil) throws {
    try Touchstick.perform {
      let bus = try SystemBus()
      try keeping?.check()
      try bus.call(method)
      let kept = try keeping?.apply(method == .on) ?? ""
      let status = try bus.padStatus()
      let obstacles = status.isOn ? status.problems.filter { $0.obstacle != nil } : []
      let others = obstacles.filter { !$0.isOfSwitch }.map { $0.text + "\n" }
      Touchstick.printOutput("\(status.summary)\n\(kept)\(others.joined())".utf8)
      // One of several pads may have its device.
      let isActive = !status.devices.isEmpty && !obstacles.contains(where: \.isOfSwitch)
      if status.isOn, !isActive { throw ExitCode(EX_TEMPFAIL) }
    }
  }
}
