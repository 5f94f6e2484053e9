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
    let events = current.positions(on: [.absX, .absY], time: 0, repeated).map { input_event($0) }
    // Without write permission, or if the device is gone, readers are no worse off.
    _ = unsafe write(fileDescriptor, events, events.count * MemoryLayout<input_event>.stride)
  }

  /// An axis's value, preceded by another value so far away that the kernel filters neither (input_defuzz_abs_event()).
  private func repeated(_ axis: UInt16, _ value: Int32) -> [InputEvent] {
    guard let range = description.axes[axis] else { return [] }
    let step = 2 &* range.fuzz &+ 1
    let other = value &+ step <= range.maximum ? value &+ step : value &- step
    return [other, value].map { InputEvent(time: 0, EventCode(.absolute, axis), $0) }
  }
}
