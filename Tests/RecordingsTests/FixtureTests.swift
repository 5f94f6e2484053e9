import Configuration
import EventPipeline
import Foundation
import Recordings
import TestSupport
import Testing

struct FixtureTests {
  @Test(arguments: Fixtures.all)
  func everyFixtureIsRead(name: String, events: Int, isDescribed: Bool) throws {
    let recording = try Fixtures.read(name)
    #expect(recording.events.count == events)
    #expect((recording.description != nil) == isDescribed)
  }

  @Test(arguments: Fixtures.all)
  func everyFixtureSurvivesWriting(name: String, events: Int, isDescribed: Bool) throws {
    let recording = try Fixtures.read(name)
    let text =
      (recording.description.map { EvemuWriter.header(description: $0) } ?? "")
      + recording.events.map { EvemuWriter.line(for: $0) }.joined()
    #expect(try Recording.parse(text, file: "F") == recording)
  }

  @Test func touchscreenWithSlots() throws {
    let device = try #require(try Fixtures.read("devices/ELAN-Touchscreen.desc").description)
    #expect(device.name == "ELAN Touchscreen")
    #expect(device.id == DeviceID(bus: 3, vendor: 0x04f3, product: 0x010c, version: 0x0110))
    #expect(device.properties == [.direct])
    #expect(device.axis(.absMTSlot) == AbsoluteAxis(minimum: 0, maximum: 9))
    #expect(device.axis(.absMTPositionX) == AbsoluteAxis(minimum: 0, maximum: 3312, resolution: 10))
    #expect(device.axes.count == 11)
    #expect(device.codes.filter { $0.type == .key } == [.btnTouch])
    #expect(device.codes.count == 12)
  }

  @Test func touchpadWithButtons() throws {
    let name = "devices/ETPS2-Elantech-Touchpad-ASUS-N500JK.desc"
    let device = try #require(try Fixtures.read(name).description)
    #expect(device.name == "ETPS/2 Elantech Touchpad")
    // INPUT_PROP_POINTER and INPUT_PROP_BUTTONPAD.
    #expect(device.properties == [.pointer, DeviceProperty(rawValue: 2)])
    // BTN_LEFT, BTN_TOOL_FINGER, BTN_TOUCH, BTN_TOOL_DOUBLETAP, _TRIPLETAP and _QUADTAP.
    let buttons: [UInt16] = [0x110, 0x145, 0x14a, 0x14d, 0x14e, 0x14f]
    #expect(device.codes.filter { $0.type == .key }.map(\.code).sorted() == buttons)
  }

  @Test func axesWithoutResolutionInOldFiles() throws {
    let device = try #require(try Fixtures.read("devices/N-Trig-MultiTouch.desc").description)
    #expect(device.axis(.absX) == AbsoluteAxis(minimum: 0, maximum: 9600))
    #expect(device.axis(.absMTSlot) == nil)
    #expect(device.properties.isEmpty)
    #expect(device.supports(EventCode(.miscellaneous, 4)))
    #expect(device.supports(.btnTouch))
  }

  @Test func penTabletWithNegativeLimitsAndFuzz() throws {
    let device = try #require(try Fixtures.read("devices/Wacom-Intuos4-6x9.desc").description)
    #expect(device.axis(.absX) == AbsoluteAxis(minimum: 0, maximum: 44704, fuzz: 4))
    #expect(device.axis(.absZ) == AbsoluteAxis(minimum: -900, maximum: 899))
    #expect(device.supports(.btnToolPen))
    #expect(!device.supports(.absMTPositionX))
  }

  @Test func minimumThatIsNotZero() throws {
    let device = try #require(try Fixtures.read("devices/eGalax-Inc.-USB-TouchController.desc").description)
    #expect(device.axis(.absZ) == AbsoluteAxis(minimum: 30, maximum: 4040))
    #expect(device.properties.isEmpty)
  }

  @Test func eventsOfNewFiles() throws {
    let events = try Fixtures.read("derived/Wacom-DTH2242-Finger.syn-dropped.evemu").events
    #expect(events.first == InputEvent(time: 1, .absMTTrackingID, 0))
    #expect(events.last == InputEvent(time: 26_157_509, .synReport, 0))
    #expect(events.suffix(3).first == InputEvent(time: 26_157_509, .absMTTrackingID, -1))
  }

