internal import Configuration
internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import System

/// The rumble of a pad: answers the games that have the pad open, and has a motor shake as they want.
///
/// Games are answered also while nothing may be felt, because they wait for it.
final class PadRumble {
  /// For how long the motor shakes by itself, in microseconds. It does not go on if this process hangs.
  private static let maxPlay: Int64 = 1_000_000
  /// The shortest time between two changes, which no motor can follow: an effect can be a millisecond long, and be repeated.
  private static let shortestStep: Int64 = 2_000
  /// How long after a game has asked for something to look for a request that uinput has lost: ``VirtualDevice/answer(into:now:)``.
  private static let lookupDelay: Int64 = 20_000
  /// How much later than expected this process may tell the motor to go on or to stop.
  private static let margin: Int64 = 50_000
  /// How long a tick is.
  private static let tickLength: Int64 = 15_000

  /// Called some time after the motor was lost, when nothing else is going on: it may choose another one.
  var handler: (DeviceError) -> Void = { _ in }
  /// Called after changes of ``magnitudes`` and of the motor; nil while nobody watches.
  var stepHandler: (() -> Void)? {
    didSet { update() }
  }
  /// How the pad rumbles now, with a motor or without one.
  private(set) var magnitudes = RumbleMagnitudes()
  var settings: RumbleSettings {
    didSet { if settings != oldValue { update() } }
  }
  var haptics = HapticSettings()
  /// Whether the pads are on.
  var isOn = false {
    didSet { if isOn != oldValue { update() } }
  }

  private let loop: EventLoop
  private var mixer = RumbleMixer()
  /// Limits how often games can wake up this process. Otherwise they could keep a processor busy.
  private var limit = RateLimit(interval: 2_000, burst: 50)
  private var lookup: Int64?
  private var sources: (games: EventSource, timer: Timer)?
  private var motor: Motor? {
    didSet { stepHandler?() }
  }
  /// Why the motor was lost, until the handler knows.
  private var failure: DeviceError?
  private var report: EventSource?
  private var level: UInt16 = 0
  /// When the motor would stop by itself.
  private var end: Int64 = 0
  /// The last tick: how strong it is, until when it counts, and whether the motor knows it.
  private var tick: (level: UInt16, end: Int64, isPlayed: Bool) = (0, 0, true)

  fileprivate enum Motor {
    /// One that this process has open. The source notices that it is gone.
    case own(name: String, MotorThread, EventSource)
    case session(MotorSocket, pad: UInt8)
  }

  init(_ settings: RumbleSettings, _ loop: EventLoop) { (self.settings, self.loop) = (settings, loop) }

  // Before the files are closed.
  deinit {
    if level > 0 { motor?.stop() }
    (sources, motor, report) = (nil, nil, nil)
  }

  /// Answers the games that have a pad open, from now on.
  func start(_ pad: VirtualDevice) throws(SystemError) {
    guard pad.description.codes.contains(.ffRumble) else { return }
    // A game may wait since before this process adopted the pad.
    pad.answer(into: &mixer, now: loop.now)
    sources = (
      try loop.whenReadable(pad.fileDescriptor) { [unowned self] in
        limit.advance(to: loop.now)
        limit.spend()
        lookup = loop.now + Self.lookupDelay
        answer(pad)
      },
      try loop.timer { [unowned self] in
        if let lookup, loop.now >= lookup { self.lookup = nil }
        answer(pad)
      }
    )
    lookup = loop.now + Self.lookupDelay
    update()
  }

  private func answer(_ pad: VirtualDevice) {
    pad.answer(into: &mixer, now: loop.now)
    update()
  }

  /// Forgets the pad, and stops the motor. Call this before the pad goes.
  func stop() {
    (sources, mixer, lookup, tick) = (nil, RumbleMixer(), nil, (0, 0, true))
    update()
    failure = nil
  }

  /// Lets the fingers feel something, unless a game has the motor shake.
  func tick(_ events: HapticEvents) {
    let level = settings.level(ofTick: haptics.magnitude(of: events))
    guard level > 0, isOn, motor != nil, settings.level(of: magnitudes) == 0 else { return }
    tick = (level, loop.now + Self.tickLength + Self.margin, false)
    update()
  }

  /// Does what is due now, and sets the timer for what is due next.
  private func update() {
    let now = loop.now
    limit.advance(to: now)
    let old = magnitudes
    magnitudes = isOn ? mixer.magnitudes(at: now) : RumbleMagnitudes()
    // Without a motor and without a watcher, nobody notices.
    var next = isOn && (motor != nil || stepHandler != nil) ? mixer.deadline(after: now) : nil
    if isOn, tick.end > now { next = min(next ?? .max, tick.end) }
    if let motor { next = driveMotor(motor, until: next, now: now) }
    loop.endOnError { () throws(SystemError) in
      try sources?.games.set(enabled: limit.isOpen)
      let due = min(
        next.map { max($0, now + Self.shortestStep) } ?? .max, lookup ?? .max,
        limit.isOpen ? .max : limit.nextTime)
      try sources?.timer.set(to: due == .max ? nil : due)
    }
    if magnitudes != old, let stepHandler { stepHandler() }
  }

