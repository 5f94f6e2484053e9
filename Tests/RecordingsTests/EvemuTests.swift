import Configuration
import EventPipeline
import Foundation
import Recordings
import TestSupport
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

struct EvemuWriterTests {
  private static let device = DeviceDescription(
    name: "Stick", id: DeviceID(bus: 3, vendor: 0x45e, product: 0x28e, version: 0x114),
    properties: [.direct, DeviceProperty(rawValue: 8)],
    codes: [
      .btnSouth, EventCode(.miscellaneous, 4), EventCode(.key, 0x2ff),
      EventCode(EventType(rawValue: 0x15), 0x50),
    ],
    axes: [
      0: AbsoluteAxis(minimum: -32768, maximum: 32767, fuzz: 16, flat: 128, resolution: 1),
      0x3e: AbsoluteAxis(minimum: .min, maximum: .max),
    ])

  @Test func headerIsWhatEvemuDescribeWrites() {
    let empty = " 00 00 00 00 00 00 00 00\n"
    let keys = ["00 00 00 00 00 00 01 00"] + [String](repeating: "00 00 00 00 00 00 00 00", count: 6)
    // In steps: Swift 6.2 does not find the types of one sum in time.
    var expected = "# EVEMU 1.3\nN: Stick\nI: 0003 045e 028e 0114\nP: 02 01 00 00 00 00 00 00\n"
    expected += "B: 00 0b 00 00 00 00 00 00 00\n" + String(repeating: "B: 01" + empty, count: 4)
    expected += keys.map { "B: 01 \($0)\n" }.joined() + "B: 01 00 00 00 00 00 00 00 80\n" + "B: 02" + empty
    expected += "B: 03 01 00 00 00 00 00 00 40\nB: 04 10 00 00 00 00 00 00 00\n"
    expected += ["05", "11", "12", "14", "15"].map { "B: \($0)" + empty }.joined()
    expected += "B: 15 00 00 01 00 00 00 00 00\n"
    expected += "A: 00 -32768 32767 16 128 1\nA: 3e -2147483648 2147483647 0 0 0\n"
    #expect(EvemuWriter.header(description: Self.device) == expected)
  }

  @Test func headerReadsBack() throws {
    let text = EvemuWriter.header(description: Self.device)
    #expect(try Recording.parse(text, file: "F").description == Self.device)
  }

  @Test(arguments: [
    ("two\nlines", "two lines"), ("", "unnamed"), (" \t", "unnamed"), ("# 1", "# 1"), ("\r\n", "unnamed"),
  ])
  func namesThatWouldBreakTheFile(name: String, written: String) throws {
    var device = Self.device
    device.name = name
    let text = EvemuWriter.header(description: device)
    #expect(try Recording.parse(text, file: "F").description?.name == written)
  }

  @Test func descriptionsThatTheKernelWouldNotTake() throws {
    var device = Self.device
    for code: UInt16 in [0x3f, 0x40] { device.axes[code] = AbsoluteAxis(minimum: 0, maximum: 1) }
    device.codes.formUnion([
      EventCode(.key, 0xffff), EventCode(.init(rawValue: 0xffff), 1), .absX, .synDropped,
    ])
    device.codes.insert(.absY)
    device.properties.insert(DeviceProperty(rawValue: 0xffff))
    var expected = Self.device
    expected.codes.insert(.absY)
    expected.axes[1] = AbsoluteAxis(minimum: 0, maximum: 0)
    let text = EvemuWriter.header(description: device)
    #expect(try Recording.parse(text, file: "F").description == expected)
  }

