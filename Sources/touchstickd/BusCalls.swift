internal import CLibsystemd
internal import Configuration
internal import Glibc
internal import System

/// A call of a method.
@safe final class BusCall {
  let message: BusMessage
  let method: PadsInterface.Method
  /// The processor time that it took to arrive, in microseconds. It grows with the size, which sd-bus does not say.
  let cost: Int64
  /// ``BusService/locks`` when it was sent, or before.
  let locks: Int

  init(_ message: consuming BusMessage, _ method: PadsInterface.Method, cost: Int64, locks: Int) {
    self.message = message
    self.method = method
    self.cost = cost
    self.locks = locks
  }
}

// The calls of methods.
extension BusService {
  /// The most processor time that all calls of connections whose user is not known yet may have taken to arrive. It limits
  /// their memory. A limit of their number would be low enough for somebody who connects again and again to use it up, and
  /// then the calls of the user in front would be refused.
  private static let maxWaitingCost = 64 * maxReceiveTime
  /// A text counts as one more call for so many bytes, because it takes longer to read.
  private static let bytesPerCall = 16 << 10

  /// Handles a call, or keeps it until the bus has named the sender's user. Its arguments are not read before.
  func receive(_ call: OpaquePointer?) -> Int32 {
    guard let pointer = unsafe call, let member = unsafe sd_bus_message_get_member(pointer),
      let method = unsafe PadsInterface.Method(rawValue: String(cString: member)),
      let sender = unsafe sd_bus_message_get_sender(pointer)
    else { return -EINVAL }
    let call = BusCall(
      unsafe BusMessage(keeping: pointer), method, cost: lastCost, locks: lockMark == nil ? locks : locks - 1)
    let name = unsafe String(cString: sender)
    let refusal = BusRefusal(.tooManyCalls)
    if let credentials = clients[name]?.credentials {
      finish(call, of: name, credentials, otherwise: refusal)
    } else if waitingCost + call.cost <= Self.maxWaitingCost,
      // More would be refused as soon as the user is known.
      clients[name, default: BusClient()].calls.count < UserBudget.callsPerSecond
    {
      waitingCost += call.cost
      clients[name, default: BusClient()].calls.append(call)
    } else {
      call.message.refuse(refusal)
    }
    return 1
  }

  /// Performs a call if its user may make it.
  ///
  /// - Parameter refusal: The answer if the user is not known.
  func finish(
    _ call: BusCall, of client: String, _ credentials: Credentials?, otherwise refusal: BusRefusal
  ) {
    call.attempt { () throws(BusRefusal) in
      guard let user = credentials?.user else { throw refusal }
      try count(1, by: user)
      var caller = try Self.caller(client, user, credentials?.process)
      caller.isAutomatic = !call.message.startsService
      let request = try BusRequest(call.method, reading: call.message)
      guard call.locks == locks || !request.maySwitchOn(caller) else {
        throw BusRefusal(.tooManyCalls, "the session was locked after this call; call again")
      }
      try count(Int64((request.layout?.textSize ?? 0) / Self.bytesPerCall), by: user)
      if request.returnsFile, passedFiles.areRefused { throw PassedFiles.refusal }
      perform(try read(request), call, caller)
    }
  }

  /// A lock follows. What waits here since before must not switch the pads on after it: the bus answers after what it has for
  /// this service already.
  func recordLock() {
    locks += 1
    guard let bus, let question = try? bus.newDriverCall("GetId") else { return }
    lockMark = try? bus.send(question, timeout: 0) { [unowned self] _ in lockMark = nil }
  }

  private func count(_ calls: Int64, by user: UInt32) throws(BusRefusal) {
    guard budgets[user, default: UserBudget()].calls.allows(calls, now: loop.now) else {
      throw BusRefusal(.tooManyCalls)
    }
  }

  /// The request with the settings of its layout.
  private func read(_ request: BusRequest) throws(BusRefusal) -> BusRequest {
    guard let layout = request.layout, !layout.isEmpty else { return request }
    // The number of calls limits how long this takes, apart from the time for messages.
    chargeForReading()
    defer { _ = clock.lap() }
    do throws(ConfigurationError) {
      return request.with(try reader(layout))
    } catch {
      throw BusRefusal(error)
    }
  }

  private func perform(_ request: BusRequest, _ call: BusCall, _ caller: BusCaller) {
    number &+= 1
    pending[number] = (call, request, caller)
    handler(number, request, caller)
  }

