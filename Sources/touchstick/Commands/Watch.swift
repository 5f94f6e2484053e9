internal import ArgumentParser
internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import System

/// Draws the state of a gamepad.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draws a gamepad's sticks and buttons in the terminal as they move.",
    discussion: """
      Without a node, it draws the first gamepad that touchstickd made, and waits until there is one. It ends when \
      the gamepad disappears. If the output is not a terminal, it prints a line for each change.
      """)

  @Argument(help: "The gamepad's event node, such as /dev/input/event7.", completion: .eventNodes)
  var node: String?

  func run() throws {
    try Touchstick.perform {
      let pad = try node.map { path throws(DeviceError) in try EventNode(opening: path) } ?? Self.findPad()
      let drawing = StickDrawing(name: pad.description.name, inTerminal: isatty(STDOUT_FILENO) == 1)
      var state = pad.state
      drawing.draw(state)
      let loop = try EventLoop()
      let source = try loop.whenReadable(pad.fileDescriptor) {}
      defer { withExtendedLifetime(source) {} }
      do {
        while true {
          try loop.runOnce()
          if try Self.readFrames(of: pad, into: &state) { drawing.draw(state) }
        }
      } catch DeviceError.cannotRead(_, ENODEV) {
        // The command ends with the pad.
      }
    }
  }

  /// Reads all waiting events. Returns whether a frame was completed.
  private static func readFrames(
    of pad: EventNode, into state: inout DeviceState
  ) throws(DeviceError) -> Bool {
    var isComplete = false
    while true {
      switch try pad.read() {
      case .event(let event):
        state.apply(event)
        isComplete = isComplete || event.is(.synReport)
      case .dropped:
        state = pad.state
        isComplete = true
      case .drained: return isComplete
      }
    }
  }

  /// How long to wait for udev to set the permissions of a gamepad, and how often to try meanwhile, in microseconds.
  private static let patience: Int64 = 2_000_000
  private static let retryDelay: Int64 = 100_000

  private static func findPad() throws -> EventNode {
    let monitor = try DeviceMonitor()
    let loop = try EventLoop()
    let source = try loop.whenReadable(monitor.fileDescriptor) { monitor.readChanges() }
    let timer = try loop.timer {}
    defer { withExtendedLifetime(source) {} }
    var end: Int64?
    var isWaiting = false
    while true {
      var refusal: DeviceError?
      for node in SurveyedDevice.all() where node.isInitialised && node.isGamepad {
        do throws(DeviceError) { return try EventNode(opening: node.path) } catch { refusal = error }
      }
      end = refusal == nil ? nil : end ?? loop.now + patience
      if let refusal, let end, loop.now > end { throw refusal }
      if refusal == nil, !isWaiting {
        Touchstick.printError(
          "watch: waiting for a gamepad of touchstickd; touchstick doctor says why there is none")
        isWaiting = true
      }
      try timer.set(to: refusal == nil ? nil : loop.now + retryDelay)
      try loop.runOnce()
    }
  }
}
