internal import CLibsystemd
internal import Configuration
internal import EventPipeline
internal import Glibc
internal import System

/// The daemon's service on the system bus, org.touchstick.Pads1. It shows ``DaemonState``, and receives requests to
/// switch pads.
///
/// The service never waits for the bus, and runs only while no device has anything to read. If there is no bus, or it
/// goes away, the service connects as soon as it comes.
@safe final class BusService: CallbackContext {
  /// Called for each request of a user who may make it. Returns the file that is the result of ``BusRequest/watch`` and
  /// ``BusRequest/playRumble``.
  var handler: (BusRequest, BusCaller) throws(BusRefusal) -> OwnedFileDescriptor? = { _, _ in nil }
  /// Reads a layout, in another thread: that can take longer than a touch may wait.
  private let reader: (LayoutRequest) -> @Sendable () -> Result<Settings, ConfigurationError>

  let loop: EventLoop
  private let address: String
  /// The values of the properties.
  private var status: PadStatus
  /// Calls that wait for the bus to name their users.
  var calls: [BusCall] = []
  /// The limits of the users that have called.
  private var limits: [UInt32: RateLimit] = [:]
  /// The watches of callers with claims and releases, by the callers' names.
  var watches: [String: [BusWatch]] = [:]

  private(set) var bus: SystemBus?
  private var endWatch: BusWatch?
  /// The limits of the connections that have sent something, by their names.
  private var senders: [String: RateLimit] = [:]
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
  private var worker: Worker?
  private var passedFiles = PassedFiles()

  /// Messages of a connection beyond this limit are dropped, unread and unanswered.
  private static let messagesPerSender: Int64 = 100
  /// As many connections as the system bus allows a user; see max_connections_per_user in dbus-daemon(1).
  private static let maxSenders = 256
  private static let microsecondsOfPause: UInt64 = 10_000
  /// After so many pauses the service closes the connection, with all queued messages.
  private static let maxPauses = 500

  /// - Parameter messagesPerSecond: More could keep the daemon busy until its LimitRTTIME= ends it.
  init(
    _ state: DaemonState, _ loop: EventLoop, address: String = SystemBus.defaultAddress,
    messagesPerSecond: Int64 = 20_000,
    reader: @escaping (LayoutRequest) -> @Sendable () -> Result<Settings, ConfigurationError>
  ) {
    self.reader = reader
    senders.reserveCapacity(Self.maxSenders)
    messages = RateLimit(interval: 1_000_000 / messagesPerSecond, burst: messagesPerSecond / 10)
    status = PadStatus(state)
    self.loop = loop
    retry = Retry(loop)
    self.address = address
  }

