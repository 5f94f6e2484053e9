internal import CLibsystemd
internal import EventPipeline
internal import Glibc
internal import OperatingSystem
internal import SessionOutput
internal import SystemBus

/// Writes a line to standard error, which the journal keeps.
func note(_ sentence: String) {
  try? writeAll("touchstick-session: \(sentence)\n".utf8, to: STDERR_FILENO)
}

/// Reports to touchstickd how the session's screen is rotated, and its size: at the start, at each change, and when
/// touchstickd starts or the active session changes.
@safe final class Reporter {
  private let display: any SessionDisplay
  private let bus: SystemBus
  private let loop: OpaquePointer
  /// Reports changes of the active sessions; nil if logind does not run.
  private var seats: OpaquePointer?
  /// The last message.
  private var noted: Output?

  /// Runs until the display or the bus is gone. Returns the status to exit with.
  static func run() -> Int32 {
    do throws(DisplayError) {
      let display = try openSessionDisplay()
      do throws(SystemError) {
        return try Reporter(display).run()
      } catch {
        note(error.text)
        return EX_OSERR
      }
    } catch {
      note(error.sentence)
      return EX_UNAVAILABLE
    }
  }

  private init(_ display: any SessionDisplay) throws(SystemError) {
    self.display = display
    bus = try SystemBus(unconnected: ())
    var loop: OpaquePointer?
    try SystemBus.check(unsafe sd_event_new(&loop))
    guard let loop = unsafe loop else { throw SystemError(ENOMEM) }
    unsafe self.loop = loop
  }

  deinit {
    unsafe sd_login_monitor_unref(seats)
    unsafe sd_event_unref(loop)
  }

  private func run() throws(SystemError) -> Int32 {
    try followDaemon()
    try followSeats()
    try unsafe whenReadable(display.fileDescriptor) { _, _, _, context in
      unsafe Reporter.of(context)?.readDisplay()
      return 0
    }
    report()
    let status = try SystemBus.check(unsafe sd_event_loop(loop))
    guard status != EXIT_FAILURE else {
      note("the connection to the system bus has ended")
      return EX_UNAVAILABLE
    }
    return status
  }

  private func followDaemon() throws(SystemError) {
    try bus.begin(at: SystemBus.usualAddress)
    try SystemBus.check(unsafe sd_bus_set_exit_on_disconnect(bus.pointer, 1))
    try SystemBus.check(unsafe sd_bus_attach_event(bus.pointer, loop, 0))
    try SystemBus.check(
      unsafe sd_bus_add_match_async(
        bus.pointer, nil,
        "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(PadsInterface.service)'",
        { _, context, _ in
          unsafe Reporter.of(context)?.report()
          return 0
        }, nil, context))
  }

  /// The daemon listens to the active session only.
  private func followSeats() throws(SystemError) {
    guard unsafe sd_login_monitor_new("seat", &seats) >= 0 else { return }
    try unsafe whenReadable(sd_login_monitor_get_fd(seats)) { _, _, _, context in
      guard let reporter = unsafe Reporter.of(context) else { return 0 }
      unsafe sd_login_monitor_flush(reporter.seats)
      reporter.report()
      return 0
    }
  }

  private func whenReadable(_ file: Int32, _ handler: sd_event_io_handler_t?) throws(SystemError) {
    try SystemBus.check(
      unsafe sd_event_add_io(loop, nil, file, UInt32(EPOLLIN.rawValue), handler, context))
  }

  private func readDisplay() {
    let before = display.outputs.touched
    do throws(DisplayError) {
      try display.read()
      if display.outputs.touched != before { report() }
    } catch {
      note(error.sentence)
      unsafe sd_event_exit(loop, EX_UNAVAILABLE)
    }
  }

  private func report() {
    guard let output = display.outputs.touched, let rotation = output.rotation else { return }
    if output != noted { note("\(output.name ?? "the screen") \(output.phrase(rotation))") }
    noted = output
    do throws(SystemError) {
      let call = try bus.newCall(
        to: PadsInterface.service, path: PadsInterface.path, interface: PadsInterface.name,
        PadsInterface.Method.reportScreen.rawValue)
      try call.append(UInt32(rotation.rawValue))
      try call.append(output.size?.width ?? 0)
      try call.append(output.size?.height ?? 0)
      try SystemBus.check(
        unsafe sd_bus_call_async(
          bus.pointer, nil, call.pointer,
          { reply, _, _ in
            if let reply = unsafe reply { Reporter.noteRefusal(unsafe BusMessage(keeping: reply)) }
            return 0
          }, nil, 0))
    } catch {
      note("cannot report the screen: \(error.text)")
    }
  }

  /// If there is no daemon, it gets the report when it comes.
  private static func noteRefusal(_ reply: borrowing BusMessage) {
    guard case .refused(let name, let message)? = reply.error,
      name != "org.freedesktop.DBus.Error.ServiceUnknown"
    else { return }
    note("touchstickd does not follow the screen: \(message)")
  }

  private var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  /// The reporter in a callback's context. It lives as long as the loop.
  private static func of(_ context: UnsafeMutableRawPointer?) -> Reporter? {
    unsafe context.map { unsafe Unmanaged<Reporter>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension Output {
  /// How it is rotated, and its size if that is known.
  fileprivate func phrase(_ rotation: Rotation) -> String {
    "is rotated by \(rotation.rawValue) degrees"
      + (size.map { ", and has \(Int($0.width)) x \(Int($0.height)) mm" } ?? "")
  }
}
