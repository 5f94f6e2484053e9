internal import Configuration
internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import System

/// The daemon: a pad for each configuration file, and the touch devices that the pads are on.
///
/// | what | where |
/// |---|---|
/// | the files | ``ConfigurationStore`` |
/// | which pad goes on which device | ``DeviceBroker`` |
/// | the pads, and the devices that they are on | ``Sessions`` |
/// | the reports about these | ``DaemonState`` |
/// | who else can see it, and switch pads | ``BusService`` |
/// | what programs are lastPublished that show the controls | ``LayoutFeed`` |
final class Daemon {
  private let loop: EventLoop
  private let configuration: ConfigurationStore
  private let sessions: Sessions
  private let devices: DeviceBroker
  private let bus: BusService
  private let seatWatch: SeatWatch
  private let feed: LayoutFeed
  private var claims = Claims()
  private var suspendClock = SuspendClock()
  private var sources: [EventSource] = []
  /// The state that was last reported.
  private var lastPublished = DaemonState()

  /// Runs the daemon with this command line, until a signal ends it.
  ///
  /// - Parameter arguments: The command line, without the program's name.
  /// - Returns: The status to exit with.
  static func run(arguments: [String]) -> Int32 {
    secureStandardStreams()
    EventLoop.block([SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2])
    do throws(DaemonError) {
      switch try Options.parse(arguments) {
      case .help: print(Options.helpText, terminator: "")
      case .version: print("touchstickd \(touchstickVersion)")
      case .run(let configurations): return try Daemon(configurationPaths: configurations).run()
      }
      return 0
    } catch {
      Journal.error(error.sentence)
      return error.exitStatus
    }
  }

  /// The reader of our messages may go away, and a stream may be closed at the start. Neither must end the daemon, or
  /// send its messages to a device that got the stream's number.
  private static func secureStandardStreams() {
    signal(SIGPIPE, SIG_IGN)
    var opened: Int32
    repeat { opened = unsafe open("/dev/null", O_RDWR) } while (0...STDERR_FILENO).contains(opened)
    close(opened)
  }

  private init(configurationPaths: [String]) throws(DaemonError) {
    loop = try DaemonError.loop { () throws(SystemError) in try EventLoop() }
    configuration = try ConfigurationStore(configurationPaths, loop)
    sessions = Sessions(configuration.settings, loop)
    devices = try DeviceBroker(sessions, loop)
    bus = BusService(DaemonState(), loop)
    seatWatch = SeatWatch(loop)
    feed = LayoutFeed(sessions, loop)
    do throws(DeviceError) {
      try sessions.openUinput()
    } catch {
      // Report all errors, so that they can be fixed together.
      for denial in devices.denials(for: configuration.settings) { Journal.warning(denial.sentence) }
      throw .device(error)
    }
  }

  private func run() throws(DaemonError) -> Int32 {
    try DaemonError.loop { () throws(SystemError) in try addSources() }
    sessions.handler = { [unowned self] news in handle(news) }
    devices.handler = { [unowned self] in publish() }
    bus.handler = { [unowned self] request, caller throws(BusRefusal) in try handle(request, by: caller) }
    devices.released.counts = { [unowned self] user in !isGone(user) }
    seatWatch.handler = { [unowned self] front in handle(front) }
    let problems = devices.assign()
    if let problem = problems.first(where: \.isConfiguration) { throw problem }
    devices.report(problems)
    bus.connect()
    seatWatch.connect()
    if !loop.isExiting { ServiceState.ready(status: state.status) }
    return try DaemonError.loop { () throws(SystemError) in try loop.run() }
  }

  private func addSources() throws(SystemError) {
    sources = [
      try loop.whenSignalled(SIGTERM) { [unowned self] in stop() },
      try loop.whenSignalled(SIGINT) { [unowned self] in stop() },
      try loop.whenSignalled(SIGHUP) { [unowned self] in reload(isAsked: true) },
      try loop.whenSignalled(SIGUSR1) { [unowned self] in set(on: !sessions.isOnInFront, because: .signal) },
      try loop.whenSignalled(SIGUSR2) { [unowned self] in reportLatency() },
      try loop.whenClockIsSet { [unowned self] in startAnewAfterSuspend() },
    ]
    try configuration.whenChanged { [unowned self] in reload(isAsked: false) }
  }

  private func set(on isOn: Bool, because reason: DaemonState.Reason, by user: UInt32? = nil) {
    sessions.set(on: isOn, because: reason, by: user)
    publish()
  }

  private func handle(
    _ request: BusRequest, by caller: BusCaller
  ) throws(BusRefusal) -> OwnedFileDescriptor? {
    switch request {
    case .watch: return try feed.watch(caller)
    case .set(let isOn):
      set(on: isOn, because: .call, by: caller.user)
      if isOn { seatWatch.askAgain() }
    case .toggle: set(on: !sessions.isOnInFront, because: .call, by: caller.user)
    case .screen(let screen) where screen != sessions.screen:
      devices.report(sessions.change(to: screen) + devices.assign())
    case .screen: break
    case .use(let layout):
      try use(layout, by: caller, until: .session(caller.session))
    case .claim(let layout):
      try claims.check(caller)
      let now = play
      try use(layout, by: caller, until: .program(caller.process))
      claims.begin(caller, configuration.chosen, now: now)
      set(on: true, because: .call, by: caller.user)
      seatWatch.askAgain()
    case .releaseDevice(let node):
      try devices.release(node, for: caller)
    case .release:
      claims.end(caller.name)
      followClaims()
      devices.takeBack(from: caller.name)
    }
    return nil
  }

  /// Whether the pads are on, and with which layout.
  private var play: Claims.PadMode {
    Claims.PadMode(isOn: sessions.isOnInFront, layout: configuration.chosen)
  }