  @Test func eventsOfOldFilesKeepTheTimeOfDay() throws {
    let events = try Fixtures.read("events/eGalax-Inc.-USB-TouchController.events").events
    #expect(
      events.first == InputEvent(time: 1_330_523_780_970_485, type: .miscellaneous, code: 4, value: 852_034))
  }
}

extension Fixtures {
  static func path(_ name: String) -> String { folder.appending(path: name).path }

  static func read(_ name: String) throws -> Recording { try Recording.read(path: path(name)) }

  /// The number of `E:` lines of each file, and whether it has `B:` lines.
  static let all: [(name: String, events: Int, isDescribed: Bool)] = [
    ("devices/Atmel-maXTouch-Touchscreen.desc", 0, true),
    ("devices/ELAN-CANDO-Windows7.desc", 0, true),
    ("devices/ELAN-Touchscreen.desc", 0, true),
    ("devices/EP0430M09.desc", 0, true),
    ("devices/ETPS2-Elantech-Touchpad-ASUS-N500JK.desc", 0, true),
    ("devices/N-Trig-MultiTouch.desc", 0, true),
    ("devices/QUANTA-OpticalTouchScreen.desc", 0, true),
    ("devices/SynPS2-Synaptics-TouchPad.hp8470p.desc", 0, true),
    ("devices/SynPS2-Synaptics-TouchPad.lenovo-p50.desc", 0, true),
    ("devices/Wacom-Bamboo-16FG-4x5-Finger.desc", 0, true),
    ("devices/Wacom-Intuos4-6x9.desc", 0, true),
    ("devices/eGalax-Inc.-USB-TouchController.desc", 0, true),
    ("events/Atmel-maXTouch-Touchscreen.1-finger-fast-taps.events", 84, true),
    ("events/Atmel-maXTouch-Touchscreen.4-finger-drag-down.events", 309, true),
    ("events/ELAN-CANDO-Windows7.1-finger-drag-up-down.events", 1849, false),
    ("events/EP0430M09.1-finger-drag-up-down.events", 735, true),
    ("events/EP0430M09.4-finger-drag-down.events", 1091, true),
    ("events/ETPS2-Elantech-Touchpad.Samsung-700Z3A.events", 1557, true),
    ("events/N-Trig-MultiTouch.1-finger-drag-NW-SE.events", 955, false),
    ("events/N-Trig-MultiTouch.2-fingers-touch-release.events", 2203, false),
    ("events/QUANTA-OpticalTouchScreen.events", 2832, false),
    ("events/QUANTA-OpticalTouchScreen.touch-hover.events", 448, false),
    ("events/SynPS2-Synaptics-TouchPad.hp8470p.two-finger-scroll-horizontal.events", 906, false),
    ("events/UC-LOGIC-Tablet-WP5540U-Pen.events", 1458, true),
    ("events/Wacom-Bamboo-16FG-4x5-Finger-single-center-circle.events", 1722, false),
    ("events/Wacom-Intuos4-6x9.stylus-drag.events", 1799, false),
    ("events/eGalax-Inc.-USB-TouchController.events", 1200, false),
    ("derived/Wacom-DTH2242-Finger.syn-dropped.evemu", 6373, true),
    ("made/Wacom-Cintiq-22HDT-Pen.evemu", 153, true),
    ("made/type-A.bare-lift.evemu", 53, true),
    ("made/type-A.button-and-list.evemu", 279, true),
    ("made/type-A.button-lift.evemu", 235, true),
    ("made/type-A.minimal.evemu", 165, true),
    ("made/type-A.pressure-lift.evemu", 235, true),
    ("made/type-A.silent-button.evemu", 249, true),
    ("made/type-A.zero-size-lift.evemu", 210, true),
  ]
}

/// The error for a text; nil if it can be read.
func sentence(of text: String) -> String? { sentence(of: Array(text.utf8)) }

/// The error for these bytes; nil if they can be read.
func sentence(of bytes: [UInt8]) -> String? {
  do throws(Diagnostic) {
    _ = try Recording.parse(bytes, file: "F")
    return nil
  } catch {
    return error.sentence
  }
}

