internal import OperatingSystem
internal import SystemBus

/// Watches who is in front of seat0, by what logind says on the system bus. org.freedesktop.login1(5)
///
/// While there is no bus or no logind, what was said last counts.
final class SeatWatch {
  /// Called when somebody else is in front, or the session there is locked or unlocked.
  var handler: (Seat.Front) -> Void = { _ in }

  private static let service = "org.freedesktop.login1"
  private static let seat = "/org/freedesktop/login1/seat/seat0"

  private var bus: SystemBus?
  private var front = Seat.Front.unknown
  /// The session in front, as an object of logind's.
  private var session: String?
  /// Whether this logind has not answered yet. One that is started anew does not know any more what was locked.
  private var isNewLogind = true
  private var watches: [BusWatch] = []
  private var sessionWatch: BusWatch?
  /// What logind is being asked. Its answer is newer than any signal that comes before it.
  private var question: BusWatch?

  /// Begins to watch, by a new connection to the bus.
  func begin(on bus: SystemBus) throws(SystemError) {
    end()
    self.bus = bus
    watches = [
      try bus.watch(Self.changes(of: Self.seat)) { [unowned self] signal in
        takeSeat(try? LogindProperties(readingChangesIn: signal))
      },
      try bus.watchOwner(of: Self.service) { [unowned self] _ in ask() },
    ]
    ask()
  }

  /// Lets go of the connection.
  func end() { (question, sessionWatch, watches, bus) = (nil, nil, [], nil) }

  private static func changes(of object: String) -> String {
    "type='signal',sender='\(service)',path='\(object)',"
      + "interface='org.freedesktop.DBus.Properties',member='PropertiesChanged'"
  }

  /// Asks logind anew, and believes what it says of a lock. Who switches the pads on has unlocked the session.
  func askAgain() {
    isNewLogind = false
    askForSeat()
  }

  /// Asks a logind that may be another one than before.
  private func ask() {
    isNewLogind = true
    askForSeat()
  }

  private func askForSeat() {
    ask(for: "Seat", of: Self.seat) { [unowned self] in takeSeat($0) }
  }

  private func takeSeat(_ seat: LogindProperties?) {
    guard let session = seat?.activeSession else { return }
    guard session != "/" else {
      (question, sessionWatch, self.session) = (nil, nil, nil)
      return take(.nobody)
    }
    sessionWatch = try? bus?.watch(Self.changes(of: session)) { [unowned self] signal in
      takeChanges(try? LogindProperties(readingChangesIn: signal))
    }
    ask(for: "Session", of: session) { [unowned self] in takeSession(session, $0) }
  }

  private func takeSession(_ session: String, _ properties: LogindProperties?) {
    guard let isLocked = properties?.isLocked, let user = properties?.user else { return }
    let isKept = isNewLogind && session == self.session && front.isLocked
    self.session = session
    take(properties?.isOfUser == true ? .user(user, isLocked: isLocked || isKept) : .greeter)
  }

  private func takeChanges(_ changes: LogindProperties?) {
    guard question == nil, let isLocked = changes?.isLocked, case .user(let user, _) = front else { return }
    take(.user(user, isLocked: isLocked))
  }

  private func take(_ front: Seat.Front) {
    isNewLogind = false
    guard front != self.front else { return }
    self.front = front
    handler(front)
  }

  /// Asks for all properties of an object, in place of what is being asked. The handler gets nil where there are none: no
  /// logind, no seat, or a session that has ended, which the seat tells.
  private func ask(
    for interface: String, of object: String, then handler: @escaping (LogindProperties?) -> Void
  ) {
    question = nil
    guard let bus else { return }
    do throws(SystemError) {
      let call = try bus.newCall(
        to: Self.service, path: object, interface: "org.freedesktop.DBus.Properties", "GetAll",
        startsService: false)
      try call.append("\(Self.service).\(interface)")
      question = try bus.send(call) { [unowned self] reply in
        question = nil
        handler(try? LogindProperties(reading: reply))
      }
    } catch {
      // The connection is gone, and the next one begins anew.
    }
  }
}

/// What logind says of a seat or of a session: all of it, or what has changed.
private struct LogindProperties {
  /// The object of the seat's session; "/" without one.
  var activeSession: String?
  var user: UInt32?
  /// Whether it is not a greeter's session, nor one that only locks the screen.
  var isOfUser: Bool?
  var isLocked: Bool?

  /// Reads the signal PropertiesChanged.
  init(readingChangesIn signal: borrowing BusMessage) throws(SystemError) {
    _ = try signal.readString()
    try self.init(reading: signal)
  }

  init(reading message: borrowing BusMessage) throws(SystemError) {
    try message.readProperties { name throws(SystemError) in
      switch name {
      case "ActiveSession":
        activeSession = try message.readVariant(of: "(so)") { () throws(SystemError) in
          try message.readStructure(of: "so") { () throws(SystemError) in
            _ = try message.readString()
            return try message.readPath()
          }
        }
      case "User":
        user = try message.readVariant(of: "(uo)") { () throws(SystemError) in
          try message.readStructure(of: "uo") { () throws(SystemError) in
            let user = try message.readUInt32()
            _ = try message.readPath()
            return user
          }
        }
      case "Class":
        isOfUser = try message.readVariant(of: "s") { () throws(SystemError) in
          try message.readString().hasPrefix("user")
        }
      case "LockedHint":
        isLocked = try message.readVariant(of: "b") { () throws(SystemError) in try message.readBool() }
      default: try message.skipVariant()
      }
    }
  }
}