  /// Shows the daemon's state to listeners.
  func publish(_ state: DaemonState) {
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
    // To send them. org.touchstick.conf has the bus deliver none to this connection.
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

  /// Counts a message. Returns whether to read it. After too many of all senders, it stops reading for a moment.
  private func accepts(_ message: OpaquePointer?) -> Bool {
    if let last = messages.lastTime, loop.now > last + 2_000_000 { pauses = 0 }
    messages.advance(to: loop.now)
    messages.spend()
    if !messages.isOpen { stopReading() }
    guard let name = unsafe sd_bus_message_get_sender(message) else { return true }
    let sender = unsafe String(cString: name)
    // The bus itself only answers.
    guard sender != "org.freedesktop.DBus" else { return true }
    if senders[sender] == nil, senders.count >= Self.maxSenders {
      // In place, so that the memory of the dictionary stays the same.
      let old = senders.filter { ($0.value.lastTime ?? 0) <= loop.now - 1_000_000 }.keys
      for name in old { senders[name] = nil }
    }
    return senders[sender, default: Self.senderLimit].allows(now: loop.now)
  }

  private static let senderLimit = RateLimit(
    interval: 1_000_000 / messagesPerSender, burst: messagesPerSender)

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

/// A call of a method. The service asks the bus for the sender's user before it answers.
@safe final class BusCall {
  let message: BusMessage
  let request: BusRequest
  let sender: String
  /// The question for the sender's user.
  fileprivate var question: BusWatch?

  fileprivate init(_ message: consuming BusMessage, _ request: BusRequest, from sender: String) {
    self.message = message
    self.sender = sender
    self.request = request
  }
}

/// The request of a call.
enum BusRequest {
  case set(on: Bool)
  case toggle
  /// The session's screen has changed: its rotation, and the size that the session reports.
  case screen(Screen)
  /// The settings are those of the layout, as soon as it is read; nil for an empty one.
  case use(LayoutRequest, Settings? = nil)
  /// Pads stay on, with a layout, until the caller leaves the bus.
  case claim(LayoutRequest, Settings? = nil)
  /// A touch device that the daemon does not use until the caller leaves the bus, by its node.
  case releaseDevice(String)
  /// The caller has left the bus.
  case release
  /// The pads stay off, as after a lock, until somebody switches them.
  case lock
  /// All pads are removed and made anew, as if somebody had unplugged them.
  case replug
  /// A file that reports what the controls do.
  case watch
  /// A file that reports how to shake the session's motor.
  case playRumble
}

extension BusRequest {
  /// Whether what it asks for ends when the caller leaves the bus.
  fileprivate var lastsAsLongAsCaller: Bool {
    switch self {
    case .claim, .releaseDevice: true
    case .set, .toggle, .screen, .use, .release, .lock, .replug, .watch, .playRumble: false
    }
  }

  /// Whether a layout that does not fit is an error.
  var isChecked: Bool {
    switch self {
    case .use, .claim: true
    case .set, .toggle, .screen, .releaseDevice, .release, .lock, .replug, .watch, .playRumble: false
    }
  }

  fileprivate var returnsFile: Bool {
    switch self {
    case .watch, .playRumble: true
    default: false
    }
  }

  var switchesOn: Bool {
    switch self {
    case .set(true), .claim: true
    default: false
    }
  }

  /// The layout that it is about, to be read; nil for other requests.
  fileprivate var layout: LayoutRequest? {
    switch self {
    case .use(let layout, _), .claim(let layout, _): layout
    default: nil
    }
  }

  fileprivate func with(_ settings: Settings?) -> BusRequest {
    switch self {
    case .use(let layout, _): .use(layout, settings)
    case .claim(let layout, _): .claim(layout, settings)
    default: self
    }
  }
}

extension LayoutRequest {
  /// In bytes.
  fileprivate var textSize: Int { name.utf8.count + (text?.utf8.count ?? 0) }
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

/// The files that the bus passes on to programs. If an SELinux policy does not let a program receive one, dbus-broker ends
/// the connection of the daemon, which sent it, and with it all claims: https://github.com/bus1/dbus-broker/issues/364
/// (Fedora's policy allows it since https://github.com/fedora-selinux/selinux-policy/pull/2633). After two such ends the
/// daemon sends none.
struct PassedFiles {
  /// When the last one was sent, in microseconds; nil if the connection has not ended since.
  private var lastTime: Int64?
  private var isSuspect = false
  private var ends = 0
  /// The bus of the last connection. It has another identity after a restart, which ends a connection, too.
  private var bus: String?

  /// An end within this time may come from the file, in microseconds.
  private static let delay: Int64 = 1_000_000

  var areRefused: Bool { ends >= 2 }

  mutating func count(now: Int64) { lastTime = now }

  mutating func handleEnd(now: Int64) {
    guard let lastTime else { return }
    isSuspect = now <= lastTime + Self.delay
    if !isSuspect { ends = 0 }
    self.lastTime = nil
  }

  mutating func handleStart(of bus: String?) {
    if isSuspect, bus != nil, bus == self.bus { ends += 1 }
    (isSuspect, self.bus) = (false, bus)
  }

  static let refusal = BusRefusal(
    .noFeed,
    "the system bus ends the connection of touchstickd when it sends a feed, probably because of an SELinux policy "
      + "from before April 2025; update selinux-policy, and run: systemctl restart touchstickd")
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
      error.diagnostics.prefix(Self.maxMistakes).map(\.sentence).joined(separator: "\n"))
  }

  private static let maxMistakes = 10
}

extension BusRequest {
  /// The request of a call.
  ///
  /// - Throws: ``BusRefusal`` if the arguments are invalid.
  fileprivate init(_ method: PadsInterface.Method, reading message: borrowing BusMessage) throws(BusRefusal) {
    switch method {
    case .on: self = .set(on: true)
    case .off: self = .set(on: false)
    case .toggle: self = .toggle
    case .lock: self = .lock
    case .replug: self = .replug
    case .reportScreen:
      let rotation = (try? message.readUInt32()).flatMap { Rotation(rawValue: Int(clamping: $0)) }
      guard let rotation else { throw BusRefusal(.noRotation) }
      self = .screen(Screen(sessionSize: message.nextSize, rotation: rotation))
    case .useProfile: self = .use(LayoutRequest(name: try message.nextText()))
    case .useLayout:
      self = .use(LayoutRequest(name: try message.nextText(), text: try message.nextText()))
    case .claim:
      let (name, text) = (try message.nextText(), try message.nextText())
      self = .claim(LayoutRequest(name: name, text: text.isEmpty ? nil : text))
    case .watch: self = .watch
    case .playRumble: self = .playRumble
    case .releaseDevice: self = .releaseDevice(try message.nextText())
    }
  }
}

extension BusMessage {
  fileprivate borrowing func nextText() throws(BusRefusal) -> String {
    let text = (try? readString()) ?? ""
    guard text.utf8.count <= PadsInterface.maxLayoutBytes else { throw BusRefusal(.tooLarge) }
    return text
  }