struct RecordingFileTests {
  private static let event = "E: 0.000001 0003 0035 0100\n"

  private func error(path: String) throws -> Diagnostic {
    try #require(throws: Diagnostic.self) { try Recording.read(path: path) }
  }

  @Test func regularFile() throws {
    let file = try Programs.file("a.evemu", Self.event)
    #expect(try Recording.read(path: file).events.count == 1)
    try FileManager.default.createSymbolicLink(atPath: file + ".link", withDestinationPath: file)
    #expect(try Recording.read(path: file + ".link").events.count == 1)
  }

  @Test func namedPipe() throws {
    let path = try Programs.files([:]).appending(path: "pipe").path
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let writer = Process(running: "/bin/sh", ["-c", "printf '\(Self.event)' > \"$0\"", path])
    try writer.run()
    #expect(try Recording.read(path: path).events == [InputEvent(time: 1, .absMTPositionX, 100)])
    writer.waitUntilExit()
  }

  @Test func fileThatIsNotThere() throws {
    let error = try error(path: "/nonexistent/a.evemu")
    #expect(error.isUnreadable)
    #expect(
      error.sentence
        == "/nonexistent/a.evemu: cannot be opened: No such file or directory; "
        + "name a recording that you may read")
  }

  @Test(arguments: [("/", "a directory"), ("/dev/null", "a device")])
  func kindsThatAreNotRead(path: String, kind: String) throws {
    let error = try error(path: path)
    #expect(error.isUnreadable)
    #expect(
      error.sentence
        == "\(path): is \(kind), which is not read; name a file, a named pipe, or - for standard input")
  }

  @Test func socket() throws {
    let path = try Programs.files([:]).appending(path: "s").path
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let bound = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(bound == 0)
    let error = try error(path: path)
    #expect(error.code == "not-a-file" && error.message.hasPrefix("is not a file"))
  }

  @Test func emptyFile() throws {
    let error = try error(path: Programs.file("empty", ""))
    #expect(!error.isUnreadable)
    #expect(error.code == "empty")
  }

  @Test func fileThatIsTooLarge() throws {
    // A hole, which uses no space on the disk.
    let path = try Programs.file("large", "")
    #expect(unsafe truncate(path, Recording.sizeLimit + 1) == 0)
    let error = try error(path: path)
    #expect(!error.isUnreadable)
    #expect(error.code == "too-large" && error.message == "is larger than 256 MiB")
  }
}

/// After SYN_DROPPED, the rest of the frame is unreliable, and so is the current slot.
struct TornFrameTests {
  /// Events in short: `slot1`, `id7`, `x100` (ABS_MT_POSITION_X), `X100` (ABS_X), `touch1`, `drop`, `syn`,
  /// `mtsyn`.
  private static func events(_ text: String) -> [InputEvent] {
    text.split(separator: " ").enumerated().map { index, word in
      let digits = word.drop { !$0.isNumber && $0 != "-" }
      let names: [Substring: EventCode] = [
        "slot": .absMTSlot, "id": .absMTTrackingID, "x": .absMTPositionX, "X": .absX, "touch": .btnTouch,
        "drop": .synDropped, "syn": .synReport, "mtsyn": .synMTReport,
      ]
      let code = names[word.dropLast(digits.count)] ?? .absRZ
      return InputEvent(time: Int64(index), code, Int32(digits) ?? 0)
    }
  }

  private static func codes(_ events: [InputEvent]) -> [String] {
    events.map { "\($0.type.rawValue) \($0.code) \($0.value)" }
  }

  private static let slots = DeviceDescription(
    name: "B", id: DeviceID(bus: 0, vendor: 0, product: 0, version: 0),
    axes: [0x2f: AbsoluteAxis(minimum: 0, maximum: 9), 0x35: AbsoluteAxis(minimum: 0, maximum: 100)])
  private static let noSlots = DeviceDescription(
    name: "A", id: DeviceID(bus: 0, vendor: 0, product: 0, version: 0),
    axes: [0x35: AbsoluteAxis(minimum: 0, maximum: 100)])

