import Configuration
import EventPipeline
import Foundation
import FuzzRun
import Recordings
import TestSupport

/// One input: the text of a recording. The events of one that can be read go through the pipeline.
enum RecordingCase {
  /// More events than most recordings of the tests have, and few enough for thousands of inputs a second.
  private static let maxEvents = 1000

  static func run(_ bytes: [UInt8]) {
    // YAML also ends lines at CR, NEL, LS and PS, whose last bytes these are.
    let text = FuzzedText(bytes) { [0x0a, 0x0d, 0x85, 0xa8, 0xa9].contains($0) }
    do throws(Diagnostic) {
      let recording = try Recording.parse(bytes, file: FuzzedText.file)
      text.check(recording.warnings)
      checkWriter(recording)
      play(recording)
    } catch {
      text.check([error])
    }
  }

  /// What was read can be written, and is then the same.
  private static func checkWriter(_ recording: Recording) {
    let written = text(of: recording)
    guard let again = try? Recording.parse(Array(written.utf8), file: FuzzedText.file) else {
      preconditionFailure("a recording that cannot be read again: \(written)")
    }
    precondition(text(of: again) == written, "a recording that changes when it is written")
    precondition(again.events == recording.events, "events that change when they are written")
    precondition(again.motion.count == recording.motion.count, "samples that get lost when they are written")
  }

  /// Without the name, which can lose blanks and control characters.
  private static func text(of recording: Recording) -> String {
    var description = recording.description
    description?.name = "fuzzed"
    let header = description.map(EvemuWriter.header) ?? ""
    return header
      + recording.inputs { _ in true }.map { input in
        switch input {
        case .event(let event): EvemuWriter.line(for: event)
        case .motion(let sample): EvemuWriter.line(for: sample)
        }
      }.joined()
  }

  private static func play(_ recording: Recording) {
    guard let device = recording.description, let deviceClass = DeviceClass(device) else { return }
    // An axis without an extent is no surface.
    guard var pipeline = try? [settings].pipeline(for: device, class: deviceClass) else { return }
    var desktop = Desktop(hasSlots: device.clone.supports(.absMTSlot))
    orTrap { () throws(Violation) in
      for input in recording.trustworthyInputs.prefix(maxEvents) {
        switch input {
        case .event(let event):
          while pipeline.advance(before: event.time) != nil { try pipeline.checkStep() }
          guard pipeline.consume(event) else { continue }
        case .motion(let sample):
          while pipeline.advance(before: sample.time) != nil { try pipeline.checkStep() }
          pipeline.consume(sample)
        }
        try desktop.take(pipeline.passedEvents)
        try pipeline.checkStep()
        try pipeline.checkFrame()
      }
      pipeline.cancelAll(time: 0)
      try desktop.take(pipeline.passedEvents)
      try pipeline.checkReleased()
      try desktop.checkReleased()
    }
  }

  private static let settings = {
    let motion =
      "[[tilt]]\n[[gyro]]\nwhile = \"always\"\n[[gyro]]\nname = \"mouse\"\ntarget = \"mouse\"\nwhile = \"always\"\n"
    var settings = (try? Settings.parse(motion, file: "motion")) ?? Settings()
    settings.device.passThrough = true
    return settings
  }()
}

try Fuzzer.run { folder in
  // The beginnings of the recordings of the tests. The smallest device descriptions have 4 kB.
  let files = try FileManager.default.subpathsOfDirectory(atPath: Fixtures.folder.path)
    .filter { path in [".events", ".desc", ".evemu", ".yml"].contains { path.hasSuffix($0) } }
  try Fuzzer.writeSeeds(
    files.map { path in
      let bytes = try Data(contentsOf: Fixtures.folder.appending(path: path)).prefix(16_000)
      return (path.replacing("/", with: "-"), Array(bytes))
    }, to: folder)
  try Fuzzer.writeWords(
    [
      "# EVEMU 1.3\n", "N: ", "I: ", "P: ", "B: ", "A: ", "L: ", "S: ", "E: ", "\nE: 0.000001 0003 0035 0100",
      "\nE: 0.000001 0000 0000 0000", "\n#M: 0.000001 rotation 0 -1.5 0.25", "acceleration ", "\r\n",
      "\u{feff}", "version: 1\n", "devices:\n", "- node: ",
      "evdev:\n", "name: ",
      "id: [3, 1, 1, 1]", "codes:\n", "absinfo:\n", "properties: [0]", "events:\n", "- evdev:\n",
      "- [0, 1, 3, 53, 100]",
      "---", "...", "%YAML 1.1\n", "&a", "*a", "!!str", "|\n", ">\n", "{", "}", "[", "]", ": ", "- ", "? ",
      "\"", "'",
      "2147483647", "-2147483648", "9223372036854775807",
    ], to: folder)
} _: {
  RecordingCase.run($0)
}
