internal import Configuration
internal import EventPipeline
internal import InputDevices
internal import System

/// The pads, one for each configuration file, and the sessions of the touch devices that they are on.
final class Sessions {
  enum Event {
    /// The device is now certainly in use, which was in doubt.
    case grabConfirmed(Session)
    /// Nothing touches the device any more, while ``Sessions/reportsWhenUntouched`` or ``Sessions/hasScheduledLayout``.
    case untouched
    /// The device's gesture requests to switch the pads on or off.
    case switched(Session)
    /// A control was touched while the pads are off, and nothing touches the device any more.
    case touchedWhileOff
    /// The device has been grabbed, or released.
    case grabbed
    /// Pads that are off have gone.
    case unplugged
    /// Other motion sensors are read, or cannot be read.
    case sensorsChanged
    /// An error has ended it.
    case ended(DeviceError)
  }

  var handler: (Event) -> Void = { _ in }
  /// Called after each step of a session, and after changes of ``layoutNumber``; nil while nobody watches.
  var stepHandler: (() -> Void)? {
    didSet { for configuredPad in configuredPads { configuredPad.rumble.stepHandler = stepHandler } }
  }
  /// Counts the changes of ``all``, of their layouts and of which of them are certainly in use.
  var layoutNumber = 0 {
    didSet { stepHandler?() }
  }
  /// In the order of their files, which is that of their priority on a surface that they share.
  var configuredPads: [ConfiguredPad]
  var all: [Session] = []
  /// Whether the pads are on. Each frame asks this.
  private(set) var isActive: Bool { didSet { updateAwaitsLift() } }
  private var wasAtOnce = false
  /// ``PadPolicy/screen``
  var screen = Screen()
  /// The motor that a program of the session shakes; nil without one.
  var sessionMotor: MotorSocket?
  /// Whether a pad whose device is touched may move to a better device after the lift.
  var reportsWhenUntouched = false { didSet { updateAwaitsLift() } }
  /// Whether a layout waits until nothing touches a device.
  var hasScheduledLayout = false { didSet { updateAwaitsLift() } }
  /// Whether something waits until nothing touches a device. Each frame asks this.
  private var awaitsLift = false

  /// Whether touchscreens have a button for the overlay's menu, and whether they should.
  private var (hasMenuHandle, wantsMenuHandle) = (false, false)

  let loop: EventLoop
  let sensors: SensorBroker
  /// Whether any sensor is wanted.
  var readsSensors = false
  /// /dev/uinput, until the first pad uses it.
  var uinput: Uinput?
  /// The logged warnings about the current configuration, so that each is logged once.
  var warnings: [Diagnostic] = []
  var unplugging = Unplugging()

  init(_ settings: [Settings], isActive: Bool, _ loop: EventLoop) {
    configuredPads = settings.map { ConfiguredPad($0, loop) }
    self.isActive = isActive
    self.loop = loop
    sensors = SensorBroker(loop)
    updateAwaitsLift()
    connectSensors()
  }

  /// Opens /dev/uinput, so that the daemon ends at once if it cannot make a pad.
  func openUinput() throws(DeviceError) {
    if configuredPads.contains(where: { $0.pad == nil }) { uinput = try Uinput() }
  }

  /// The session of the device that a pad is on.
  func session(of configuredPad: ConfiguredPad) -> Session? {
    all.first { session in session.configuredPads.contains { $0 === configuredPad } }
  }

  /// The session of a device by its node.
  func session(at path: String) -> Session? { all.first { $0.device.node.path == path } }
}

// Events of sessions.
extension Sessions {
  /// Processes the device's events, and runs the timers that are due.
  func read(_ session: Session) {
    let wasContested = session.isContested
    do throws(DeviceError) {
      try session.readAll(now: loop.now)
    } catch {
      return end(session, because: error)
    }
    reportGrab(of: session, wasContested: wasContested)
    setDeadline(session)
    if session.wantsOn != isActive { handler(.switched(session)) }
    if session.consumeRestingTouch() { handler(.touchedWhileOff) }
    if awaitsLift, !session.isTouched { handleLift() }
  }

