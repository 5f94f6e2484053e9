internal import ArgumentParser
internal import Configuration
internal import EventPipeline
internal import Foundation
internal import JoystickModel
internal import Recordings

/// Prints what the pad shows for a recording, without any device.
struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what the gamepad does for a recorded touch, without any device.",
    discussion: """
      The recording goes through the same code as touches in the daemon, and ends as if its device were \
      unplugged. The output is the gamepad's events, as a recording that evemu-play accepts; with --json \
      it is one object for each frame of the recording:

        {"time": s,
         "sticks": {"left": {"active": bool, "angle": degrees,
           "displacement": 0...1, "x": -1...1, "y": -1...1,
           "base": [mm, mm], "handle": [mm, mm]}},
         "axes": {"ABS_X": -32767...32767, ...},
         "buttons": ["BTN_SOUTH", ...]}

      In a stick, angle is clockwise from up, and y grows upwards.
      """)

  @OptionGroup var input: RecordingArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The configuration to use; without it, the built-in one.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Flag(help: "Print the sticks' and the pad's state for each frame, as JSON.")
  var json = false

  func run() throws {
    try Touchstick.perform {
      let settings = try config.map { path in try Settings.read(fileOrFolder: path) } ?? Settings()
      let touch = try input.load()
      if !settings.device.accepts(touch.device, class: touch.deviceClass) {
        Touchstick.printError(
          "\(touch.file): touchstickd would not take \(touch.device.name), a \(touch.deviceClass): the "
            + "configuration asks for \(settings.device.wanted)")
      }
      var output = BufferedOutput()
      var replay = try ReplayRun(touch, settings: settings)
      if json {
        let encoder = FrameEncoder()
        try replay.run { pipeline, time in output.write(try encoder.line(pipeline, time: time)) }
      } else {
        output.write(EvemuWriter.header(description: settings.gamepad.description))
        replay.run { pipeline, _ in
          for event in pipeline.output { output.write(EvemuWriter.line(for: event)) }
        }
      }
      output.flush()
    }
  }
}

/// A recording on its way through the pipeline.
private struct ReplayRun {
  private let events: [InputEvent]
  private var pipeline: TouchPipeline

  init(_ touch: RecordedTouch, settings: Settings) throws {
    events = touch.events
    do throws(PipelineError) {
      pipeline = try settings.pipeline(for: touch.device, class: touch.deviceClass).pipeline
    } catch {
      switch error {
      case .surface(let reason): throw UnusableRecording.noSurface(file: touch.file, reason)
      case .configuration(let error): throw error
      }
    }
  }

  /// Calls the body after each frame, and once more for the device's removal where that ends a touch.
  mutating func run(_ body: (_ pipeline: TouchPipeline, _ time: Int64) throws -> Void) rethrows {
    for event in events where pipeline.consume(event) { try body(pipeline, event.time) }
    let end = events.last?.time ?? 0
    let before = pipeline.layout
    pipeline.cancelAll(time: end)
    if pipeline.layout != before { try body(pipeline, end) }
  }
}
