internal import CLinux
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
/// | whether the pads play, and with what | ``PadPolicy`` |
/// | which pad goes on which device | ``DeviceBroker`` |
/// | the pads, and the devices that they are on | ``Sessions`` |
/// | the reports about these | ``DaemonState`` |
/// | who else can see it, and switch pads | ``BusThread`` |
/// | what programs receive that show the controls | ``LayoutFeed`` |
final class Daemon {
  private let loop: EventLoop
  private let configuration: ConfigurationStore
  private let sessions: Sessions
  private let devices: DeviceBroker
  private let bus: BusThread
  private let feed: LayoutFeed
  private let notifier: ServiceNotifier
  /// Nil unless the pads rest for gamepads.
  private var gamepads: GamepadWatch?
  private var policy: PadPolicy
  /// Limits layouts that need other virtual devices, so that udev, desktops and games have time to follow.
  private var deviceLimit = RateLimit(interval: 2_000_000, burst: 5)
  /// Limits devices that their programs release, because each comes back with a new clone, mouse and keyboard.
  private var releaseLimit = RateLimit(interval: 2_000_000, burst: 20)
  /// Limits how often the screen turns: each orientation may need other devices.
  private var screenLimit = RateLimit(interval: 2_000_000, burst: 10)
  /// Why the current files are not used; nil if they are.
  private var refusal: DaemonError?
  /// The call that waits until nothing touches a device.
  private var scheduled: (number: UInt64, request: BusRequest, caller: BusCaller)? {
    didSet { sessions.hasScheduledLayout = scheduled != nil }
  }
  private var suspendClock = SuspendClock()
  private var sources: [EventSource] = []
  /// The state that was last reported.
  private var lastPublished = DaemonState()

  /// Runs the daemon with this command line, until a signal ends it.
  ///
  /// - Parameter arguments: The command line, without the program's name.
  /// - Returns: The status to exit with.
  static func run(arguments: [String]) -> Int32 {
    clinux_forbid_dumps()
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
    let loop = loop
    notifier = ServiceNotifier(loop)
    configuration = try DaemonError.loop { () throws(SystemError) in
      try ConfigurationStore(configurationPaths, loop)
    }
    var kept = KeptPads()
    policy = PadPolicy(try configuration.read(), owner: kept.owner, waiting: kept.waiting)
    configuration.finish(reading: policy.files)
    sessions = Sessions(policy.settings, isActive: policy.isActive, loop)
    try sessions.adopt(&kept)
    devices = try DeviceBroker(sessions, loop)
    let folders = configuration.folders
    bus = try DaemonError.loop { () throws(SystemError) in try BusThread(loop, folders) }
    feed = LayoutFeed(sessions, loop)
    do throws(DeviceError) {
      try sessions.openUinput()
    } catch {
      // Report all errors, so that they can be fixed together.
      for denial in devices.denials(for: policy.settings) { Journal.warning(denial.sentence) }
      throw .device(error)
    }
  }

  private func run() throws(DaemonError) -> Int32 {
    try DaemonError.loop { () throws(SystemError) in try addSources() }
    sessions.handler = { [unowned self] event in handle(event) }
    devices.handler = { [unowned self] in publish() }
    bus.handler = { [unowned self] report in handle(report) }
    let problems = devices.assign()
    if let problem = problems.first(where: \.isConfiguration) { throw problem }
    devices.report(problems)
    try DaemonError.loop { () throws(SystemError) in try bus.start() }
    updateGamepadWatch()
    if !loop.isExiting { notifier.ready(status: state.status) }
    return try DaemonError.loop { () throws(SystemError) in try loop.run() }
  }

  private func addSources() throws(SystemError) {
    sources = [
      try loop.whenSignalled(SIGTERM) { [unowned self] in stop() },
      try loop.whenSignalled(SIGINT) { [unowned self] in stop() },
      try loop.whenSignalled(SIGHUP) { [unowned self] in reload(isAsked: true) },
      try loop.whenSignalled(SIGUSR1) { [unowned self] in toggle() },
      try loop.whenSignalled(SIGUSR2) { [unowned self] in reportLatency() },
      try loop.whenClockIsSet { [unowned self] in startAnewAfterSuspend() },
    ]
    configuration.handler = { [unowned self] in reload(isAsked: false) }
  }

