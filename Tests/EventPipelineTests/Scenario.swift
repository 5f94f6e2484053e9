import EventPipeline
import JoystickModel
import Testing

/// Events in, contacts out, both as text that a person can read and add to.
///
/// In: `slot 0 id 5 x 100 y 50 | x 120 | id -1 |`, where a bar is SYN_REPORT and RELEASED is a SYN_REPORT by the
/// kernel. ``Scenario/codes`` has the other words. Out: `began 1 (10 5) | moved 1 (12 5) | ended 1 (12 5)`, in
/// millimetres. A contact with a pressure has it after the position: `moved 1 (12 5) 0.5`.
enum Scenario {
  private static let codes: [String: EventCode] = [
    "slot": .absMTSlot, "id": .absMTTrackingID, "mx": .absMTPositionX, "my": .absMTPositionY,
    "tool": .absMTToolType, "major": .absMTTouchMajor, "distance": .absMTDistance, "x": .absX, "y": .absY,
    "z": .absZ, "rx": .absRX,
    "touch": .btnTouch, "pen": .btnToolPen, "pressure": .absPressure, "force": .absMTPressure,
    "finger": .btnToolFinger, "two": EventCode(.key, 0x14d), "three": EventCode(.key, 0x14e),
    "left": .btnLeft,
    "rubber": .btnToolRubber, "airbrush": EventCode(.key, 0x144), "wheelaxis": EventCode(.absolute, 0x08),
    "right": .btnRight, "stylus": .btnStylus, "stamp": EventCode(.miscellaneous, 5),
    "wheel": EventCode(.relative, 8),
  ]
  private static let separators: [String: EventCode] = [
    "|": .synReport, "+": .synMTReport, "DROPPED": .synDropped,
  ]

  static func events(_ text: String) throws -> [InputEvent] {
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)[...]
    var events: [InputEvent] = []
    while let word = words.popFirst() {
      if word == "RELEASED" {
        events.append(InputEvent(time: Int64(events.count), .synReport, 1))
      } else if let separator = separators[word] {
        events.append(InputEvent(time: Int64(events.count), separator, 0))
      } else {
        let code = try #require(codes[word], "\(word) is no word of a scenario")
        let value = try #require(words.popFirst().flatMap { Int32($0) }, "\(word) needs a number")
        events.append(InputEvent(time: Int64(events.count), code, value))
      }
    }
    return events
  }

  /// Events in the same words.
  static func text(of events: [InputEvent]) -> String {
    events.map { event in
      if let separator = separators.first(where: { event.is($0.value) }) { return separator.key }
      return "\(codes.first { event.is($0.value) }?.key ?? "?") \(event.value)"
    }.joined(separator: " ")
  }

  static func text(_ events: [ContactEvent]) -> String {
    events.map { event in
      let place = "\(short(event.position.x)) \(short(event.position.y))"
      let pressure = event.pressure.map { " \(short($0))" } ?? ""
      return "\(event.phase) \(event.id.number) (\(place))\(pressure)"
    }.joined(separator: ", ")
  }

  /// Rounded to a thousandth of a millimetre, without a zero fraction.
  private static func short(_ number: Double) -> String {
    let rounded = (number * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}

extension DeviceButton {
  /// A button of the device that presses one of the pad's.
  init(input: EventCode, output: GamepadButton) {
    self.init(input: input, effect: GamepadState([.button(output)]))
  }
}

/// A tracker with its input and output as text.
final class TrackerScenario {
  private let device: DeviceDescription
  private var tracker: ContactTracker

  init(_ device: DeviceDescription) throws {
    let deviceClass = try #require(DeviceClass(device))
    self.device = device
    tracker = ContactTracker(device: device, surface: try Surface(of: device, class: deviceClass))
  }

  /// The frames that the text leads to, without those that have no contacts.
  func run(_ text: String) throws -> String {
    var frames: [String] = []
    for event in try Scenario.events(text) where tracker.consume(event) {
      frames.append(Scenario.text(tracker.events))
    }
    return frames.filter { !$0.isEmpty }.joined(separator: " | ")
  }

  var isTouched: Bool { tracker.isTouched }

  func adopt(_ shown: Shown) { tracker.adopt(shown.state(of: device)) }

  func resynchronise(to shown: Shown) -> String {
    tracker.resynchronise(to: shown.state(of: device))
    return Scenario.text(tracker.events)
  }
}

/// The state of a device; nothing by default.
struct Shown {
  struct Slot {
    var trackingID: Int32 = -1
    var x: Int32 = 0
    var y: Int32 = 0
    var toolType: Int32 = 0
    var pressure: Int32 = 0
  }

  /// From slot 0 on.
  var slots: [Slot] = []
  var currentSlot = 0
  var keys: [EventCode] = []
  /// ABS_X and ABS_Y.
  var x: Int32 = 0
  var y: Int32 = 0

  func state(of device: DeviceDescription) -> DeviceState {
    var state = DeviceState(of: device)
    for (index, slot) in slots.enumerated() where index < state.slotCount {
      state[trackingIDIn: index] = slot.trackingID
      for (axis, value) in [
        (EventCode.absMTPositionX, slot.x), (.absMTPositionY, slot.y), (.absMTToolType, slot.toolType),
        (.absMTPressure, slot.pressure),
      ] {
        state[axis: axis.code, inSlot: index] = value
      }
    }
    state.select(slot: currentSlot)
    for key in keys { state.keys[key.code] = true }
    (state[axis: EventCode.absX.code], state[axis: EventCode.absY.code]) = (x, y)
    state.forgetStaleTouch()
    return state
  }
}
