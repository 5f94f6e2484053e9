internal import CLibsystemd
internal import Glibc
internal import System

/// A connection that has sent the service something.
struct BusClient {
  /// What the bus knows of it; nil until it has answered.
  var credentials: Credentials?
  /// The pending question for that.
  var question: BusWatch?
  /// Calls that wait for that. Nothing but their headers was read.
  var calls: [BusCall] = []
  /// Messages beyond this limit are dropped, unread and unanswered.
  var messages = RateLimit(interval: 1_000_000 / messagesPerSecond, burst: messagesPerSecond)
  /// What it has cost before its user was known, in microseconds of processor time.
  var debt: Int64 = 0

  private static let messagesPerSecond: Int64 = 100
  /// A message counts as so many before the user is known, who can have hundreds of connections: each answer costs this service,
  /// and the bus still more.
  static let weightOfUnknown: Int64 = 5
}

/// What the bus knows of a connection; nil where it does not. GetConnectionCredentials in the D-Bus Specification
struct Credentials {
  var user: UInt32?
  var process: UInt32?

  init(reading answer: borrowing BusMessage) throws(SystemError) {
    try answer.readProperties { name throws(SystemError) in
      switch name {
      case "UnixUserID":
        user = try answer.readVariant(of: "u") { () throws(SystemError) in try answer.readUInt32() }
      case "ProcessID":
        process = try answer.readVariant(of: "u") { () throws(SystemError) in try answer.readUInt32() }
      default: try answer.skipVariant()
      }
    }
  }
}

/// What all connections of a user together may cost.
struct UserBudget {
  var calls = RateLimit(interval: 1_000_000 / callsPerSecond, burst: callsPerSecond)
  /// Counts microseconds of processor time.
  private var time = Self.newTime
  /// Until when its messages are refused unread.
  private var blockEnd = Int64.min

  static let callsPerSecond: Int64 = 20
  /// A twentieth of a processor, after a fifth of a second at once.
  private static let newTime = RateLimit(interval: 20, burst: 200_000)
  /// In microseconds.
  static let block: Int64 = 3_000_000

  func isBlocked(now: Int64) -> Bool { now < blockEnd }

  /// Whether it is the same as a new one.
  func isUnused(now: Int64) -> Bool {
    max(calls.lastTime ?? .min, time.lastTime ?? .min, blockEnd) < now - Self.block
  }

  /// Counts processor time. Returns whether a block has begun.
  mutating func charge(_ microseconds: Int64, now: Int64) -> Bool {
    time.advance(to: now)
    time.spend(microseconds)
    guard !time.isOpen else { return false }
    (time, blockEnd) = (Self.newTime, now + Self.block)
    return true
  }
}

/// The processor time of this thread.
struct ThreadClock {
  private var mark: Int64 = 0

  /// The time since the last call, in microseconds. clock_gettime(2)
  mutating func lap() -> Int64 {
    let now = nanoseconds(on: CLOCK_THREAD_CPUTIME_ID) / 1000
    defer { mark = now }
    return now - mark
  }
}

// Who pays for a message.
extension BusService {
  /// As many connections as the system bus allows a user; see max_connections_per_user in dbus-daemon(1).
  static let maxClients = 256
  /// The most processor time that a message may have taken to arrive, in microseconds. One of the maximum size of a layout
  /// takes a twentieth of it, and sd-bus does not say how large a message is.
  static let maxReceiveTime: Int64 = 2000
  /// sd-bus looks for an object at each beginning of a path. For one of 64 KiB, it needs half a second.
  private static let maxPathBytes = 255

  /// Decides about a message before any of it but the header is read. Returns whether to read it.
  func accepts(_ message: OpaquePointer?) -> Bool {
    countMessage()
    let cost = arrivalCost + clock.lap()
    (lastCost, arrivalCost) = (cost, 0)
    guard let pointer = unsafe message, let name = unsafe sd_bus_message_get_sender(pointer) else {
      return true
    }
    let sender = unsafe String(cString: name)
    // The bus itself only answers.
    guard sender != SystemBus.driver else {
      isOwnEvent = true
      return true
    }
    makeRoom(for: sender)
    charge(sender, cost)
    // Also a message that is not read costs something more: its memory is freed.
    lastClient = sender
    let weight = clients[sender]?.credentials == nil ? BusClient.weightOfUnknown : 1
    guard clients[sender, default: BusClient()].messages.allows(weight, now: loop.now) else { return false }
    if unsafe cost > Self.maxReceiveTime || Self.hasLongPath(pointer) {
      unsafe BusMessage(keeping: pointer).refuse(BusRefusal(.tooLarge))
      return false
    }
    if let user = clients[sender]?.credentials?.user, budgets[user]?.isBlocked(now: loop.now) == true {
      unsafe BusMessage(keeping: pointer).refuse(BusRefusal(.tooManyCalls))
      return false
    }
    return true
  }

