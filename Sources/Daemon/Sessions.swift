internal import Configuration
internal import Diagnostics
internal import EventPipeline
internal import InputDevices

/// The pads, one for each configuration file, and the sessions of the touch devices that they are on.
final class Sessions {
  /// What has happened in a session by itself.
  enum News {
    /// It is sure that the device is ours, which was in doubt.
    case secured(Session)
    /// Nothing touches the device any more, while ``Sessions/tellsWhenUntouched``.
    case untouched
    /// The device asks for the pads to be switched on or off.
    case switched
    /// The device has been grabbed, or given back.
    case grabbed
    /// An error has ended it.
    case ended(DeviceError)
  }

  /// What is to be done at news.
  var handler: (News) -> Void = { _ in }
  /// In the order of their files, which is that of their priority on a surface that they share.
  var filePads: [FilePad]
  var all: [Session] = []
  /// Whether the pads are switched on.
  var isOn: Bool
  /// What has switched them.
  var switchReason = DaemonState.Reason.start
  /// Who is in front, and may keep pads off that are switched on.
  var seat = Seat()
  /// How the screen's picture is turned, which devices with `rotation = "screen"` follow.
  var screenRotation = Rotation.topUp
  /// Whether a pad whose device is touched may have a better one when it is not.
  var tellsWhenUntouched = false

  let loop: EventLoop
  /// /dev/uinput, until the first pad is made of it.
  var uinput: Uinput?
  /// What was said of the configuration as it is, so that it is said once.
  var warnings: [Diagnostic] = []

  init(_ settings: [Settings], _ loop: EventLoop) {
    filePads = settings.map(FilePad.init)
    isOn = settings.startsOn
    seat.isForAll = settings.ignoresLock
    self.loop = loop
  }

  /// Opens /dev/uinput, so that a daemon that could not make a pad ends at once.
  func openUinput() throws(DeviceError) { uinput = try Uinput() }

  /// The session of the device that a pad is on.
  func session(of filePad: FilePad) -> Session? {
    all.first { session in session.filePads.contains { $0 === filePad } }
  }

  /// The session of a device by its node.
  func session(at path: String) -> Session? { all.first { $0.device.node.path == path } }
}

// What happens in sessions.
extension Sessions {
  /// Takes what the device has sent, and does what is due.
  func read(_ session: Session) {
    let wasContested = session.isContested
    do throws(DeviceError) {
      try session.readAll(now: loop.now)
    } catch {
      end(session)
      return handler(.ended(error))
    }
    noteGrab(of: session, wasContested: wasContested)
    setDeadline(session)
    if session.wantsOn != plays { take(gestureIn: session) }
    if tellsWhenUntouched, !session.isTouched { handler(.untouched) }
  }

  /// Says so when it has become sure that the device is ours.
  func noteGrab(of session: Session, wasContested: Bool) {
    guard wasContested, !session.isContested else { return }
    for filePad in session.filePads { announce(filePad, on: session) }
    handler(.secured(session))
  }

  func setDeadline(_ session: Session) {
    do throws(DaemonError) {
      try session.wait()
    } catch {
      loop.fail(error)
    }
  }
}
