public import EventPipeline

extension Recording {
  /// The events, without those that are unreliable after the kernel dropped some.
  ///
  /// When a reader is too slow, the kernel discards the unread events and sends SYN_DROPPED. The events up to the next
  /// SYN_REPORT are the rest of a frame whose beginning is lost, and must be ignored
  /// (`Documentation/input/event-codes.rst`, SYN_DROPPED). A live reader then reads the device's state from the kernel,
  /// which a recording cannot. So these events remain:
  ///
  /// - SYN_DROPPED itself, so that a reader knows that contacts may have come and gone unseen.
  /// - Up to and including the next SYN_REPORT, only ABS_MT_SLOT: the slot of the following events is valid in any
  ///   frame.
  /// - For a device with slots, no events of a contact (ABS_MT_TOUCH_MAJOR 0x30 to ABS_MT_TOOL_Y 0x3d) until an
  ///   ABS_MT_SLOT has come since SYN_DROPPED: the kernel sends that only when the slot changes, and the change may
  ///   have been lost.
  ///
  /// A device has slots if its ``description`` has ABS_MT_SLOT; without a description, if any of the events
  /// is one.
  public var trustworthyEvents: [InputEvent] {
    guard events.contains(where: { $0.is(.synDropped) }) else { return events }
    var filter = TornFrameFilter(
      hasSlots: description?.supports(.absMTSlot) ?? events.contains { $0.is(.absMTSlot) })
    return events.filter { filter.isTrustworthy($0) }
  }
}

/// Distinguishes reliable events from those that a dropped part of the stream makes meaningless.
private struct TornFrameFilter {
  let hasSlots: Bool
  var isTorn = false
  var knowsSlot = true

  mutating func isTrustworthy(_ event: InputEvent) -> Bool {
    if event.is(.synDropped) {
      isTorn = true
      knowsSlot = !hasSlots
      return true
    }
    if event.is(.absMTSlot) {
      knowsSlot = true
      return true
    }
    if isTorn {
      isTorn = !event.is(.synReport)
      return false
    }
    let isOfContact = event.type == .absolute && DeviceState.slotAxes.contains(event.code)
    return knowsSlot || !isOfContact
  }
}
