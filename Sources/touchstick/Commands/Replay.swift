internal import ArgumentParser
internal import Configuration
internal import EventPipeline
internal import JoystickModel
internal import Recordings

struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows what the pad would do for a recorded touch, without any device.",
    discussion: """
      It runs the same code as touchstickd. At the end of the recording it runs the timers that are left, such as \
      the end of a tap's press. Then it acts as if the device were unplugged, which also ends the turbo of a button that is \
      still down. The output is the pad's events, as a recording that evemu-play accepts. With --passed, the output is the \
      events that the desktop receives, in the same form. The standard error names controls that do not fit on the surface. \
      Samples of motion sensors in the recording move [[tilt]] and [[gyro]]. \
      With --json, the output is one object for each frame of the recording, and one for each change between frames:

        {"time": s, "layer": text, "mouse": [counts, counts],
         "sticks": {"left": {"active": bool, "angle": degrees,
           "displacement": 0...1, "x": -1...1, "y": -1...1,
           "base": [mm, mm], "handle": [mm, mm], "changed": bool}},
         "axes": {"ABS_X": -32767...32767, ...},
         "buttons": ["BTN_SOUTH", ...], "keys": ["KEY_F1", ...]}

      In a stick, angle is clockwise from up, y grows upwards, and changed is true if the finger moved the \
      handle or the base. They describe the handle, before the dead zone, the curve and snapping; axes are the pad's. \
      mouse is how far the virtual mouse goes in this frame, to the right and down. layer is the layer that exists; a file \
      without layers leaves it out.
      """)

  @OptionGroup var input: RecordingArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The configuration to use. The default is the stick of a file without controls.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Flag(help: "Prints the state of the sticks and the pad for each frame, as JSON.")
  var json = false

  @Flag(help: "Prints the events of touches outside the controls, which the desktop receives.")
  var passed = false

  func validate() throws {
    if json && passed { throw ValidationError("--json and --passed cannot be used together.") }
  }

  func run() throws {
    try Touchstick.perform {
      let settings = try config.map { path in try Settings.read(fileOrFolder: path) } ?? Settings()
      let touch = try input.load()
      settings.warnIfUnused(touch.device, class: touch.deviceClass)
      var output = BufferedOutput()
      var replay = try ReplayRun(touch, settings: settings)
      Touchstick.printError("replay: on a surface of \(replay.pipeline.surface.phrase)")
      let misfits = settings.fittedLayout(
        on: replay.pipeline.surface.size, deviceClass: touch.deviceClass
      ).warnings
      for warning in misfits { Touchstick.printError(warning.sentence) }
      if json {
        var encoder = FrameEncoder(replay.pipeline)
        try replay.run { pipeline, time, isRecorded in
          let line = try encoder.line(pipeline, time: time, isNeeded: isRecorded)
          if let line { output.write(line) }
        }
      } else {
        let description = passed ? touch.device.clone : settings.gamepad.description
        output.write(EvemuWriter.header(description: description))
        replay.run { pipeline, _, _ in
          let events = passed ? pipeline.passedEvents : pipeline.pads[0].output
          for event in events { output.write(EvemuWriter.line(for: event)) }
        }
      }
      output.flush()
    }
  }
}

private struct ReplayRun: ~Copyable {
  private let inputs: [RecordedInput]
  private(set) var pipeline: TouchPipeline
  /// In microseconds: more than a game waits for its player, and few enough rows of output.
  private static let maxRepetition: Int64 = 3_600_000_000

  init(_ touch: RecordedTouch, settings: Settings) throws {
    do throws(PipelineError) {
      pipeline = try [settings].pipeline(for: touch.device, class: touch.deviceClass)
    } catch {
      switch error {
      case .surface(let reason): throw CommandError(noSurface: reason, file: touch.file)
      case .configuration(let error): throw error
      }
    }
    pipeline.maxRepetition = Self.maxRepetition
    // Last, because Swift 6.2 destroys it twice if this initialiser, a noncopyable type's, throws after it.
    inputs = touch.inputs
  }

  /// Calls the body after each frame of the recording, and after each other possible change: those of timers, and the
  /// device's removal.
  mutating func run(
    _ body: (_ pipeline: borrowing TouchPipeline, _ time: Int64, _ isRecorded: Bool) throws -> Void
  ) rethrows {
    var end: Int64 = 0
    for input in inputs {
      warnOfPause(before: input.time)
      while let time = pipeline.advance(before: input.time) { try body(pipeline, time, false) }
      switch input {
      case .event(let event): if pipeline.consume(event) { try body(pipeline, event.time, true) }
      case .motion(let sample):
        pipeline.consume(sample)
        try body(pipeline, sample.time, false)
      }
      end = max(end, input.time)
    }
    // Each of these timers can set another one.
    while let next = pipeline.lastingDeadline {
      while let time = pipeline.advance(before: next.saturatingAdd(1)) {
        try body(pipeline, time, false)
        end = max(end, time)
      }
    }
    pipeline.cancelAll(time: end)
    try body(pipeline, end, false)
  }

  private func warnOfPause(before time: Int64) {
    guard let next = pipeline.deadline, next.saturatingAdd(Self.maxRepetition) < time,
      next != pipeline.lastingDeadline
    else { return }
    Touchstick.printError(
      "replay: the recording pauses for more than an hour before \(time / 1_000_000) s; turbo is left out there"
    )
  }
}

extension RecordedInput {
  fileprivate var time: Int64 {
    switch self {
    case .event(let event): event.time
    case .motion(let sample): sample.time
    }
  }
}
