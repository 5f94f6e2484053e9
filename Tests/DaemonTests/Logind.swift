import CLibsystemd
import Glibc
import Testing

@testable import System

/// A program in the place of logind on a private bus, with the session "test1" of the user 1001, and
/// "test2" of 1002: no machine has such sessions.
@safe final class Logind {
  /// The number of the session in front.
  var front = 1
  /// Whether the session in front is locked.
  var isLocked = false
  /// What it has received about the lock, in order: SetLockedHint.
  private(set) var hints: [Bool] = []
  /// How often it was asked.
  private(set) var questions = 0
  /// Called once, before it answers the next question about a session with what was so before.
  var whileAnswering: (() -> Void)?

  static let seat = "/org/freedesktop/login1/seat/seat0"
  static func session(_ number: Int) -> String { "/org/freedesktop/login1/session/test\(number)" }

  private let address: String
  private let loop: EventLoop
  let bus: SystemBus

  init(at address: String, on loop: EventLoop) throws {
    (self.address, self.loop) = (address, loop)
    bus = try SystemBus.connected(to: address)
    try SystemBus.check(unsafe sd_bus_request_name(bus.pointer, "org.freedesktop.login1", 0))
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    try SystemBus.check(
      unsafe sd_bus_add_filter(
        bus.pointer, nil,
        { call, context, _ in
          guard let call = unsafe call, let context = unsafe context else { return 0 }
          return unsafe Unmanaged<Logind>.fromOpaque(context).takeUnretainedValue().answer(call)
        }, context))
    try bus.attach(to: loop)
  }

  /// Ends this logind; a new one takes its place, which has forgotten the lock.
  func restarted() throws -> Logind {
    try SystemBus.check(unsafe sd_bus_release_name(bus.pointer, "org.freedesktop.login1"))
    return try Logind(at: address, on: loop)
  }

  /// Announces that an object has changed; if it is the seat, with the session in front.
  func tellOfChange(of object: String) {
    let front = [
      Int32(1), word("ActiveSession"), word("(so)"), word("test\(front)"), word(Self.session(front)),
    ]
    let values: [any CVarArg] = object == Self.seat ? front : [Int32(0)]
    let status = unsafe withVaList([word("org.freedesktop.login1.Any")] + values + [Int32(0)]) {
      unsafe sd_bus_emit_signalv(
        bus.pointer, object, "org.freedesktop.DBus.Properties", "PropertiesChanged", "sa{sv}as", $0)
    }
    precondition(status >= 0)
  }

  /// Sends everybody PrepareForSleep.
  func broadcastSleep(_ isAboutToSleep: Bool) throws {
    let status = unsafe withVaList([Int32(isAboutToSleep ? 1 : 0)]) {
      unsafe sd_bus_emit_signalv(
        bus.pointer, "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep", "b", $0)
    }
    try SystemBus.check(status)
  }

  private func answer(_ call: OpaquePointer) -> Int32 {
    if unsafe sd_bus_message_is_method_call(call, nil, "SetLockedHint") > 0 {
      var hint: Int32 = 0
      precondition(unsafe sd_bus_message_read_basic(call, CChar(UInt8(ascii: "b")), &hint) > 0)
      hints.append(hint != 0)
      return unsafe withVaList([]) { unsafe sd_bus_reply_method_returnv(call, nil, $0) }
    }
    guard unsafe sd_bus_message_is_method_call(call, nil, "GetAll") > 0 else { return 0 }
    questions += 1
    let path = unsafe String(cString: sd_bus_message_get_path(call))
    if path == Self.seat {
      unsafe reply(
        to: call,
        [Int32(1), word("ActiveSession"), word("(so)"), word("test\(front)"), word(Self.session(front))])
      return 1
    }
    let locked = Int32(isLocked ? 1 : 0)
    whileAnswering.take()?()
    let number = path.suffix(1)
    unsafe reply(
      to: call,
      [
        Int32(4), word("User"), word("(uo)"), 1000 + (UInt32(number) ?? 0), word("/"), word("Id"), word("s"),
        word("test\(number)"), word("Class"), word("s"), word("user"), word("LockedHint"), word("b"), locked,
      ])
    return 1
  }

  /// - Parameter properties: As for sd_bus_message_append(3).
  private func reply(to call: OpaquePointer, _ properties: [any CVarArg]) {
    let status = unsafe withVaList(properties) { properties in
      var reply: OpaquePointer?
      unsafe sd_bus_message_new_method_return(call, &reply)
      unsafe sd_bus_message_appendv(reply, "a{sv}", properties)
      defer { unsafe sd_bus_message_unref(reply) }
      return unsafe sd_bus_send(bus.pointer, reply, nil)
    }
    precondition(status >= 0)
  }

  /// A text for C, which stays until the tests end.
  private func word(_ text: String) -> any CVarArg { unsafe strdup(text) as any CVarArg }
}

extension SystemBus {
  /// Sends a signal of logind's interfaces to one connection, as anybody can, or to everybody.
  func emit(
    _ path: String, _ interface: String, _ member: String, _ flag: Bool? = nil, to other: SystemBus? = nil
  ) throws {
    var (signal, name): (OpaquePointer?, UnsafePointer<CChar>?)
    if let other { try SystemBus.check(unsafe sd_bus_get_unique_name(other.pointer, &name)) }
    try SystemBus.check(
      unsafe sd_bus_message_new_signal(pointer, &signal, path, "org.freedesktop.login1.\(interface)", member))
    defer { unsafe sd_bus_message_unref(signal) }
    if var flag = flag.map({ Int32($0 ? 1 : 0) }) {
      try SystemBus.check(unsafe sd_bus_message_append_basic(signal, CChar(UInt8(ascii: "b")), &flag))
    }
    try SystemBus.check(unsafe sd_bus_send_to(pointer, signal, name, nil))
    try SystemBus.check(unsafe sd_bus_flush(pointer))
  }
}

extension EventLoop {
  /// Runs until something has happened.
  func run(until hasHappened: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    while !hasHappened(), unsafe sd_event_run(event, .max) > 0 {}
    #expect(hasHappened(), sourceLocation: sourceLocation)
  }
}