  private func set(on isOn: Bool, because reason: DaemonState.Reason, by user: UInt32? = nil) {
    var wanted = policy
    wanted.set(on: isOn, because: reason, by: user)
    reconcile(wanted)
  }

  private func toggle() {
    var wanted = policy
    wanted.toggle(because: .signal, by: 0, now: loop.now)
    reconcile(wanted)
  }

  private func handle(_ report: BusThread.Report) {
    switch report {
    case .request(let number, let request, let caller):
      // The newest choice of a layout counts.
      if request.isChecked { endSchedule() }
      if case .schedule = request {
        scheduled = (number, request, caller)
      } else {
        bus.post(.reply(number, BusReply { () throws(BusRefusal) in try handle(request, by: caller) }))
      }
      useScheduledLayout()
    case .front(let front): handle(front)
    case .lockFollows(let user): interrupt(of: user)
    case .alive: break  // BusThread
    case .ended(.success(let status)): loop.exit(status)
    case .ended(.failure(let error)): loop.fail(.eventLoop(error))
    }
  }

  /// Uses the layout that waits, unless something touches a device.
  private func useScheduledLayout() {
    guard let (number, request, caller) = scheduled, !sessions.all.contains(where: { $0.isTouched }) else {
      return
    }
    scheduled = nil
    bus.post(.reply(number, BusReply { () throws(BusRefusal) in try handle(request, by: caller) }))
  }

  /// Replies to the call whose layout waits, which another one replaces.
  private func endSchedule() {
    if let number = scheduled?.number { bus.post(.reply(number, .done(nil))) }
    scheduled = nil
  }

  private func handle(_ request: BusRequest, by caller: BusCaller) throws(BusRefusal) -> BusFile? {
    var wanted = policy
    switch request {
    case .watch(let withMenu):
      guard !withMenu || policy.files.allowMenu else { throw BusRefusal(.noMenu) }
      return BusFile(try feed.watch(caller, withMenu: withMenu))
    case .playRumble: return try playRumble(by: caller)
    case .screen(let screen): wanted.report(screen, by: caller.user)
    case .set(let isOn):
      wanted.set(on: isOn, because: .call, by: caller.user, isAutomatic: caller.isAutomatic)
    case .toggle: wanted.toggle(because: .call, by: caller.user, now: loop.now)
    case .use(let layout, let settings, let pad):
      guard policy.files.indices.contains(pad) else { throw BusRefusal(.noPad) }
      wanted.use(try chosen(layout, settings, by: caller, until: .session(caller.session)), onPad: pad)
    case .schedule(let layout, let settings):
      wanted.use(try chosen(layout, settings, by: caller, until: .session(caller.session)))
    case .claim(let layout, let settings):
      let chosen = try chosen(layout, settings, by: caller, until: .program(caller.process))
      try wanted.claim(chosen ?? policy.layout?.kept(by: caller.user), by: caller)
    case .releaseDevice(let node):
      guard releaseLimit.allows(now: loop.now) else {
        throw BusRefusal(.tooManyCalls, "devices were released too often; call again in two seconds")
      }
      try devices.check(node)
      try wanted.release(node, for: caller)
    case .release: wanted.end(caller.name)
    case .lock: wanted.interrupt(of: caller.user)
    case .replug: return try replug()
    }
    do throws(DaemonError) {
      if !wanted.hasSameSettings(as: policy), request.isChecked { try devices.check(wanted.settings) }
    } catch .configuration(let error) {
      throw BusRefusal(error)
    } catch {
      throw BusRefusal(.badLayout, error.sentence)
    }
    guard wanted.screen == policy.screen || screenLimit.allows(now: loop.now) else {
      throw BusRefusal(.tooManyCalls, "the screen turns too often; report it again in two seconds")
    }
    try countNewDevices(wanted, for: request)
    reconcile(wanted)
    if request.switchesOn(caller) { bus.post(.askForSeat) }
    return nil
  }

