import EventPipeline
import Foundation
import Recordings
import Testing
import TestSupport

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
    let expected =
      "# EVEMU 1.3\nN: Stick\nI: 0003 045e 028e 0114\nP: 02 01 00 00 00 00 00 00\n"
      + "B: 00 0b 00 00 00 00 00 00 00\n" + String(repeating: "B: 01" + empty, count: 4)
      + keys.map { "B: 01 \($0)\n" }.joined() + "B: 01 00 00 00 00 00 00 00 80\n" + "B: 02" + empty
      + "B: 03 01 00 00 00 00 00 00 40\nB: 04 10 00 00 00 00 00 00 00\n"
      + ["05", "11", "12", "14", "15"].map { "B: \($0)" + empty }.joined()
      + "B: 15 00 00 01 00 00 00 00 00\n"
      + "A: 00 -32768 32767 16 128 1\nA: 3e -2147483648 2147483647 0 0 0\n"
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
    (InputEvent(time: -7, type: .key, code: 30, value: 1), "E: 0.000000 0001 001e 0001\n"),
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