  @Test(arguments: [
    (
      InputEvent(time: 1, .absMTTrackingID, 33),
      "E: 0.000001 0003 0039 0033\t# EV_ABS / ABS_MT_TRACKING_ID   33\n"
    ),
    (
      InputEvent(time: 1_500_000, .absX, -1),
      "E: 1.500000 0003 0000 -001\t# EV_ABS / ABS_X                -1\n"
    ),
    (InputEvent(time: 2, .btnTouch, 1), "E: 0.000002 0001 014a 0001\t# EV_KEY / BTN_TOUCH            1\n"),
    (
      InputEvent(time: 0, .synReport, 0),
      "E: 0.000000 0000 0000 0000\t# ------------ SYN_REPORT (0) ----------\n"
    ),
    (
      InputEvent(time: 0, .synDropped, 0),
      "E: 0.000000 0000 0003 0000\t# ------------ SYN_DROPPED (0) ----------\n"
    ),
    (
      InputEvent(time: 0, .synMTReport, 0),
      "E: 0.000000 0000 0002 0000\t# ++++++++++++ SYN_MT_REPORT (0) ++++++++++\n"
    ),
    (InputEvent(time: -7, type: .key, code: 600, value: 1), "E: 0.000000 0001 0258 0001\n"),
    (
      InputEvent(time: 0, type: .key, code: 59, value: 1),
      "E: 0.000000 0001 003b 0001\t# EV_KEY / KEY_F1               1\n"
    ),
    (
      InputEvent(time: .max, type: .miscellaneous, code: 4, value: .min),
      "E: 9223372036854.775807 0004 0004 -2147483648\n"
    ),
  ])
  func lines(event: InputEvent, line: String) throws {
    #expect(EvemuWriter.line(for: event) == line)
    var read = event
    read.time = max(0, event.time)
    #expect(try Recording.parse(line, file: "F").events == [read])
  }

  @Test func linesAreThoseOfEvemuRecord() throws {
    // Except the milliseconds since the last frame, which evemu-record adds to the comment.
    let name = "events/EP0430M09.4-finger-drag-down.events"
    let written = try Fixtures.read(name).events.map { EvemuWriter.line(for: $0) }
    let recorded = try lines(ofFixture: name).filter { $0.hasPrefix("E:") }
    #expect(written.count == recorded.count)
    for (ours, theirs) in zip(written, recorded) { #expect("\(theirs)\n".hasPrefix(ours.dropLast())) }
  }

  private func lines(ofFixture name: String) throws -> [Substring] {
    try String(contentsOfFile: Fixtures.path(name), encoding: .utf8).split(separator: "\n")
  }
}

/// The messages about evemu files that cannot be read, word for word.
struct EvemuErrorTests {
  private static let event = "E: SECONDS.MICROSECONDS TYPE CODE VALUE"
  private static let time =
    "write SECONDS.MICROSECONDS, such as 12.000345, not negative and below 9223372036854"
  private static let int32 = "write a decimal number from -2147483648 to 2147483647"
  private static let head = "N: A\nI: 3 0 0 0\n"
  private static let noBits = "00 00 00 00 00 00 00 00\n"

  private static func hex(_ limit: String) -> String {
    "write a hexadecimal number up to \(limit), without 0x, of at most 4 digits"
  }

  private static let events: [(String, String)] = [
    ("E: 0.0 3 0\n", "F:1: the E: line has 3 fields; write \(event)"),
    ("E: 0.0 3 0 1 2\n", "F:1: the E: line has 5 fields; write \(event)"),
    ("E:\n", "F:1: the E: line has 0 fields; write \(event)"),
    ("E: # 0.0 3 0 1\n", "F:1: the E: line has 0 fields; write \(event)"),
    ("# c\n\nE: 0.0 3 0 1\nE: x\n", "F:4: the E: line has 1 field; write \(event)"),
    ("E: 5 3 0 1\n", "F:1: an event's time cannot be \"5\"; \(time)"),
    ("E: 5. 3 0 1\n", "F:1: an event's time cannot be \"5.\"; \(time)"),
    ("E: .5 3 0 1\n", "F:1: an event's time cannot be \".5\"; \(time)"),
    ("E: -1.0 3 0 1\n", "F:1: an event's time cannot be \"-1.0\"; \(time)"),
    ("E: -0.0 3 0 1\n", "F:1: an event's time cannot be \"-0.0\"; \(time)"),
    ("E: 0.-1 3 0 1\n", "F:1: an event's time cannot be \"0.-1\"; \(time)"),
    ("E: 0.1234567 3 0 1\n", "F:1: an event's time cannot be \"0.1234567\"; \(time)"),
    ("E: 9223372036854.775808 3 0 1\n", "F:1: an event's time cannot be \"9223372036854.775808\"; \(time)"),
    (
      "E: 99999999999999999999.0 3 0 1\n",
      "F:1: an event's time cannot be \"99999999999999999999.0\"; \(time)"
    ),
    ("E: 1e3.0 3 0 1\n", "F:1: an event's time cannot be \"1e3.0\"; \(time)"),
    ("E: 0.0 EV_ABS 0 1\n", "F:1: an event type cannot be \"EV_ABS\"; \(hex("1f"))"),
    ("E: 0.0 20 0 1\n", "F:1: an event type cannot be \"20\"; \(hex("1f"))"),
    ("E: 0.0 0x3 0 1\n", "F:1: an event type cannot be \"0x3\"; \(hex("1f"))"),
    ("E: 0.0 3 00000 1\n", "F:1: an event code cannot be \"00000\"; \(hex("2ff"))"),
    ("E: 0.0 3 300 1\n", "F:1: an event code cannot be \"300\"; \(hex("2ff"))"),
    ("E: 0.0 3 -1 1\n", "F:1: an event code cannot be \"-1\"; \(hex("2ff"))"),
    ("E: 0.0 3 0 2147483648\n", "F:1: an event's value cannot be \"2147483648\"; \(int32)"),
    ("E: 0.0 3 0 -2147483649\n", "F:1: an event's value cannot be \"-2147483649\"; \(int32)"),
    ("E: 0.0 3 0 1f\n", "F:1: an event's value cannot be \"1f\"; \(int32)"),
    ("E: 0.0 3 0 +1\n", "F:1: an event's value cannot be \"+1\"; \(int32)"),
    ("E: 0.0 3 0 -\n", "F:1: an event's value cannot be \"-\"; \(int32)"),
    (
      "E: 0.0 3 0 " + String(repeating: "9", count: 99),
      "F:1: an event's value cannot be \"\(String(repeating: "9", count: 40))…\"; \(int32)"
    ),
    ("E: 0.0 3 0 \u{1b}[2J\n", "F:1: an event's value cannot be \"\\u{1B}[2J\"; \(int32)"),
    (
      "E: 0.0 3 0 1\rE: 0.0 3 0 2\r",
      "F:1: the E: line has 8 fields; write \(event)"
    ),
  ]

