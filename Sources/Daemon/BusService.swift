internal import CLibsystemd
internal import Glibc
internal import OperatingSystem
internal import SystemBus

/// The daemon's service on the system bus, org.touchstick.Pads1. It shows ``DaemonState``, and receives requests to
/// switch pads.
///
/// The service never waits for the bus, and runs only while no device has anything to read. If there is no bus, or it
/// goes away, the service connects as soon as it comes.
@safe final class BusService: CallbackContext {
  /// Called for each request of a user who may make it. Returns the file that is the result of ``BusRequest/watch``.
  var handler: (BusRequest, BusCaller) throws(BusRefusal) -> OwnedFileDescriptor? = { _, _ in nil }

  let loop: EventLoop
  private let address: String
  /// The values of the properties.
  private var status: PadStatus
  /// Calls that wait for the bus to name their users.
  var calls: [BusCall] = []
  var budget = CallBudget()
  /// The watches of callers with claims and releases, by the callers' names.
  var watches: [String: [BusWatch]] = [:]

  private(set) var bus: SystemBus?
  private var endWatch: BusWatch?
  /// Set while the service reads nothing from the bus, because it received too much.
  private var pause: EventSource?
  private var received = (second: Int64(0), messages: 0)
  /// The number of pauses without a quiet second in between.
  private var pauses = 0
  /// Whether the bus has given the service its name.
  private var isNamed = false
  /// Whether the warning about the name was logged.
  private var hasWarned = false
  private let retry: Retry

  /// The limit for all users together. More could keep the daemon busy until its LimitRTTIME= ends it.
  private static let messagesPerSecond = 500
  /// After so many pauses the service closes the connection, with all queued messages: up to half an hour of them.
  private static let mostPauses = 5

  init(_ state: DaemonState, _ loop: EventLoop, address: String = SystemBus.usualAddress) {
    status = PadStatus(state)
    self.loop = loop
    retry = Retry(loop)
    self.address = address
  }

  /// Shows the daemon's state to listeners.
  func show(_ state: DaemonState) {
    let new = PadStatus(state)
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
    calls = []
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
      unsafe BusService.of(context)?.take(call) ?? 0
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
        { _, context, _ in
          unsafe BusService.of(context)?.countMessage()
          return 0
        }, context))
    // To send them. org.touchstick.conf has the bus deliver none to this connection.
    try bus.begin(at: address, passesFiles: true)
    try SystemBus.check(
      unsafe sd_bus_request_name_async(
        bus.pointer, nil, PadsInterface.service, 0,
        { reply, context, _ in
          unsafe BusService.of(context)?.takeName(reply)
          return 0
        }, context))
    try bus.attach(to: loop, isIdle: true)
    return bus
  }

  /// Counts a message. After too many in a second, it stops reading for a second.
  private func countMessage() {
    let second = loop.now / 1_000_000
    if second > received.second + 2 { pauses = 0 }
    received = (second, second == received.second ? received.messages + 1 : 1)
    guard received.messages == Self.messagesPerSecond, let bus else { return }
    loop.endOnError { () throws(SystemError) in
      pauses += 1
      pause = try loop.after(seconds: 1) { [unowned self] in resume() }
      unsafe sd_bus_detach_event(bus.pointer)
    }
  }

  private func resume() {
    pause = nil
    if pauses == Self.mostPauses {
      pauses = 0
      return connect()
    }
    guard let bus, (try? bus.attach(to: loop, isIdle: true)) != nil else { return retryLater() }
  }

  private func takeName(_ reply: OpaquePointer?) {
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
