package import EventPipeline
internal import Foundation
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

/// The worked examples of the model's geometry, stages 4 to 7.
package struct GeometryExample: Decodable, CustomTestStringConvertible, Sendable {
  package struct Configuration: Decodable {
    package let surface: [Double]
    package let frame: [Double]
    package let movable: Bool
    package let movableBounds: [Double]?
    package let movableCenter: [Double]?
    package let handleConstraint: [Double]?
    package let travel: Double
    package let handlePositionMode: String
  }

  package struct Touch: Decodable {
    package let phase: String
    package let x: Double
    package let y: Double
  }

  package struct Expectation: Decodable {
    package let angleDeg: Double
    package let displacement: Double
    package let xUnit: Double
    package let yUnit: Double
    package let baseCenter: [Double]
    package let handlePosition: [Double]
    package let changed: Bool
  }

  package let name: String
  package let config: Configuration
  package let touches: [Touch]
  package let expected: [Expectation]
  package var testDescription: String { name }

  package static let all: [GeometryExample] = load("geometry.json")
}

/// The worked examples of the model's values, stages 9 to 15.
package struct PipelineExample: Decodable, CustomTestStringConvertible, Sendable {
  package struct Expectation: Decodable {
    package let abs: [Int]
    package let magnitude: Double
    /// The direction in letters, as UR; empty for a stick that has any.
    package let dpad: String
  }

  package let name: String
  package let offset: [Double]
  package let radius: Double
  package let params: [String: JSONValue]
  package let expected: Expectation
  package var testDescription: String { name }

  package static let all: [PipelineExample] = load("pipeline.json")
}

/// A number or a word.
package enum JSONValue: Decodable, Sendable {
  case number(Double)
  case word(String)

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .word(try container.decode(String.self))
    }
  }
}

private struct ExampleFile<Example: Decodable>: Decodable {
  let examples: [Example]
}

private func load<Example: Decodable>(_ name: String) -> [Example] {
  let folder = Fixtures.project.appending(path: "Tests/JoystickModelTests/Examples")
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  do {
    let data = try Data(contentsOf: folder.appending(path: name))
    return try decoder.decode(ExampleFile<Example>.self, from: data).examples
  } catch {
    fatalError("\(name): \(error)")
  }
}