  /// Applies the claim that decides now, or the state before all claims. The owner of the pads stays the same, unless it is
  /// the claim of the user in front.
  private func followClaims() {
    guard let play = claims.decide(now: play, counts: { !isGone($0) }) else { return }
    try? use(configuration.renewed(play.layout.flatMap { isGone($0) ? nil : $0 }), isForced: true)
    let isOfFront = play.claimer.map { $0 == sessions.seat.front.user } ?? false
    sessions.set(on: play.isOn, because: .call, keepsOwner: !isOfFront)
    publish()
  }

  /// Whether another user is in front, or the user has logged out. Root is never gone.
  ///
  /// - Parameter session: The session that counts; nil for all of the user's.
  private func isGone(_ user: UInt32, _ session: String? = nil) -> Bool {
    guard user != 0 else { return false }
    return sessions.seat.front.isOther(than: user) || !(session.map(Seat.isOpen) ?? Seat.isLoggedIn(user))
  }

  private func isGone(_ layout: ChosenLayout) -> Bool {
    if case .session(let session) = layout.end { isGone(layout.user, session) } else { isGone(layout.user) }
  }

  private func use(
    _ layout: LayoutRequest, by caller: BusCaller, until end: ChosenLayout.End
  ) throws(BusRefusal) {
    let chosen: ChosenLayout?
    do throws(ConfigurationError) {
      chosen = try configuration.chosenLayout(layout, user: caller.user, until: end)
    } catch {
      throw BusRefusal(error)
    }
    try use(chosen)
  }

  /// Changes the layout of the first file's pad; nil is the file's own.
  ///
  /// - Parameter isForced: Whether the layout may fail to fit a device, to which it is then adapted.
  private func use(_ layout: ChosenLayout?, isForced: Bool = false) throws(BusRefusal) {
    guard layout != configuration.chosen else { return }
    do throws(DaemonError) {
      try configuration.choose(layout) { settings throws(DaemonError) in
        try change(to: settings, isForced: isForced)
      }
    } catch .configuration(let error) {
      throw BusRefusal(error)
    } catch {
      throw BusRefusal(.badLayout, error.sentence)
    }
    publish()
  }

  /// Follows the user in front. The layout that a user has chosen ends with the user's session. Claims and released
  /// devices wait until their user is back.
  private func handle(_ front: Seat.Front) {
    feed.setFront(front)
    sessions.setFront(front)
    devices.followReleases()
    followClaims()
    if let layout = configuration.chosen, isGone(layout) { try? use(nil, isForced: true) }
    publish()
  }

  /// Logs the latency of frames since the last report.
  private func reportLatency() {
    for session in sessions.all { Journal.info(session.state.latency(session.takeLatency())) }
    if sessions.all.isEmpty { Journal.info("no touch device is in use, so there is no latency to report") }
  }

  private func handle(_ news: Sessions.Event) {
    switch news {
    case .grabConfirmed(let session):
      devices.forgetFaults(of: session)
      publish()
    case .switched: publish()
    case .grabbed: bus.show(state)
    case .untouched: devices.look()
    case .ended(let error):
      devices.report([.device(error)])
      if error.isDisconnection { devices.look() }
    }
  }

  private func reload(isAsked: Bool) {
    ServiceState.reloading()
    configuration.reload(isAsked: isAsked) { settings throws(DaemonError) in try change(to: settings) }
    lastPublished = state
    bus.show(lastPublished)
    if !loop.isExiting { ServiceState.ready(status: lastPublished.status) }
  }

  /// Switches to other settings. After an error, everything stays as it was.
  private func change(to settings: [Settings], isForced: Bool = false) throws(DaemonError) {
    let configuredPads = sessions.configuredPads(for: settings)
    // All errors of the settings occur here, before anything has changed.
    let stays = try devices.check(settings, of: configuredPads, allowsMisfits: isForced)
    let changes = zip(zip(configuredPads, settings), stays).map {
      Sessions.Change(configuredPad: $0.0, settings: $0.1, stays: $1)
    }
    let problems = sessions.apply(changes)
    devices.report(problems + devices.assign())
  }

  /// A device that was suspended may never report that a finger has lifted meanwhile.
  private func startAnewAfterSuspend() {
    guard suspendClock.wasSuspended(), !sessions.all.isEmpty else { return }
    Journal.info("the system was suspended; fingers on the devices count again when they have lifted")
    sessions.startAnew()
    if sessions.tellsWhenUntouched { devices.look() }
  }

  /// The current state of the daemon.
  private var state: DaemonState {
    DaemonState(
      isOn: sessions.isOn, reason: sessions.reason, refusal: configuration.refusal,
      layout: configuration.layout, profile: profile, gesture: sessions.configuredPads[0].settings.toggle,
      profiles: configuration.profiles, files: sessions.files(devices.released))
  }

  /// The profile of the first pad's layout, as the device decides; empty for another layout.
  private var profile: String {
    let pad = sessions.configuredPads[0]
    guard let profile = configuration.profile else { return "" }
    guard profile == AutomaticProfile.name, let session = sessions.session(of: pad) else { return profile }
    return AutomaticProfile(for: session.device.deviceClass, on: session.surface.size).rawValue
  }

  /// Reports the current state, unless it was reported already.
  private func publish() {
    let state = state
    if state.status != lastPublished.status { ServiceState.status(state.status) }
    if state.waits != lastPublished.waits, !state.waits.isEmpty {
      Journal.info(state.waits.joined(separator: "; "))
    }
    lastPublished = state
    bus.show(state)
  }

  private func stop() {
    Journal.info("stopping")
    ServiceState.stopping()
    sessions.endAll()
    loop.exit(0)
  }
}