  /// Counts the virtual devices that come with a request. What goes while there is a claim comes back with its end, which
  /// nobody can refuse, so it counts now.
  private func countNewDevices(_ wanted: PadPolicy, for request: BusRequest) throws(BusRefusal) {
    let comesBack = wanted.isClaimed
    deviceLimit.advance(to: loop.now)
    if request.isChecked,
      wanted.needsDevices(beyond: policy) || comesBack && policy.needsDevices(beyond: wanted)
    {
      guard deviceLimit.isOpen else {
        throw BusRefusal(
          .tooManyCalls,
          "each of these layouts needs another gamepad, mouse or keyboard; there is one every two seconds")
      }
      deviceLimit.spend()
    }
    guard request.isSwitch, wanted.settings.contains(where: \.gamepad.isUnpluggedWhileOff) else { return }
    let isPlugged = wanted.isActive && !policy.isActive
    guard !isPlugged && !request.isClaim || deviceLimit.isOpen else {
      throw BusRefusal(
        .tooManyCalls, "a gamepad that was unplugged comes back every two seconds; call again later")
    }
    // Nothing delays switching off.
    if isPlugged || comesBack && policy.isActive && !wanted.isActive { deviceLimit.spend() }
  }

  /// Has the caller shake a motor, in place of the last one.
  private func playRumble(by caller: BusCaller) throws(BusRefusal) -> BusFile? {
    do throws(SystemError) {
      let motor = try MotorSocket(of: caller.user)
      try motor.start(on: loop) { [unowned self, unowned motor] in
        if sessions.sessionMotor === motor { devices.use(nil) }
      }
      devices.use(motor)
      guard let file = motor.clientEnd.take() else { return nil }
      return BusFile(file)
    } catch {
      throw BusRefusal(.noFeed)
    }
  }

  private func replug() throws(BusRefusal) -> BusFile? {
    guard deviceLimit.allows(now: loop.now) else {
      throw BusRefusal(.tooManyCalls, "there is a new gamepad every two seconds; call again later")
    }
    Journal.notice("the gamepads are made anew")
    devices.report(sessions.renewPads())
    publish()
    return nil
  }

  /// Nil for an empty layout, which has no settings.
  private func chosen(
    _ layout: LayoutRequest, _ settings: Settings?, by caller: BusCaller, until end: ChosenLayout.End
  ) throws(BusRefusal) -> ChosenLayout? {
    guard let settings else { return nil }
    guard !settings.areControlsSent || policy.files.acceptSentLayouts else {
      throw BusRefusal(
        .notAllowed,
        "the configuration allows only installed profiles (layouts = \"installed\"); list them: touchstick profiles"
      )
    }
    return ChosenLayout(layout, settings, user: caller.user, end: end)
  }

  private func handle(_ front: Seat.Front) {
    feed.setFront(front)
    // A layout is its user's. This is also called when somebody else's session ends.
    let isOther = front.user != policy.seat.front.user
    if let user = scheduled?.caller.user, user == 0 ? isOther : user != front.user { endSchedule() }
    if let user = sessions.sessionMotor?.user, user != 0, user != front.user { devices.use(nil) }
    var wanted = policy
    wanted.update(front: front, isLoggedIn: Seat.isLoggedIn)
    reconcile(wanted)
  }

  private func interrupt(of user: UInt32?) {
    var wanted = policy
    wanted.interrupt(of: user)
    // Before sleep, each session may be locked without a word, also those behind another one.
    if user == nil { for other in Seat.users { wanted.interrupt(of: other) } }
    // Anybody may ask logind for locks of a session, any number of times.
    if wanted.seat != policy.seat { reconcile(wanted) }
  }

