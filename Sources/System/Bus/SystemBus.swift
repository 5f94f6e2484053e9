internal import CLibsystemd
internal import Glibc

/// A connection to the system bus, or to that of the user's session, which ends with its owner. sd-bus(3)
@safe package final class SystemBus {
  /// The name of the bus itself, which nobody else can have.
  package static let driver = "org.freedesktop.DBus"
  /// The interface of every object's properties.
  package static let properties = "org.freedesktop.DBus.Properties"

  /// The address of the system bus.
  package static var defaultAddress: String {
    unsafe getenv("DBUS_SYSTEM_BUS_ADDRESS").map { unsafe String(cString: $0) }
      ?? "unix:path=/run/dbus/system_bus_socket"
  }

  /// The connection of sd-bus.
  package let pointer: OpaquePointer

  /// Connects, and waits until the connection exists. sd_bus_open_system(3)
  ///
  /// - Throws: ``BusError/noBus(_:)``.
  package init() throws(BusError) {
    do throws(SystemError) {
      unsafe pointer = try Self.made { unsafe sd_bus_open_system(&$0) }
    } catch {
      throw .noBus(error)
    }
  }

  /// Connects to the bus of the user's session. sd_bus_open_user(3)
  package init(ofSession: Void) throws(SystemError) {
    unsafe pointer = try Self.made { unsafe sd_bus_open_user(&$0) }
    // At the exit of the program, it would wait for a bus that hangs.
    try Self.check(unsafe sd_bus_set_close_on_exit(pointer, 0))
  }

  /// Makes a connection that ``begin(at:)`` starts.
  package init(unconnected: Void) throws(SystemError) {
    unsafe pointer = try Self.made { unsafe sd_bus_new(&$0) }
  }

  static func made(_ make: (inout OpaquePointer?) -> Int32) throws(SystemError) -> OpaquePointer {
    var made: OpaquePointer?
    try check(unsafe make(&made))
    guard let made = unsafe made else { throw SystemError(ENOMEM) }
    return unsafe made
  }

  deinit { unsafe sd_bus_close_unref(pointer) }

  /// A text that no other bus has; nil before it is connected. sd_bus_get_bus_id(3)
  package var identity: String? {
    var identity = sd_id128_t()
    guard unsafe sd_bus_get_bus_id(pointer, &identity) >= 0 else { return nil }
    return unsafe "\(identity.qwords.0) \(identity.qwords.1)"
  }

  /// Begins to connect to the system bus, and processes its messages in a loop. When the connection ends, the loop ends with
  /// EXIT_FAILURE. sd_bus_set_exit_on_disconnect(3)
  package convenience init(in loop: EventLoop) throws(SystemError) {
    try self.init(unconnected: ())
    try begin(at: Self.defaultAddress)
    try Self.check(unsafe sd_bus_set_exit_on_disconnect(pointer, 1))
    try attach(to: loop)
  }

  /// Processes messages in a loop. sd_bus_attach_event(3)
  ///
  /// - Parameter isIdle: Whether messages wait until nothing else is pending.
  package func attach(to loop: EventLoop, isIdle: Bool = false) throws(SystemError) {
    let priority = isIdle ? SD_EVENT_PRIORITY_IDLE : SD_EVENT_PRIORITY_NORMAL
    try Self.check(unsafe sd_bus_attach_event(pointer, loop.event, Int32(priority)))
  }

  /// Begins to connect, without waiting. If there is no bus, it connects as soon as the bus appears.
  /// sd_bus_set_watch_bind(3)
  ///
  /// - Parameters:
  ///   - address: The address of the bus, as in DBUS_SYSTEM_BUS_ADDRESS.
  ///   - passesFiles: Whether messages can have files. sd-bus does not close the files of a message that it refuses, so
  ///     the bus must not let others send any to a connection that lasts.
  package func begin(at address: String, passesFiles: Bool = false) throws(SystemError) {
    try Self.check(unsafe sd_bus_set_address(pointer, address))
    try Self.check(unsafe sd_bus_set_bus_client(pointer, 1))
    try Self.check(unsafe sd_bus_set_watch_bind(pointer, 1))
    try Self.check(unsafe sd_bus_negotiate_fds(pointer, passesFiles ? 1 : 0))
    // At the exit of the program, it would wait for a bus that hangs.
    try Self.check(unsafe sd_bus_set_close_on_exit(pointer, 0))
    try Self.check(unsafe sd_bus_start(pointer))
  }

  /// Makes a call of a method.
  ///
  /// - Parameter startsService: Whether the bus may start the called service.
  package func newCall(
    to destination: String, path: String, interface: String, _ member: String, startsService: Bool = true
  ) throws(SystemError) -> BusMessage {
    let call = try unsafe BusMessage {
      unsafe sd_bus_message_new_method_call(pointer, &$0, destination, path, interface, member)
    }
    try call.setStartsService(startsService)
    return call
  }

  /// Makes a call of the bus itself.
  package func newDriverCall(_ member: String) throws(SystemError) -> BusMessage {
    try newCall(to: Self.driver, path: "/org/freedesktop/DBus", interface: Self.driver, member)
  }

  /// Sends a call, and waits for its reply. sd_bus_call(3)
  package func call(_ message: borrowing BusMessage) throws(BusError) -> BusMessage {
    var error = unsafe sd_bus_error()
    defer { unsafe sd_bus_error_free(&error) }
    let call = unsafe message.pointer
    do throws(SystemError) {
      return try unsafe BusMessage { reply in unsafe sd_bus_call(pointer, call, 0, &error, &reply) }
    } catch let failure {
      throw unsafe BusError(error) ?? .failed(failure)
    }
  }

  /// Throws the result of a function of libsystemd, if it is a failure.
  ///
  /// - Parameter isPresent: Whether 0, which means the end of the message, is a failure too.
  @discardableResult
  package static func check(_ status: Int32, isPresent: Bool = false) throws(SystemError) -> Int32 {
    guard status >= 0 else { throw SystemError(-status) }
    guard status > 0 || !isPresent else { throw SystemError(ENXIO) }
    return status
  }
}

