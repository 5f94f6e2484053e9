import Configuration
import EventPipeline
import Recordings
import Testing
import TestSupport

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
