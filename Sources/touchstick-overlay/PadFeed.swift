internal import OperatingSystem
internal import SystemBus

/// The feed of touchstickd, which this asks for on the system bus: at the start, when touchstickd starts anew, and when it
/// has hung up because another session was in front.
final class PadFeed {
  private let bus: SystemBus
  private let began: (consuming OwnedFileDescriptor) -> Void
  private var ownerWatch: BusWatch?
  private var seats: SeatMonitor?
  private var call: BusWatch?
  /// The reason that was noted last, so that it is noted once.
  private var noted: String?

  /// - Parameter began: Gets the socket of each feed.
  init(_ loop: EventLoop, began: @escaping (consuming OwnedFileDescriptor) -> Void) throws(SystemError) {
    self.began = began
    bus = try SystemBus(in: loop, passesFiles: true)
    ownerWatch = try bus.watchOwner(of: PadsInterface.service) { [unowned self] owner in
      if !owner.isEmpty { ask() }
    }
    seats = try SeatMonitor(loop) { [unowned self] in ask() }
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