  private func handleLift() {
    if !isActive { unplugPads() }
    if wantsMenuHandle != hasMenuHandle { setMenuHandle(wantsMenuHandle) }
    if reportsWhenUntouched || hasScheduledLayout { handler(.untouched) }
  }

  private func updateAwaitsLift() {
    awaitsLift =
      !isActive || reportsWhenUntouched || hasScheduledLayout || wantsMenuHandle != hasMenuHandle
  }

  /// Reports when the device is certainly in use.
  func reportGrab(of session: Session, wasContested: Bool) {
    guard wasContested, !session.isContested else { return }
    layoutNumber += 1
    for configuredPad in session.configuredPads { announce(configuredPad, on: session) }
    handler(.grabConfirmed(session))
  }

  /// Prepares for what follows a step of a session.
  func setDeadline(_ session: Session) {
    do throws(SystemError) {
      try session.updateSources()
    } catch {
      loop.fail(.eventLoop(error))
    }
    if session.usesMotion || readsSensors { updateSensors() }
    if let stepHandler { stepHandler() }
  }
}

// Beginning, changes and end of a session.
extension Sessions {
  /// Attaches a pad to a device, alone or beside others.
  ///
  /// - Parameter wasGrabbed: Whether another program had grabbed the device at the last attempt.
  func attach(_ configuredPad: ConfiguredPad, to device: TouchDevice, wasGrabbed: Bool) throws(DaemonError) {
    let before = session(of: configuredPad)
    try makePad(for: configuredPad)
    let new: Session
    if let there = session(at: device.node.path) {
      let sharing = configuredPads.filter { other in
        other === configuredPad || there.configuredPads.contains { $0 === other }
      }
      // Files that do not fit together do not end an existing session.
      let pipeline = try makePipeline(for: there.device, sharing.map(\.settings))
      try change(there, to: pipeline, configuredPads: sharing)
      new = there
    } else {
      new = try startReading(device, configuredPad, wasGrabbed: wasGrabbed)
    }
    configuredPad.lastNode = device.node.path
    announce(configuredPad, on: new)
    if let before { try leave(before, configuredPad) }
    updateSensors()
  }

  private func startReading(
    _ device: TouchDevice, _ configuredPad: ConfiguredPad, wasGrabbed: Bool
  ) throws(DaemonError) -> Session {
    let pipeline = try makePipeline(for: device, [configuredPad.settings])
    let new: Session
    do throws(DeviceError) {
      new = try Session(
        device, pipeline: pipeline, configuredPads: [configuredPad], isOn: isActive, wasGrabbed: wasGrabbed,
        now: loop.now)
    } catch {
      throw .device(error)
    }
    new.grabHandler = { [unowned self] in handler(.grabbed) }
    try DaemonError.loop { () throws(SystemError) in
      try new.start(on: loop) { [unowned self, unowned new] in read(new) }
    }
    all.append(new)
    layoutNumber += 1
    return new
  }

  /// Removes the pad from a session, which other pads may continue.
  private func leave(_ session: Session, _ configuredPad: ConfiguredPad) throws(DaemonError) {
    let others = session.configuredPads.filter { $0 !== configuredPad }
    if others.isEmpty { end(session) } else { try change(session, configuredPads: others) }
  }

  /// Continues a session for these pads, with the current settings of their files. If that fails, the session ends.
  func change(_ session: Session, configuredPads: [ConfiguredPad]) throws(DaemonError) {
    let pipeline: TouchPipeline
    do {
      pipeline = try makePipeline(for: session.device, configuredPads.map(\.settings))
    } catch {
      end(session)
      throw error
    }
    try change(session, to: pipeline, configuredPads: configuredPads)
  }

