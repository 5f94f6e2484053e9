internal import ArgumentParser
internal import EventPipeline
internal import Glibc
internal import InputDevices

struct Rumble: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Has a gamepad rumble as a game does, to feel its motor.",
    discussion: """
      Without a node, it is the first gamepad that touchstickd made. Nothing shakes while the pads are off; touchstick \
      status names the motor.

      Exit status: 0, whether anything shakes or not; 69 if there is no gamepad.
      """)

  @Option(help: "The magnitude of the gamepad's strong motor, 0 to 1.")
  var strong = 1.0

  @Option(help: "The magnitude of the gamepad's weak motor, 0 to 1.")
  var weak = 1.0

  @Option(
    name: .customLong("for"), help: ArgumentHelp("How long, at most 60.", valueName: "seconds"))
  var duration = 1.0

  @Argument(help: "The gamepad's event node, such as /dev/input/event7.", completion: .eventNodes)
  var node: String?

  func validate() throws {
    guard (0...1).contains(strong), (0...1).contains(weak) else {
      throw ValidationError("--strong and --weak must be 0 to 1.")
    }
    guard (0.001...60).contains(duration) else { throw ValidationError("--for must be 0.001 to 60 seconds.") }
  }

  func run() throws {
    try Touchstick.perform {
      guard let node = node ?? SurveyedDevice.all().first(where: \.isGamepad)?.path else {
        throw CommandError(
          "there is no gamepad of touchstickd; touchstick doctor says why", status: EX_UNAVAILABLE)
      }
      let pad = try RumbleNode(opening: node)
      let milliseconds = UInt16(duration * 1000)
      do {
        // It ends by its own length, as well as with this program.
        try pad.play(
          RumbleMagnitudes(strong: UInt16(strong * 65535), weak: UInt16(weak * 65535)),
          milliseconds: milliseconds)
      } catch DeviceError.cannotPlay(_, EINVAL), DeviceError.cannotPlay(_, ENOSYS) {
        throw CommandError(
          "\(node): cannot rumble; [gamepad] of its configuration may say rumble = false", status: EX_IOERR)
      }
      usleep(useconds_t(milliseconds) * 1000)
    }
  }
}
