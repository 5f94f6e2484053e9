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
    case lockFollows(UInt32?)
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
  private let loop: EventLoop
  private var source: EventSource?
  private var life: EventSource?
  /// When the bus thread's loop last ran.
  private var lastLife: Int64
  /// The bus thread hangs if its loop has not run for so long, in microseconds. On a machine without a free processor it may
  /// need many seconds for a message of 128 MiB, which anybody can send. Touches go on meanwhile.
  fileprivate static let maxSilence: Int64 = 60_000_000

  /// - Parameter loop: The daemon's.
  init(_ loop: EventLoop, _ folders: ProfileFolders) throws(SystemError) {
    (orders, reports, self.folders, self.loop) = (try Mailbox(), try Mailbox(), folders, loop)
    lastLife = loop.now
    source = try reports.whenFilled(in: loop, isIdle: true) { [unowned self] in
      if case .alive = $0 { lastLife = self.loop.now } else { handler($0) }
    }
  }

  func start() throws(SystemError) {
    // Several times in the time after which the watchdog ends the daemon.
    if let time = ServiceState.watchdogTime { reportLife(every: time / 4) }
    try startThread { [orders, reports, folders] in
      let result = Result { () throws(SystemError) in try BusLoop(orders, reports, folders).run() }
      reports.post(.ended(result))
    }
  }

  func post(_ order: Order) { orders.post(order) }

  /// Reports the life of both threads to systemd.
  private func reportLife(every microseconds: UInt64) {
    if loop.now - lastLife < Self.maxSilence { ServiceState.alive() }
    loop.endOnError { () throws(SystemError) in
      life = try loop.after(microseconds: microseconds) { [unowned self] in reportLife(every: microseconds) }
    }
  }
}

/// The bus thread's side.
private final class BusLoop {
  private let loop: EventLoop
  private let reports: Mailbox<BusThread.Report>
  private let service: BusService
  private let seat: SeatWatch
  private var folders: ProfileFolders
  private var wasLocked = false
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
    seat.handler = { [unowned self] front in
      if front.isLocked, !wasLocked { service.recordLock() }
      wasLocked = front.isLocked
      reports.post(.front(front))
    }
    // logind's signals, which others bring about, must not count as the time of somebody's message.
    seat.messageHandler = { [unowned self] in service.isOwnEvent = true }
    seat.lockHandler = { [unowned self] user in
      // Others may ask logind to lock their own sessions all the time.
      if user == nil || user == seat.front.user { service.recordLock() }
      reports.post(.lockFollows(user))
    }
    source = try orders.whenFilled(in: loop) { [unowned self] in handle($0) }
  }

  func run() throws(SystemError) -> Int32 {
    if ServiceState.watchdogTime != nil { reportLife() }
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
    service.isOwnEvent = true
  }

  private func reportLife() {
    reports.post(.alive)
    loop.endOnError { () throws(SystemError) in
      life = try loop.after(microseconds: UInt64(BusThread.maxSilence / 4)) { [unowned self] in reportLife() }
    }
  }
}