  private func change(
    _ session: Session, to pipeline: consuming TouchPipeline, configuredPads: [ConfiguredPad]
  ) throws(DaemonError) {
    let wasContested = session.isContested
    do {
      try session.change(to: pipeline, configuredPads: configuredPads, now: loop.now)
    } catch {
      end(session)
      throw .device(error)
    }
    layoutNumber += 1
    reportGrab(of: session, wasContested: wasContested)
    setDeadline(session)
  }

  /// Ends a session, with every stick centred, and leaves the pads as they are.
  func end(_ session: Session) {
    guard let index = all.firstIndex(where: { $0 === session }) else { return }
    all.remove(at: index)
    layoutNumber += 1
    session.stop()
    do throws(DeviceError) {
      try session.release(now: loop.now)
    } catch {
      loop.fail(.device(error))
    }
    updateSensors()
    unplugPads()
    // Nothing touches a device that has gone.
    if all.isEmpty { setMenuHandle(wantsMenuHandle) }
  }

  /// Ends a session after an error of its device.
  func end(_ session: Session, because error: DeviceError) {
    for configuredPad in session.configuredPads { configuredPad.problem = .device(error) }
    end(session)
    handler(.ended(error))
  }

  /// Ends all sessions, with every stick centred and every motor at rest.
  func endAll() {
    for session in all { end(session) }
    for configuredPad in configuredPads { configuredPad.rumble.stop() }
    sensors.end()
  }

  /// Makes the pipeline of a device with the controls of some files on it.
  private func makePipeline(
    for device: TouchDevice, _ settings: [Settings]
  ) throws(DaemonError) -> TouchPipeline {
    let node = device.node
    do throws(PipelineError) {
      return try settings.pipeline(
        for: node.description, class: device.deviceClass, on: screen(of: device), hasMenuHandle: hasMenuHandle
      )
    } catch {
      switch error {
      case .surface(let reason):
        throw .device(.noSurface(node: node.path, name: node.description.name, reason))
      case .configuration(let error): throw .configuration(error)
      }
    }
  }

  /// The screen under a device, as far as the machine and the session know it.
  func screen(of device: TouchDevice) -> Screen {
    var screen = screen
    screen.size = device.panelSize
    return screen
  }

  /// Makes the pad, unless it exists or is unplugged.
  func makePad(for configuredPad: ConfiguredPad) throws(DaemonError) {
    guard configuredPad.pad == nil, isPluggedIn(configuredPad) else { return }
    let made = try DaemonError.device { () throws(DeviceError) -> VirtualDevice in
      let uinput = if let opened = uinput.take() { opened } else { try Uinput() }
      return try VirtualDevice(
        configuredPad.settings.gamepad.description, phys: VirtualDevice.gamepadPhys, through: uinput)
    }
    configuredPad.pad = made
    try serveGames(of: configuredPad)
    Journal.info("made the gamepad \(made.phrase)")
  }

  /// Starts answering the games that have a pad open.
  private func serveGames(of configuredPad: ConfiguredPad) throws(DaemonError) {
    guard let pad = configuredPad.pad else { return }
    let rumble = configuredPad.rumble
    rumble.handler = { [unowned self] error in handler(.ended(error)) }
    rumble.stepHandler = stepHandler
    rumble.isOn = isActive
    try DaemonError.loop { () throws(SystemError) in try rumble.start(pad) }
  }

  /// How all pads rumble, for the feed.
  var rumble: FeedRumble {
    var (strong, weak, hasMotor) = (0, 0, false)
    for configuredPad in configuredPads {
      strong += Int(configuredPad.rumble.magnitudes.strong)
      weak += Int(configuredPad.rumble.magnitudes.weak)
      hasMotor = hasMotor || configuredPad.rumble.shakesMotor
    }
    return FeedRumble(
      strong: UInt8(clamping: strong >> 8), weak: UInt8(clamping: weak >> 8), hasMotor: hasMotor)
  }

  /// Has each pad use the motor that its file asks for.
  ///
  /// - Returns: The errors.
  func chooseMotors(among devices: [SurveyedDevice]) -> [DaemonError] {
    var problems: [DaemonError] = []
    for (number, configuredPad) in configuredPads.enumerated() {
      let rumbles = configuredPad.settings.gamepad.rumbles
      attempt(&problems) { () throws(DaemonError) in
        try configuredPad.rumble.chooseMotor(
          among: rumbles ? devices : [], or: rumbles ? sessionMotor : nil, pad: number)
      }
    }
    return problems
  }

