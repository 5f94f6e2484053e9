package import EventPipeline

/// A clone as its readers see it, by the rules of the kernel's multi-touch protocol.
package struct Desktop {
  /// The tracking IDs, by slot.
  package private(set) var contacts: [Int32: Int32] = [:]
  package private(set) var keys: Set<UInt16> = []
  /// The number of contacts in the last list of a device without slots.
  package private(set) var listed = 0
  private let hasSlots: Bool
  private var slot: Int32 = 0
  /// The slots whose contact lifted in this frame.
  private var lifted: Set<Int32> = []
  private var isInFrame = false
  /// The contacts of the list in this frame; nil without a list.
  private var list: Int?
  private var hasPosition = false

  package init(hasSlots: Bool) { self.hasSlots = hasSlots }

  /// Reads the events of a step, which are whole frames.
  package mutating func take(_ events: [InputEvent]) throws(Violation) {
    for event in events {
      isInFrame = !event.is(.synReport)
      switch event.type {
      case .absolute where event.is(.absMTSlot): slot = event.value
      case .absolute where hasSlots && event.is(.absMTTrackingID): try setContact(event.value)
      case .absolute where hasSlots && DeviceState.slotAxes.contains(event.code):
        try ensure(contacts[slot] != nil, "a value for slot \(slot), which is free")
      case .absolute where event.is(.absMTPositionX): hasPosition = true
      case .key: try setKey(event)
      case .synchronisation where event.is(.synMTReport):
        list = (list ?? 0) + (hasPosition ? 1 : 0)
        hasPosition = false
      case .synchronisation:
        (lifted, listed, list) = ([], list ?? listed, nil)
      default: break
      }
    }
    try ensure(!isInFrame, "a frame without an end")
  }

  private mutating func setContact(_ id: Int32) throws(Violation) {
    if id < 0 {
      try ensure(contacts[slot] != nil, "a second lift in slot \(slot)")
      contacts[slot] = nil
      lifted.insert(slot)
    } else {
      try ensure(contacts[slot] == nil, "a contact in slot \(slot), which has one")
      try ensure(!lifted.contains(slot), "a lift and a touch-down in one frame")
      contacts[slot] = id
    }
  }

  private mutating func setKey(_ event: InputEvent) throws(Violation) {
    let isDown = event.value != 0
    try ensure(keys.contains(event.code) != isDown, "key \(event.code) reported twice")
    if isDown { keys.insert(event.code) } else { keys.remove(event.code) }
  }
}
