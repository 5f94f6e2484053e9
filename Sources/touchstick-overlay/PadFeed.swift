internal import System

/// The feed of touchstickd, which this asks for on the system bus: at the start, when touchstickd starts anew, when it has
/// hung up because another session was in front, and some time after any other end or refusal.
final class PadFeed {
  private let loop: EventLoop
  private let bus: SystemBus
  private let began: (consuming OwnedFileDescriptor) -> Void
  private var ownerWatch: BusWatch?
  private var seats: SeatMonitor?
  private var ready: BusWatch?
  private var call: (bus: SystemBus, reply: BusWatch)?
  private var statusCall: BusWatch?
  private var hasFeed = false
  private var retry: EventSource?
  /// The reason that was noted last, so that it is noted once.
  private var noted: String?

  /// - Parameter began: Gets the socket of each feed.
  init(_ loop: EventLoop, began: @escaping (consuming OwnedFileDescriptor) -> Void) throws(SystemError) {
    self.loop = loop
    self.began = began
    bus = try SystemBus(in: loop)
    ownerWatch = try bus.watchOwner(of: PadsInterface.service) { [unowned self] owner in
      if !owner.isEmpty { ask() }
    }
    seats = try SeatMonitor(loop) { [unowned self] in if !hasFeed { ask() } }
    // From the reply on, no start of touchstickd is missed.
    ready = try bus.send(try bus.newDriverCall("GetId")) { [unowned self] _ in ask() }
  }

  /// Asks for a feed in 5 seconds, because there is none any more, or not yet.
  func askLater() {
    hasFeed = false
    do throws(SystemError) {
      retry = try loop.after(seconds: 5) { [unowned self] in ask() }
    } catch {
      note(error.text)
    }
  }

  /// Asks for touchstickd's status, which is nil without an answer.
  func askForStatus(_ handler: @escaping (PadStatus?) -> Void) {
    statusCall = try? bus.askForPadStatus { [unowned self] status in
      handler(status)
      statusCall = nil
    }
  }

  private func ask() {
    retry = nil
    do throws(SystemError) {
      // Everybody can send files to a connection that can have them, and sd-bus does not close all. So this one ends with
      // the answer.
      let bus = try SystemBus(unconnected: ())
      try bus.begin(at: SystemBus.defaultAddress, passesFiles: true)
      try bus.attach(to: loop)
      let message = try bus.newCall(
        to: PadsInterface.service, path: PadsInterface.path, interface: PadsInterface.name,
        PadsInterface.Method.watch.rawValue, startsService: false)
      call = (
        bus,
        try bus.send(message) { [unowned self] reply in
          answer(reply)
          call = nil
        }
      )
    } catch {
      note("cannot ask touchstickd for its feed: \(error.text)")
      askLater()
    }
  }

  private func answer(_ reply: borrowing BusMessage) {
    if let error = reply.error {
      // Where there is no daemon, it is asked when it comes.
      guard case .refused(let name, let message) = error, !error.isAbsence else { return }
      if message != noted { note("touchstickd sends no feed: \(message)") }
      noted = message
      // When the user comes to the front, the seat says so.
      if name != PadsInterface.Refusal.notAllowed.rawValue { askLater() }
      return
    }
    do throws(SystemError) {
      let file = try reply.readFile()
      noted = nil
      hasFeed = true
      began(file)
    } catch {
      note("cannot read the answer of touchstickd: \(error.text)")
      askLater()
    }
  }
}