  /// Has the motor shake as it should until the next change.
  ///
  /// - Returns: When to call this again; nil is not before a game wants something.
  private func driveMotor(_ motor: Motor, until change: Int64?, now: Int64) -> Int64? {
    let wanted = settings.level(of: magnitudes)
    if wanted == 0, isOn, now < tick.end {
      playTick(motor)
      return change
    }
    guard wanted > 0 else {
      if level > 0 { motor.stop() }
      level = 0
      return change
    }
    let next = min(change ?? .max, now + Self.maxPlay)
    let wantedEnd = next + Self.margin
    // Some motors can be felt to start anew.
    let isLongEnough = end == wantedEnd || end < wantedEnd && end - now > Self.maxPlay / 2
    if level == wanted, isLongEnough { return end - Self.margin }
    motor.play(wanted, milliseconds: UInt16((wantedEnd - now + 999) / 1000))
    (level, end, tick.end) = (wanted, wantedEnd, 0)
    return next
  }
}

// The motor.
extension PadRumble {
  /// Ticks once. The motor itself ends the tick: this process may be late.
  private func playTick(_ motor: Motor) {
    guard !tick.isPlayed else { return }
    tick.isPlayed = true
    motor.play(tick.level, milliseconds: UInt16(Self.tickLength / 1000))
    (level, end) = (tick.level, 0)
  }

  var shakesMotor: Bool { level > 0 }

  var status: PadStatus.Motor? { motor?.status }

  /// Uses the motor that the settings ask for: for `auto` the session's, or else one among these devices.
  ///
  /// - Parameter pad: The number of this pad.
  func chooseMotor(
    among devices: [SurveyedDevice], or sessionMotor: MotorSocket?, pad: Int
  ) throws(DaemonError) {
    if settings.motor == .auto, let sessionMotor {
      guard motor?.isSame(as: sessionMotor) != true else { return }
      leaveMotor()
      motor = .session(sessionMotor, pad: UInt8(clamping: pad))
      return update()
    }
    let chosen = devices.first { settings.motor.isAskedFor($0) }
    guard chosen == nil ? motor != nil : motor?.status.node != chosen?.path else { return }
    leaveMotor()
    guard let chosen else { return }
    let node = try DaemonError.device { () throws(DeviceError) in try RumbleNode(opening: chosen.path) }
    let source = try DaemonError.loop { () throws(SystemError) in
      let source = try loop.whenReadable(node.fileDescriptor) { [unowned self] in
        // The node, so that it is closed after the source has ended.
        loseMotor(.cannotPlay(node: node.path, errno: ENODEV))
        update()
      }
      // It sends nothing, and only its end counts.
      try source.set(waitsToWrite: false)
      return source
    }
    report = try DaemonError.loop { () throws(SystemError) in
      try loop.whenIdle { [unowned self] in if let failure = failure.take() { handler(failure) } }
    }
    let thread = try DaemonError.loop { () throws(SystemError) in
      try MotorThread(node, loop) { [unowned self] error in
        loseMotor(error)
        update()
      }
    }
    motor = .own(name: chosen.description.name, thread, source)
    update()
  }

  private func leaveMotor() {
    if level > 0 { motor?.stop() }
    (motor, level) = (nil, 0)
  }

  private func loseMotor(_ error: DeviceError) {
    (motor, level, failure) = (nil, 0, error)
    report?.ask()
  }
}

extension PadRumble.Motor {
  var status: PadStatus.Motor {
    switch self {
    case .own(let name, let thread, _): PadStatus.Motor(name: name, node: thread.node.path)
    case .session: MotorSocket.status
    }
  }

  func isSame(as other: MotorSocket) -> Bool {
    if case .session(let motor, _) = self { motor === other } else { false }
  }

  /// Shakes, in place of what it did, for this long unless it is stopped before.
  func play(_ level: UInt16, milliseconds: UInt16) {
    switch self {
    case .own(_, let thread, _): thread.play(level, milliseconds: milliseconds)
    case .session(let motor, let pad): motor.play(level, milliseconds: milliseconds, pad: pad)
    }
  }

  func stop() { play(0, milliseconds: 0) }
}

extension RumbleSettings.Motor {
  /// Whether it means this device. A program that has made a motor may not answer, and whoever plays on it waits for the
  /// answer. Therefore only a name leads to such a motor.
  func isAskedFor(_ device: SurveyedDevice) -> Bool {
    guard device.isMotor else { return false }
    return switch self {
    case .auto: !device.isVirtual
    case .off: false
    case .named(let pattern): pattern.matches(device.description.name)
    }
  }
}
