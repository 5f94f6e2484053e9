internal import CLibsystemd
internal import EventPipeline
internal import Glibc
internal import OperatingSystem
internal import SystemBus

/// A call of a method, of whose sender the bus is asked which user that is.
@safe final class BusCall {
  unowned let service: BusService
  let message: BusMessage
  let method: PadsInterface.Method

  fileprivate init(_ message: consuming BusMessage, _ method: PadsInterface.Method, of service: BusService) {
    self.message = message
    self.method = method
    self.service = service
  }
}

/// What a call asks for.
enum BusRequest {
  case set(on: Bool)
  case toggle
  case rotate(Rotation)
}

extension BusCall {
  /// Nil where the arguments ask for nothing that there is.
  fileprivate var request: BusRequest? {
    switch method {
    case .on: .set(on: true)
    case .off: .set(on: false)
    case .toggle: .toggle
    case .rotate: (try? message.readUInt32()).flatMap { Rotation(rawValue: Int($0)) }.map(BusRequest.rotate)
    }
  }
}

// The calls of methods.
extension BusService {
  /// More calls than this do not wait for their users.
  private static let mostCalls = 64

  /// Asks for the user of who makes a call. sd_bus_query_sender_creds(3) would have all devices wait for the bus.
  func take(_ call: OpaquePointer?) -> Int32 {
    guard let pointer = unsafe call, let member = unsafe sd_bus_message_get_member(pointer),
      let method = unsafe PadsInterface.Method(rawValue: String(cString: member)),
      let sender = unsafe sd_bus_message_get_sender(pointer), let bus = unsafe sd_bus_message_get_bus(pointer)
    else { return -EINVAL }
    let call = BusCall(unsafe BusMessage(keeping: pointer), method, of: self)
    guard calls.count < Self.mostCalls else {
      call.refuse(.tooManyCalls)
      return 1
    }
    do throws(SystemError) {
      let question = try unsafe BusMessage { message in
        unsafe sd_bus_message_new_method_call(
          bus, &message, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
          "GetConnectionUnixUser")
      }
      try question.append(unsafe String(cString: sender))
      try SystemBus.check(
        unsafe sd_bus_call_async(
          bus, nil, question.pointer,
          { reply, context, _ in
            guard let reply = unsafe reply, let context = unsafe context else { return 0 }
            let call = unsafe Unmanaged<BusCall>.fromOpaque(context).takeUnretainedValue()
            let answer = unsafe BusMessage(keeping: reply)
            call.service.finish(call, by: try? answer.readUInt32(), isBusBusy: answer.tellsOfTooMuch)
            return 0
          }, Unmanaged.passUnretained(call).toOpaque(), 0))
    } catch {
      return -error.errno
    }
    calls.append(call)
    return 1
  }

  /// Does what a call asks for, if its user may; nil is a user whom the bus does not know, or has no time to tell.
  private func finish(_ call: BusCall, by user: UInt32?, isBusBusy: Bool) {
    calls.removeAll { $0 === call }
    guard let user else { return call.refuse(isBusBusy ? .tooManyCalls : .notAllowed) }
    guard budget.spend(user, now: loop.now) else { return call.refuse(.tooManyCalls) }
    guard Self.mayCall(user) else { return call.refuse(.notAllowed) }
    guard let request = call.request else { return call.refuse(.noRotation) }
    handler(request)
    call.succeed()
  }

  /// Whether a user may switch pads: root, and who has the active session of the seat. sd_uid_is_on_seat(3)
  private static func mayCall(_ user: UInt32) -> Bool {
    unsafe user == 0 || sd_uid_is_on_seat(user, 1, "seat0") > 0
  }
}

extension BusMessage {
  /// Whether it is the error of a bus that has too much to do.
  fileprivate var tellsOfTooMuch: Bool {
    guard case .refused(let name, _)? = error else { return false }
    return ["NoReply", "LimitsExceeded", "Timeout"].contains { name == "org.freedesktop.DBus.Error.\($0)" }
  }
}

// Replies. Where one cannot be sent, who waits for it is told so by the end of the connection.
extension BusCall {
  fileprivate func succeed() {
    _ = unsafe withVaList([]) { unsafe sd_bus_reply_method_returnv(message.pointer, nil, $0) }
  }

  fileprivate func refuse(_ refusal: PadsInterface.Refusal) {
    var error = unsafe sd_bus_error()
    defer { unsafe sd_bus_error_free(&error) }
    unsafe sd_bus_error_set(&error, refusal.rawValue, refusal.sentence)
    unsafe sd_bus_reply_method_error(message.pointer, &error)
  }
}

extension PadsInterface.Refusal {
  fileprivate var sentence: String {
    switch self {
    case .notAllowed:
      "only root and the user of the active session on seat0 may switch the pads"
    case .noRotation: "a screen is rotated by 0, 90, 180 or 270 degrees"
    case .tooManyCalls:
      "a user has \(CallBudget.callsPerSecond) calls a second; call again later"
    }
  }
}
