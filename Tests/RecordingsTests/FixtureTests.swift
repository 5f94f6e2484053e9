import EventPipeline
import Recordings
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