  /// Continues with the pads of the service's last process that are like those of the files.
  func adopt(_ kept: inout KeptPads) throws(DaemonError) {
    for configuredPad in configuredPads where isPluggedIn(configuredPad) {
      configuredPad.pad = kept.pad(like: configuredPad.settings.gamepad.description)
      try serveGames(of: configuredPad)
      if let pad = configuredPad.pad { Journal.info("kept the gamepad \(pad.phrase)") }
    }
  }

  /// Logs which device a pad is on, as soon as it is certain.
  func announce(_ configuredPad: ConfiguredPad, on session: Session) {
    guard !session.isContested else { return }
    configuredPad.lastClass = session.device.deviceClass
    Journal.info(session.status.use(for: configuredPads.count > 1 ? configuredPad.settings.fileName : nil))
    warn(of: session)
  }

  /// Logs the warnings about the configuration for a device in use. `touchstick use` prints those about a layout that it
  /// sends: somebody could fill the log with them.
  func warn(of session: Session) {
    let device = session.device
    let configuredPads = session.configuredPads.filter { !$0.settings.areControlsSent }
    let ofFiles = configuredPads.map(\.settings).warnings(
      for: device.node.description, class: device.deviceClass, on: screen(of: device), forHands: false)
    for warning in ofFiles + configuredPads.flatMap(session.fitWarnings)
    where !warnings.contains(warning) {
      warnings.append(warning)
      Journal.warning(warning.sentence)
    }
  }
}

// Changes of all sessions.
extension Sessions {
  /// Ignores everything on the surfaces until it lifts.
  func startAnew() {
    for session in all {
      inSession(session) { () throws(DeviceError) in try session.startAnew(now: loop.now) }
    }
  }

  /// Runs code with a session. An error ends the session.
  func inSession(_ session: Session, _ work: () throws(DeviceError) -> Void) {
    // An error in another session may have ended this one.
    guard all.contains(where: { $0 === session }) else { return }
    let wasContested = session.isContested
    do throws(DeviceError) {
      try work()
      reportGrab(of: session, wasContested: wasContested)
    } catch {
      end(session, because: error)
    }
    setDeadline(session)
  }
}

// Other settings.
extension Sessions {
  /// The plan for one file of a configuration.
  struct Change {
    /// The pad that gets the file.
    let configuredPad: ConfiguredPad
    let settings: Settings
    /// Whether the pad stays on the device that it is on.
    let stays: Bool
  }

  /// The pads for these settings: the pad of the same file, or else the equal pad of a removed file, or else a new one.
  func configuredPads(for settings: [Settings]) -> [ConfiguredPad] {
    var left = configuredPads
    func remove(where isRight: (ConfiguredPad) -> Bool) -> ConfiguredPad? {
      left.firstIndex(where: isRight).map { left.remove(at: $0) }
    }
    let sameFile = settings.map { settings in remove { $0.settings.isOfSameFile(as: settings) } }
    return zip(sameFile, settings).map { configuredPad, settings in
      configuredPad ?? remove { $0.keepsPad(with: settings) } ?? ConfiguredPad(settings, loop)
    }
  }

