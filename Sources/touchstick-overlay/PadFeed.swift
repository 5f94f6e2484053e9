internal import CLibsystemd
internal import Glibc
internal import OperatingSystem
internal import SystemBus

/// The feed of touchstickd, which this asks for on the system bus: at the start, when touchstickd starts anew, and when it
/// has hung up because another session was in front.
final class PadFeed {
  private let bus: SystemBus
  private let loop: Loop
  private let began: (consuming OwnedFileDescriptor) -> Void
  private var ownerWatch: BusWatch?
  private var seats: SeatSignals?
  private var call: BusWatch?
  /// The reason that was noted last, so that it is noted once.
  private var noted: String?

  /// - Parameter began: Gets the socket of each feed.
  init(_ loop: Loop, began: @escaping (consuming OwnedFileDescriptor) -> Void) throws(SystemError) {
    self.loop = loop
    self.began = began
    bus = try SystemBus(unconnected: ())
    try bus.begin(at: SystemBus.usualAddress, passesFiles: true)
    try SystemBus.check(unsafe sd_bus_set_exit_on_disconnect(bus.pointer, 1))
    try SystemBus.check(unsafe sd_bus_attach_event(bus.pointer, loop.pointer, 0))
    ownerWatch = try bus.watchOwner(of: PadsInterface.service) { [unowned self] owner in
      if !owner.isEmpty { ask() }
    }
    seats = try SeatSignals(loop) { [unowned self] in ask() }
    ask()
  }

  /// Asks for a feed, unless an answer is on its way.
  func ask() {
    do throws(SystemError) {
      let message = try bus.newCall(
        to: PadsInterface.service, path: PadsInterface.path, interface: PadsInterface.name,
        PadsInterface.Method.watch.rawValue, startsService: false)
      call = try bus.send(message) { [unowned self] reply in answer(reply) }
    } catch {
      note("cannot ask touchstickd for its feed: \(error.text)")
    }
  }

  private func answer(_ reply: borrowing BusMessage) {
    if let error = reply.error {
      // Where there is no daemon, it is asked when it comes.
      guard case .refused(let name, let message) = error,
        name != "org.freedesktop.DBus.Error.ServiceUnknown", message != noted
      else { return }
      noted = message
      note("touchstickd sends no feed: \(message)")
      return
    }
    do throws(SystemError) {
      let file = try reply.readFile()
      noted = nil
      began(file)
    } catch {
      note("cannot read the answer of touchstickd: \(error.text)")
    }
  }
}

/// Calls a handler when the active session of a seat changes: sd_login_monitor_new(3).
@safe private final class SeatSignals {
  private var monitor: OpaquePointer?
  private var source: LoopSource?

  init(_ loop: Loop, _ handler: @escaping () -> Void) throws(SystemError) {
    // Without logind there is only one session.
    guard unsafe sd_login_monitor_new("seat", &monitor) >= 0 else { return }
    source = try loop.whenReadable(unsafe sd_login_monitor_get_fd(monitor)) { [unowned self] in
      unsafe sd_login_monitor_flush(monitor)
      handler()
    }
  }

  deinit {
    source = nil
    unsafe sd_login_monitor_unref(monitor)
  }
}
