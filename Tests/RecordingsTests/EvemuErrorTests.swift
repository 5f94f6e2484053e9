import Configuration
import Recordings
import Testing
import TestSupport

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
