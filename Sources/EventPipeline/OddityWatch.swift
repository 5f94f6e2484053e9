/// Something that a touch device sends, and that none should.
public enum Oddity: Equatable, Sendable {
  /// A position far from the range that the device says it has.
  case outOfRange(axis: EventCode)
  /// Frames that go on for so long that the kernel ends them, by a SYN_REPORT of its own. What is on the surface
  /// is not known then, so that no contact goes on beyond it.
  case endlessFrame
}

/// Looks for what is odd in the frames of a device, which is dealt with elsewhere. Each oddity is found once.
struct OddityWatch: Sendable {
  private static let positions: [EventCode] = [.absMTPositionX, .absMTPositionY, .absX, .absY]

  /// Of the axes that were not odd so far.
  private var ranges: [SoundRange]
  private var wasEndless = false

  init(of device: DeviceDescription) {
    ranges = Self.positions.compactMap { code in device.axis(code).flatMap { SoundRange(of: code, $0) } }
  }

  /// Returns what is odd in a frame of the device, if that is new.
  mutating func check(_ state: borrowing DeviceState) -> Oddity? {
    for index in ranges.indices where ranges[index].isLeft(by: state) {
      return .outOfRange(axis: ranges.remove(at: index).axis)
    }
    return nil
  }

  /// Returns that the kernel had to end a frame, if that is new.
  mutating func foundEndlessFrame() -> Oddity? {
    defer { wasEndless = true }
    return wasEndless ? nil : .endlessFrame
  }
}

/// The values of an axis that are not odd.
private struct SoundRange: Sendable {
  /// As in libinput, a little more than the device's own range: touchpads give it from edge to edge of what is
  /// usually touched. (src/evdev.c, evdev_device_init_abs_range_warnings)
  private static let tolerance = 0.05

  let axis: EventCode
  private let values: ClosedRange<Int>

  init?(of code: EventCode, _ axis: AbsoluteAxis) {
    let (minimum, maximum) = (Int(axis.minimum), Int(axis.maximum))
    guard minimum < maximum else { return nil }
    let margin = Int(Double(maximum - minimum) * Self.tolerance)
    self.axis = code
    values = minimum - margin...maximum + margin
  }

  /// Whether a frame has a value beyond it.
  func isLeft(by state: borrowing DeviceState) -> Bool {
    guard DeviceState.slotAxes.contains(axis.code) else {
      return state.tells(axis) && !values.contains(Int(state[axis: axis.code]))
    }
    for slot in state.reportedSlots where state.tells(axis, inSlot: slot) {
      if !values.contains(Int(state[axis: axis.code, inSlot: slot])) { return true }
    }
    return false
  }
}
