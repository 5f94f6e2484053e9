internal import CLibsystemd
internal import Glibc
internal import OperatingSystem
internal import SystemBus

/// The daemon's service on the system bus, org.touchstick.Pads1: shows ``DaemonState``, and has pads switched. It hears of
/// the seat by the same connection.
///
/// Nothing here waits for the bus, and all of it is done when no device has anything to read. A bus that is not there, or
/// goes away, is connected to as soon as it comes.
@safe final class BusService {
  /// Called for what somebody asks for who may.
  var handler: (BusRequest, BusCaller) throws(BusRefusal) -> Void = { _, _ in }

  let loop: EventLoop
  let seatWatch = SeatWatch()
  private let address: String
  /// What the properties are.
  private var status: PadStatus
  /// Calls whose users are being asked for.
  var calls: [BusCall] = []
  var budget = CallBudget()
  /// By which callers with claims are watched, by their names.
  var watches: [String: [BusWatch]] = [:]

  private(set) var bus: SystemBus?
  /// Set while nothing is taken from the bus, because that was too much.
  private var pause: EventSource?
  private var received = (second: Int64(0), messages: 0)
  /// How often that was so, without quiet seconds in between.
  private var pauses = 0
  /// Whether the bus has given the service its name.
  private var isNamed = false
  /// Whether it was said that the bus does not give the name.
  private var hasWarned = false
  private let retry: Retry

  /// Of everybody together. More could keep the daemon busy for so long that its LimitRTTIME= ends it.
  private static let messagesPerSecond = 500
  /// Then the connection is given up, with all that the bus has in store for it: up to half an hour of messages.
  private static let mostPauses = 5

  init(_ state: DaemonState, _ loop: EventLoop, address: String = SystemBus.usualAddress) {
    status = PadStatus(state)
    self.loop = loop
    retry = Retry(loop)
    self.address = address
  }

  /// Says what the daemon does now to who listens.
  func show(_ state: DaemonState) {
    let new = PadStatus(state)
    let changes = new.changes(since: status)
    status = new
    guard let bus, isNamed, !changes.isEmpty else { return }
    var names = unsafe changes.map { unsafe strdup($0.rawValue) } + [nil]
    defer { unsafe names.forEach { unsafe free($0) } }
    // Where it cannot be sent, the bus hangs or is gone; who asks later is told.
    unsafe sd_bus_emit_properties_changed_strv(
      bus.pointer, PadsInterface.path, PadsInterface.name, &names)
  }

  /// Begins to connect, and to ask for the name.
  func connect() {
    retry.cancel()
    pause = nil
    calls = []
    isNamed = false
    seatWatch.end()
    releaseAll()
    bus = nil
    do throws(SystemError) {
      bus = try makeConnection()
    } catch {
      retryLater()
    }
  }

  private func makeConnection() throws(SystemError) -> SystemBus {
    let bus = try SystemBus(unconnected: ())
    let called: sd_bus_message_handler_t = { call, context, _ in
      unsafe BusService.of(context)?.take(call) ?? 0
    }
    let asked: sd_bus_property_get_t = { _, _, _, property, reply, context, _ in
      unsafe BusService.of(context)?.answer(property, reply) ?? -ENOENT
    }
    try SystemBus.check(
      unsafe sd_bus_add_object_vtable(
        bus.pointer, nil, PadsInterface.path, PadsInterface.name, clibsystemd_pads(called, asked), context))
    try SystemBus.check(
      unsafe sd_bus_match_signal(
        bus.pointer, nil, nil, "/org/freedesktop/DBus/Local", "org.freedesktop.DBus.Local", "Disconnected",
        { _, context, _ in
          unsafe BusService.of(context)?.retryLater()
          return 0
        }, context))
    try SystemBus.check(
      unsafe sd_bus_add_filter(
        bus.pointer, nil,
        { _, context, _ in
          unsafe BusService.of(context)?.countMessage()
          return 0
        }, context))
    try bus.begin(at: address)
    try SystemBus.check(
      unsafe sd_bus_request_name_async(
        bus.pointer, nil, PadsInterface.service, 0,
        { reply, context, _ in
          unsafe BusService.of(context)?.takeName(reply)
          return 0
        }, context))
    try seatWatch.begin(on: bus)
    try attach(bus)
    return bus
  }

  private func attach(_ bus: SystemBus) throws(SystemError) {
    try SystemBus.check(unsafe sd_bus_attach_event(bus.pointer, loop.event, Int32(SD_EVENT_PRIORITY_IDLE)))
  }

  /// Takes nothing more for a second after too many messages in one.
  private func countMessage() {
    let second = loop.now / 1_000_000
    if second > received.second + 2 { pauses = 0 }
    received = (second, second == received.second ? received.messages + 1 : 1)
    guard received.messages == Self.messagesPerSecond, let bus else { return }
    do throws(DaemonError) {
      pauses += 1
      pause = try loop.after(seconds: 1) { [unowned self] in resume() }
      unsafe sd_bus_detach_event(bus.pointer)
    } catch {
      loop.fail(error)
    }
  }

  private func resume() {
    pause = nil
    if pauses == Self.mostPauses {
      pauses = 0
      return connect()
    }
    guard let bus, (try? attach(bus)) != nil else { return retryLater() }
  }

  private var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  /// The service that a callback's context is. It lives as long as the loop.
  private static func of(_ context: UnsafeMutableRawPointer?) -> BusService? {
    unsafe context.map { unsafe Unmanaged<BusService>.fromOpaque($0).takeUnretainedValue() }
  }

  private func takeName(_ reply: OpaquePointer?) {
    guard let reply = unsafe reply else { return }
    let message = unsafe BusMessage(keeping: reply)
    switch message.error {
    case .refused("org.freedesktop.DBus.Error.AccessDenied", _)?:
      warnOnce(
        "the system bus does not let touchstickd have the name \(PadsInterface.service), so touchstick cannot reach it; "
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
        "another program has the name \(PadsInterface.service) on the system bus, so touchstick does not reach this one"
      )
    }
  }

  /// Says why there is no name, and asks for it again.
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