/// Why a call has failed.
package enum BusError: Error, Equatable {
  /// There is no bus, or it cannot be reached.
  case noBus(SystemError)
  /// The call could not be made, or there was no reply.
  case failed(SystemError)
  /// The bus or the called program answered with an error: its name and its sentence.
  case refused(name: String, message: String)

  /// Makes or reads a message, and turns its errors into those of its call.
  package static func ofCall<Made: ~Copyable>(_ make: () throws(SystemError) -> Made) throws(BusError) -> Made
  {
    do {
      return try make()
    } catch {
      throw .failed(error)
    }
  }

  init?(_ error: sd_bus_error) {
    guard let name = unsafe error.name else { return nil }
    let message = unsafe error.message.map { unsafe String(cString: $0) } ?? ""
    self = .refused(name: unsafe String(cString: name), message: message)
  }
}

extension BusMessage {
  /// The error, if the message is one.
  package var error: BusError? {
    unsafe sd_bus_message_get_error(pointer).flatMap { unsafe BusError($0.pointee) }
  }
}

/// Calls a handler for messages of the bus, without waiting, as long as it is kept. sd_bus_slot_unref(3)
@safe package final class BusWatch: CallbackContext {
  fileprivate var slot: OpaquePointer?
  private let handler: (borrowing BusMessage) -> Void

  fileprivate init(_ handler: @escaping (borrowing BusMessage) -> Void) { self.handler = handler }

  deinit { unsafe sd_bus_slot_unref(slot) }

  /// Runs the handler of the watch in the context. The handler may release the watch.
  fileprivate static func fire(_ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?) -> Int32 {
    guard let message = unsafe message, let handler = unsafe BusWatch.of(context)?.handler else { return 0 }
    handler(unsafe BusMessage(keeping: message))
    return 0
  }
}

extension SystemBus {
  /// Calls a handler for each signal that matches a rule. If the bus refuses the rule, it ends the connection.
  /// sd_bus_add_match_async(3)
  ///
  /// The bus compares the rule's sender only for signals to everybody. Anybody can send this connection another one.
  package func watch(
    _ rule: String, _ handler: @escaping (borrowing BusMessage) -> Void
  ) throws(SystemError) -> BusWatch {
    let watch = BusWatch(handler)
    try Self.check(
      unsafe sd_bus_add_match_async(
        pointer, &watch.slot, rule,
        { message, context, _ in unsafe BusWatch.fire(message, context) }, nil, watch.context))
    return watch
  }