  /// Makes everything as a policy wants it. Layouts that do not fit are adapted to their devices.
  ///
  /// - Parameter readsAgain: Whether to apply settings that have not changed, too.
  private func reconcile(_ wanted: PadPolicy, readsAgain: Bool = false) {
    let shown = policy
    policy = wanted
    // What must stop stops first, and what may begin comes last.
    if !wanted.isActive { sessions.play(false, atOnce: wanted.seat.obstacle != nil) }
    keepWaiting(beyond: shown.seat.waiting)
    for pad in wanted.files.indices where wanted.layouts[pad] != shown.layouts[pad] {
      let ofPad = pad == 0 ? "" : "pad \(pad + 1): "
      Journal.notice(ofPad + (wanted.layouts[pad]?.sentence ?? "the layout is the configuration's own"))
    }
    if readsAgain || !wanted.hasSameSettings(as: shown) {
      let problems = sessions.apply(devices.changes(to: wanted.settings))
      devices.report(problems + devices.assign())
    }
    devices.change(released: wanted.released)
    if wanted.screen != sessions.screen {
      devices.report(sessions.change(to: wanted.screen) + devices.assign())
    }
    // Programs of the last owner may still have the pads open, to read and to write.
    if let owner = shown.seat.owner, owner != wanted.seat.owner { devices.report(sessions.renewPads()) }
    feed.allowsMenu = policy.files.allowMenu
    if wanted.isActive {
      let problems = sessions.play(true)
      if !problems.isEmpty { devices.report(problems) }
    }
    if wanted.isActive != shown.isActive { Journal.info(state.switching) }
    updateGamepadWatch()
    publish()
  }

  /// Has systemd remember for whom the pads wait.
  private func keepWaiting(beyond shown: Set<UInt32>) {
    for user in policy.seat.waiting.symmetricDifference(shown) {
      notifier.set(policy.seat.waiting.contains(user), mark: KeptPads.waitMark(of: user))
    }
  }

  /// Looks for the use of gamepads if the pads rest for it, and anew after each reason to come back.
  private func updateGamepadWatch() {
    guard policy.files.restForGamepads else {
      (gamepads, policy.isGamepadUsed) = (nil, false)
      return
    }
    if !policy.isGamepadUsed { gamepads?.forgetUse() }
    guard gamepads == nil else { return }
    do throws(SystemError) {
      gamepads = try GamepadWatch(loop) { [unowned self] in
        if let gamepads { record(gamepadUse: gamepads.isUsed) }
      }
    } catch {
      Journal.warning("cannot find gamepads: \(error.text)")
    }
  }

  private func record(gamepadUse isUsed: Bool) {
    guard isUsed != policy.isGamepadUsed else { return }
    var wanted = policy
    wanted.isGamepadUsed = isUsed
    reconcile(wanted)
  }

  private func recordRestingTouch() {
    var wanted = policy
    wanted.recordRestingTouch(now: loop.now)
    if wanted.isGamepadUsed != policy.isGamepadUsed { reconcile(wanted) }
  }

  /// Logs the latency of frames since the last report.
  private func reportLatency() {
    for session in sessions.all { Journal.info(session.status.latency(session.drainLatency())) }
    if sessions.all.isEmpty { Journal.info("no touch device is in use, so there is no latency to report") }
  }

  private func handle(_ event: Sessions.Event) {
    switch event {
    case .grabConfirmed(let session):
      devices.forgetFaults(of: session)
      publish()
    case .switched(let session):
      guard policy.seat.allowsGesture else { return sessions.undoGesture(in: session) }
      set(on: session.wantsOn, because: .gesture)
    case .touchedWhileOff: recordRestingTouch()
    case .grabbed: bus.post(.show(PadStatus(state)))
    case .unplugged, .sensorsChanged: publish()
    case .untouched: if sessions.reportsWhenUntouched { devices.reassign() }
    case .ended(let error):
      devices.report([.device(error)])
      if error.isDisconnection { devices.reassign() }
    }
    useScheduledLayout()
  }

