public import EventPipeline
package import JoystickModel
public import Testing

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

/// The contacts that a tracker has reported. Each must begin and end once, and move only in between.
package struct LiveContacts {
  package private(set) var ids: Set<ContactID> = []
  package private(set) var begun = 0

  package init() {}

  package mutating func apply(_ events: [ContactEvent]) {
    for event in events {
      switch event.phase {
      case .began:
        #expect(ids.insert(event.id).inserted)
        begun += 1
      case .moved: #expect(ids.contains(event.id))
      case .ended, .cancelled: #expect(ids.remove(event.id) != nil)
      }
    }
  }
}

// Devices with round numbers: 10 units per millimetre, 100 mm by 60 mm.
extension DeviceDescription {
  private static let x = AbsoluteAxis(minimum: 0, maximum: 1000, resolution: 10)
  private static let y = AbsoluteAxis(minimum: 0, maximum: 600, resolution: 10)
  private static let id = DeviceID(bus: 3, vendor: 1, product: 2, version: 3)
  private static let single: [UInt16: AbsoluteAxis] = [EventCode.absX.code: x, EventCode.absY.code: y]
  private static let multitouch = single.merging(
    [EventCode.absMTPositionX.code: x, EventCode.absMTPositionY.code: y]) { first, _ in first }

  package static func touchscreen(slots: Int32 = 5, _ more: [UInt16: AbsoluteAxis] = [:]) -> DeviceDescription
  {
    var axes = multitouch.merging(more) { first, _ in first }
    axes[EventCode.absMTSlot.code] = AbsoluteAxis(minimum: 0, maximum: slots - 1)
    axes[EventCode.absMTTrackingID.code] = AbsoluteAxis(minimum: 0, maximum: 65535)
    axes[EventCode.absMTToolType.code] = AbsoluteAxis(minimum: 0, maximum: 2)
    axes[EventCode.absMTDistance.code] = AbsoluteAxis(minimum: 0, maximum: 1)
    return DeviceDescription(
      name: "type B", id: id, properties: [.direct], codes: [.btnTouch], axes: axes)
  }

  package static let unslotted = DeviceDescription(
    name: "type A", id: id, codes: [.btnTouch],
    axes: multitouch.merging([EventCode.absMTToolType.code: AbsoluteAxis(minimum: 0, maximum: 2)]) {
      first, _ in first
    })

  /// Type A as in the kernel's minimal example.
  package static let unslottedWithoutButton = DeviceDescription(
    name: "type A without BTN_TOUCH", id: id, properties: [.direct],
    axes: [EventCode.absMTPositionX.code: x, EventCode.absMTPositionY.code: y])

  package static let singleTouch = DeviceDescription(name: "single", id: id, codes: [.btnTouch], axes: single)

  package static let pen = DeviceDescription(
    name: "pen", id: id, codes: [.btnTouch, .btnToolPen, .btnStylus],
    axes: single.merging([EventCode.absPressure.code: AbsoluteAxis(minimum: 0, maximum: 1023)]) {
      first, _ in first
    })

  /// A pen with an eraser and an airbrush that reports its rotation and a wheel's.
  package static var penWithAll: DeviceDescription {
    var pen = pen
    pen.codes.formUnion([.btnToolRubber, EventCode(.key, 0x144)])
    for code in [EventCode.absZ.code, 0x08] {
      pen.axes[code] = AbsoluteAxis(minimum: -900, maximum: 899)
      pen.codes.insert(EventCode(.absolute, code))
    }
    return pen
  }

  package static let twoPairs = DeviceDescription(
    name: "two pairs", id: id, codes: [.btnTouch],
    axes: single.merging([
      EventCode.absZ.code: AbsoluteAxis(minimum: 0, maximum: 2000),
      EventCode.absRX.code: AbsoluteAxis(minimum: 0, maximum: 2000),
    ]) { first, _ in first })

  package static var touchpad: DeviceDescription {
    var device = touchscreen()
    device.properties = [.pointer]
    device.codes.formUnion([.btnToolFinger, EventCode(.key, 0x14d)])
    return device
  }

  package static var semiMultitouchTouchpad: DeviceDescription {
    var device = touchscreen(slots: 2)
    device.properties = [.pointer, .semiMT]
    device.codes.insert(.btnToolFinger)
    return device
  }
}

extension DeviceDescription: CustomTestStringConvertible {
  /// The device's name in test runs.
  public var testDescription: String { name }
}
