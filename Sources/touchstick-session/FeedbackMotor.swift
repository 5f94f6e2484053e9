internal import EventPipeline
internal import Glibc
internal import System

/// Has feedbackd shake the session's motor as touchstickd says, while feedbackd runs and has a motor. touchstickd uses no motor
/// of its own meanwhile.
///
/// feedbackd (0.8) plays a pattern to its end even if its caller has ended. Each pattern is therefore as short as
/// touchstickd's messages, which follow each other while the motor shakes.
final class FeedbackMotor {
  private static let service = "org.sigxcpu.Feedback"
  private static let path = "/org/sigxcpu/Feedback"
  private static let interface = "org.sigxcpu.Feedback.Haptic"
  /// In seconds.
  private static let retryDelay: UInt64 = 5

  private let loop: EventLoop
  /// The session's.
  private let bus: SystemBus
  private var watches: [BusWatch] = []
  private var question: BusWatch?
  private var call: PersistentCall?
  private var hasMotor = false
  private var commands: CommandStream?
  /// What the pads want; each is an effect.
  private var mixer = RumbleMixer()
  /// The last pattern, until feedbackd has answered.
  private var pattern: BusWatch?
  /// Whether there are newer messages than that pattern.
  private var isOutdated = false
  private var isShaking = false

  /// A socket on which touchstickd says what to do.
  private final class CommandStream {
    let file: OwnedFileDescriptor
    var source: EventSource?

    init(_ file: consuming OwnedFileDescriptor) { self.file = file }

    // Before its file is closed.
    deinit { source = nil }
  }

  /// - Parameter system: The system bus.
  /// - Throws: If there is no session bus.
  init(_ loop: EventLoop, system: SystemBus) throws(SystemError) {
    self.loop = loop
    bus = try SystemBus(ofSession: ())
    try bus.attach(to: loop)
    call = try PersistentCall(loop, system, hasOwnConnection: true) {
      [unowned self] system throws(SystemError) in
      hasMotor && commands == nil ? try system.newCall(.playRumble) : nil
    } succeeded: { [unowned self] reply throws(SystemError) in
      try begin(try reply.readFile())
    } failed: { error in
      switch error {
      // When the user comes to the front, the seat says so, and touchstickd's start is noticed. An older one has no such method.
      case .refused(PadsInterface.Refusal.notAllowed.rawValue, _),
        .refused("org.freedesktop.DBus.Error.UnknownMethod", _):
        nil
      case .refused where error.isAbsence: nil
      default: Self.retryDelay
      }
    }
    watches = [
      try bus.watchOwner(of: Self.service) { [unowned self] owner in
        lose()
        if !owner.isEmpty { lookForMotor() }
      },
      try bus.watchEnd { [unowned self] in lose() },
    ]
    lookForMotor()
  }

  /// Asks touchstickd for its messages, unless it sends them already.
  func renew() {
    if hasMotor, commands == nil { call?.renew() }
  }

  private func lookForMotor() {
    // It fails only without memory.
    guard
      let call = try? bus.newCall(
        to: Self.service, path: Self.path, interface: "org.freedesktop.DBus.Introspectable", "Introspect",
        startsService: false)
    else { return }
    question = try? bus.send(call) { [unowned self] reply in
      // String.contains(_:) would link the library of regular expressions, 2 MB.
      guard let description = try? reply.readString(),
        description.split(separator: "\"").contains(where: { $0 == Self.interface })
      else {
        return
      }
      hasMotor = true
      renew()
    }
  }

  private func lose() {
    hasMotor = false
    (question, pattern, commands) = (nil, nil, nil)
    (isOutdated, isShaking, mixer) = (false, false, RumbleMixer())
  }

  private func begin(_ file: consuming OwnedFileDescriptor) throws(SystemError) {
    let commands = CommandStream(file)
    commands.source = try loop.whenReadable(commands.file.number) { [unowned self] in read() }
    self.commands = commands
    log("feedbackd shakes when a game has the gamepad rumble")
  }

  private func read() {
    while let commands, let packet = try? readPacket(from: commands.file.number, limit: MotorMessage.size + 1)
    {
      guard let message = MotorMessage(packet) else {
        end()
        break
      }
      let pad = Int(message.pad)
      let effect = RumbleEffect(
        RumbleMagnitudes(strong: message.magnitude), length: Int64(message.milliseconds) * 1000)
      mixer.upload(effect, id: pad, time: loop.now)
      mixer.play(pad, count: message.magnitude > 0 ? 1 : 0, time: loop.now)
    }
    driveMotor()
  }

  /// touchstickd has hung up, or has said something unknown.
  private func end() {
    (commands, mixer) = (nil, RumbleMixer())
    call?.renew(after: Self.retryDelay)
  }

  /// Has feedbackd do what the pads want now. It is called again when any of them wants something else.
  private func driveMotor() {
    isOutdated = pattern != nil
    guard !isOutdated else { return }
    let magnitude = mixer.magnitudes(at: loop.now).strong
    guard magnitude > 0 || isShaking else { return }
    isShaking = magnitude > 0
    let end = mixer.deadline(after: loop.now) ?? loop.now
    let steps = isShaking ? [(Double(magnitude) / 65535, UInt32((end - loop.now + 999) / 1000))] : []
    do throws(SystemError) {
      let call = try bus.newCall(
        to: Self.service, path: Self.path, interface: Self.interface, "Vibrate", startsService: false)
      try call.append("org.touchstick")
      try call.append(steps, of: "du") { (magnitude, milliseconds) throws(SystemError) in
        try call.append(magnitude)
        try call.append(milliseconds)
      }
      pattern = try bus.send(call) { [unowned self] _ in
        pattern = nil
        if isOutdated { driveMotor() }
      }
    } catch {
      // The bus has ended, which is noticed, too.
    }
  }
}
