internal import CLibsystemd
internal import Configuration
internal import Glibc
internal import System

/// The daemon's service on the system bus, org.touchstick.Pads1. It shows ``DaemonState``, and receives requests to
/// switch pads.
///
/// The service never waits for the bus. If there is no bus, or it goes away, the service connects as soon as it comes.
@safe final class BusService: CallbackContext {
  /// Called for each request of a user who may make it, to call ``reply(to:_:)`` with its number. The end of a caller, which
  /// has the number 0, needs no reply.
  var handler: (_ number: UInt64, BusRequest, BusCaller) -> Void = { _, _, _ in }
  /// Reads a layout that is not empty.
  var reader: (LayoutRequest) throws(ConfigurationError) -> Settings = { _ throws(ConfigurationError) in
    Settings()
  }

  let loop: EventLoop
  private let address: String
  /// The values of the properties.
  private var status: PadStatus
  /// The connections that have sent something, by their names.
  var clients: [String: BusClient] = [:]
  /// By the users that have called.
  var budgets: [UInt32: UserBudget] = [:]
  var clock = ThreadClock()
  /// What the message that arrives has cost in earlier events, in microseconds of processor time.
  var arrivalCost: Int64 = 0
  /// Whether the current event is none of the callers'.
  var isOwnEvent = false
  /// The sender of the message that is being processed.
  var lastClient: String?
  /// The processor time that this message took to arrive, in microseconds.
  var lastCost: Int64 = 0
  /// The processor time of all calls that wait for the users of their connections, in microseconds.
  var waitingCost: Int64 = 0
  private var charging: EventSource?
  /// How many locks there were. A call that was sent before the last one must not switch the pads on.
  var locks = 0
  /// The question whose answer comes after all that was sent before the last lock; nil after the answer.
  var lockMark: BusWatch?
  /// Requests that were not replied to, by their numbers.
  var pending: [UInt64: (BusCall, BusRequest, BusCaller)] = [:]
  /// The number of the last request.
  var number: UInt64 = 0
  /// Callers with claims and releases, by their names.
  var watched: [String: WatchedCaller] = [:]
  var ownerCheck: (source: EventSource, time: Int64)?

  private(set) var bus: SystemBus?
  private var endWatch: BusWatch?
  /// The limit of all connections together.
  private var messages: RateLimit
  /// Set while the service reads nothing from the bus, because it received too much.
  private var pause: EventSource?
  /// The number of pauses without two quiet seconds in between.
  private var pauses = 0
  /// Whether the bus has given the service its name.
  private var isNamed = false
  /// Whether the warning about the name was logged.
  private var hasWarned = false
  private let retry: Retry
  var passedFiles = PassedFiles()

  private static let microsecondsOfPause: UInt64 = 10_000
  /// After so many pauses the service closes the connection, with all queued messages.
  private static let maxPauses = 500

  /// - Parameter messagesPerSecond: More could keep a processor busy.
  init(
    _ status: PadStatus, _ loop: EventLoop, address: String = SystemBus.defaultAddress,
    messagesPerSecond: Int64 = 20_000
  ) throws(SystemError) {
    // Not more memory for each new one.
    clients.reserveCapacity(Self.maxClients)
    budgets.reserveCapacity(Self.maxClients)
    pending.reserveCapacity(Self.maxClients)
    messages = RateLimit(interval: 1_000_000 / messagesPerSecond, burst: messagesPerSecond / 10)
    self.status = status
    self.loop = loop
    retry = Retry(loop)
    self.address = address
    charging = try loop.afterEachEvent { [unowned self] in chargeForReading() }
  }

  /// Shows the daemon's state to listeners.
  func publish(_ new: PadStatus) {
    let changes = new.changes(since: status)
    status = new
    guard let bus, isNamed, !changes.isEmpty else { return }
    var names = unsafe changes.map { unsafe strdup($0.rawValue) } + [nil]
    defer { unsafe names.forEach { unsafe free($0) } }
    // If it cannot be sent, the bus hangs or is gone. Programs that ask later get the new values.
    unsafe sd_bus_emit_properties_changed_strv(
      bus.pointer, PadsInterface.path, PadsInterface.name, &names)
  }

