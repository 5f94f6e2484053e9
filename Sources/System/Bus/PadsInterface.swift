internal import Glibc

/// The names of touchstickd's interface on the system bus.
package enum PadsInterface {
  /// The bus name that owns it.
  package static let service = "org.touchstick"
  package static let path = "/org/touchstick"
  /// The name of the interface.
  package static let name = "org.touchstick.Pads1"

  /// The maximum size of a layout's text in bytes: 64 KiB. 128 controls with all their keys have less.
  package static let maxLayoutBytes = 64 << 10

  /// The maximum number of claims of a user, and of devices that a user has had released.
  package static let maxClaims = 8

  /// The most programs of a user that may watch.
  package static let maxWatchers = 8

  /// The rule for the signal that the status has changed.
  static let statusSignal =
    "type='signal',sender='\(service)',path='\(path)',member='PropertiesChanged'"

  /// A method. docs/org.touchstick.Pads1.xml describes it, and what it takes and returns.
  package enum Method: String, CaseIterable, Sendable {
    case on = "On"
    case off = "Off"
    case toggle = "Toggle"
    case lock = "Lock"
    case replug = "Replug"
    case reportScreen = "ReportScreen"
    case useProfile = "UseProfile"
    case useLayout = "UseLayout"
    case useLayoutOn = "UseLayoutOn"
    case scheduleLayout = "ScheduleLayout"
    case claim = "Claim"
    case watch = "Watch"
    case watchWithMenu = "WatchWithMenu"
    case playRumble = "PlayRumble"
    case releaseDevice = "ReleaseDevice"
  }

  /// An error that a method returns.
  package enum Refusal: String, CaseIterable, Sendable {
    /// The caller is neither root nor the user of an active session on the seat.
    case notAllowed = "org.touchstick.Error.NotAllowed"
    /// The degrees are not 0, 90, 180 or 270.
    case noRotation = "org.touchstick.Error.NoRotation"
    /// There is no profile with this name.
    case noProfile = "org.touchstick.Error.NoProfile"
    /// The layout has an error, or does not fit on the surface.
    case badLayout = "org.touchstick.Error.BadLayout"
    /// There is no configuration file for a pad with this number.
    case noPad = "org.touchstick.Error.NoPad"
    /// The text has more than ``maxLayoutBytes``.
    case tooLarge = "org.touchstick.Error.TooLarge"
    /// There is no touch device with this node.
    case noDevice = "org.touchstick.Error.NoDevice"
    /// The user has too many claims or released devices.
    case tooManyClaims = "org.touchstick.Error.TooManyClaims"
    /// The configuration allows no menu.
    case noMenu = "org.touchstick.Error.NoMenu"
    /// Too many programs of the user watch.
    case tooManyWatchers = "org.touchstick.Error.TooManyWatchers"
    /// The daemon has no file descriptor for it.
    case noFeed = "org.touchstick.Error.NoFeed"
    /// The user calls too often.
    case tooManyCalls = "org.touchstick.Error.TooManyCalls"
  }
}

extension SystemBus {
  package func call(_ method: PadsInterface.Method, _ arguments: String...) throws(BusError) {
    try call(method, arguments)
  }

  /// Calls a method of touchstickd with text arguments.
  package func call(_ method: PadsInterface.Method, _ arguments: [String]) throws(BusError) {
    _ = try callPads(PadsInterface.name, method.rawValue, arguments)
  }

  /// Changes the layout of the pad with this number, from 1.
  package func use(_ name: String, _ text: String, onPad pad: UInt32) throws(BusError) {
    _ = try callPads { () throws(SystemError) in
      let call = try newCall(.useLayoutOn, [name, text])
      try call.append(pad)
      return call
    }
  }

  /// Asks touchstickd to report what the controls do. EventPipeline's FeedReader reads the messages.
  ///
  /// - Parameter withMenu: Whether touchscreens have a button for the overlay's menu meanwhile.
  /// - Returns: A socket of type SOCK_SEQPACKET, which can only be read. touchstickd hangs up when it ends, and
  ///   when its user is no longer in front, unless that is root.
  package func watchPads(withMenu: Bool = false) throws(BusError) -> OwnedFileDescriptor {
    let method = withMenu ? PadsInterface.Method.watchWithMenu : .watch
    let reply = try callPads(PadsInterface.name, method.rawValue, [])
    return try BusError.ofCall { () throws(SystemError) in try reply.readFile() }
  }

  /// Reads touchstickd's status.
  package func padStatus() throws(BusError) -> PadStatus {
    let reply = try callPads(SystemBus.properties, "GetAll", [PadsInterface.name])
    return try BusError.ofCall { () throws(SystemError) in try PadStatus(reading: reply) }
  }

  /// Asks for touchstickd's status without waiting. The status is nil without an answer in five seconds: touchstickd does not
  /// answer who sends too much.
  package func askForPadStatus(_ handler: @escaping (PadStatus?) -> Void) throws(SystemError) -> BusWatch {
    try send(try newCall(SystemBus.properties, "GetAll", [PadsInterface.name]), timeout: 5_000_000) { reply in
      handler(try? PadStatus(reading: reply))
    }
  }

  /// Sends a call of a method with text arguments without waiting.
  package func send(
    _ method: PadsInterface.Method, _ arguments: [String],
    _ handler: @escaping (borrowing BusMessage) -> Void
  ) throws(SystemError) -> BusWatch {
    try send(try newCall(method, arguments), handler)
  }

  /// Makes a call of a method with text arguments, as one that somebody has asked for who is there.
  package func newCall(
    _ method: PadsInterface.Method, _ arguments: [String] = []
  ) throws(SystemError) -> BusMessage {
    try newCall(PadsInterface.name, method.rawValue, arguments)
  }

  private func newCall(
    _ interface: String, _ member: String, _ arguments: [String]
  ) throws(SystemError) -> BusMessage {
    let call = try newCall(
      to: PadsInterface.service, path: PadsInterface.path, interface: interface, member)
    for argument in arguments { try call.append(argument) }
    return call
  }

  /// Reads touchstickd's status now and after each change, until it leaves the bus or the handler throws.
  package func followPads(_ handler: (PadStatus) throws -> Void) throws {
    let loop = try EventLoop()
    try attach(to: loop)
    var hasChanged = false
    let watch = try PadStatusWatch(self) { _ in hasChanged = true }
    // The next question reports it.
    let end = try watchEnd { hasChanged = true }
    defer { withExtendedLifetime((watch, end)) {} }
    var last: PadStatus?
    while true {
      hasChanged = false
      let status = try padStatus()
      if status != last { try handler(status) }
      last = status
      while !hasChanged { try loop.runOnce() }
    }
  }

  private func callPads(
    _ interface: String, _ member: String, _ arguments: [String]
  ) throws(BusError) -> BusMessage {
    try callPads { () throws(SystemError) in try newCall(interface, member, arguments) }
  }

  /// Calls, again and again for half a minute while too much waits for touchstickd, so that dbus-daemon refuses the call:
  /// somebody may flood it.
  private func callPads(_ message: () throws(SystemError) -> BusMessage) throws(BusError) -> BusMessage {
    var attempts = 1500
    while true {
      do throws(BusError) {
        return try call(try BusError.ofCall(message))
      } catch .refused("org.freedesktop.DBus.Error.LimitsExceeded", _) where attempts > 0 {
        attempts -= 1
        usleep(20_000)
      }
    }
  }
}