  private static let lines: [(String, String)] = [
    ("", "F: is empty; it should hold what touchstick record, evemu-record or libinput record wrote"),
    ("\n", nothing), ("# EVEMU 1.3\n", nothing), ("N: A\nI: 3 0 0 0\nA: 00 0 1 0 0\n", nothing),
    (
      "# EVEMU 2.0\nE: 0.0 3 0 1\n",
      "F:1: evemu format \"2.0\" is not known; it should be 1.0 to 1.3, which evemu 2.7 and older write"
    ),
    (
      "# EVEMU 99999999999999999999.3\nE: 0.0 3 0 1\n",
      "F:1: evemu format \"99999999999999999999.3\" is not known; "
        + "it should be 1.0 to 1.3, which evemu 2.7 and older write"
    ),
    (
      "E: 0.0 3 0 1\nX: 1\n",
      "F:2: no evemu line begins with \"X:\"; lines begin with N:, I:, P:, B:, A:, L:, S:, E: or #"
    ),
    (
      "E: 0.0 3 0 1\n\u{8}\u{9}\n",
      "F:2: no evemu line begins with \"\\u{08}\"; lines begin with N:, I:, P:, B:, A:, L:, S:, E: or #"
    ),
    ("hello\n", unknown(1)), ("{\"a\": 1}\n", unknown(1)), ("# c\n\n<xml/>\n", unknown(3)),
    ("E: 0.0 3 0 1\n\0", "F:2: \(zero)"), ("\u{7f}ELF\u{1}\0\0", "F:1: \(zero)"),
  ]

  private static let nothing =
    "F: holds neither events (E: lines) nor a whole device description (N:, I:, B: and A: lines); "
    + "record with touchstick record, evemu-record or libinput record"
  private static let zero =
    "holds a zero byte; a recording is a text file, without compression, in ASCII or UTF-8"

  private static func unknown(_ line: Int) -> String {
    "F:\(line): not written by touchstick record, evemu or libinput record; the first line should be such as N: NAME, "
      + "\(event) or version: 1"
  }