  /// Reads the files again. After an error, everything stays as it was.
  ///
  /// - Parameter isAsked: Whether somebody requested it. It is then logged even if nothing has changed.
  private func reload(isAsked: Bool) {
    notifier.reloading()
    if isAsked { devices.forgetSurvey() }
    do throws(DaemonError) {
      var wanted = policy
      wanted.files = try configuration.read()
      let files = wanted.files
      wanted.renewLayouts { pad, layout in
        guard files.indices.contains(pad), !layout.settings.areControlsSent || files.acceptSentLayouts else {
          return nil
        }
        return configuration.renewed(layout, for: files[pad])
      }
      let isOther = !wanted.hasSameSettings(as: policy)
      if isOther || isAsked {
        try checkFit(of: &wanted)
        reconcile(wanted, readsAgain: true)
      }
      configuration.finish(reading: policy.files)
      bus.post(.read(configuration.folders))
      if isOther || isAsked || refusal != nil, !loop.isExiting {
        Journal.notice("the configuration was read again")
      }
      refusal = nil
    } catch {
      Journal.error(error.sentence)
      Journal.error("the configuration stays as it was")
      refusal = error
    }
    lastPublished = state
    bus.post(.show(PadStatus(lastPublished)))
    if !loop.isExiting { notifier.ready(status: lastPublished.status) }
  }

  /// A chosen layout that has not changed must not keep new files from being used: it ends if it does not fit.
  private func checkFit(of wanted: inout PadPolicy) throws(DaemonError) {
    do throws(DaemonError) {
      try devices.check(wanted.settings)
    } catch {
      guard !wanted.layouts.isEmpty, wanted.layouts == policy.layouts else { throw error }
      for pad in wanted.layouts.keys { wanted.use(nil, onPad: pad) }
      try devices.check(wanted.settings)
    }
  }

  /// A device that was suspended may never report that a finger has lifted meanwhile.
  private func startAnewAfterSuspend() {
    guard suspendClock.wasSuspended(), !sessions.all.isEmpty else { return }
    Journal.info("the system was suspended; fingers on the devices count again when they have lifted")
    sessions.startAnew()
    if sessions.reportsWhenUntouched { devices.reassign() }
    useScheduledLayout()
  }

  /// The current state of the daemon.
  private var state: DaemonState {
    DaemonState(
      isOn: policy.isOn, reason: policy.reason, refusal: refusal, layout: policy.shownLayout(ofPad: 0),
      otherLayouts: policy.files.indices.dropFirst().map(policy.shownLayout), profile: profile,
      gesture: policy.settings[0].toggle, profiles: configuration.profiles, files: sessions.files(policy),
      motors: sessions.motors, sensors: sessions.sensors.status, sensorProblems: sessions.sensorProblems)
  }

  /// The profile of the first pad's layout, as the device decides; empty for another layout.
  private var profile: String {
    guard let profile = policy.profile else { return "" }
    guard profile == AutomaticProfile.name, let session = sessions.session(of: sessions.configuredPads[0])
    else { return profile }
    return AutomaticProfile(for: session.device.deviceClass, on: session.surface.size).rawValue
  }

  /// Reports the current state, unless it was reported already.
  private func publish() {
    let state = state
    if state.status != lastPublished.status { ServiceState.status(state.status) }
    if state.waits != lastPublished.waits, !state.waits.isEmpty, !loop.isExiting {
      Journal.info(state.waits.joined(separator: "; "))
    }
    lastPublished = state
    bus.post(.show(PadStatus(state)))
  }

  private func stop() {
    Journal.info("stopping")
    ServiceState.stopping()
    sessions.endAll()
    // A pad that could not be brought to rest must go with this process.
    if !loop.isExiting { KeptPads.keep(sessions.configuredPads.compactMap(\.pad), of: policy.seat.owner) }
    loop.exit(0)
  }
}

/// Detects a suspend that stopped the system's clocks: CLOCK_BOOTTIME includes that time, and CLOCK_MONOTONIC does not.
private struct SuspendClock {
  /// The longest possible time of suspends before the last call, in nanoseconds.
  private var maxSuspended = Self.timeSuspended.upperBound

  /// Whether the system was suspended since the last call, or since this was made.
  mutating func wasSuspended() -> Bool {
    let suspended = Self.timeSuspended
    defer { maxSuspended = suspended.upperBound }
    return suspended.lowerBound > maxSuspended
  }

  /// How long the system was suspended since it was started. Two clocks cannot be read at once.
  private static var timeSuspended: ClosedRange<Int64> {
    let before = nanoseconds(on: CLOCK_MONOTONIC)
    let all = nanoseconds(on: CLOCK_BOOTTIME)
    let after = nanoseconds(on: CLOCK_MONOTONIC)
    return all - after...all - before
  }
}
