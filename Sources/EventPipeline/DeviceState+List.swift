// The list of contacts of a device without slots.
extension DeviceState {
  mutating func setEntry(_ event: InputEvent) {
    if !tells(ofSlot: listCount) { clearEntry() }
    set(event, inRow: listCount)
  }

  /// Completes one entry of the list. An entry is a contact only if it has a position and touches.
  mutating func endEntry() {
    guard kind == .list else { return }
    frame.hasList = true
    let hasPosition = tells(.absMTPositionX, inSlot: listCount) && tells(.absMTPositionY, inSlot: listCount)
    if hasPosition, !isEntryAway, listCount < Self.mostListed { listCount += 1 }
    clearReport(listCount)
  }

  private mutating func clearEntry() {
    for axis in Self.slotAxes { self[axis: axis, inSlot: listCount] = 0 }
  }

  /// Whether the current entry says that its contact hovers or has lifted.
  private var isEntryAway: Bool {
    entrySays(.absMTTouchMajor) { $0 <= 0 } || entrySays(.absMTPressure) { $0 <= 0 }
      || entrySays(.absMTDistance) { $0 > 0 }
  }

  private func entrySays(_ axis: EventCode, _ condition: (Int32) -> Bool) -> Bool {
    tells(axis, inSlot: listCount) && condition(self[axis: axis.code, inSlot: listCount])
  }

  /// Decides whether the frame lists the contacts, and makes BTN_TOUCH follow the list.
  ///
  /// A list is complete: a contact that is not in it has lifted. SYN_MT_REPORT makes a frame a list. Drivers may omit
  /// it at the last lift if they report BTN_TOUCH or ABS_PRESSURE (Documentation/input/multi-touch-protocol.rst), and
  /// some do after an ABS_MT_TOUCH_MAJOR of 0. A frame with only other events is not a list, because drivers report
  /// buttons in separate frames, even under a finger. A frame without events is an empty list. The kernel drops such
  /// frames, so only recordings have them.
  mutating func finishList() {
    // BTN_TOUCH and ABS_PRESSURE belong to a pen in range.
    if tools.isEmpty {
      let isReleased = frame.hasLifted && !isPressed
      if isReleased { listCount = 0 }
      frame.hasList = frame.hasList || isReleased || isEntryAway || hasNoPressure || isFrameEmpty
    }
    if frame.hasList { isListed = listCount > 0 }
    if tools.isEmpty { keys[EventCode.btnTouch.code] = isListed }
  }

  private var hasNoPressure: Bool { tells(.absPressure) && self[axis: EventCode.absPressure.code] <= 0 }

  private var isFrameEmpty: Bool {
    frame.axes == 0 && !frame.hasKey && !frame.hasRepeat && others.isEmpty && reportedSlots.isEmpty
  }
}
