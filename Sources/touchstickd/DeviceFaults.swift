internal import EventPipeline
internal import InputDevices

/// The faults in a device's events. Each is logged once, because a faulty device repeats it all the time.
struct DeviceFaults {
  private let node: EventNode
  private var isFlooding = false

  init(of node: EventNode) {
    self.node = node
  }

  /// Looks for faults after a frame.
  mutating func report(_ violation: ProtocolViolation?) {
    if let violation { say(violation.sentence) }
  }

  /// Notes that the device sends more than the daemon reads.
  mutating func recordFlood() {
    guard !isFlooding else { return }
    isFlooding = true
    say(
      "the device sends more than \(FrameBudget.framesPerSecond) frames a second; the rest is ignored"
    )
  }

  private func say(_ what: String) {
    Journal.warning("\(node.path): \(node.description.name): \(what)")
  }
}

extension ProtocolViolation {
  /// No coordinates: see ``Journal``.
  fileprivate var sentence: String {
    switch self {
    case .outOfRange(let axis):
      "the device sends values of \(axis.name ?? "an axis") far outside the range that it reports; its "
        + "kernel driver, or a udev rule that sets the range, is wrong"
    case .secondTrackingID:
      "the device starts a touch in a slot that has one (ABS_MT_TRACKING_ID), which is ignored; its kernel driver is "
        + "wrong"
    case .endlessFrame:
      "the device sends frames that never end; when the kernel ends one, its touches are released"
    }
  }
}