  /// Nil for one that no surface has, such as 0.
  fileprivate var nextSize: SurfaceSize? {
    guard let width = try? readDouble(), let height = try? readDouble() else { return nil }
    let size = SurfaceSize(width: width, height: height)
    return size.isPlausible ? size : nil
  }
}

// The calls of methods.
extension BusService {
  /// The maximum number of calls that wait for the bus to name their users.
  private static let maxCalls = 256
  fileprivate static let callsPerSecond: Int64 = 20
  static let callLimit = RateLimit(interval: 1_000_000 / callsPerSecond, burst: callsPerSecond)
  /// A text counts as one more call for so many bytes, because it takes longer to read.
  private static let bytesPerCall = 16 << 10

  /// Asks the bus for the user of the sender. sd_bus_query_sender_creds(3) would make all devices wait for the bus.
  func receive(_ call: OpaquePointer?) -> Int32 {
    guard let pointer = unsafe call, let member = unsafe sd_bus_message_get_member(pointer),
      let method = unsafe PadsInterface.Method(rawValue: String(cString: member)),
      let sender = unsafe sd_bus_message_get_sender(pointer), let bus
    else { return -EINVAL }
    let message = unsafe BusMessage(keeping: pointer)
    let request: BusRequest
    do throws(BusRefusal) {
      guard calls.count < Self.maxCalls else { throw BusRefusal(.tooManyCalls) }
      request = try BusRequest(method, reading: message)
    } catch {
      message.refuse(error)
      return 1
    }
    let call = BusCall(message, request, from: unsafe String(cString: sender))
    do throws(SystemError) {
      let question = try bus.newDriverCall("GetConnectionCredentials")
      try question.append(call.sender)
      call.question = try bus.send(question, timeout: 0) { [unowned self, unowned call] answer in
        finish(call, by: try? Credentials(reading: answer), isBusBusy: answer.isBusOverloaded)
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
    // A limit that was not used for a second is a new one.
    if limits.count > Self.maxCalls {
      limits = limits.filter { ($0.value.lastTime ?? 0) > loop.now - 1_000_000 }
    }
    call.attempt { () throws(BusRefusal) in
      guard let user = credentials?.user else { throw BusRefusal(isBusBusy ? .tooManyCalls : .notAllowed) }
      guard limits[user, default: Self.callLimit].allows(now: loop.now) else {
        throw BusRefusal(.tooManyCalls)
      }
      let caller = try Self.caller(call.sender, user, credentials?.process)
      let request = call.request
      let more = Int64((request.layout?.textSize ?? 0) / Self.bytesPerCall)
      guard limits[user, default: Self.callLimit].allows(more, now: loop.now) else {
        throw BusRefusal(.tooManyCalls)
      }
      if let layout = request.layout {
        read(layout, request, call, caller)
      } else {
        try perform(request, call, caller)
      }
    }
  }

  /// Reads the layout of a call, and then performs the call. All calls with layouts go this way, which keeps their order.
  private func read(_ layout: LayoutRequest, _ request: BusRequest, _ call: BusCall, _ caller: BusCaller) {
    let read = layout.isEmpty ? nil : reader(layout)
    let finish = { [unowned self] (result: Result<Settings, ConfigurationError>?) in
      call.attempt { () throws(BusRefusal) in
        // Another user may have come to the front meanwhile.
        let caller = try Self.caller(caller.name, caller.user, caller.process)
        let settings: Settings?
        do throws(ConfigurationError) { settings = try result?.get() } catch { throw BusRefusal(error) }
        try perform(request.with(settings), call, caller)
      }
    }
    do throws(SystemError) {
      if worker == nil { worker = try Worker(loop) }
    } catch {
      // No thread can be made.
      return finish(read?())
    }
    worker?.run({ read?() }, then: finish)
  }

  private func perform(_ request: BusRequest, _ call: BusCall, _ caller: BusCaller) throws(BusRefusal) {
    if request.returnsFile, passedFiles.areRefused { throw PassedFiles.refusal }
    let file = try handler(request, caller)
    if request.lastsAsLongAsCaller { watch(caller) }
    if file != nil { passedFiles.count(now: loop.now) }
    call.succeed(file)
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
  fileprivate var isBusOverloaded: Bool {
    guard case .refused(let name, _)? = error else { return false }
    return ["NoReply", "LimitsExceeded", "Timeout"].contains { name == "org.freedesktop.DBus.Error.\($0)" }
  }
}

// Replies. If one cannot be sent, the end of the connection tells the caller.
extension BusCall {
  /// Works for the call, and replies if that fails.
  fileprivate func attempt(_ work: () throws(BusRefusal) -> Void) {
    do throws(BusRefusal) { try work() } catch { message.refuse(error) }
  }

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
}

extension BusMessage {
  fileprivate borrowing func refuse(_ refusal: BusRefusal) {
    var error = unsafe sd_bus_error()
    defer { unsafe sd_bus_error_free(&error) }
    unsafe sd_bus_error_set(&error, refusal.error.rawValue, refusal.sentence)
    unsafe sd_bus_reply_method_error(pointer, &error)
  }
}

extension PadsInterface.Refusal {
  fileprivate var sentence: String {
    switch self {
    case .notAllowed:
      "only root and the user of the active session on seat0 may use the pads"
    case .noProfile: "there is no such profile"
    case .badLayout: "the layout has an error"
    case .tooLarge: "a layout has at most \(PadsInterface.maxLayoutBytes) bytes"
    case .tooManyClaims: "a user has at most \(PadsInterface.maxClaims) claims"
    case .tooManyWatchers: "at most \(PadsInterface.maxWatchers) programs of a user may watch"
    case .noFeed: "touchstickd cannot open a feed, for example because it has too many files open"
    case .noDevice: "there is no such touch device"
    case .noRotation: "a screen is rotated by 0, 90, 180 or 270 degrees"
    case .tooManyCalls:
      "a user has \(BusService.callsPerSecond) calls a second; call again later"
    }
  }
}

// Callers whose claims and releases end when they leave the bus.
extension BusService {
  /// Ends the caller's claim when it leaves the bus, or if it has left already.
  func watch(_ caller: BusCaller) {
    guard let bus, watches[caller.name] == nil else { return }
    do throws(SystemError) {
      let question = try bus.newDriverCall("GetNameOwner")
      try question.append(caller.name)
      watches[caller.name] = [
        try bus.watchOwner(of: caller.name) { [unowned self] owner in if owner.isEmpty { release(caller) } },
        try bus.send(question) { [unowned self] reply in if reply.error != nil { release(caller) } },
      ]
    } catch {
      release(caller)
    }
  }

  private func release(_ caller: BusCaller) {
    watches[caller.name] = nil
    _ = try? handler(.release, caller)
  }

  /// Ends all claims, because the connection is gone. Callers that are still there claim again.
  func releaseAll() {
    for name in watches.keys { release(BusCaller(name: name, user: 0)) }
  }
}
