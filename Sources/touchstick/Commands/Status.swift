internal import ArgumentParser
internal import SystemBus

/// Prints the status of touchstickd.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the touch devices in use, the pads, whether the pads are on, and why.",
    discussion: """
      It asks the running touchstickd on the system bus, which everybody may do.

      The pads belong to the user who was in front of seat0 when they were last switched. While that user's session is
      locked or not in front, pads that are on are kept off.

      A line that begins with "!" says what keeps pads or controls from working, and the next line what to do.

      With --json, the output is one object; unknown values are null:

        {"on": true or false,
         "reason": "start" or "gesture" or "signal" or "call" or "locked" or "away",
         "profile": text, "version": text,
         "layout": {"name": text, "by": "configuration" or "user" or "program", "user": text, "process": number,
           "kept": true or false},
         "problems": [{"code": word, "message": text, "hint": text, "node": path, "process": number,
           "program": text}, ...],
         "devices": [{"name": text, "node": path, "class": "touchscreen" or "touchpad" or "tablet", "width": mm,
           "height": mm, "size_source": "configuration" or "device" or "panel" or "session" or "assumption",
           "rotation": 0 or 90 or 180 or 270, "grabbed": true or false}, ...],
         "pads": [{"name": text, "file": path, "node": path}, ...]}

      Exit status: 0, whether the pads are on or off; 69 if touchstickd cannot be reached.
      """)

  @Flag(help: "Prints the status as JSON.")
  var json = false

  @Flag(help: "Prints the status again after each change, until touchstickd ends.")
  var follow = false

  func run() throws {
    try Touchstick.perform {
      let bus = try SystemBus()
      if !follow { return try show(try bus.padStatus()) }
      try bus.followPads(show)
    }
  }

  private func show(_ status: PadStatus) throws {
    // A blank line ends each of several texts.
    Touchstick.printOutput(try (json ? status.json : status.text + (follow ? "\n" : "")).utf8)
  }
}

/// Switches all pads on.
struct On: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Switches all pads on.", discussion: Switching.discussion)

  @OptionGroup var keeping: Keeping

  func run() throws { try Switching.perform(.on, keeping) }
}

/// Switches all pads off.
struct Off: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Switches all pads off: the desktop receives all touches.", discussion: Switching.discussion)

  @OptionGroup var keeping: Keeping

  func run() throws { try Switching.perform(.off, keeping) }
}

/// Switches all pads off, or on.
struct Toggle: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Switches all pads off if they are on, or on if they are off.", discussion: Switching.discussion
  )

  func run() throws { try Switching.perform(.toggle) }
}

/// The common part of the commands that switch pads.
private enum Switching {
  static let discussion = """
    Each device switches as soon as nothing touches it. Root and the user of the active session on seat0 may do this.

    With --keep, touchstick-session does it again at each login, and when touchstickd starts.

    Exit status: 0 on success; 69 if touchstickd cannot be reached; 74 if it cannot be kept; 75 if the pads are switched \
    on, but something keeps them from playing, such as a missing device; 77 if you are not allowed to switch them.
    """

  static func perform(_ method: PadsInterface.Method, _ keeping: Keeping? = nil) throws {
    try Touchstick.perform {
      let bus = try SystemBus()
      try bus.call(method)
      let kept = try keeping?.write { $0.isOn = method == .on } ?? ""
      let status = try bus.padStatus()
      let obstacles = status.isOn ? status.problems.filter(\.stopsPads) : []
      Touchstick.printOutput(
        "\(status.summary)\n\(kept)\(obstacles.filter { !$0.isOfSwitch }.map(\.text).joined())".utf8)
      if !obstacles.isEmpty { throw ExitCode(75) }  // EX_TEMPFAIL
    }
  }
}
