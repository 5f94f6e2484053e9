/// Something that a touch device sends, and that none should.
public enum Oddity: Equatable, Sendable {
  /// A position far from the range that the device says it has.
  case outOfRange(axis: EventCode)
  /// Frames that go on for so long that the kernel ends them, by a SYN_REPORT of its own. What is on the surface
  /// is not known then, so that no contact goes on beyond it.
  case endlessFrame
}

/// Looks for what is odd in what a device sends, which is dealt with elsewhere. Each oddity is found once.
public struct OddityWatch: Sendable {
  private static let positions: [EventCode] = [.absMTPositionX, .absMTPositionY, .absX, .absY]

  private var ranges: [SoundRange]
  /// Whether the frame so far says something that the kernel does not when it lets go of all contacts.
  private var saysMore = false
  /// Whether the frame so far has a key that repeats itself, which the kernel ends in the same way.
  private var hasRepeat = false
  private var wasEndless = false

  /// Makes a watch for a device.
  public init(of device: DeviceDescription) {
    ranges = Self.positions.compactMap { code in device.axis(code).flatMap { SoundRange(of: code, $0) } }
  }

  /// Takes the next event. Returns what is odd about it, if that is new.
  public mutating func consume(_ event: InputEvent) -> Oddity? {
    if event.is(.synReport) { return endFrame(isMadeByKernel: event.value == ContactTracker.madeByKernel) }
    hasRepeat = hasRepeat || event.isRepeat
    guard event.type == .absolute, !event.is(.absMTSlot) else { return nil }
    saysMore = saysMore || !(event.is(.absMTTrackingID) && event.value < 0)
    guard let index = ranges.firstIndex(where: { event.is($0.axis) }),
      !ranges[index].values.contains(Int(event.value))
    else { return nil }
    return .outOfRange(axis: ranges.remove(at: index).axis)
  }

  private mutating func endFrame(isMadeByKernel: Bool) -> Oddity? {
    defer { (saysMore, hasRepeat) = (false, false) }
    guard isMadeByKernel, saysMore, !hasRepeat, !wasEndless else { return nil }
    wasEndless = true
    return .endlessFrame
  }
}

/// The values of an axis that are not odd.
private struct SoundRange: Sendable {
  /// As in libinput, a little more than the device's own range: touchpads give it from edge to edge of what is
  /// usually touched. (src/evdev.c, evdev_device_init_abs_range_warnings)
  private static let tolerance = 0.05

  let axis: EventCode
  let values: ClosedRange<Int>

  init?(of code: EventCode, _ axis: AbsoluteAxis) {
    let (minimum, maximum) = (Int(axis.minimum), Int(axis.maximum))
    guard minimum < maximum else { return nil }
    let margin = Int(Double(maximum - minimum) * Self.tolerance)
    self.axis = code
    values = minimum - margin...maximum + margin
  }
}