  /// Switches to other settings, which must fit.
  ///
  /// A device that is used before and after stays open, so that it is never released under a finger. A pad with the
  /// same identity stays, too.
  ///
  /// - Parameter changes: The plans for the files, in their order.
  /// - Returns: The errors.
  func apply(_ changes: [Change]) -> [DaemonError] {
    var problems: [DaemonError] = []
    let staying = changes.filter(\.stays).map(\.configuredPad)
    func stays(_ configuredPad: ConfiguredPad) -> Bool { staying.contains { $0 === configuredPad } }
    for session in all where !session.configuredPads.contains(where: stays) { end(session) }
    let otherPads = changes.filter { !$0.configuredPad.keepsPad(with: $0.settings) }.map(\.configuredPad)
    for change in changes { change.configuredPad.settings = change.settings }
    configuredPads = changes.map(\.configuredPad)
    warnings = []
    for session in all {
      // In the order of the files.
      let configuredPads = staying.filter { configuredPad in
        session.configuredPads.contains { $0 === configuredPad }
      }
      attempt(&problems) { () throws(DaemonError) in
        try change(session, configuredPads: configuredPads)
        warn(of: session)
      }
    }
    for configuredPad in configuredPads where session(of: configuredPad) == nil {
      configuredPad.lastClass = nil
    }
    renew(otherPads, &problems)
    unplugPads()
    return problems
  }

  /// Makes new pads in place of all of them, and releases all controls.
  ///
  /// - Returns: The errors.
  func renewPads() -> [DaemonError] {
    var problems: [DaemonError] = []
    for session in all {
      attempt(&problems) { () throws(DaemonError) in
        try change(session, configuredPads: session.configuredPads)
      }
    }
    renew(configuredPads, &problems)
    return problems
  }

  /// Removes the devices of some pads, and makes new ones of those that are in use.
  private func renew(_ pads: [ConfiguredPad], _ problems: inout [DaemonError]) {
    for configuredPad in pads { configuredPad.pad = nil }
    for session in all { session.connectPads() }
    problems += plugPads()
  }

  /// Follows a change of the session's screen, as a reload of the configuration: controls release, the desktop keeps its
  /// contacts, and pads and clones stay.
  ///
  /// - Returns: The errors.
  func change(to screen: Screen) -> [DaemonError] {
    self.screen = screen
    var problems: [DaemonError] = []
    for session in all {
      let device = session.device
      let surface = try? session.configuredPads[0].settings.device.surface(
        of: device.node.description, class: device.deviceClass, on: self.screen(of: device))
      guard surface != session.surface else { continue }
      attempt(&problems) { () throws(DaemonError) in
        try change(session, configuredPads: session.configuredPads)
        warn(of: session)
      }
    }
    return problems
  }

  /// Adds a button for the overlay's menu to layouts for touchscreens, or removes it, as soon as nothing touches them.
  func setMenuHandle(_ isWanted: Bool) {
    wantsMenuHandle = isWanted
    defer { updateAwaitsLift() }
    guard isWanted != hasMenuHandle, !all.contains(where: \.isTouched) else { return }
    hasMenuHandle = isWanted
    for session in all where session.device.deviceClass == .touchscreen {
      do {
        try change(session, configuredPads: session.configuredPads)
      } catch {
        for configuredPad in session.configuredPads { configuredPad.problem = error }
      }
    }
  }

  func attempt(_ problems: inout [DaemonError], _ work: () throws(DaemonError) -> Void) {
    do throws(DaemonError) {
      try work()
    } catch {
      problems.append(error)
    }
  }
}

// Whether the pads play.
extension Sessions {
  /// Switches all pads on or off, each as soon as nothing is on its surface.
  ///
  /// - Parameter atOnce: Whether they go off at once, also under a finger.
  /// - Returns: The errors of pads that cannot be made.
  @discardableResult
  func play(_ isActive: Bool, atOnce: Bool = false) -> [DaemonError] {
    guard isActive != self.isActive || atOnce != wasAtOnce else { return [] }
    (self.isActive, wasAtOnce) = (isActive, atOnce)
    for configuredPad in configuredPads { configuredPad.rumble.isOn = isActive }
    let problems = isActive ? plugPads() : []
    for session in all {
      inSession(session) { () throws(DeviceError) in
        try session.set(on: isActive, atOnce: atOnce, now: loop.now)
      }
    }
    unplugPads()
    return problems
  }

  /// Undoes a gesture that does not count.
  func undoGesture(in session: Session) {
    inSession(session) { () throws(DeviceError) in try session.set(on: isActive, now: loop.now) }
  }
}
