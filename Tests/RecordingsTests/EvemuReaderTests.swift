import EventPipeline
import Recordings
import Testing

struct EvemuReaderTests {
  private static let event = "E: 1.000002 0003 0035 0100\n"
  private static let read = [InputEvent(time: 1_000_002, .absMTPositionX, 100)]
  private static let smallest = "N: A\nI: 0003 1234 5678 0100\nB: 01 00 00 00 00 00 00 00 00\n"

  @Test(arguments: [
    event, "E: 1.000002 0003 0035 0100", "E: 1.000002 0003 0035 0100\r\n", "\n\n" + event + "\n  \n",
    "\u{feff}" + event, "# a comment\n  # another\n" + event, "# EVEMU 1.0\n" + event,
    "# EVEMU 1.99\n" + event, "# EVEMU forever\n" + event, "# EVEMU .5\n" + event,
    "# mine\n# EVEMU 2.0 was never written\n" + event, "E:1.000002\t3   35 100\n",
    "  E: 1.000002 0003 0035 0100#it moved\n", "E: 0001.000002 0003 0035 000000000000000000100 # EV_ABS\n",
    event + "L: 00 1\nS: 00 1\n",
    "N: A\nI: 0003 0000 0000 0000\nP: 00 00 00 00 00 00 00 00\nA: 35 0 100 0 0\n" + event,
  ])
  func oneEventInManyCoats(text: String) throws {
    let recording = try Recording.parse(text, file: "F")
    #expect(recording == Recording(description: nil, events: Self.read))
  }

  @Test(arguments: [
    ("0.000000", 0), ("0.000001", 1), ("1330523780.970485", 1_330_523_780_970_485),
    // The digits after the point are microseconds, not a fraction: evemu reads them with %06u.
    ("0.5", 5), ("3.50", 3_000_050), ("9223372036854.775807", Int64.max),
  ])
  func times(text: String, time: Int64) throws {
    #expect(try Recording.parse("E: \(text) 0 0 0", file: "F").events.map(\.time) == [time])
  }

  @Test(arguments: [
    ("0000", 0), ("0039", 39), ("-001", -1), ("-1", -1), ("2147483647", Int32.max),
    ("-2147483648", Int32.min),
  ])
  func values(text: String, value: Int32) throws {
    #expect(try Recording.parse("E: 0.0 3 0 \(text)", file: "F").events.map(\.value) == [value])
  }

  @Test func timeMayGoBack() throws {
    let recording = try Recording.parse("E: 5.000000 3 0 1\nE: 4.999999 3 0 2\n", file: "F")
    #expect(recording.events.map(\.time) == [5_000_000, 4_999_999])
  }

  @Test func smallestDescription() throws {
    let id = DeviceID(bus: 3, vendor: 0x1234, product: 0x5678, version: 0x100)
    #expect(
      try Recording.parse(Self.smallest, file: "F")
        == Recording(description: DeviceDescription(name: "A", id: id), events: []))
  }

  @Test(arguments: [
    ("N: a # b", "a # b"), ("N:\t Ä 漢 🎮 \r", "Ä 漢 🎮"), ("N: N: #1", "N: #1"),
  ])
  func names(line: String, name: String) throws {
    let text = Self.smallest.replacing("N: A", with: line)
    #expect(try Recording.parse(text, file: "F").description?.name == name)
  }

  @Test func nameThatIsNotUTF8() throws {
    let bytes = Array("N: Stift ".utf8) + [0xae] + Array(Self.smallest.dropFirst(4).utf8)
    #expect(try Recording.parse(bytes, file: "F").description?.name == "Stift \u{fffd}")
  }

  @Test func bitsGoOnFromLineToLine() throws {
    let bits = "B: 01 01 00 00 00 00 00 00 80\nB: 02 03 00 00 00 00 00 00 00\nB: 01 00 00 00 00 00 00 10 00\n"
    let codes = try Recording.parse(
      "B: 00 ff 00 00 00 00 00 00 00\n" + bits + "N: A\nI: 0 0 0 0\n", file: "F"
    )
    .description?.codes
    let keys = [0, 63, 116].map { EventCode(.key, $0) }
    #expect(codes == Set(keys + [EventCode(.relative, 0), EventCode(.relative, 1)]))
  }

  @Test("ABS_MAX is not an axis, and is ignored with a remark", arguments: [("00", 5), ("80", 3)])
  func axisThatIsNone(bits: String, line: Int) throws {
    let text = "N: A\nI: 3 0 0 0\nB: 03 01 00 00 00 00 00 00 \(bits)\nA: 00 0 1 0 0\nA: 3f 0 0 0 0\n"
    let recording = try Recording.parse(text, file: "F")
    #expect(recording.description?.codes == [.absX])
    #expect(
      recording.warnings.map(\.sentence)
        == ["F:\(line): the axis 3f is ignored, because ABS_MAX is no axis; old versions of evemu list it"])
  }

  @Test("A time with fewer than six digits after its point gets one warning")
  func shortTime() throws {
    let recording = try Recording.parse("E: 0.000001 0 0 0\nE: 0.5 0 0 0\nE: 0.6 0 0 0\n", file: "F")
    #expect(recording.events.map(\.time) == [1, 5, 6])
    #expect(
      recording.warnings.map(\.sentence) == [
        "F:2: as in evemu, the digits after the point of 0.5 are microseconds; "
          + "write six of them, such as 0.500000 for half a second"
      ])
  }

  @Test func propertiesLampsAndSwitches() throws {
    let text = Self.smallest + "P: 02 00 00 80 00 00 00 00\nL: 01 1\nS: 05 0001 # SW\n"
    let device = try Recording.parse(text, file: "F").description
    #expect(device?.properties == [.direct, DeviceProperty(rawValue: 0x1f)])
  }
}
