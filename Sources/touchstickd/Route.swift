internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import System

/// The route of a device's events through the pipeline to the pads and the clone.
///
/// It changes in place. For a frame it allocates nothing, and makes three system calls: it waits, it reads, and it writes
/// the pad.
struct Route: ~Copyable {
  let node: EventNode
  var pipeline: TouchPipeline
  /// The virtual devices of the pipeline's pads, in their order; nil for a pad that does not exist yet.
  var pads: [VirtualDevice?]
  /// The clone, which shows the desktop the contacts outside the controls.
  var clone: VirtualDevice?
  /// The latency from the kernel's time stamp of a frame to the end of the resulting write.
  var latency = LatencyHistogram()

  /// Whether the device is grabbed: no other program receives its events.
  var isGrabbed = false
  private var budget = FrameBudget()
  private var presses = PressKeeper()
  /// The events that were read while ``presses`` delayed the pad.
  var held: EventNode.Reading?
  private var faults: DeviceFaults
  /// When the device last sent something, or its state was read, in microseconds on the monotonic clock.
  var lastHeard: Int64

  /// - Parameter now: In microseconds on the monotonic clock, like all times here.
  init(from node: EventNode, through pipeline: consuming TouchPipeline, to pads: [VirtualDevice?], now: Int64)
  {
    self.node = node
    self.pipeline = pipeline
    self.pads = pads
    faults = DeviceFaults(of: node)
    lastHeard = now
  }

  /// The time of the next timer, in microseconds on the monotonic clock; nil is never.
  var deadline: Int64? {
    // Changes nothing. Without "mutating", the compiler would copy the pipeline to read it.
    mutating get {
      if let pauseEnd = budget.pauseEnd ?? presses.waitEnd { return pauseEnd }
      guard let silenceEnd else { return pipeline.deadline }
      return min(pipeline.deadline ?? silenceEnd, silenceEnd)
    }
  }

  /// Whether nothing is read before the ``deadline``, because the device sends too much, or a press was written late.
  var isPaused: Bool { budget.pauseEnd != nil || presses.waitEnd != nil }

  /// Passes all events of the device to the pads and the clone, unless it ``isPaused``, and then runs the timers that
  /// are due.
  ///
  /// - Returns: Whether all was read.
  /// - Throws: ``DeviceError/cannotRead(node:errno:)`` if the device is gone, ``DeviceError/cannotWrite(name:errno:)``
  ///   if a pad is gone.
  mutating func readAll(now: Int64) throws(DeviceError) -> Bool {
    guard budget.mayRead(now: now), presses.isDone(now: now) else { return false }
    while let frames = try readFrame(now: now) {
      lastHeard = max(lastHeard, now)
      guard budget.spend(frames) else {
        faults.recordFlood()
        node.pauseReading()
        return false
      }
    }
    guard presses.waitEnd == nil else { return false }
    try endSilence(now: now)
    return try advance(before: now + 1, now: now)
  }

  /// Reads to the end of a frame. Returns how many frames it counts for; nil if there is nothing more to read for now.
  private mutating func readFrame(now: Int64) throws(DeviceError) -> Int64? {
    var reading = if let waiting = held.take() { waiting } else { try node.read() }
    while let time = reading.time {
      guard try advance(before: time, now: now), presses.allows(time, now: now) else {
        held = reading
        node.pauseReading()
        return nil
      }
      if case .event(let event) = reading {
        if pipeline.updatePads(event) {
          try writeFrame(time)
          return 1
        }
      } else {
        pipeline.resynchronise(to: node.state, time: time)
        try write(time)
        return FrameBudget.framesOfDrop
      }
      reading = try node.read()
    }
    return nil
  }

  /// Writes a frame: first the pads, then the clone.
  private mutating func writeFrame(_ time: Int64) throws(DeviceError) {
    let hasMoved = try writePads(time)
    pipeline.forwardToClone(time: time)
    let hasPassed = try writeClone()
    if hasMoved || hasPassed { latency.count(nanoseconds(on: CLOCK_MONOTONIC) / 1000 - time) }
    faults.look(at: pipeline.findProtocolViolation())
  }

