internal import CLibevdev
internal import EventPipeline
internal import Glibc

// Grabbing the device, and releasing it.
extension EventNode {
  /// Grabs the device: no other program receives its events. EVIOCGRAB
  ///
  /// Call this only while nothing touches the surface. Otherwise other programs never see the lift.
  ///
  /// - Throws: ``DeviceError/cannotGrab(node:name:errno:)``, with EBUSY if another program has grabbed it.
  public func grab() throws(DeviceError) {
    let status = unsafe libevdev_grab(evdev.pointer, LIBEVDEV_GRAB)
    guard status == 0 else { throw .cannotGrab(node: path, name: description.name, errno: -status) }
  }

  /// Releases the device to other programs. If the node is readable and writable, it also reports what they missed.
  ///
  /// Call this only while nothing touches the surface, like ``grab()``.
  public func ungrab() {
    // It fails only if the device is gone, and the grab with it.
    guard unsafe libevdev_grab(evdev.pointer, LIBEVDEV_UNGRAB) == 0 else { return }
    // A new reader knows the slot and the positions of this moment, and discards no event that waits here.
    if let current = try? EventNode(opening: path) { repeatPositions(as: current) }
  }

  /// Reports the current slot and every position to all readers of the device, because the kernel does not.
  ///
  /// The kernel omits a slot or a value that did not change, even for readers that missed it because of a grab. Such a
  /// reader puts the next finger into a wrong slot. Events written to a node reach all its readers
  /// (drivers/input/evdev.c, evdev_write). The current slot comes last, because the driver may rely on it.
  private func repeatPositions(as current: EventNode) {
    let singleAxes = [EventCode.absX.code, EventCode.absY.code].filter { description.axes[$0] != nil }
    var events = singleAxes.flatMap { repeated($0, current.value(of: EventCode(.absolute, $0))) }
    for slot in current.slotsInOrder {
      events.append(event(EventCode.absMTSlot.code, slot))
      for axis in description.slotAxes {
        let value = unsafe libevdev_get_slot_value(current.evdev.pointer, UInt32(slot), UInt32(axis))
        events += repeated(axis, value)
      }
    }
    guard !events.isEmpty else { return }
    events.append(input_event(time: timeval(), type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0))
    // Without write permission, or if the device is gone, readers are no worse off.
    _ = unsafe write(fileDescriptor, events, events.count * MemoryLayout<input_event>.stride)
  }

  /// An axis's value, preceded by another value so far away that the kernel filters neither (input_defuzz_abs_event()).
  private func repeated(_ axis: UInt16, _ value: Int32) -> [input_event] {
    guard let range = description.axes[axis] else { return [] }
    let step = 2 &* range.fuzz &+ 1
    let other = value &+ step <= range.maximum ? value &+ step : value &- step
    return [event(axis, other), event(axis, value)]
  }

  private func event(_ axis: UInt16, _ value: Int32) -> input_event {
    input_event(time: timeval(), type: UInt16(EV_ABS), code: axis, value: value)
  }
}
