internal import EventPipeline
internal import Glibc
internal import InputDevices

/// The way of a device's events through the pipeline to the pads and the clone: all that a frame goes through.
///
/// It is changed in place. For a frame it allocates nothing, and makes four system calls: it waits, it reads, it writes
/// the pad, and it finds that there is no more to read.
struct Route: ~Copyable {
  let node: EventNode
  var pipeline: TouchPipeline
  /// Where the pipeline's pads go, in their order; nil for one that is not made yet.
  var pads: [VirtualDevice?]
  /// Shows the desktop what no control has.
  var clone: VirtualDevice?
  /// From the kernel's time stamp of a frame to the end of the write that it led to.
  var latency = LatencyHistogram()

  /// Whether no other program gets the device's events.
  private(set) var isGrabbed = false
  private var budget = FrameBudget()
  private var faults: DeviceFaults
  /// When the device last said something, or was asked, in microseconds on the monotonic clock.
  private var lastHeard: Int64

  /// - Parameter now: In microseconds on the monotonic clock, as all times here.
  init(from node: EventNode, through pipeline: consuming TouchPipeline, to pads: [VirtualDevice?], now: Int64)
  {
    self.node = node
    self.pipeline = pipeline
    self.pads = pads
    faults = DeviceFaults(of: node)
    lastHeard = now
  }

  /// When there is something to do by itself, in microseconds on the monotonic clock; nil is never.
  @inline(__always) var deadline: Int64? {
    if let pauseEnd = budget.pauseEnd { return pauseEnd }
    guard let silenceEnd else { return pipeline.deadline }
    return min(pipeline.deadline ?? silenceEnd, silenceEnd)
  }

  /// Whether nothing is read before the ``deadline``, because the device sends too much.
  @inline(__always) var isPaused: Bool { budget.pauseEnd != nil }

  /// Takes all that the device has sent to the pads and the clone, unless that is too much, and then does what is due.
  ///
  /// - Returns: Whether all was read.
  /// - Throws: ``DeviceError/cannotRead(node:errno:)`` where the device is gone,
  ///   ``DeviceError/cannotWrite(name:errno:)`` where a pad is.
  mutating func readAll(now: Int64) throws(DeviceError) -> Bool {
    guard budget.mayRead(now: now) else { return false }
    while let frames = try readFrame() {
      lastHeard = max(lastHeard, now)
      guard budget.spend(frames) else {
        faults.noteFlood()
        return false
      }
    }
    try endSilence(now: now)
    try advance(before: now + 1)
    return true
  }

  /// Reads to the end of a frame. Returns for how many it counts; nil where there was no more to read.
  private mutating func readFrame() throws(DeviceError) -> Int64? {
    while true {
      switch try node.read() {
      case .event(let event):
        try advance(before: event.time)
        guard pipeline.consume(event) else { continue }
        if try write() { latency.count(nanoseconds(on: CLOCK_MONOTONIC) / 1000 - event.time) }
        faults.look(at: pipeline.findOddity())
        return 1
      case .dropped(let time):
        try advance(before: time)
        pipeline.resynchronise(to: node.state, time: time)
        _ = try write()
        return FrameBudget.framesOfDrop
      case .drained: return nil
      }
    }
  }

  private mutating func advance(before time: Int64) throws(DeviceError) {
    // Nearly never is anything due, and this is asked before each event.
    guard let deadline = pipeline.deadline, deadline < time else { return }
    while pipeline.advance(before: time) != nil { _ = try write() }
  }

  /// Writes the outcome of a step. Returns whether there was any.
  mutating func write() throws(DeviceError) -> Bool {
    var hasWritten = false
    for index in pads.indices {
      guard !pipeline.pads[index].output.isEmpty else { continue }
      try pads[index]?.write(pipeline.pads[index].output)
      hasWritten = true
    }
    guard !pipeline.passedEvents.isEmpty else { return hasWritten }
    try clone?.write(pipeline.passedEvents)
    return true
  }
}

// What is not told as events.
extension Route {
  /// How long, in microseconds, a device may say nothing under a finger before it is asked.
  private static let longestSilence: Int64 = 1_000_000

  /// When to ask the device for its state: another program may have taken it meanwhile, so that the lift is told to
  /// nobody else. What it does until then is that program's. None of this can be where the device is ours alone.
  @inline(__always) private var silenceEnd: Int64? {
    // In this order, because the second would copy the pipeline to the stack.
    guard !isGrabbed else { return nil }
    return pipeline.isTouched ? lastHeard + Self.longestSilence : nil
  }

  private mutating func endSilence(now: Int64) throws(DeviceError) {
    guard let silenceEnd, now >= silenceEnd else { return }
    lastHeard = now
    let heard = node.state
    try node.askForState()
    let state = node.state
    guard !state.showsSame(as: heard) else { return }
    try advance(before: now)
    try startAnew(from: state, now: now)
  }

  /// Goes on as with a device that was just opened: nothing that is on the surface counts until it lifts.
  mutating func startAnew(now: Int64) throws(DeviceError) {
    try node.askForState()
    try startAnew(from: node.state, now: now)
  }

  private mutating func startAnew(from state: borrowing DeviceState, now: Int64) throws(DeviceError) {
    pipeline.startAnew(from: state, time: now)
    _ = try write()
  }

  /// Goes on with another pipeline, to other pads. Contacts that are there end for the pads, and do not count again;
  /// those that the desktop has, it keeps.
  mutating func change(
    to new: consuming TouchPipeline, _ pads: [VirtualDevice?], now: Int64
  ) throws(DeviceError) {
    pipeline.cancelControls(time: now)
    _ = try write()
    new.adopt(node.state, continuing: pipeline)
    pipeline = new
    self.pads = pads
  }

  /// Takes the device from all other programs. EVIOCGRAB
  mutating func grab() throws(DeviceError) {
    try node.grab()
    isGrabbed = true
  }

  /// Gives the device back.
  mutating func ungrab() {
    node.ungrab()
    isGrabbed = false
  }

  /// Leaves every axis at 0 and every button up, and nothing on the desktop, and gives the device back: somebody may
  /// go on with the open node.
  mutating func release(now: Int64) throws(DeviceError) {
    if isGrabbed { ungrab() }
    pipeline.cancelAll(time: now)
    _ = try write()
  }
}
