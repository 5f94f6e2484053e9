internal import System

/// The feed of touchstickd, which this asks for on the system bus: at the start, when touchstickd starts anew, when it has
/// hung up because another session was in front, and some time after any other end or refusal.
final class PadFeed {
  private static let retryDelay: UInt64 = 5

  private let bus: SystemBus
  private let began: (consuming OwnedFileDescriptor) -> Void
  private var call: PersistentCall?
  private var seats: SeatMonitor?
  private var statusCall, switchCall: BusWatch?
  private var statusWatch: PadStatusWatch?
  private var hasFeed = false
  /// Whether the user wants a button for the menu.
  private var wantsMenu: Bool
  /// Whether the configuration allows the menu, as far as the last refusal says.
  private var allowsMenu = true
  /// The last refusal, so that it is logged once.
  private var reported: String?

  /// - Parameter began: Receives the socket of each feed.
  init(_ loop: EventLoop, withMenu wantsMenu: Bool, began: @escaping (consuming OwnedFileDescriptor) -> Void)
    throws(SystemError)
  {
    (self.began, self.wantsMenu) = (began, wantsMenu)
    bus = try SystemBus(in: loop)
    call = try PersistentCall(loop, bus, hasOwnConnection: true) { [unowned self] bus throws(SystemError) in
      try bus.newCall(wantsMenu && allowsMenu ? .watchWithMenu : .watch)
    } succeeded: { [unowned self] reply throws(SystemError) in
      let file = try reply.readFile()
      reported = nil
      hasFeed = true
      self.began(file)
    } failed: { [unowned self] in
      delay(after: $0)
    }
    seats = try SeatMonitor(loop) { [unowned self] in
      guard !hasFeed else { return }
      allowsMenu = true
      call?.renew()
    }
    try call?.begin()
  }

  /// Asks for a feed in 5 seconds, because there is none any more.
  func askLater() {
    (hasFeed, allowsMenu) = (false, true)
    call?.renew(after: Self.retryDelay)
  }

  /// Has a button for the menu, or none, from now on.
  func setMenu(_ isWanted: Bool) {
    guard isWanted != wantsMenu else { return }
    wantsMenu = isWanted
    call?.renew()
  }

  /// Whether there is a feed with a button for the menu.
  var hasMenu: Bool { hasFeed && wantsMenu && allowsMenu }

  /// Switches the pads on or off.
  func switchPads(on isOn: Bool) {
    switchCall = try? bus.send(isOn ? .on : .off, []) { reply in
      guard let error = reply.error else { return }
      log("the pads are not switched \(isOn ? "on" : "off"): \(error.sentence)")
    }
  }

  /// Has the handler called after each change of touchstickd's status; nil is nobody's.
  func watchStatus(_ changed: (() -> Void)?) {
    guard (changed == nil) != (statusWatch == nil) else { return }
    statusWatch = changed.flatMap { changed in try? PadStatusWatch(bus) { _ in changed() } }
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
    if name == PadsInterface.Refusal.noMenu.rawValue, wantsMenu, allowsMenu {
      allowsMenu = false
      return 0
    }
    if message != reported { log("touchstickd sends no feed: \(message)") }
    reported = message
    // When the user comes to the front, the seat says so.
    return name == PadsInterface.Refusal.notAllowed.rawValue ? nil : Self.retryDelay
  }
}
