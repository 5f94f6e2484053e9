internal import Configuration
internal import Diagnostics
internal import EventPipeline
internal import InputDevices
internal import OperatingSystem
internal import SystemBus

/// The pads, one for each configuration file, and the sessions of the touch devices that they are on.
final class Sessions {
  /// News from a session.
  enum News {
    /// The device is now certainly in use, which was in doubt.
    case secured(Session)
    /// Nothing touches the device any more, while ``Sessions/tellsWhenUntouched``.
    case untouched
    /// The device's gesture requests to switch the pads on or off.
    case switched
    /// The device has been grabbed, or released.
    case grabbed
    /// An error has ended it.
    case ended(DeviceError)
  }

  /// The handler of news.
  var handler: (News) -> Void = { _ in }
  /// Called after each step of a session, and after changes of ``layoutNumber``; nil while nobody watches.
  var stepHandler: (() -> Void)?
  /// Counts the changes of ``all``, of their layouts and of which of them are certainly in use.
  var layoutNumber = 0 {
    didSet { stepHandler?() }
  }
  /// In the order of their files, which is that of their priority on a surface that they share.
  var filePads: [FilePad]
  var all: [Session] = []
  /// Whether the pads are switched on.
  var isOn: Bool
  /// The cause of the last switch.
  var switchReason = DaemonState.Reason.start
  /// The user in front, who may keep switched-on pads off.
  var seat = Seat() {
    didSet { isSeatFree = seat.obstacle == nil }
  }
  /// Whether the seat has no obstacle. Each frame asks this, and an access to ``seat`` would be checked for exclusivity.
  private(set) var isSeatFree = true
  /// The screen that the session reports: devices with `rotation = "screen"` follow its rotation.
  var screen = Screen()
  /// Whether a pad whose device is touched may move to a better device after the lift.
  var tellsWhenUntouched = false

  let loop: EventLoop
  /// /dev/uinput, until the first pad uses it.
  var uinput: Uinput?
  /// The logged warnings about the current configuration, so that each is logged once.
  var warnings: [Diagnostic] = []

  init(_ settings: [Settings], _ loop: EventLoop) {
    filePads = settings.map(FilePad.init)
    isOn = settings.startsOn
    seat.isForAll = settings.ignoresLock
    self.loop = loop
  }

  /// Opens /dev/uinput, so that the daemon ends at once if it cannot make a pad.
  func openUinput() throws(DeviceError) { uinput = try Uinput() }

  /// The session of the device that a pad is on.
  func session(of filePad: FilePad) -> Session? {
    all.first { session in session.filePads.contains { $0 === filePad } }
  }

  /// The session of a device by its node.
  func session(at path: String) -> Session? { all.first { $0.device.node.path == path } }
}

// Events of sessions.
extension Sessions {
  /// Processes the device's events, and runs the timers that are due.
  func read(_ session: Session) {
    let wasContested = session.isContested
    do throws(DeviceError) {
      try session.readAll(now: loop.now)
    } catch {
      return end(session, because: error)
    }
    noteGrab(of: session, wasContested: wasContested)
    setDeadline(session)
    if session.wantsOn != plays { take(gestureIn: session) }
    if tellsWhenUntouched, !session.isTouched { handler(.untouched) }
  }

  /// Reports when the device is certainly in use.
  func noteGrab(of session: Session, wasContested: Bool) {
    guard wasContested, !session.isContested else { return }
    layoutNumber += 1
    for filePad in session.filePads { announce(filePad, on: session) }
    handler(.secured(session))
  }

  /// Prepares for what follows a step of a session.
  func setDeadline(_ session: Session) {
    do throws(SystemError) {
      try session.wait()
    } catch {
      loop.fail(.eventLoop(error))
    }
    if let stepHandler { stepHandler() }
  }
}
