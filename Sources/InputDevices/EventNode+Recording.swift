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
    func event(_ axis: UInt16, _ value: Int32) -> InputEvent {
      InputEvent(time: time, type: .absolute, code: axis, value: value)
    }
    var events: [InputEvent] = []
    for axis in [EventCode.absX, .absY, .absZ, .absRX] where description.axis(axis) != nil {
      let value = value(of: axis)
      if value != 0 { events.append(event(axis.code, value)) }
    }
    for slot in slotsInOrder {
      events.append(event(EventCode.absMTSlot.code, slot))
      for axis in description.slotAxes {
        let value = unsafe libevdev_get_slot_value(evdev.pointer, UInt32(slot), UInt32(axis))
        if value != 0 { events.append(event(axis, value)) }
      }
    }
    return events.isEmpty ? [] : events + [InputEvent(time: time, .synReport, 0)]
  }

  /// The device's slots, the current one last.
  var slotsInOrder: [Int32] {
    let (count, current) = unsafe (
      libevdev_get_num_slots(evdev.pointer), libevdev_get_current_slot(evdev.pointer)
    )
    return (0..<max(count, 0)).filter { $0 != current } + (count > 0 ? [current] : [])
  }
}