  /// Runs the timers that are due before a time. Returns whether all have run; otherwise some wait for ``presses``.
  @inline(__always) mutating func advance(before time: Int64, now: Int64) throws(DeviceError) -> Bool {
    // Called before each event, and hardly ever is anything due.
    guard let deadline = pipeline.deadline, deadline < time else { return true }
    return try runTimers(before: time, now: now)
  }

  private mutating func runTimers(before time: Int64, now: Int64) throws(DeviceError) -> Bool {
    while let deadline = pipeline.deadline, deadline < time {
      guard presses.allows(deadline, now: now) else { return false }
      _ = pipeline.advance(before: time)
      try write(deadline)
    }
    return true
  }

  /// Writes the result of a step at a time.
  mutating func write(_ time: Int64) throws(DeviceError) {
    _ = try writePads(time)
    _ = try writeClone()
  }

  /// Returns whether there was anything to write.
  private mutating func writePads(_ time: Int64) throws(DeviceError) -> Bool {
    var hasWritten = false
    for index in pads.indices {
      guard !pipeline.pads[index].output.isEmpty else { continue }
      try pads[index]?.write(pipeline.pads[index].output)
      if pipeline.pads[index].hasPress {
        presses.record(time, writtenAt: nanoseconds(on: CLOCK_MONOTONIC) / 1000)
      }
      hasWritten = true
    }
    return hasWritten
  }

  /// Returns whether there was anything to write.
  private mutating func writeClone() throws(DeviceError) -> Bool {
    guard !pipeline.passedEvents.isEmpty else { return false }
    try clone?.write(pipeline.passedEvents)
    return true
  }
}

// Changes without events.
extension Route {
  /// How long a device may be silent under a finger before its state is read, in microseconds.
  private static let longestSilence: Int64 = 1_000_000

  /// When to read the device's state: another program may have grabbed it meanwhile, so that only that program sees the
  /// lift. This cannot happen while the device is grabbed.
  var silenceEnd: Int64? {
    mutating get { !isGrabbed && pipeline.isTouched ? lastHeard + Self.longestSilence : nil }
  }

  /// Reads the state of a device that has been silent for too long.
  mutating func endSilence(now: Int64) throws(DeviceError) {
    guard let silenceEnd, now >= silenceEnd else { return }
    lastHeard = now
    try node.askForState()
    guard !pipeline.isUpToDate(with: node.state) else { return }
    _ = try advance(before: now, now: now)
    try startAnew(from: node.state, now: now)
  }

  /// Continues as with a newly opened device: nothing on the surface counts until it lifts.
  mutating func startAnew(now: Int64) throws(DeviceError) {
    try node.askForState()
    try startAnew(from: node.state, now: now)
  }

  private mutating func startAnew(from state: borrowing DeviceState, now: Int64) throws(DeviceError) {
    held = nil
    pipeline.startAnew(from: state, time: now)
    try write(now)
  }

  /// Continues with another pipeline and other pads. The pads' contacts end, and do not count again; the desktop keeps
  /// its contacts.
  mutating func change(
    to new: consuming TouchPipeline, _ pads: [VirtualDevice?], now: Int64
  ) throws(DeviceError) {
    pipeline.cancelControls(time: now)
    try write(now)
    new.takeOver(pipeline)
    pipeline = new
    self.pads = pads
  }

  /// Grabs the device. EVIOCGRAB
  mutating func grab() throws(DeviceError) {
    try node.grab()
    isGrabbed = true
  }

  /// Releases the device.
  mutating func ungrab() {
    node.ungrab()
    isGrabbed = false
  }

  /// Ends with every axis at 0, every button up and no contact on the desktop, and releases the device: the open node
  /// may be used again.
  mutating func release(now: Int64) throws(DeviceError) {
    if isGrabbed { ungrab() }
    pipeline.cancelAll(time: now)
    try write(now)
  }
}
