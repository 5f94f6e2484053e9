internal import CLibsystemd
internal import CLinux
internal import Configuration
internal import Glibc
internal import System

/// The thread of the system bus: the service, and the watch of the seat. The thread of the devices reads nothing that others
/// send, so that no message, however large, makes a touch wait.
///
/// Both pass values through mailboxes. The bus thread has no realtime priority.
final class BusThread {
  /// What the bus thread has the daemon do.
  enum Report: Sendable {
    /// A request, with a number for the reply.
    case request(UInt64, BusRequest, BusCaller)
    case front(Seat.Front)
    /// A lock may follow that nobody reports: ``SeatWatch/lockHandler``.
    case lockFollows
    /// Both loops run, if this arrives.
    case alive
    case ended(Result<Int32, SystemError>)
  }

  /// What the daemon has the bus thread do.
  enum Order: Sendable {
    case show(PadStatus)
    case reply(UInt64, BusReply)
    /// Where to look for profiles.
    case read(ProfileFolders)
    case askForSeat
  }

  /// Called for each report when nothing else is pending.
  var handler: (Report) -> Void = { _ in }
  private let orders: Mailbox<Order>
  private let reports: Mailbox<Report>
  private let folders: ProfileFolders
  private var source: EventSource?

  /// - Parameter loop: The daemon's.
  init(_ loop: EventLoop, _ folders: ProfileFolders) throws(SystemError) {
    (orders, reports, self.folders) = (try Mailbox(), try Mailbox(), folders)
    source = try reports.whenFilled(in: loop, isIdle: true) { [unowned self] in handler($0) }
  }

  func start() throws(SystemError) {
    try startThread { [orders, reports, folders] in
      let result = Result { () throws(SystemError) in try BusLoop(orders, reports, folders).run() }
      reports.post(.ended(result))
    }
  }

  func post(_ order: Order) { orders.post(order) }
}

/// The bus thread's side.
private final class BusLoop {
  private let loop: EventLoop
  private let reports: Mailbox<BusThread.Report>
  private let service: BusService
  private let seat: SeatWatch
  private var folders: ProfileFolders
  private var source: EventSource?
  private var life: EventSource?

  init(
    _ orders: Mailbox<BusThread.Order>, _ reports: Mailbox<BusThread.Report>, _ folders: ProfileFolders
  ) throws(SystemError) {
    let loop = try EventLoop()
    (self.loop, self.reports, self.folders) = (loop, reports, folders)
    service = try BusService(PadStatus(DaemonState()), loop)
    seat = SeatWatch(loop)
    service.reader = { [unowned self] layout throws(ConfigurationError) in try self.folders.read(layout) }
    service.handler = { reports.post(.request($0, $1, $2)) }
    seat.handler = { reports.post(.front($0)) }
    seat.lockHandler = { reports.post(.lockFollows) }
    source = try orders.whenFilled(in: loop) { [unowned self] in handle($0) }
  }

  func run() throws(SystemError) -> Int32 {
    // Several times in the time after which the watchdog ends the daemon.
    if let time = ServiceState.watchdogTime { reportLife(every: time / 4) }
    service.connect()
    seat.connect()
    return try loop.run()
  }

  private func handle(_ order: BusThread.Order) {
    switch order {
    case .show(let status): service.publish(status)
    case .reply(let number, let reply): service.reply(to: number, reply)
    case .read(let folders): self.folders = folders
    case .askForSeat: seat.askAgain()
    }
    _ = service.clock.lap()
  }

  private func reportLife(every microseconds: UInt64) {
    reports.post(.alive)
    loop.endOnError { () throws(SystemError) in
      life = try loop.after(microseconds: microseconds) { [unowned self] in reportLife(every: microseconds) }
    }
  }
}
