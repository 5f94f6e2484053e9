internal import CLibsystemd
internal import Configuration
internal import EventPipeline
internal import Glibc
internal import OperatingSystem
internal import SystemBus

/// A call of a method. The service asks the bus for the sender's user before it answers.
@safe final class BusCall {
  let message: BusMessage
  let method: PadsInterface.Method
  /// The caller's unique name.
  let sender: String
  /// The question for the sender's user.
  fileprivate var question: BusWatch?

  fileprivate init(_ message: consuming BusMessage, _ method: PadsInterface.Method, from sender: String) {
    self.message = message
    self.sender = sender
    self.method = method
  }
}

/// The request of a call.
enum BusRequest {
  case set(on: Bool)
  case toggle
  /// The session's screen has changed: its rotation, and the size that the session reports.
  case screen(Screen)
  case use(LayoutRequest)
  /// Pads stay on, with a layout, until the caller leaves the bus.
  case claim(LayoutRequest)
  /// A touch device that the daemon does not use until the caller leaves the bus, by its node.
  case releaseDevice(String)
  /// The caller has left the bus.
  case release
  /// A file that tells what the controls do.
  case watch
}

extension BusRequest {
  /// Whether what it asks for ends when the caller leaves the bus.
  fileprivate var lastsAsLongAsCaller: Bool {
    switch self {
    case .claim, .releaseDevice: true
    case .set, .toggle, .screen, .use, .release, .watch: false
    }
  }

  /// The size of its layout's text in bytes.
  fileprivate var textSize: Int {
    switch self {
    case .use(.text(let text, _)), .claim(.text(let text, _)): text.utf8.count
    default: 0
    }
  }
}

/// A layout that a call asks for.
enum LayoutRequest {
  /// The configuration's own layout.
  case own
  /// The current layout.
  case current
  case profile(String)
  /// The text of a profile, and a name for it.
  case text(String, name: String)

  fileprivate init(profile: String) { self = profile.isEmpty ? .own : .profile(profile) }
}

/// The sender of a call.
struct BusCaller: Equatable {
  /// The unique name on the bus, which nobody else ever has.
  let name: String
  let user: UInt32
  /// Nil if the bus does not know it.
  var process: UInt32?
  /// The user's session in front of seat0, by logind's name; nil without one.
  var session: String?

  static func == (one: BusCaller, other: BusCaller) -> Bool { one.name == other.name }
}

/// The reason why a call is refused.
struct BusRefusal: Error {
  let error: PadsInterface.Refusal
  let sentence: String

  init(_ error: PadsInterface.Refusal, _ sentence: String? = nil) {
    self.error = error
    self.sentence = sentence ?? error.sentence
  }

  /// The first errors of a layout, because a message should not contain a thousand.
  init(_ error: ConfigurationError) {
    let isUnknown = error.diagnostics.contains { $0.code == "no-profile" }
    self.init(
      isUnknown ? .noProfile : .badLayout,
      error.diagnostics.prefix(Self.mostMistakes).map(\.sentence).joined(separator: "\n"))
  }

  private static let mostMistakes = 10
}

extension BusCall {
  /// - Throws: ``BusRefusal`` if the arguments are invalid.
  fileprivate func request() throws(BusRefusal) -> BusRequest {
    switch method {
    case .on: return .set(on: true)
    case .off: return .set(on: false)
    case .toggle: return .toggle
    case .reportScreen:
      let rotation = (try? message.readUInt32()).flatMap { Rotation(rawValue: Int($0)) }
      guard let rotation else { throw BusRefusal(.noRotation) }
      return .screen(Screen(sessionSize: nextSize, rotation: rotation))
    case .useProfile: return .use(LayoutRequest(profile: nextText))
    case .useLayout:
      let (name, text) = (nextText, nextText)
      return .use(.text(text, name: name))
    case .claim:
      let (name, text) = (nextText, nextText)
      if !text.isEmpty { return .claim(.text(text, name: name)) }
      return .claim(name.isEmpty ? .current : .profile(name))
    case .watch: return .watch
    case .releaseDevice: return .releaseDevice(nextText)
    }
  }

  /// Whether a text is larger than a layout may be. Such a call is not kept until its user is known.
  fileprivate var isTooLarge: Bool {
    defer { try? message.rewind() }
    while let text = try? message.readString() {
      if text.utf8.count > PadsInterface.mostLayoutBytes { return true }
    }
    return false
  }

  private var nextText: String { (try? message.readString()) ?? "" }

  /// Nil for one that no surface has, such as 0.
  private var nextSize: SurfaceSize? {
    guard let width = try? message.readDouble(), let height = try? message.readDouble() else { return nil }
    let size = SurfaceSize(width: width, height: height)
    return size.isPlausible ? size : nil
  }
}

// The calls of methods.
extension BusService {
  /// The maximum number of calls that wait for the bus to name their users.
  private static let mostCalls = 64

