/// The codes outside the slots that describe contacts: linux/input-event-codes.h.
enum ContactCodes {
  /// The tool in range, the number of fingers, a pen's buttons, and BTN_TOUCH.
  static let keys: ClosedRange<UInt16> = 0x140...0x14f
  /// The keys of tools and fingers in range: 0x140 to 0x148, and 0x14d to 0x14f.
  private static let nearness: UInt16 = 0b1110_0001_1111_1111
  /// BTN_STYLUS3, BTN_STYLUS and BTN_STYLUS2.
  static let penButtons = KeySet([0x149, 0x14b, 0x14c])
  /// BTN_TOOL_QUINTTAP: five fingers or more.
  static let mostFingers = 5

  /// Whether an axis describes a contact: ABS_X and ABS_Y, and ABS_PRESSURE to ABS_TOOL_WIDTH.
  static func isOfContact(axis: UInt16) -> Bool { axis <= 0x01 || (0x18...0x1c).contains(axis) }

  /// Whether the keys report something in range.
  static func isAnythingNear(_ keys: KeySet) -> Bool { keys.ofContacts & nearness != 0 }

  /// The number of fingers that a key means, BTN_TOOL_FINGER to BTN_TOOL_QUINTTAP; nil for other keys.
  static func fingers(_ key: UInt16) -> Int? {
    switch key {
    case 0x145: 1
    case 0x14d: 2
    case 0x14e: 3
    case 0x14f: 4
    case 0x148: 5
    default: nil
    }
  }

  /// The number of fingers according to the keys. Touchpads count more fingers than they have slots.
  static func fingers(in keys: KeySet) -> Int {
    let keys = keys.ofContacts
    guard keys & nearness != 0 else { return 0 }
    return Self.keys.reduce(0) { count, key in
      keys & (1 << (key - Self.keys.lowerBound)) != 0 ? max(count, fingers(key) ?? 0) : count
    }
  }

  /// The axis of a slot that an axis of the device follows; nil if there is none.
  static func slotAxis(_ axis: UInt16) -> UInt16? {
    switch axis {
    case EventCode.absX.code: EventCode.absMTPositionX.code
    case EventCode.absY.code: EventCode.absMTPositionY.code
    case EventCode.absPressure.code: EventCode.absMTPressure.code
    default: nil
    }
  }
}
