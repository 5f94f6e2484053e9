internal import CLibsystemd
internal import Glibc

/// Who is in front of a seat.
package enum SeatFront: Equatable {
  /// logind has not answered.
  case unknown
  case nobody
  /// A greeter's session is active: somebody may be logging in.
  case greeter
  /// This user's session is active. The name is logind's; nil if it is not known.
  case user(UInt32, isLocked: Bool, session: String? = nil)

  /// Whether the session in front is locked.
  package var isLocked: Bool { if case .user(_, true, _) = self { true } else { false } }

  /// The user whose session is in front; nil without one.
  package var user: UInt32? { if case .user(let user, _, _) = self { user } else { nil } }

  /// Whether another user's session is in front.
  package func isOther(than user: UInt32) -> Bool { self.user.map { $0 != user } ?? false }
}

/// Watches the session in front of seat0, through logind on the system bus. org.freedesktop.login1(5)
///
/// It believes only logind. Anybody can send signals, so a signal only makes it ask again, or has to come from the owner of
/// logind's name.
///
/// It has its own connection, where nobody can send enough to delay the lock. If there is no bus, or it goes away, it
/// connects as soon as it comes. Without a bus or logind, the last known state counts.
package final class SeatWatch {
  /// Called when somebody else is in front, or was between two answers of logind's, the session there is locked or unlocked, or
  /// any session has ended.
  package var handler: (SeatFront) -> Void = { _ in }
  /// Called when a lock may follow that nobody reports: logind asks a session of this user to lock, or the system is about to
  /// sleep, which is without a user.
  package var lockHandler: (_ user: UInt32?) -> Void = { _ in }

  /// Called for each message that arrives, before the others.
  package var messageHandler: () -> Void = {}

  private static let service = "org.freedesktop.login1"
  private static let manager = "/org/freedesktop/login1"
  private static let seat = manager + "/seat/seat0"

  private let loop: EventLoop
  private let address: String
  private let retry: Retry
  package private(set) var bus: SystemBus?
  package private(set) var front = SeatFront.unknown
  /// The object of the session in front.
  private var session: String?
  /// Whether this logind has not answered yet.
  private var isNewLogind = true
  /// Whether another session has come to the front since the last answer.
  private var hasSwitched = false
  /// The session that was locked when logind restarted. logind has forgotten the lock, and answers that there is none.
  private var forgottenLock: String?
  private var watches: [BusWatch] = []
  private var sessionWatches: [BusWatch?] = []
  /// The unique name of logind, which has answered.
  private var owner: String?
  /// The pending question to logind.
  private var question: BusWatch?
  /// Those for the users of sessions that are about to be locked, by the sessions' objects.
  private var lockQuestions: [String: BusWatch] = [:]
  /// Whether to ask again after the answer to the pending question, which may be older than a change.
  private var isOutdated = false

  /// - Parameter failed: Is called if the loop cannot schedule the next attempt to connect.
  package init(
    _ loop: EventLoop, address: String = SystemBus.defaultAddress, failed: @escaping (SystemError) -> Void
  ) {
    self.loop = loop
    self.address = address
    retry = Retry(loop, failed: failed)
  }

  /// Starts to connect, and to watch.
  package func connect() {
    retry.cancel()
    (question, sessionWatches, watches, lockQuestions, bus) = (nil, [], [], [:], nil)
    do throws(SystemError) {
      let bus = try SystemBus(unconnected: ())
      try bus.begin(at: address)
      try bus.attach(to: loop)
      try watch(bus)
    } catch {
      retryLater()
    }
  }

  private func retryLater() { retry.later { [unowned self] in connect() } }

  private func watch(_ bus: SystemBus) throws(SystemError) {
    self.bus = bus
    watches = [
      try bus.watchMessages { [unowned self] in messageHandler() },
      try bus.watchEnd { [unowned self] in retryLater() },
      try bus.watch(Self.changes(of: Self.seat)) { [unowned self] signal in
        if isOwn(signal), Self.isSwitch(signal) { hasSwitched = true }
        askForSeat()
      },
      // A session can also end in the background.
      try bus.watch(
        Self.signal("SessionRemoved", "Manager")
      ) { [unowned self] _ in if front != .unknown { handler(front) } },
      try bus.watch(Self.signal("PrepareForSleep", "Manager")) { [unowned self] signal in
        if isOwn(signal), (try? signal.readBool()) == true { lockHandler(nil) }
      },
      // The lock of a session behind counts when it comes to the front.
      try bus.watch(Self.signal("Lock", "Session")) { [unowned self] signal in
        if isOwn(signal), let session = signal.path { handleLock(of: session) }
      },
      try bus.watchOwner(of: Self.service) { [unowned self] _ in ask() },
    ]
    ask()
  }

  private static func signal(_ member: String, _ interface: String) -> String {
    "type='signal',sender='\(service)',interface='\(service).\(interface)',member='\(member)'"
  }

  /// Whether logind has sent a signal.
  private func isOwn(_ signal: borrowing BusMessage) -> Bool { signal.sender == owner }

  private static func changes(of object: String) -> String {
    "type='signal',sender='\(service)',path='\(object)',"
      + "interface='\(SystemBus.properties)',member='PropertiesChanged'"
  }

  /// Whether a change of the seat is one of the session in front, whose value it has then.
  private static func isSwitch(_ signal: borrowing BusMessage) -> Bool {
    (try? signal.readString()) != nil && (try? LogindProperties(reading: signal))?.activeSession != nil
  }

  private func handleLock(of session: String) {
    if session == self.session {
      // That of a greeter is nobody's, and the system does not sleep.
      if let user = front.user { lockHandler(user) }
      return
    }
    // At once: a crash, or the end of the connection, would forget what logind is asked for.
    if let user = Self.user(of: session) { return lockHandler(user) }
    lockQuestions[session] = askForProperties("Session", of: session) { [unowned self] properties in
      lockQuestions[session] = nil
      if let user = properties?.user { lockHandler(user) }
    }
  }

  /// The user of a session by its object, as of now; nil without such a session. sd_bus_path_decode(3), sd_session_get_uid(3)
  private static func user(of session: String) -> UInt32? {
    var name: UnsafeMutablePointer<CChar>?
    defer { unsafe free(name) }
    guard unsafe sd_bus_path_decode(session, manager + "/session", &name) > 0, let name = unsafe name else {
      return nil
    }
    var user = uid_t()
    return unsafe sd_session_get_uid(name, &user) >= 0 ? user : nil
  }

  /// Asks logind again, and trusts its answer about the lock: a user who switches the pads on has unlocked the session.
  package func askAgain() {
    (isNewLogind, forgottenLock) = (false, nil)
    askForSeat()
  }

  /// Asks logind, which may have restarted.
  private func ask() {
    isNewLogind = true
    question = nil
    askForSeat()
  }

  private func askForSeat() {
    isOutdated = question != nil
    guard !isOutdated else { return }
    ask(for: "Seat", of: Self.seat) { [unowned self] in handleSeat($0) }
  }

  private func handleSeat(_ seat: LogindProperties?) {
    guard let session = seat?.activeSession else { return }
    guard session != "/" else {
      (sessionWatches, self.session) = ([], nil)
      return publish(.nobody)
    }
    sessionWatches = [
      try? bus?.watch(Self.changes(of: session)) { [unowned self] _ in askForSeat() }
    ]
    ask(for: "Session", of: session) { [unowned self] in handleSession(session, $0) }
  }

  private func handleSession(_ session: String, _ properties: LogindProperties?) {
    guard let isLocked = properties?.isLocked, let user = properties?.user else { return }
    if isLocked {
      forgottenLock = nil
    } else if isNewLogind, front.isLocked, session == self.session {
      forgottenLock = session
    }
    self.session = session
    let counts = isLocked || session == forgottenLock
    publish(properties?.isOfUser == true ? .user(user, isLocked: counts, session: properties?.id) : .greeter)
  }

  private func publish(_ front: SeatFront) {
    // A new connection has missed the ends of sessions. Who was in front between two answers may have called meanwhile.
    guard front != self.front || isNewLogind || hasSwitched else { return }
    (isNewLogind, hasSwitched) = (false, false)
    retry.reset()
    self.front = front
    handler(front)
  }

  private func ask(
    for interface: String, of object: String, then handler: @escaping (LogindProperties?) -> Void
  ) {
    question = askForProperties(interface, of: object) { [unowned self] properties in
      question = nil
      handler(properties)
      if question == nil, isOutdated { askForSeat() }
    }
  }

  /// Asks for all properties of an object. The handler gets nil without an answer: no logind, no seat, or a session that
  /// has ended, which the seat then reports. Returns nil if the connection is gone: the next one starts from the beginning.
  private func askForProperties(
    _ interface: String, of object: String, then handler: @escaping (LogindProperties?) -> Void
  ) -> BusWatch? {
    guard let bus else { return nil }
    do throws(SystemError) {
      let call = try bus.newCall(
        to: Self.service, path: object, interface: SystemBus.properties, "GetAll",
        startsService: false)
      try call.append("\(Self.service).\(interface)")
      return try bus.send(call) { [unowned self] reply in
        if reply.error == nil { owner = reply.sender }
        handler(try? LogindProperties(reading: reply))
      }
    } catch {
      return nil
    }
  }
}

/// logind's properties of a seat or a session.
private struct LogindProperties {
  /// The object of the seat's session; "/" without one.
  var activeSession: String?
  var user: UInt32?
  /// The session's name, as in XDG_SESSION_ID.
  var id: String?
  /// Whether it is a user's session, not a greeter's or a lock screen's.
  var isOfUser: Bool?
  var isLocked: Bool?

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
      case "Id":
        id = try message.readVariant(of: "s") { () throws(SystemError) in try message.readString() }
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
