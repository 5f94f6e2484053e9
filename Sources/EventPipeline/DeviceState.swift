/// The value of every axis, and which keys are down, of a device at one moment, as the kernel keeps them.
public struct DeviceState: Equatable, Sendable {
  /// The axes of which each slot has a value of its own: ABS_MT_TOUCH_MAJOR to ABS_MT_TOOL_Y.
  public static let slotAxes: ClosedRange<UInt16> = 0x30...0x3d
  /// ABS_MAX + 1.
  private static let axisCount = 0x40

  /// How many slots the device has; 0 for one without.
  public let slotCount: Int
  /// The slot that the next event belongs to, 0 for a device without.
  public private(set) var currentSlot = 0
  /// The keys and buttons that are down.
  public var keys = KeySet()

  private var axes = [Int32](repeating: 0, count: Self.axisCount)
  private var slots: [Int32]

  /// Makes the state of a device that nothing touches, with the axes where the description has them.
  public init(of device: DeviceDescription) {
    slotCount = device.slotCount
    slots = Array(repeating: 0, count: slotCount * Self.slotAxes.count)
    for (code, axis) in device.axes { self[axis: code] = axis.value }
    for slot in 0..<slotCount { self[trackingIDIn: slot] = -1 }
  }

  /// The value of an axis, in the device's units; 0 for one that no device can have.
  public subscript(axis code: UInt16) -> Int32 {
    get { axes.indices.contains(Int(code)) ? axes[Int(code)] : 0 }
    set { if axes.indices.contains(Int(code)) { axes[Int(code)] = newValue } }
  }

  /// The value of one of the ``slotAxes`` in one of the slots, in the device's units.
  public subscript(axis code: UInt16, inSlot slot: Int) -> Int32 {
    get { slots[slot * Self.slotAxes.count + Int(code - Self.slotAxes.lowerBound)] }
    set { slots[slot * Self.slotAxes.count + Int(code - Self.slotAxes.lowerBound)] = newValue }
  }

  /// The tools that are near.
  var tools: ToolSet { ToolSet(keys) }

  /// The tracking ID of the contact in a slot; -1 where there is none.
  public subscript(trackingIDIn slot: Int) -> Int32 {
    get { self[axis: EventCode.absMTTrackingID.code, inSlot: slot] }
    set { self[axis: EventCode.absMTTrackingID.code, inSlot: slot] = newValue }
  }

  /// Whether the contact in one slot came before that in another: tracking IDs count up to 65535 and then begin
  /// anew, as in drivers/input/input-mt.c.
  func isOlder(_ slot: Int, than other: Int) -> Bool {
    (self[trackingIDIn: slot] &- self[trackingIDIn: other]) & 0x8000 != 0
  }

  /// Has the next event belong to another slot. As in the kernel, one that does not exist changes nothing.
  public mutating func select(slot: Int) {
    if (0..<slotCount).contains(slot) { currentSlot = slot }
  }

  /// Takes what one event says.
  mutating func apply(_ event: InputEvent) {
    switch event.type {
    case .key: keys[event.code] = event.value != 0
    case .absolute where event.is(.absMTSlot): select(slot: Int(event.value))
    case .absolute where Self.slotAxes.contains(event.code):
      if slotCount > 0 { setSlotAxis(event) }
    case .absolute: self[axis: event.code] = event.value
    default: break
    }
  }

  /// As if all contacts had lifted and all keys were up.
  mutating func releaseAll() {
    keys.removeAll()
    for slot in 0..<slotCount { self[trackingIDIn: slot] = -1 }
  }

  private mutating func setSlotAxis(_ event: InputEvent) {
    // libevdev drops a tracking ID for a slot that has one, so that the daemon never sees it.
    let isDropped =
      event.is(.absMTTrackingID) && (event.value < 0) == (self[trackingIDIn: currentSlot] < 0)
    if !isDropped { self[axis: event.code, inSlot: currentSlot] = event.value }
  }
}

extension DeviceDescription {
  /// More than the kernel's drivers have; a description may claim any number.
  private static let mostSlots = 256

  /// How many slots there are; 0 for a device without.
  var slotCount: Int {
    guard hasSlots else { return 0 }
    return min(Int(max(axis(.absMTSlot)?.maximum ?? 0, 0)) + 1, Self.mostSlots)
  }
}

extension DeviceState {
  /// Whether the device is touched by BTN_TOUCH, which some tablets leave down when the pen has gone.
  func isPressed(_ device: DeviceDescription) -> Bool {
    keys[EventCode.btnTouch.code] && (!tools.isEmpty || !ToolSet.areTold(by: device))
  }
}

extension TouchState {
  /// What of a device's state is about its surface.
  init(_ state: DeviceState, of device: DeviceDescription) {
    func value(_ code: EventCode, inSlot slot: Int) -> Int32 {
      device.supports(code) ? state[axis: code.code, inSlot: slot] : 0
    }
    self.init(
      slots: (0..<state.slotCount).map { slot in
        Slot(
          trackingID: state[trackingIDIn: slot],
          position: RawPosition(
            x: value(.absMTPositionX, inSlot: slot), y: value(.absMTPositionY, inSlot: slot)),
          toolType: value(.absMTToolType, inSlot: slot), distance: value(.absMTDistance, inSlot: slot),
          pressure: value(.absMTPressure, inSlot: slot))
      },
      currentSlot: state.currentSlot, isTouched: state.isPressed(device),
      tools: state.tools,
      positions: [
        RawPosition(x: state[axis: EventCode.absX.code], y: state[axis: EventCode.absY.code]),
        RawPosition(x: state[axis: EventCode.absZ.code], y: state[axis: EventCode.absRX.code]),
      ],
      pressure: state[axis: EventCode.absPressure.code])
  }
}