  private static func hasLongPath(_ message: OpaquePointer) -> Bool {
    guard let path = unsafe sd_bus_message_get_path(message) else { return false }
    return unsafe strnlen(path, maxPathBytes + 1) > maxPathBytes
  }

  /// Charges what the last message has cost since it arrived. A large one arrives in many events.
  func chargeForReading() {
    let cost = clock.lap()
    if let client = lastClient.take() {
      charge(client, cost)
    } else if !isOwnEvent {
      arrivalCost += cost
    }
    isOwnEvent = false
  }

  private func charge(_ client: String, _ cost: Int64) {
    guard let user = clients[client]?.credentials?.user else {
      clients[client, default: BusClient()].debt += cost
      return ask(for: client)
    }
    // While the bus is so busy, it may drop the news that a caller has left it.
    if budgets[user, default: UserBudget()].charge(cost, now: loop.now) { checkOwners(afterSeconds: 1) }
  }

  /// Forgets connections and users that have sent nothing for a while, if there are many.
  private func makeRoom(for client: String) {
    guard clients.count >= Self.maxClients, clients[client] == nil else { return }
    // In place, so that the memory of the dictionary stays the same.
    let old = clients.filter { _, client in
      client.calls.isEmpty && client.question == nil
        && (client.messages.lastTime ?? 0) <= loop.now - 1_000_000
    }
    for name in old.keys { clients[name] = nil }
    for user in budgets.keys where budgets[user]?.isUnused(now: loop.now) == true { budgets[user] = nil }
  }

  /// How long the bus may need for the first answer, in microseconds. The next attempt has twice the time.
  private static let answerTime: UInt64 = 5_000_000
  private static let maxAttempts = 6

  /// Asks the bus for a connection's user, if it was not asked yet. sd_bus_query_sender_creds(3) would wait for the answer.
  private func ask(for client: String) {
    if clients[client]?.question == nil { ask(for: client, attempt: 1) }
  }

  private func ask(for client: String, attempt: Int) {
    guard let bus else { return }
    do throws(SystemError) {
      let question = try bus.newDriverCall("GetConnectionCredentials")
      try question.append(client)
      let timeout = Self.answerTime << UInt64(attempt - 1)
      clients[client, default: BusClient()].question = try bus.send(question, timeout: timeout) {
        [unowned self] answer in
        // dbus-daemon drops an answer, without an error, while large messages of others wait for this service.
        if answer.isMissing, attempt < Self.maxAttempts { return ask(for: client, attempt: attempt + 1) }
        let credentials = try? Credentials(reading: answer)
        handle(credentials, of: client, isBusBusy: answer.isBusOverloaded)
      }
    } catch {
      // The connection is gone, and with it all calls.
    }
  }

  /// - Parameter credentials: Nil if the client has left the bus, or the bus is too busy to answer.
  private func handle(_ credentials: Credentials?, of name: String, isBusBusy: Bool) {
    guard let client = clients.removeValue(forKey: name) else { return }
    waitingCost -= client.calls.reduce(0) { $0 + $1.cost }
    if let user = credentials?.user {
      clients[name] = BusClient(credentials: credentials, messages: client.messages)
      _ = budgets[user, default: UserBudget()].charge(client.debt, now: loop.now)
    }
    for call in client.calls {
      finish(call, of: name, credentials, otherwise: BusRefusal(isBusBusy ? .tooManyCalls : .notAllowed))
    }
  }
}

extension BusMessage {
  /// Whether it is the error of a bus that is too busy.
  fileprivate var isBusOverloaded: Bool { isError("NoReply", "LimitsExceeded", "Timeout") }

  /// Whether it is the error in place of an answer that has not come.
  fileprivate var isMissing: Bool { isError("NoReply") }

  private func isError(_ names: String...) -> Bool {
    guard case .refused(let name, _)? = error else { return false }
    return names.contains { name == "org.freedesktop.DBus.Error.\($0)" }
  }
}