  private static let devices: [(String, String)] = [
    ("N:\n", "F:1: the N: line has 0 fields; write N: NAME"),
    ("N: A\nN: B\n", "F:2: a second N: line; a file should describe one device"),
    ("I: 0 0 0 0\nI: 0 0 0 0\n", "F:2: a second I: line; a file should describe one device"),
    ("I: 0 0 0\n", "F:1: the I: line has 3 fields; write I: BUS VENDOR PRODUCT VERSION"),
    ("I: 0 0 0 g\n", "F:1: a part of the device's identity cannot be \"g\"; \(hex("ffff"))"),
    ("I: 0 0 0 10000\n", "F:1: a part of the device's identity cannot be \"10000\"; \(hex("ffff"))"),
    ("P: 00\n", "F:1: the P: line has 1 field; write P: and 8 bytes"),
    ("P: 00 00 00 00 00 00 00 100\n", "F:1: a byte of bits cannot be \"100\"; \(hex("ff"))"),
    ("P: \(noBits)P: \(noBits)", "F:2: a second P: line; one has room for all properties"),
    ("B: 01 00\n", "F:1: the B: line has 2 fields; write B: TYPE and 8 bytes"),
    ("B: 20 \(noBits)", "F:1: an event type cannot be \"20\"; \(hex("1f"))"),
    (
      "B: 03 \(noBits)B: 03 \(noBits)",
      "F:2: more B: lines than the event type 03 has codes; there should be 1 for it"
    ),
    (
      String(repeating: "B: 01 \(noBits)", count: 13),
      "F:13: more B: lines than the event type 01 has codes; there should be 12 at the most"
    ),
    (
      "I: 0 0 0 0\nB: 01 \(noBits)",
      "F: the device description has no N: line; it should have one such as N: NAME"
    ),
    (
      "N: A\nB: 01 \(noBits)",
      "F: the device description has no I: line; it should have one such as I: BUS VENDOR PRODUCT VERSION"
    ),
    ("A: 00 0 1 0\n", "F:1: the A: line has 4 fields; write \(axis)"),
    ("A: 00 0 1 0 0 0 0\n", "F:1: the A: line has 7 fields; write \(axis)"),
    ("A: 40 0 1 0 0\n", "F:1: an axis cannot be \"40\"; \(hex("3f"))"),
    ("A: 00 0 2147483648 0 0\n", "F:1: a number of an axis cannot be \"2147483648\"; \(int32)"),
    (
      "A: 00 0 1 0 0\nA: 00 0 1 0 0\n",
      "F:2: a second A: line for the axis 00; an axis should be described once"
    ),
    (
      head + "B: 03 01 00 00 00 00 00 20 00\nA: 00 0 1 0 0\n",
      "F:3: a B: line has the axis 35, which no A: line describes; "
        + "add A: 35 MINIMUM MAXIMUM FUZZ FLAT RESOLUTION"
    ),
    (
      head + "B: 03 01 00 00 00 00 00 00 00\nA: 00 0 1 0 0\nA: 35 0 1 0 0\n",
      "F:5: the axis 35 is in no B: line; set bit 53 of the B: 03 line, or drop the A: line"
    ),
    ("L: 00\n", "F:1: the L: line has 1 field; write L: CODE STATE"),
    ("S: 00 1 2\n", "F:1: the S: line has 3 fields; write S: CODE STATE"),
    ("L: zz 1\n", "F:1: the code of a lamp or switch cannot be \"zz\"; \(hex("2ff"))"),
    ("S: 00 on\n", "F:1: the state of a lamp or switch cannot be \"on\"; \(int32)"),
  ]

  private static let axis = "A: CODE MINIMUM MAXIMUM FUZZ FLAT RESOLUTION (none before evemu 1.2)"

  @Test(arguments: events + lines + devices)
  func sentenceIsExact(text: String, expected: String) {
    #expect(sentence(of: text) == expected)
  }

  @Test func errorsOfContentAreNotOfReading() throws {
    let error = try #require(throws: Diagnostic.self) { try Recording.parse("X", file: "F") }
    #expect(!error.isUnreadable)
    #expect(error.position == SourcePosition(line: 1))
  }

  /// A real file that is cut anywhere, or has bytes of its header replaced, is read or refused.
  @Test func damagedFilesNeverTrap() throws {
    let recording = try Fixtures.read("events/Atmel-maXTouch-Touchscreen.1-finger-fast-taps.events")
    let description = try #require(recording.description)
    let lines = recording.events.prefix(3).map { EvemuWriter.line(for: $0) }
    let bytes = Array((EvemuWriter.header(description: description) + lines.joined()).utf8)
    for index in bytes.indices {
      _ = sentence(of: Array(bytes[..<index]))
      var damaged = bytes
      damaged[index] = [0x0a, 0x20, 0x2d, 0x2e, 0x39, 0x66, 0xff][index % 7]
      _ = sentence(of: damaged)
    }
  }
}
