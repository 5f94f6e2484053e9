internal import JoystickModel

/// Keeps a button down on the pad as long as in the model, up to ``GestureAction/pressDuration``, however late the
/// press was written.
///
/// On a busy machine, the press and the release of a tap can be due together, and no game would see the button. So
/// events that follow the press after that time, on the clock of the events, wait until the press has been on the pad
/// for that long. The pad still gets the same frames in the same order; only their times change. Nothing waits for a
/// press that was written in time.
struct PressKeeper {
  private struct Press {
    /// On the clock of the events: no later event comes before the ``release``.
    let end: Int64
    /// When the release may be written.
    let release: Int64
  }

  /// More than the button presses that fingers can make within 40 ms.
  private static let capacity = 64

  /// In the order in which they were written.
  private var presses: [Press] = []
  /// When the pad may continue, in microseconds on the monotonic clock; nil if nothing waits.
  private(set) var waitEnd: Int64?

  init() { presses.reserveCapacity(Self.capacity) }

  /// Notes that a frame which presses a button was written.
  ///
  /// - Parameters:
  ///   - time: The time stamp of the frame, in microseconds.
  ///   - now: When it was written, in microseconds on the monotonic clock.
  mutating func note(_ time: Int64, writtenAt now: Int64) {
    guard presses.count < Self.capacity else { return }
    let (end, isBeyond) = time.addingReportingOverflow(GestureAction.pressDuration)
    if !isBeyond { presses.append(Press(end: end, release: now + GestureAction.pressDuration)) }
  }

  /// Updates the time, in microseconds on the monotonic clock. Returns whether nothing waits.
  mutating func isDone(now: Int64) -> Bool {
    if let end = waitEnd, now >= end { waitEnd = nil }
    return waitEnd == nil
  }

  /// Whether the pad may get the events of a time, in microseconds. If not, ``waitEnd`` is the time for it.
  @inline(__always) mutating func allows(_ time: Int64, now: Int64) -> Bool {
    presses.isEmpty || look(time, now: now)
  }

  private mutating func look(_ time: Int64, now: Int64) -> Bool {
    while let first = presses.first, first.end <= time {
      guard now >= first.release else {
        waitEnd = first.release
        return false
      }
      presses.removeFirst()
    }
    return true
  }
}
