/// Something that no touch device should send.
public enum ProtocolViolation: Equatable, Sendable {
  /// A position far outside the range that the device reports.
  case outOfRange(axis: EventCode)
  /// A tracking ID for a slot that has another one. It is ignored, as libevdev does.
  case secondTrackingID
  /// Frames so long that the kernel ends them with a SYN_REPORT of its own. The state of the surface is then unknown,
  /// so all contacts end.
  case endlessFrame
}

/// Finds violations in the frames of a device, each once. Other code handles them.
struct ProtocolChecker: Sendable {
  private static let positions: [EventCode] = [.absMTPositionX, .absMTPositionY, .absX, .absY]

  private var ranges: [PlausibleRange]
  private var hasSecondID = false
  private var wasEndless = false

  init(of device: DeviceDescription) {
    // Emulated axes repeat others, which are checked.
    ranges = Self.positions.filter { device.emulatedAxes & 1 << UInt64($0.code) == 0 }
      .compactMap { code in device.axis(code).flatMap { PlausibleRange(of: code, $0) } }
  }

  /// Returns a new violation in a frame of the device. ``record(_:)`` it, so that it is not new any more.
  @inline(__always) func find(in state: borrowing DeviceState) -> ProtocolViolation? {
    for index in ranges.indices where ranges[index].isExceeded(by: state) {
      return .outOfRange(axis: ranges[index].axis)
    }
    return state.frame.hasSecondID && !hasSecondID ? .secondTrackingID : nil
  }

  mutating func record(_ violation: ProtocolViolation) {
    switch violation {
    case .outOfRange(let axis): ranges.removeAll { $0.axis == axis }
    case .secondTrackingID: hasSecondID = true
    case .endlessFrame: wasEndless = true
    }
  }

  /// Returns the violation of a frame that the kernel had to end, if it is new.
  func findEndlessFrame() -> ProtocolViolation? { wasEndless ? nil : .endlessFrame }
}

private struct PlausibleRange: Sendable {
  /// As in libinput, a little more than the device's own range: touchpads report the range of the area that is usually
  /// touched. (src/evdev.c, evdev_device_init_abs_range_warnings)
  private static let tolerance = 0.05

  let axis: EventCode
  private let values: ClosedRange<Int32>

  init?(of code: EventCode, _ axis: AbsoluteAxis) {
    let (minimum, maximum) = (Int(axis.minimum), Int(axis.maximum))
    guard minimum < maximum else { return nil }
    let margin = Int(Double(maximum - minimum) * Self.tolerance)
    self.axis = code
    values = Int32(clamping: minimum - margin)...Int32(clamping: maximum + margin)
  }

  @inline(__always) func isExceeded(by state: borrowing DeviceState) -> Bool {
    guard DeviceState.slotAxes.contains(axis.code) else {
      return state.reports(axis) && !values.contains(state[axis: axis.code])
    }
    for slot in state.reportedSlots where state.reports(axis, inSlot: slot) {
      if !values.contains(state[axis: axis.code, inSlot: slot]) { return true }
    }
    return false
  }
}
