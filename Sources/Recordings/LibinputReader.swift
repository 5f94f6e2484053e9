import Configuration
import EventPipeline

/// Reads the YAML that `libinput record` writes (format version 1, described in libinput-record(1)). It ignores keys
/// that touchstick does not need (`system`, `hid`, `udev`, `quirks` and more). It reads only the kernel's events
/// (`evdev`), not those of libinput or the hidraw node.
///
/// A file can hold several devices. The first one that is touched is read: the first with ABS_MT_POSITION_X or
/// BTN_TOUCH, or the first of all if none has them.
enum LibinputReader {
  /// Whether a file with this first relevant line may be from `libinput record`.
  static func begins(with line: ArraySlice<UInt8>) -> Bool {
    ["version:", "ndevices:", "libinput:", "system:", "devices:", "---", "%YAML"].contains {
      line.starts(with: $0.utf8)
    }
  }

  static func read(_ bytes: [UInt8]) throws(Diagnostic) -> Recording {
    let root = try YAMLValue.root(of: bytes)
    let version = try root.value("version")
    if try version.text() != "1" {
      throw version.error(
        "unknown-version",
        "libinput record format \(quoted(Array(try version.text().utf8)[...].excerpt)) is not known",
        hint: "it should be 1")
    }
    let devices = try root.value("devices")
    var chosen: (device: YAMLValue, description: DeviceDescription)?
    for device in try devices.items() {
      let description = try description(of: try device.value("evdev"))
      let isTouched = description.supports(.absMTPositionX) || description.supports(.btnTouch)
      if isTouched || chosen == nil { chosen = (device, description) }
      if isTouched { break }
    }
    guard let chosen else {
      throw devices.error(
        "no-device", "no device was recorded", hint: "the list devices should have at least one")
    }
    return Recording(description: chosen.description, events: try events(of: chosen.device))
  }

  private static func description(of evdev: YAMLValue) throws(Diagnostic) -> DeviceDescription {
    let absinfo = try axes(of: evdev)
    let codes = try codes(of: evdev, axes: absinfo)
    let id = try evdev.value("id").numbers("a part of the device's identity", in: 0...0xffff, count: 4).map {
      UInt16($0)
    }
    let properties = try evdev.optionalValue("properties")?.numbers(
      "a property", in: 0...Int64(KernelLimits.property))
    return DeviceDescription(
      name: try evdev.value("name").text(),
      id: DeviceID(bus: id[0], vendor: id[1], product: id[2], version: id[3]),
      properties: Set((properties ?? []).map { DeviceProperty(rawValue: UInt16($0)) }), codes: codes,
      axes: absinfo.mapValues(\.axis))
  }

  /// The absolute axes, each with its place in the file. A device without any has no `absinfo`.
  private static func axes(
    of evdev: YAMLValue
  ) throws(Diagnostic) -> [UInt16: (key: YAMLValue, axis: AbsoluteAxis)] {
    var axes: [UInt16: (key: YAMLValue, axis: AbsoluteAxis)] = [:]
    for (key, value) in try evdev.optionalValue("absinfo")?.pairs() ?? [] {
      let code = UInt16(try key.number("an axis", in: 0...Int64(KernelLimits.axis)))
      let numbers = try value.numbers("a number of an axis", in: Number.values, count: 5).map { Int32($0) }
      let axis = AbsoluteAxis(
        minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3], resolution: numbers[4])
      axes[code] = (key, axis)
    }
    return axes
  }

  private static func codes(
    of evdev: YAMLValue, axes: [UInt16: (key: YAMLValue, axis: AbsoluteAxis)]
  ) throws(Diagnostic) -> Set<EventCode> {
    var codes: Set<EventCode> = []
    for (key, value) in try evdev.value("codes").pairs() {
      let type = EventType(
        rawValue: UInt16(try key.number("an event type", in: 0...Int64(KernelLimits.type))))
      if type == .synchronisation { continue }
      for code in try value.numbers("an event code", in: 0...Int64(KernelLimits.code)).map({ UInt16($0) }) {
        if type == .absolute && axes[code] == nil {
          throw value.error(
            "code-without-axis", "codes has the axis \(code), which absinfo does not describe",
            hint: "add \(code): [MINIMUM, MAXIMUM, FUZZ, FLAT, RESOLUTION]")
        }
        codes.insert(EventCode(type, code))
      }
    }
    for (code, entry) in axes.sorted(by: { $0.key < $1.key }) where !codes.contains(.init(.absolute, code)) {
      throw entry.key.error(
        "axis-without-code", "the axis \(code) is not among the codes of type 3",
        hint: "add it there, or drop it from absinfo")
    }
    return codes
  }

  /// The events of a device: a list of mappings. Those with the key `evdev` contain the events of a frame. `events:` is
  /// empty if nothing happened.
  private static func events(of device: YAMLValue) throws(Diagnostic) -> [InputEvent] {
    guard let list = try device.optionalValue("events"), !list.isEmpty else { return [] }
    var events: [InputEvent] = []
    for entry in try list.items() {
      guard let frame = try entry.optionalValue("evdev"), !frame.isEmpty else { continue }
      for item in try frame.items() { events.append(try event(item)) }
    }
    return events
  }

  private static func event(_ item: YAMLValue) throws(Diagnostic) -> InputEvent {
    let parts = try item.items(count: 5)
    let seconds = try parts[0].number("an event's seconds", in: 0...maxSeconds)
    let microseconds = try parts[1].number("an event's microseconds", in: 0...999_999)
    return InputEvent(
      time: seconds * 1_000_000 + microseconds,
      type: EventType(
        rawValue: UInt16(try parts[2].number("an event type", in: 0...Int64(KernelLimits.type)))),
      code: UInt16(try parts[3].number("an event code", in: 0...Int64(KernelLimits.code))),
      value: Int32(try parts[4].number("an event's value", in: Number.values)))
  }

  /// The most seconds that fit into an `Int64` as microseconds, plus any number of microseconds.
  private static let maxSeconds = Int64.max / 1_000_000 - 1
}