  /// Calls a handler when the connection has ended.
  package func watchEnd(_ handler: @escaping () -> Void) throws(SystemError) -> BusWatch {
    let local = "org.freedesktop.DBus.Local"
    return try watch(
      "type='signal',path='/org/freedesktop/DBus/Local',interface='\(local)',member='Disconnected'"
    ) { _ in handler() }
  }

  /// Calls a handler for each message that arrives, before other handlers. sd_bus_add_filter(3)
  func watchMessages(_ handler: @escaping () -> Void) throws(SystemError) -> BusWatch {
    let watch = BusWatch { _ in handler() }
    try Self.check(
      unsafe sd_bus_add_filter(
        pointer, &watch.slot, { message, context, _ in unsafe BusWatch.fire(message, context) }, watch.context
      ))
    return watch
  }

  /// Calls a handler with the new owner when a name comes or goes; empty for none.
  package func watchOwner(
    of name: String, _ handler: @escaping (_ owner: String) -> Void
  ) throws(SystemError) -> BusWatch {
    let rule = "type='signal',sender='\(Self.driver)',member='NameOwnerChanged',arg0='\(name)'"
    return try watch(rule) { signal in
      // The name and its old owner come first.
      guard signal.sender == Self.driver, (try? signal.readString()) != nil, (try? signal.readString()) != nil
      else { return }
      handler((try? signal.readString()) ?? "")
    }
  }

  /// Sends a call, and calls a handler with the reply. sd_bus_call_async(3)
  ///
  /// - Parameter timeout: How long to wait for the reply, in microseconds. 0 is as long as ``call(_:)`` waits; the
  ///   default is forever.
  package func send(
    _ message: borrowing BusMessage, timeout: UInt64 = .max,
    _ handler: @escaping (borrowing BusMessage) -> Void
  ) throws(SystemError) -> BusWatch {
    let watch = BusWatch(handler)
    try Self.check(
      unsafe sd_bus_call_async(
        pointer, &watch.slot, message.pointer,
        { message, context, _ in unsafe BusWatch.fire(message, context) }, watch.context, timeout))
    return watch
  }
}

extension BusError {
  /// What went wrong, and what to do about it.
  package var sentence: String {
    switch self {
    case .noBus(let error):
      "the system bus cannot be reached: \(error.text); start it and touchstickd: sudo systemctl start dbus touchstickd"
    case .failed(let error): "asking touchstickd failed: \(error.text)"
    case .refused where isAbsence:
      "touchstickd is not on the system bus; start it: sudo systemctl start touchstickd"
    case .refused("org.freedesktop.DBus.Error.NoReply", _), .refused("org.freedesktop.DBus.Error.Timeout", _):
      "touchstickd does not answer"
    case .refused(_, let message):
      message.split(separator: "\n").map { String($0).printable }.joined(separator: "\n")
    }
  }

  package var isOfTooManyCalls: Bool {
    if case .refused(PadsInterface.Refusal.tooManyCalls.rawValue, _) = self { true } else { false }
  }

  /// Whether there is no bus, or no touchstickd on it.
  package var isAbsence: Bool {
    switch self {
    case .noBus, .refused("org.freedesktop.DBus.Error.ServiceUnknown", _),
      .refused("org.freedesktop.DBus.Error.NameHasNoOwner", _):
      true
    case .failed, .refused: false
    }
  }

  /// The status to exit with, from sysexits.h.
  package var exitStatus: Int32 {
    switch self {
    case .refused(PadsInterface.Refusal.notAllowed.rawValue, _),
      .refused("org.freedesktop.DBus.Error.AccessDenied", _):
      77  // EX_NOPERM
    case .refused(PadsInterface.Refusal.noPad.rawValue, _): 64  // EX_USAGE
    case .refused(PadsInterface.Refusal.noProfile.rawValue, _): 66  // EX_NOINPUT
    case .refused(PadsInterface.Refusal.badLayout.rawValue, _),
      .refused(PadsInterface.Refusal.tooLarge.rawValue, _):
      65  // EX_DATAERR
    case .noBus, .failed, .refused: 69  // EX_UNAVAILABLE
    }
  }
}