  /// Replies to the call with this number. The handler of requests calls this, at once or later.
  func reply(to number: UInt64, _ reply: BusReply) {
    guard let (call, request, caller) = pending.removeValue(forKey: number) else { return }
    switch reply {
    case .refused(let refusal): call.message.refuse(refusal)
    case .done(let file):
      if request.lastsAsLongAsCaller { watch(caller) }
      if file != nil { passedFiles.count(now: loop.now) }
      call.succeed(file)
    }
    // Claims of programs that have ended must not count for long.
    if request.lastsAsLongAsCaller { checkOwners() }
  }

  /// The caller with this name, if the user may switch pads: root, and the user of the seat's active session.
  private static func caller(_ name: String, _ user: UInt32, _ process: UInt32?) throws(BusRefusal)
    -> BusCaller
  {
    let active = ActiveSession.current.flatMap { $0.user == user ? $0 : nil }
    guard active != nil || user == 0 else { throw BusRefusal(.notAllowed) }
    return BusCaller(name: name, user: user, process: process, session: active?.name)
  }
}

// Replies. If one cannot be sent, the caller sees the end of the connection.
extension BusCall {
  /// Works for the call, and replies if that fails.
  fileprivate func attempt(_ work: () throws(BusRefusal) -> Void) {
    do throws(BusRefusal) { try work() } catch { message.refuse(error) }
  }

  /// - Parameter file: The result, of which sd-bus keeps a copy; nil if there is none.
  fileprivate func succeed(_ file: BusFile?) {
    let message = unsafe message.pointer
    guard let file else {
      _ = unsafe withVaList([]) { unsafe sd_bus_reply_method_returnv(message, nil, $0) }
      return
    }
    withExtendedLifetime(file) {
      _ = unsafe withVaList([file.file.number]) { unsafe sd_bus_reply_method_returnv(message, "h", $0) }
    }
  }
}

extension BusMessage {
  borrowing func refuse(_ refusal: BusRefusal) {
    var error = unsafe sd_bus_error()
    defer { unsafe sd_bus_error_free(&error) }
    unsafe sd_bus_error_set(&error, refusal.error.rawValue, refusal.sentence)
    unsafe sd_bus_reply_method_error(pointer, &error)
  }
}

/// A caller whose claims and releases end when it leaves the bus.
struct WatchedCaller {
  let caller: BusCaller
  let watch: BusWatch
  /// Asks whether it is there, because the bus drops the news of its end if too much waits for this service.
  var question: BusWatch?
}

extension BusService {
  /// How long to believe that callers are there.
  private static let secondsBetweenChecks: UInt64 = 60

  /// Ends the caller's claim when it leaves the bus, or if it has left already.
  private func watch(_ caller: BusCaller) {
    guard let bus, watched[caller.name] == nil else { return }
    do throws(SystemError) {
      let watch = try bus.watchOwner(of: caller.name) { [unowned self] owner in
        if owner.isEmpty { release(caller) }
      }
      watched[caller.name] = WatchedCaller(caller: caller, watch: watch)
    } catch {
      release(caller)
    }
  }

  /// Asks whether the callers are still there, and once a minute from then on.
  private func checkOwners() {
    ownerCheck = nil
    for name in watched.keys { askForOwner(of: name) }
    if !watched.isEmpty { checkOwners(afterSeconds: Self.secondsBetweenChecks) }
  }

  /// - Parameter seconds: When to ask, at the latest.
  func checkOwners(afterSeconds seconds: UInt64) {
    let time = loop.now + Int64(seconds) * 1_000_000
    guard ownerCheck.map({ time < $0.time }) ?? true else { return }
    loop.endOnError { () throws(SystemError) in
      ownerCheck = (try loop.after(seconds: seconds) { [unowned self] in checkOwners() }, time)
    }
  }

  private func askForOwner(of name: String) {
    guard let bus, let caller = watched[name]?.caller else { return }
    do throws(SystemError) {
      let question = try bus.newDriverCall("GetNameOwner")
      try question.append(name)
      watched[name]?.question = try bus.send(question, timeout: 0) { [unowned self] reply in
        switch reply.error {
        case nil: break
        case .refused("org.freedesktop.DBus.Error.NameHasNoOwner", _)?: release(caller)
        // The bus is too busy.
        default: checkOwners(afterSeconds: 1)
        }
      }
    } catch {
      // The connection is gone, and with it all claims.
    }
  }

  private func release(_ caller: BusCaller) {
    watched[caller.name] = nil
    handler(0, .release, caller)
  }

  /// Ends all claims, because the connection is gone. Callers that are still there claim again.
  func releaseAll() {
    for watched in watched.values { release(watched.caller) }
  }
}