  /// Starts to connect, and requests the name.
  func connect() {
    retry.cancel()
    pause = nil
    clients.removeAll(keepingCapacity: true)
    pending.removeAll(keepingCapacity: true)
    (lastClient, waitingCost, lockMark) = (nil, 0, nil)
    isNamed = false
    releaseAll()
    (endWatch, bus) = (nil, nil)
    do throws(SystemError) {
      bus = try makeConnection()
    } catch {
      retryLater()
    }
  }

  private func makeConnection() throws(SystemError) -> SystemBus {
    let bus = try SystemBus(unconnected: ())
    // The service, which is the context, lives as long as the loop.
    let called: sd_bus_message_handler_t = { call, context, _ in
      unsafe BusService.of(context)?.receive(call) ?? 0
    }
    let asked: sd_bus_property_get_t = { _, _, _, property, reply, context, _ in
      unsafe BusService.of(context)?.answer(property, reply) ?? -ENOENT
    }
    try SystemBus.check(
      unsafe sd_bus_add_object_vtable(
        bus.pointer, nil, PadsInterface.path, PadsInterface.name, clibsystemd_pads(called, asked), context))
    endWatch = try bus.watchEnd { [unowned self] in retryLater() }
    try SystemBus.check(
      unsafe sd_bus_add_filter(
        bus.pointer, nil,
        { message, context, _ in
          unsafe BusService.of(context)?.accepts(message) == false ? 1 : 0
        }, context))
    // Replies pass files. org.touchstick.conf has the bus deliver none to this connection.
    try bus.begin(at: address, passesFiles: true)
    try SystemBus.check(
      unsafe sd_bus_request_name_async(
        bus.pointer, nil, PadsInterface.service, 0,
        { reply, context, _ in
          unsafe BusService.of(context)?.handleName(reply)
          return 0
        }, context))
    try bus.attach(to: loop, isIdle: true)
    return bus
  }

  /// Counts a message. After too many of all senders, it stops reading for a moment.
  func countMessage() {
    if let last = messages.lastTime, loop.now > last + 2_000_000 { pauses = 0 }
    messages.advance(to: loop.now)
    messages.spend()
    if !messages.isOpen { stopReading() }
  }

  private func stopReading() {
    guard pause == nil, let bus else { return }
    loop.endOnError { () throws(SystemError) in
      pauses += 1
      pause = try loop.after(microseconds: Self.microsecondsOfPause) { [unowned self] in resume() }
      unsafe sd_bus_detach_event(bus.pointer)
    }
  }

  private func resume() {
    pause = nil
    checkOwners(afterSeconds: 1)
    if pauses == Self.maxPauses {
      pauses = 0
      return connect()
    }
    guard let bus, (try? bus.attach(to: loop, isIdle: true)) != nil else { return retryLater() }
  }

  private func handleName(_ reply: OpaquePointer?) {
    guard let reply = unsafe reply else { return }
    let message = unsafe BusMessage(keeping: reply)
    switch message.error {
    case .refused("org.freedesktop.DBus.Error.AccessDenied", _)?:
      warnOnce(
        "the system bus does not let touchstickd own the name \(PadsInterface.service), so touchstick cannot reach it; "
          + "\(PadsInterface.service).conf is missing in /usr/share/dbus-1/system.d, or the bus has not read it"
      )
    case _?: retryLater()
    // DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER
    case nil where (try? message.readUInt32()) == 1:
      isNamed = true
      passedFiles.handleStart(of: bus?.identity)
      hasWarned = false
      retry.reset()
    case nil:
      warnOnce(
        "another program owns the name \(PadsInterface.service) on the system bus, so touchstick does not reach this one"
      )
    }
  }

  /// Logs why the service has no name, and retries later.
  private func warnOnce(_ reason: String) {
    if !hasWarned { Journal.warning(reason) }
    hasWarned = true
    retryLater()
  }

  private func retryLater() {
    isNamed = false
    passedFiles.handleEnd(now: loop.now)
    retry.later { [unowned self] in connect() }
  }

  private func answer(_ property: UnsafePointer<CChar>?, _ reply: OpaquePointer?) -> Int32 {
    guard
      let property = unsafe property.flatMap({ unsafe PadStatus.Property(rawValue: String(cString: $0)) }),
      let reply = unsafe reply
    else { return -ENOENT }
    do throws(SystemError) {
      try status.append(property, to: unsafe BusMessage(keeping: reply))
      return 0
    } catch {
      return -error.errno
    }
  }
}
