internal import ArgumentParser
internal import EventPipeline
internal import Foundation
internal import InputDevices

/// Draws what a gamepad shows.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw a gamepad's sticks and buttons in the terminal as they move.",
    discussion: """
      Without a node it draws the gamepad that touchstickd made, and waits for it. It ends when the \
      gamepad is gone. Where the output is not a terminal, it prints a line for each change.
      """)

  @Argument(help: "The gamepad's event node, such as /dev/input/event7.", completion: .file())
  var node: String?

  func run() throws {
    try Touchstick.perform {
      let pad = try node.map { path throws(DeviceError) in try EventNode(opening: path) } ?? Self.findPad()
      let drawing = StickDrawing(pad.description.name, inTerminal: isatty(STDOUT_FILENO) == 1)
      drawing.draw(pad)
      do {
        while true {
          try Self.wait(for: pad.fileDescriptor)
          if try Self.readFrames(of: pad) { drawing.draw(pad) }
        }
      } catch DeviceError.cannotRead(_, ENODEV) {
        // The end of the pad is the end of the picture.
      }
    }
  }

  /// Reads all there is. Returns whether a frame was completed.
  private static func readFrames(of pad: EventNode) throws(DeviceError) -> Bool {
    var isComplete = false
    while true {
      switch try pad.read() {
      case .event(let event): isComplete = isComplete || event.is(.synReport)
      case .dropped: isComplete = true
      case .drained: return isComplete
      }
    }
  }

  /// How long, in milliseconds, udev may take to give out the permissions of a gamepad that has just come.
  private static let patience: Int32 = 2000

  private static func findPad() throws(DeviceError) -> EventNode {
    let monitor = try DeviceMonitor()
    while true {
      var refusal: DeviceError?
      for node in monitor.nodes() where node.isGamepad {
        do throws(DeviceError) { return try EventNode(opening: node.path) } catch { refusal = error }
      }
      let isNew = try wait(for: monitor.fileDescriptor, milliseconds: refusal == nil ? -1 : patience)
      if !isNew, let refusal { throw refusal }
      while monitor.next() != nil {}
    }
  }

  /// Waits until there is something to read. Returns whether there is; -1 is to wait for ever.
  @discardableResult
  private static func wait(for fileDescriptor: Int32, milliseconds: Int32 = -1) throws(DeviceError) -> Bool {
    var request = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
    let count = unsafe poll(&request, 1, milliseconds)
    guard count >= 0 || errno == EINTR else { throw .cannotMonitor(errno: errno) }
    return count != 0
  }
}
