import Configuration
import EventPipeline
import JoystickModel
import TestSupport
import Testing

@testable import Recordings

@Suite("Motion sensors in recordings")
struct RecordedMotionTests {
  private static let text = """
    #M: 0.000000 acceleration 0.5 -9.80665 0
    E: 0.001000 0003 0000 5
    #M: 0.001500 rotation -0.000001 12 0.250000
    E: 0.001000 0000 0000 0
      #M:\t0.002000 acceleration 0 0 9 # with a comment
    # M: a comment
    #m: another
    """

  @Test("A line is a sample, among the events in the order of the file; in a frame, it comes after it")
  func order() throws {
    let text = Self.text.replacing(" # with a comment", with: "")
    let recording = try Recording.parse(text, file: "r")
    #expect(recording.motion.map(\.place) == [0, 1, 2])
    #expect(
      recording.motion.map(\.sample) == [
        MotionSample(.acceleration, x: 0.5, y: -9.80665, z: 0, time: 0),
        MotionSample(.rotation, x: -0.000001, y: 12, z: 0.25, time: 1500),
        MotionSample(.acceleration, x: 0, y: 0, z: 9, time: 2000),
      ])
    let inputs = recording.trustworthyInputs.map { input in
      if case .event(let event) = input { event.is(.synReport) ? "frame" : "event" } else { "motion" }
    }
    #expect(inputs == ["motion", "event", "frame", "motion", "motion"])
  }

  @Test("What is written is read again")
  func writing() throws {
    Seeds.forEach(200) { random throws(Violation) in
      let sample = MotionSample(
        random.pick(.acceleration, .rotation), x: Double(random.integer(-99_999_999...99_999_999)) / 1e6,
        y: random.pick(0, -0.5, 1e9, -1e9), z: Double(random.integer(-9...9)),
        time: random.integer(0...9_000_000_000_000_000))
      let line = EvemuWriter.line(for: sample)
      let event = "E: 0.000000 0000 0000 0\n"
      let again = try? Recording.parse(line + event, file: "r").motion.map(\.sample)
      try ensure(again == [sample], "\(line) is \(again.map { "\($0)" } ?? "nothing")")
    }
    let strange = MotionSample(.rotation, x: .nan, y: -.infinity, z: 1e300, time: -5)
    #expect(EvemuWriter.line(for: strange) == "#M: 0.000000 rotation 0.000000 0.000000 1000000000.000000\n")
  }

  @Test(
    "A bad line is an error that names it",
    arguments: [
      ("#M:", "field"), ("#M: 1.0 rotation 1 2", "4 fields"), ("#M: 1.0 rotation 1 2 3 4", "6 fields"),
      ("#M: 1 rotation 1 2 3", "time"), ("#M: -1.0 rotation 1 2 3", "time"),
      ("#M: nan rotation 1 2 3", "time"),
      ("#M: 1.0 magnetism 1 2 3", "quantity"), ("#M: 1.0 rotation nan 2 3", "value"),
      ("#M: 1.0 rotation 1 inf 3", "value"), ("#M: 1.0 rotation 1 2 1e3", "value"),
      ("#M: 1.0 rotation 1 2 0x3", "value"), ("#M: 1.0 rotation 1 2 .5", "value"),
      ("#M: 1.0 rotation 1 2 5.", "value"), ("#M: 1.0 rotation 1 2 1.2.3", "value"),
      ("#M: 1.0 rotation 1 2 -", "value"), ("#M: 1.0 rotation 1 2 1000000001", "value"),
      ("#M: 1.0 rotation +1 2 3", "value"), ("#M: 99999999999999.0 rotation 1 2 3", "time"),
    ])
  func errors(_ line: String, _ part: String) {
    let error = #expect(throws: Diagnostic.self) {
      try Recording.parse("E: 0.000000 0000 0000 0\n\(line)\n", file: "r")
    }
    #expect(error?.sentence.hasPrefix("r:2: error: ") == true || error?.sentence.hasPrefix("r:2: ") == true)
    #expect(error?.sentence.contains(part) == true, "\(error?.sentence ?? "")")
  }
}
