package import EventPipeline
package import Recordings
internal import Testing

/// A recording, and its device's description if the recording has none.
package struct RecordedCase: CustomTestStringConvertible, Sendable {
  package let events: String
  package let device: String?
  package var testDescription: String { events }

  package var eventsPath: String { Fixtures.folder.appending(path: events).path }
  package var replayArguments: [String] {
    [eventsPath]
      + (device.map { ["--device", Fixtures.folder.appending(path: "devices/\($0).desc").path] } ?? [])
  }

  package static let all = described + listed.map(\.recorded)

  private static let described: [RecordedCase] = [
    .init(events: "events/Atmel-maXTouch-Touchscreen.1-finger-fast-taps.events", device: nil),
    .init(events: "events/Atmel-maXTouch-Touchscreen.4-finger-drag-down.events", device: nil),
    .init(events: "events/ELAN-CANDO-Windows7.1-finger-drag-up-down.events", device: "ELAN-CANDO-Windows7"),
    .init(events: "events/EP0430M09.1-finger-drag-up-down.events", device: nil),
    .init(events: "events/EP0430M09.4-finger-drag-down.events", device: nil),
    .init(events: "events/ETPS2-Elantech-Touchpad.Samsung-700Z3A.events", device: nil),
    .init(events: "events/N-Trig-MultiTouch.1-finger-drag-NW-SE.events", device: "N-Trig-MultiTouch"),
    .init(events: "events/N-Trig-MultiTouch.2-fingers-touch-release.events", device: "N-Trig-MultiTouch"),
    .init(events: "events/QUANTA-OpticalTouchScreen.events", device: "QUANTA-OpticalTouchScreen"),
    .init(events: "events/QUANTA-OpticalTouchScreen.touch-hover.events", device: "QUANTA-OpticalTouchScreen"),
    .init(
      events: "events/SynPS2-Synaptics-TouchPad.hp8470p.two-finger-scroll-horizontal.events",
      device: "SynPS2-Synaptics-TouchPad.hp8470p"),
    .init(events: "events/UC-LOGIC-Tablet-WP5540U-Pen.events", device: nil),
    .init(
      events: "events/Wacom-Bamboo-16FG-4x5-Finger-single-center-circle.events",
      device: "Wacom-Bamboo-16FG-4x5-Finger"),
    .init(events: "events/Wacom-Intuos4-6x9.stylus-drag.events", device: "Wacom-Intuos4-6x9"),
    .init(events: "events/eGalax-Inc.-USB-TouchController.events", device: "eGalax-Inc.-USB-TouchController"),
    .init(events: "derived/Wacom-DTH2242-Finger.syn-dropped.evemu", device: nil),
    .init(events: "made/Wacom-Cintiq-22HDT-Pen.evemu", device: nil),
  ]

  /// Our recordings of devices without slots, each with the times when the first finger lifts, in microseconds.
  package static let listed: [(recorded: RecordedCase, lifts: [Int64])] = [
    ("minimal", [130_000, 580_000]), ("silent-button", [130_000, 580_000]),
    ("button-lift", [130_000, 580_000]), ("button-and-list", [130_000, 580_000]),
    ("pressure-lift", [130_000, 580_000]), ("zero-size-lift", [130_000, 580_000]), ("bare-lift", [130_000]),
  ].map { name, lifts in (RecordedCase(events: "made/type-A.\(name).evemu", device: nil), lifts) }

  /// A device that evemu 1.0 described.
  package static let oldDescription = RecordedCase(events: "made/type-A.old-evemu.evemu", device: nil)

  package func load() throws -> (recording: Recording, device: DeviceDescription) {
    let recording = try Recording.read(path: eventsPath)
    let device = try self.device.map { try Fixtures.description($0) } ?? recording.description
    return (recording, try #require(device))
  }
}
