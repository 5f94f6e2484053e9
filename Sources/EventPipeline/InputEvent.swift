/// One event of the kernel's event interface (`struct input_event` in `linux/input.h`).
public struct InputEvent: Equatable, Sendable {
  /// The time of the event, in microseconds. A live device counts from boot (CLOCK_MONOTONIC); a recording keeps its
  /// own time stamps.
  public var time: Int64
  /// The event type.
  public var type: EventType
  /// The event code; what it means depends on the type.
  public var code: UInt16
  /// The event value; what it means depends on the type and the code.
  public var value: Int32

  /// Makes an event from its parts.
  public init(time: Int64, type: EventType, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }

  /// Makes an event of a named code.
  public init(time: Int64, _ code: EventCode, _ value: Int32) {
    self.init(time: time, type: code.type, code: code.code, value: value)
  }

  /// Whether the kernel made it because a key stays down: software autorepeat, which has no meaning for a surface.
  var isRepeat: Bool { type == .key && value == 2 }

  /// Whether this is an event of the given type and code.
  public func `is`(_ other: EventCode) -> Bool {
    type == other.type && code == other.code
  }
}

/// An event type (the `EV_*` constants of `linux/input-event-codes.h`).
public struct EventType: RawRepresentable, Hashable, Sendable {
  /// The kernel's number for the type.
  public let rawValue: UInt16

  /// Makes a type from the kernel's number.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Frame separators: `EV_SYN`.
  public static let synchronisation = EventType(rawValue: 0x00)
  /// Keys and buttons: `EV_KEY`.
  public static let key = EventType(rawValue: 0x01)
  /// Relative axes: `EV_REL`.
  public static let relative = EventType(rawValue: 0x02)
  /// Absolute axes: `EV_ABS`.
  public static let absolute = EventType(rawValue: 0x03)
  /// Everything else, including time stamps of the device: `EV_MSC`.
  public static let miscellaneous = EventType(rawValue: 0x04)
  /// Lights: `EV_LED`.
  public static let led = EventType(rawValue: 0x11)
  /// Sounds: `EV_SND`.
  public static let sound = EventType(rawValue: 0x12)
}

extension Array {
  /// Removes all elements and keeps the storage. For the few events of a frame, it takes a fraction of the time of
  /// removeAll(keepingCapacity:).
  mutating func clear() { while !isEmpty { removeLast() } }
}
