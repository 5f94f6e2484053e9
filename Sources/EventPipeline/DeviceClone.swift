/// The state of a device's clone, and the events that produce it.
@usableFromInline struct DeviceClone: ~Copyable, Sendable {
  /// More events than ten fingers with all axes of a slot cause in a frame.
  private static let capacity = 512

  /// The events since ``startStep()``, each frame with a SYN_REPORT at its end.
  @usableFromInline private(set) var events: [InputEvent] = []
  let keyCodes: [UInt16]
  let axisCodes: [UInt16]
  let slotAxisCodes: [UInt16]

  private var state: DeviceState
  private var time: Int64 = 0

  init(of device: DeviceDescription) {
    let axes = device.axes.keys.sorted()
    keyCodes = device.codes.filter { $0.type == .key }.map(\.code).sorted()
    axisCodes = axes.filter { !DeviceState.slotAxes.contains($0) && $0 != EventCode.absMTSlot.code }
    slotAxisCodes = device.slotAxes
    state = DeviceState(of: device)
    events.reserveCapacity(Self.capacity)
  }

  var slotCount: Int { state.slotCount }

  /// Whether an axis repeats one of the oldest contact: ``DeviceDescription/emulatedAxes``.
  func emulates(_ axis: UInt16) -> Bool { state.emulatedAxes & 1 << UInt64(axis) != 0 }

  /// The axis of its slots that an axis of the device follows; nil if there is none.
  func slotAxis(of axis: UInt16) -> UInt16? {
    ContactCodes.slotAxis(axis).flatMap { slotAxisCodes.contains($0) ? $0 : nil }
  }

  mutating func takeOver(_ other: borrowing DeviceClone) { state.copyValues(of: other.state) }

  func trackingID(inSlot slot: Int) -> Int32 { state[trackingIDIn: slot] }

  func value(of axis: UInt16, inSlot slot: Int) -> Int32 { state[axis: axis, inSlot: slot] }

  /// The number of fingers according to its keys; 0 if they report none.
  var fingers: Int { ContactCodes.fingers(in: state.keys) }

  /// The number of contacts that it shows, the number of those that touch rather than hover, and the slot of the
  /// oldest.
  var contacts: (shown: Int, touching: Int, oldest: Int?) {
    var (shown, touching, oldest) = (0, 0, Int?.none)
    for slot in 0..<slotCount where trackingID(inSlot: slot) >= 0 {
      shown += 1
      if value(of: EventCode.absMTDistance.code, inSlot: slot) <= 0 { touching += 1 }
      if oldest.map({ state.isOlder(slot, than: $0) }) ?? true { oldest = slot }
    }
    return (shown, touching, oldest)
  }

  mutating func startStep() { events.clear() }

  mutating func startFrame(time: Int64) { self.time = time }

  mutating func endFrame() {
    if let last = events.last, !last.is(.synReport) { add(.synReport, 0) }
  }

  mutating func report(key: UInt16, _ isDown: Bool) {
    guard state.keys[key] != isDown else { return }
    state.keys[key] = isDown
    add(EventCode(.key, key), isDown ? 1 : 0)
  }

  mutating func report(axis: UInt16, _ value: Int32) {
    guard state[axis: axis] != value else { return }
    state[axis: axis] = value
    add(EventCode(.absolute, axis), value)
  }

  mutating func report(axis: UInt16, _ value: Int32, inSlot slot: Int) {
    guard state[axis: axis, inSlot: slot] != value else { return }
    if state.currentSlot != slot {
      state.select(slot: slot)
      add(.absMTSlot, Int32(slot))
    }
    state[axis: axis, inSlot: slot] = value
    add(EventCode(.absolute, axis), value)
  }

  mutating func report(trackingID: Int32, inSlot slot: Int) {
    report(axis: EventCode.absMTTrackingID.code, trackingID, inSlot: slot)
  }

  /// Forwards an event that is not part of the state.
  mutating func add(_ code: EventCode, _ value: Int32) {
    events.append(InputEvent(time: time, code, value))
  }
}

extension DeviceDescription {
  /// The description of the device's clone. For the desktop, it is the same device: desktops keep settings, such as the output
  /// for its touches, by vendor, product and name. The physical path says which is the clone: ``VirtualDevice``.
  ///
  /// Lights and sounds go to the device; the clone does not support that.
  public var clone: DeviceDescription {
    var clone = withoutFuzz
    // UINPUT_MAX_NAME_SIZE, with the NUL
    while clone.name.utf8.count > 79 { clone.name.removeLast() }
    clone.codes = codes.filter { ![.led, .sound].contains($0.type) }
    return clone
  }

  /// The description of a virtual device whose readers receive exactly the values of this one's events.
  ///
  /// The kernel filters an axis with fuzz. The events have passed that filter, and must not pass it again.
  public var withoutFuzz: DeviceDescription {
    var device = self
    for code in axes.keys { device.axes[code]?.fuzz = 0 }
    return device
  }
}
