internal import ArgumentParser
internal import EventPipeline
internal import Glibc
internal import InputDevices

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Plays a recorded touch on a virtual touch device that any program can use.",
    discussion: """
      It creates a virtual device from the recording's description, waits for programs to open it, plays the \
      recording at its own speed, waits again for them to finish, and removes the device. It needs access to \
      /dev/uinput.
      """)

  @OptionGroup var input: RecordingArguments

  @Option(help: ArgumentHelp("How long to wait before and after playing.", valueName: "seconds"))
  var delay = 1.0

  @Option(help: ArgumentHelp("How often to play it.", valueName: "times"))
  var times = 1

  @Option(help: ArgumentHelp("The speed, relative to the recording.", valueName: "factor"))
  var speed = 1.0

  func validate() throws {
    guard (0...3600).contains(delay) else { throw ValidationError("--delay must be 0 to 3600 seconds.") }
    guard times >= 1 else { throw ValidationError("--times must be at least 1.") }
    guard (0.01...100).contains(speed) else { throw ValidationError("--speed must be 0.01 to 100.") }
  }

  func run() throws {
    try Touchstick.perform {
      let touch = try input.load()
      let device = try VirtualDevice(touch.device.withoutFuzz, through: Uinput())
      Touchstick.printError("playing on \(device.name)\(device.node.map { " (\($0))" } ?? "")")
      Self.wait(delay)
      for _ in 0..<times { try device.play(touch.events, speed: speed) }
      Self.wait(delay)
    }
  }

  /// Waits this many seconds, or until a signal arrives: nanosleep(2).
  private static func wait(_ seconds: Double) {
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(seconds.truncatingRemainder(dividingBy: 1) * 1e9))
    unsafe nanosleep(&time, nil)
  }
}