  /// Asks the bus for the user of the sender. sd_bus_query_sender_creds(3) would make all devices wait for the bus.
  func take(_ call: OpaquePointer?) -> Int32 {
    guard let pointer = unsafe call, let member = unsafe sd_bus_message_get_member(pointer),
      let method = unsafe PadsInterface.Method(rawValue: String(cString: member)),
      let sender = unsafe sd_bus_message_get_sender(pointer), let bus
    else { return -EINVAL }
    let call = BusCall(
      unsafe BusMessage(keeping: pointer), method, from: unsafe String(cString: sender))
    if let refusal: PadsInterface.Refusal =
      calls.count >= Self.mostCalls ? .tooManyCalls : call.isTooLarge ? .tooLarge : nil
    {
      call.refuse(BusRefusal(refusal))
      return 1
    }
    do throws(SystemError) {
      let question = try bus.newDriverCall("GetConnectionCredentials")
      try question.append(call.sender)
      call.question = try bus.send(question, timeout: 0) { [unowned self, unowned call] answer in
        finish(call, by: try? Credentials(reading: answer), isBusBusy: answer.tellsOfTooMuch)
      }
    } catch {
      return -error.errno
    }
    calls.append(call)
    return 1
  }

  /// Performs a call if its user may make it. The credentials are nil if the bus is too busy to answer.
  private func finish(_ call: BusCall, by credentials: Credentials?, isBusBusy: Bool) {
    calls.removeAll { $0 === call }
    do throws(BusRefusal) {
      guard let user = credentials?.user else { throw BusRefusal(isBusBusy ? .tooManyCalls : .notAllowed) }
      guard budget.spend(user, now: loop.now) else { throw BusRefusal(.tooManyCalls) }
      guard var caller = Self.caller(call.sender, user) else { throw BusRefusal(.notAllowed) }
      caller.process = credentials?.process
      let request = try call.request()
      let more = request.textSize / CallBudget.bytesPerCall
      guard budget.spend(user, calls: more, now: loop.now) else { throw BusRefusal(.tooManyCalls) }
      let file = try handler(request, caller)
      if request.lastsAsLongAsCaller { follow(caller) }
      call.succeed(file)
    } catch {
      call.refuse(error)
    }
  }

  /// The caller with this name, if the user may switch pads: root, and the user of the seat's active session.
  private static func caller(_ name: String, _ user: UInt32) -> BusCaller? {
    guard let active = ActiveSession.current, active.user == user else {
      return user == 0 ? BusCaller(name: name, user: 0) : nil
    }
    return BusCaller(name: name, user: user, session: active.name)
  }
}

/// What the bus knows of a connection; nil where it does not. GetConnectionCredentials in the D-Bus Specification
private struct Credentials {
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

extension BusMessage {
  /// Whether it is the error of a bus that is too busy.
  fileprivate var tellsOfTooMuch: Bool {
    guard case .refused(let name, _)? = error else { return false }
    return ["NoReply", "LimitsExceeded", "Timeout"].contains { name == "org.freedesktop.DBus.Error.\($0)" }
  }
}

// Replies. If one cannot be sent, the end of the connection tells the caller.
extension BusCall {
  /// - Parameter file: The result, of which sd-bus keeps a copy; nil if there is none.
  fileprivate func succeed(_ file: consuming OwnedFileDescriptor?) {
    let message = unsafe message.pointer
    guard let file else {
      _ = unsafe withVaList([]) { unsafe sd_bus_reply_method_returnv(message, nil, $0) }
      return
    }
    withExtendedLifetime(file) { file in
      _ = unsafe withVaList([file.number]) { unsafe sd_bus_reply_method_returnv(message, "h", $0) }
    }
  }

  fileprivate func refuse(_ refusal: BusRefusal) {
    var error = unsafe sd_bus_error()
    defer { unsafe sd_bus_error_free(&error) }
    unsafe sd_bus_error_set(&error, refusal.error.rawValue, refusal.sentence)
    unsafe sd_bus_reply_method_error(message.pointer, &error)
  }
}

extension PadsInterface.Refusal {
  fileprivate var sentence: String {
    switch self {
    case .notAllowed:
      "only root and the user of the active session on seat0 may use the pads"
    case .noProfile: "there is no such profile"
    case .badLayout: "the layout has an error"
    case .tooLarge: "a layout has at most \(PadsInterface.mostLayoutBytes) bytes"
    case .tooManyClaims: "a user has at most \(PadsInterface.mostClaims) claims"
    case .tooManyWatchers: "at most \(PadsInterface.mostWatchers) programs of a user may watch"
    case .noFeed: "touchstickd cannot open a feed, for example because it has too many files open"
    case .noDevice: "there is no such touch device"
    case .noRotation: "a screen is rotated by 0, 90, 180 or 270 degrees"
    case .tooManyCalls:
      "a user has \(CallBudget.callsPerSecond) calls a second; call again later"
    }
  }
}
