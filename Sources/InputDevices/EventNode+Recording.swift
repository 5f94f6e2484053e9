internal import CLibevdev
public import EventPipeline

// Reading a device to record it.
extension EventNode {
  /// The frame that tells a reader the current slot and every position, as the node had them when it was opened.
  ///
  /// The kernel omits a slot or a value that did not change, also for readers that came later. Contacts are not in the
  /// frame: those that touch the surface already began before the recording.
  ///
  /// - Parameter time: The time of the frame in microseconds.
  /// - Returns: The frame; empty if all values are 0.
  public func positionFrame(time: Int64) -> [InputEvent] {
    positions(on: [.absX, .absY, .absZ, .absRX], time: time) { axis, value in
      value == 0 ? [] : [InputEvent(time: time, EventCode(.absolute, axis), value)]
    }
  }

  /// A frame with the positions of the slots, the current one last, and of other axes; empty if there are none.
  ///
  /// - Parameter events: The events for the value of an axis.
  func positions(
    on axes: [EventCode], time: Int64, _ events: (_ axis: UInt16, _ value: Int32) -> [InputEvent]
  ) -> [InputEvent] {
    var frame = axes.filter(description.codes.contains).flatMap { events($0.code, value(of: $0)) }
    let (count, current) = unsafe (
      libevdev_get_num_slots(evdev.pointer), libevdev_get_current_slot(evdev.pointer)
    )
    for slot in (0..<max(count, 0)).filter({ $0 != current }) + (count > 0 ? [current] : []) {
      frame.append(InputEvent(time: time, .absMTSlot, slot))
      for axis in description.slotAxes {
        frame += events(axis, unsafe libevdev_get_slot_value(evdev.pointer, UInt32(slot), UInt32(axis)))
      }
    }
    return frame.isEmpty ? [] : frame + [InputEvent(time: time, .synReport, 0)]
  }
}