  @Test(arguments: [
    ("slot1 id7 x1 syn x2 syn", "slot1 id7 x1 syn x2 syn"),
    // The torn frame is dropped, and the slot is unknown until the next ABS_MT_SLOT.
    ("x1 syn drop x2 X2 touch1 syn x3 X3 syn slot1 x4 syn", "x1 syn drop X3 syn slot1 x4 syn"),
    // The torn frame has an ABS_MT_SLOT.
    ("drop x2 slot1 x3 id-1 syn x4 syn", "drop slot1 x4 syn"),
    // Dropped twice, the second time within the torn frame.
    ("drop slot1 x1 drop x2 syn x3 syn slot0 x4 syn", "drop slot1 drop syn slot0 x4 syn"),
    // A clean frame after the marker: its SYN_REPORT is the next one.
    ("drop syn x1 syn slot0 x2 syn", "drop syn slot0 x2 syn"),
    // Nothing after the marker, or no SYN_REPORT.
    ("slot0 x1 syn drop", "slot0 x1 syn drop"), ("drop x1 slot2 x2", "drop slot2"),
  ])
  func withSlots(text: String, left: String) {
    for description in [Self.slots, nil] {
      let recording = Recording(description: description, events: Self.events(text))
      guard description != nil || recording.events.contains(where: { $0.is(.absMTSlot) }) else { continue }
      #expect(Self.codes(recording.trustworthyEvents) == Self.codes(Self.events(left)))
    }
  }

  @Test(arguments: [
    ("x1 mtsyn syn drop x2 mtsyn syn x3 mtsyn syn", "x1 mtsyn syn drop x3 mtsyn syn"),
    ("X1 touch1 syn drop touch0 syn X2 syn", "X1 touch1 syn drop X2 syn"),
  ])
  func withoutSlots(text: String, left: String) {
    for description in [Self.noSlots, nil] {
      let recording = Recording(description: description, events: Self.events(text))
      #expect(Self.codes(recording.trustworthyEvents) == Self.codes(Self.events(left)))
    }
  }

  @Test func eventsOfOtherTypesWithTheSameCodesAreKept() {
    // KEY 0x35 is a key, not a position, and MSC 3 is not SYN_DROPPED.
    let events = [
      InputEvent(time: 0, type: .miscellaneous, code: 3, value: 0), InputEvent(time: 0, .synDropped, 0),
      InputEvent(time: 0, .synReport, 0), InputEvent(time: 1, type: .key, code: 0x35, value: 1),
      InputEvent(time: 1, .absMTTrackingID, 1), InputEvent(time: 1, type: .absolute, code: 0x3e, value: 1),
    ]
    let recording = Recording(description: Self.slots, events: events)
    #expect(recording.trustworthyEvents == [events[0], events[1], events[3], events[5]])
  }

  /// Four SYN_DROPPED of the kernel. Each torn frame except the last has an ABS_MT_SLOT, and the frame after the
  /// last begins with one, so only the 23 events of the torn frames are lost.
  @Test func recordingOfTheKernelsOwnDrops() throws {
    let recording = try Fixtures.read("derived/Wacom-DTH2242-Finger.syn-dropped.evemu")
    let left = recording.trustworthyEvents
    #expect(left.count == 6350)
    let drops: [Int64] = [10_821_941, 14_011_239, 17_395_172, 21_673_478]
    #expect(left.filter { $0.is(.synDropped) }.map(\.time) == drops)
    let torn = drops.map { time in left.filter { $0.time == time } }
    #expect(
      torn.map { Self.codes($0) } == [
        ["0 3 0", "3 47 0"], ["0 3 0", "3 47 3", "3 47 5"], ["0 3 0", "3 47 2"], ["0 3 0"],
      ])
    #expect(left.filter { !drops.contains($0.time) } == recording.events.filter { !drops.contains($0.time) })
  }

  @Test func recordingsWithoutSynDroppedStayAsTheyAre() throws {
    for (name, _, _) in Fixtures.all where !name.hasPrefix("derived/") {
      let recording = try Fixtures.read(name)
      #expect(recording.trustworthyEvents == recording.events)
    }
  }
}
