internal import Configuration
internal import EventPipeline
internal import Glibc
internal import System
internal import Display

/// The lock of this program.
let sessionLock = ProgramLock("touchstick-session")

/// Writes a line about the end of this program, which `touchstick status` shows, too.
private func reportEnd(_ sentence: String) {
  sessionLock.report(sentence)
  log(sentence)
}

/// Writes a line to standard error, which the journal keeps.
func log(_ sentence: String) {
  try? writeAll("touchstick-session: \(sentence)\n".utf8, to: STDERR_FILENO)
}

/// Reports to touchstickd how the touchscreen's output is rotated, and its size, and applies the user's choices: at the
/// start, when touchstickd starts or the active session changes, and for the output at each change.
final class Reporter {
  private let display: any SessionDisplay
  private let bus: SystemBus
  private let loop: EventLoop
  private var displaySource: EventSource?
  private var seats: SeatMonitor?
  private var call: PersistentCall?
  private var choices: SavedChoicesApplier?
  /// Nil without a session bus.
  private let motor: FeedbackMotor?
  /// The event node of the first touchscreen that touchstickd uses.
  private var node: String?
  /// The output that the desktop has mapped it to.
  private var mappedOutput: String?
  /// Asks the desktop once more, which may not know a new device yet.
  private var mappingTimer: Timer?
  /// In microseconds.
  private static let mappingDelay: Int64 = 2_000_000
  /// The output of the touchscreen; nil while it is not known.
  private var output: Output?
  /// The output in the last message.
  private var reported: Output?
  /// What the user says instead.
  private var userScreen = ScreenSettings.ofUser

  /// Runs until the display or the bus is gone. Returns the status to exit with.
  static func run() -> Int32 {
    do throws(DisplayError) {
      let display = try openSessionDisplay()
      do throws(SystemError) {
        return try Reporter(display).run()
      } catch {
        reportEnd(error.text)
        return EX_OSERR
      }
    } catch {
      reportEnd(error.sentence)
      return EX_UNAVAILABLE
    }
  }

  private init(_ display: any SessionDisplay) throws(SystemError) {
    self.display = display
    loop = try EventLoop()
    bus = try SystemBus(in: loop)
    motor = try? FeedbackMotor(loop, system: bus)
  }

  private func run() throws(SystemError) -> Int32 {
    call = try PersistentCall(loop, bus) { [unowned self] bus throws(SystemError) in
      try report(on: bus)
    } failed: { error in
      // If there is no daemon, it gets the report when it comes.
      if !error.isAbsence { log("touchstickd does not follow the screen: \(error.sentence)") }
      return error.isOfTooManyCalls ? 2 : nil
    }
    mappingTimer = try loop.timer { [unowned self] in chooseOutput() }
    // Before the first status, the touchscreen is not known.
    choices = try SavedChoicesApplier(loop, bus) { [unowned self] status in
      let node = status?.devices.first { $0.deviceClass == "touchscreen" }?.node
      if let node, node != self.node { (self.node, mappedOutput) = (node, nil) }
      chooseOutput()
      let userScreen = ScreenSettings.ofUser
      if userScreen != self.userScreen {
        self.userScreen = userScreen
        call?.renew()
      }
      // sd-event refuses it only after a fork.
      if display.outputs.count > 1 { try? mappingTimer?.set(to: loop.now + Self.mappingDelay) }
    }
    // The daemon listens to the active session only.
    seats = try SeatMonitor(loop) { [unowned self] in
      call?.renew()
      // touchstickd's status may not change with the session in front.
      choices?.apply()
      motor?.renew()
    }
    displaySource = try loop.whenReadable(display.fileDescriptor) { [unowned self] in chooseOutput() }
    try call?.begin()
    choices?.start()
    let status = try loop.run()
    guard status != EXIT_FAILURE else {
      reportEnd("the connection to the system bus has ended")
      return EX_UNAVAILABLE
    }
    return status
  }

  /// Chooses the output anew, and reports it if it has changed.
  private func chooseOutput() {
    let before = output
    do throws(DisplayError) {
      try display.read()
      var outputs: [Output]
      repeat {
        outputs = display.outputs
        let found = outputs.map(\.name).output(ofTouchscreen: node, mapping(from:))
        output = found.map { outputs[$0.index] }
        // What came with the display's answers waits in its queue, for which the descriptor is not readable.
        try display.read()
      } while display.outputs != outputs
      if output != before { call?.renew() }
    } catch {
      reportEnd(error.sentence)
      loop.exit(EX_UNAVAILABLE)
    }
  }

  /// The output that nodes are mapped to, or were. A desktop does not know its devices while another session is in front.
  private func mapping(from nodes: [String]) -> String? {
    mappedOutput = display.output(mappedFrom: nodes) ?? mappedOutput
    return mappedOutput
  }

  /// The call that reports the screen; nil while that is unknown.
  private func report(on bus: SystemBus) throws(SystemError) -> BusMessage? {
    guard var output, let rotation = userScreen.rotation ?? output.rotation else { return nil }
    (output.rotation, output.size) = (rotation, userScreen.size ?? output.size)
    if output != reported { log("\(output.name ?? "the screen") \(output.phrase(rotation))") }
    reported = output
    let call = try bus.newCall(.reportScreen)
    try call.append(UInt32(rotation.rawValue))
    try call.append(output.size?.width ?? 0)
    try call.append(output.size?.height ?? 0)
    return call
  }
}

extension Output {
  /// How it is rotated, and its size if that is known.
  fileprivate func phrase(_ rotation: Rotation) -> String {
    "is rotated by \(rotation.rawValue) degrees"
      + (size.map { ", and has \(Int($0.width)) x \(Int($0.height)) mm" } ?? "")
  }
}
