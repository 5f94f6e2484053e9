internal import ArgumentParser
internal import Configuration
internal import Glibc
internal import System
internal import EventPipeline

/// Prints what the controls do.
struct Monitor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints what happens to the controls, as it happens: touches, presses and releases.",
    discussion: """
      It prints a line for each event, and in a terminal also draws the controls. Changes that last less than 16 ms can be \
      missing. Root also sees the touches that no control holds, and why. Positions are in millimetres from the top left \
      corner; a device with grab = false has none. Nothing is reported while the pads are off. While touchstickd reads motion \
      sensors, it prints twice a second what they measure, as the screen shows the axes: x right, y up, z out of the glass. \
      Ctrl-C ends it.

      Root and the user of the active session on seat0 may do this.

      With --json, each line is an object. Unknown values are left out:

        {"event": word, "device": text, "pad": number, "control": text, "button": text, "layer": text,
         "direction": text, "x": mm, "y": mm,
         "to": "desktop" or "nobody", "reason": text, "width": mm, "height": mm, "controls": number,
         "acceleration": [m/s2, ...], "rotation": [degrees per second, ...]}

      event is one of \(list(MonitorEvent.Kind.allCases.map(\.rawValue), "and")).

      Exit status: 0 after Ctrl-C; 69 if touchstickd cannot be reached or ends; 77 if you are not allowed to watch.
      """)

  @Flag(help: "Prints the events as JSON.")
  var json = false

  func run() throws {
    try Touchstick.perform {
      Self.endBySignals()
      let bus = try SystemBus()
      let feed = try bus.watchPads()
      let isDrawn = !json && isatty(STDOUT_FILENO) == 1
      let loop = try EventLoop()
      // The handlers do nothing but end the wait below.
      var sources = [try loop.whenReadable(feed.number) {}]
      // Each question wakes touchstickd up.
      var isOutdated = true
      try bus.attach(to: loop)
      let watch = try PadStatusWatch(bus) { _ in isOutdated = true }
      defer { withExtendedLifetime((sources, watch)) {} }
      if isDrawn {
        // A terminal with a new size ends the wait, so that all is drawn again.
        EventLoop.block([SIGWINCH])
        sources.append(try loop.whenSignalled(SIGWINCH) {})
      }
      var (events, drawing) = (MonitorEvents(), MonitorDrawing())
      let timer = try loop.timer {}
      var (nextLook, status): (Int64, PadStatus?) = (0, nil)
      while true {
        if isOutdated { (isOutdated, status) = (false, try bus.padStatus()) }
        if status?.sensors.isEmpty == true { drawing.motion = [] }
        // The status has only their names; their values come from the kernel.
        if let status, !status.sensors.isEmpty, loop.now >= nextLook {
          nextLook = loop.now + MonitorMotion.interval
          try timer.set(to: nextLook)
          let motion = MonitorMotion.events(status)
          drawing.motion = motion.map(\.text)
          if !isDrawn { for event in motion { try printLine(event) } }
        }
        try loop.runOnce()
        for var event in try Self.messages(feed.number).flatMap({ events.handle($0) }) {
          if event.event == .off { event.reason = Self.reason(try bus.padStatus()) }
          if isDrawn { drawing.add(event.text) } else { try printLine(event) }
        }
        guard isDrawn else { continue }
        let terminal = Terminal()
        Touchstick.printOutput(terminal.text(drawing.lines(events.surfaces, in: terminal)).utf8)
      }
    }
  }

  /// Ends with the status 0 by Ctrl-C, even if the parent has blocked that signal. The terminal shows "^C" then, which gets
  /// a line of its own.
  private static func endBySignals() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in
        if isatty(STDOUT_FILENO) == 1 { _ = unsafe write(STDOUT_FILENO, "\n", 1) }
        _exit(0)
      }
      unsafe sigaddset(&signals, number)
    }
    unsafe sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  private func printLine(_ event: MonitorEvent) throws {
    Touchstick.printOutput(((json ? try event.jsonLine : event.text) + "\n").utf8)
  }

  private static func reason(_ status: PadStatus) -> String {
    guard !status.problems.contains(where: \.isOfSwitch) else { return status.summary }
    return "the pads are on, but no touch device is in use"
  }

  /// Reads all messages that have come.
  private static func messages(_ feed: Int32) throws -> [FeedMessage] {
    var messages: [FeedMessage] = []
    let read = { () throws(SystemError) in try readPacket(from: feed, limit: FeedBuffer.capacity) }
    while let packet = try BusError.ofCall(read) {
      guard !packet.isEmpty else {
        throw CommandError(
          "touchstickd has closed the connection: it has ended, or you are no longer in front of seat0",
          status: EX_UNAVAILABLE)
      }
      messages.append(try FeedMessage(packet))
    }
    return messages
  }
}
