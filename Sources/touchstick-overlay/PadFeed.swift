internal import System

/// The feed of touchstickd, which this asks for on the system bus: at the start, when touchstickd starts anew, when it has
/// hung up because another session was in front, and some time after any other end or refusal.
final class PadFeed {
  private static let retryDelay: UInt64 = 5

  private let bus: SystemBus
  private let began: (consuming OwnedFileDescriptor) -> Void
  private var call: PersistentCall?
  private var seats: SeatMonitor?
  private var statusCall: BusWatch?
  private var hasFeed = false
  /// The last refusal, so that it is logged once.
  private var reported: String?

  /// - Parameter began: Receives the socket of each feed.
  init(_ loop: EventLoop, began: @escaping (consuming OwnedFileDescriptor) -> Void) throws(SystemError) {
    self.began = began
    bus = try SystemBus(in: loop)
    call = try PersistentCall(loop, bus, hasOwnConnection: true) { bus throws(SystemError) in
      try bus.newCall(.watch)
    } succeeded: { [unowned self] reply throws(SystemError) in
      let file = try reply.readFile()
      reported = nil
      hasFeed = true
      self.began(file)
    } failed: { [unowned self] in
      delay(after: $0)
    }
    seats = try SeatMonitor(loop) { [unowned self] in if !hasFeed { call?.renew() } }
    try call?.begin()
  }

  /// Asks for a feed in 5 seconds, because there is none any more.
  func askLater() {
    hasFeed = false
    call?.renew(after: Self.retryDelay)
  }

  /// Asks for touchstickd's status, which is nil without an answer.
  func askForStatus(_ handler: @escaping (PadStatus?) -> Void) {
    statusCall = try? bus.askForPadStatus { [unowned self] status in
      handler(status)
      statusCall = nil
    }
  }

  /// Logs why there is no feed, and returns when to ask again.
  private func delay(after error: BusError) -> UInt64? {
    guard case .refused(let name, let message) = error else {
      log("cannot ask touchstickd for its feed: \(error.sentence)")
      return Self.retryDelay
    }
    // Where there is no daemon, it is asked when it comes.
    guard !error.isAbsence else { return nil }
    if message != reported { log("touchstickd sends no feed: \(message)") }
    reported = message
    // When the user comes to the front, the seat says so.
    return name == PadsInterface.Refusal.notAllowed.rawValue ? nil : Self.retryDelay
  }
}
