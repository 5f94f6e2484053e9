internal import CLinux
internal import Configuration
internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import System

/// Finds touch devices, and attaches each pad to the device that its file asks for.
final class DeviceBroker {
  /// Called when the daemon's state may have changed.
  var handler: () -> Void = {}

  private let loop: EventLoop
  private let sessions: Sessions
  private let monitor: DeviceMonitor
  private var source: EventSource?
  /// The nodes of devices that another program had grabbed at the last attempt.
  private var grabbed: [String] = []
  /// The nodes of the devices that callers on the bus have.
  private var released: Set<String> = []
  /// The errors that prevented the use of devices since one was last used, so that each is logged once.
  private var reported: [DaemonError] = []
  private let retry: Retry
  /// The last survey, which counts until a device changes: one reads dozens of files for each device.
  private var survey: [SurveyedDevice]?
  /// Returns free memory of removed devices and configurations to the system. malloc would keep its pages, and fragment
  /// them further with each device of another size.
  private var trimming: EventSource?

  /// Starts to watch for devices.
  init(_ sessions: Sessions, _ loop: EventLoop) throws(DaemonError) {
    self.loop = loop
    self.sessions = sessions
    retry = Retry(loop)
    monitor = try DaemonError.device { () throws(DeviceError) in try DeviceMonitor() }
    try DaemonError.loop { () throws(SystemError) in
      source = try loop.whenReadable(monitor.fileDescriptor) { [unowned self] in
        survey = nil
        if monitor.readChanges(of: { $0.isCandidate || $0.isMotor }) { reassign() }
      }
      trimming = try loop.whenIdle { malloc_trim(0) }
    }
  }

  /// Looks for devices again, attaches pads to those that their files ask for, and logs what prevents it.
  func reassign() {
    // A device may be gone before udev says so.
    survey = nil
    report(assign())
  }

  /// Puts pads on the available devices that their files ask for.
  ///
  /// - Returns: The errors of devices that are preferred to the used ones.
  func assign() -> [DaemonError] {
    retry.cancel()
    sessions.reportsWhenUntouched = false
    trimming?.ask()
    // A pad waits for its device. It would not come back from another one.
    let configuredPads = sessions.configuredPads.filter { !released.contains($0.lastNode ?? "") }
    let requests = configuredPads.map { configuredPad in
      DeviceRequest(
        configuredPad.settings, current: sessions.session(of: configuredPad)?.device.node.path,
        lastClass: configuredPad.lastClass)
    }
    let (found, failure) = devices(for: requests)
    grabbed = grabbed.filter { node in found.contains { $0.candidate.node == node } }
    let fits = requests.fits(of: found.map(\.candidate))
    let ofPads = zip(configuredPads, fits).flatMap { configuredPad, fits in
      assign(found, fits, to: configuredPad)
    }
    let problems =
      ofPads + sessions.plugPads() + sessions.chooseMotors(among: surveyedDevices().devices)
      + [failure].compactMap { $0.map(DaemonError.device) }
    if problems.isEmpty, !sessions.all.contains(where: \.isContested) { retry.reset() }
    return problems
  }

  /// Has a program of the session shake the motor; nil is none any more.
  func use(_ motor: MotorSocket?) {
    sessions.sessionMotor = motor
    report(sessions.chooseMotors(among: surveyedDevices().devices))
  }

  private func assign(_ found: [FoundDevice], _ fits: [DeviceFit], to configuredPad: ConfiguredPad)
    -> [DaemonError]
  {
    let problems = attach(configuredPad, among: found, fits)
    // Those that come first are about better devices.
    configuredPad.problem = problems.last
    return problems
  }

  private func attach(_ configuredPad: ConfiguredPad, among found: [FoundDevice], _ fits: [DeviceFit])
    -> [DaemonError]
  {
    let problems = zip(found, fits).compactMap { $0.problem($1) }
    guard let used = fits.firstIndex(of: .used), case .success(let device) = found[used].opened else {
      return problems
    }
    let current = sessions.session(of: configuredPad)
    guard current?.device.node.path != device.node.path else { return problems }
    if let current, current.isTouched {
      sessions.reportsWhenUntouched = true
      return []
    }
    do throws(DaemonError) {
      try sessions.attach(configuredPad, to: device, wasGrabbed: grabbed.contains(device.node.path))
      if let session = sessions.session(of: configuredPad), !session.isContested { forgetFaults(of: session) }
      return []
    } catch {
      return problems + [error]
    }
  }

  /// Forgets the errors of a device that is now in use.
  func forgetFaults(of session: Session) {
    grabbed = grabbed.filter { $0 != session.device.node.path }
    reported = []
    retry.reset()
  }

  /// Logs an error and continues: waits for a device that is gone, and retries one that another program has grabbed.
  func report(_ problems: [DaemonError]) {
    for problem in problems { report(problem) }
    if problems.contains(where: \.mayPass) { retry.later { [unowned self] in reassign() } }
    handler()
  }

  private func report(_ problem: DaemonError) {
    if case .device(.cannotGrab(let node, _, EBUSY)) = problem, !grabbed.contains(node) {
      grabbed.append(node)
    }
    if problem.isFatal { return loop.fail(problem) }
    if problem.isDisconnection { return Journal.notice(problem.sentence) }
    guard !reported.contains(problem) else { return }
    reported.append(problem)
    Journal.warning(problem.sentence)
  }
}

// Devices that another program reads for a while.
extension DeviceBroker {
  /// - Throws: `noDevice` if there is no such touch device.
  func check(_ node: String) throws(BusRefusal) {
    guard surveyedDevices().devices.contains(where: { $0.isCandidate && $0.path == node }) else {
      throw BusRefusal(.noDevice)
    }
  }

  /// Stops to use some devices, and uses others again. Their pads stay, with every stick centred, and wait for them.
  ///
  /// - Parameter wanted: The nodes of the devices not to use, which are only compared with those of touch devices.
  func change(released wanted: Set<String>) {
    guard wanted != released else { return }
    for node in wanted.subtracting(released) {
      Journal.notice("\(node) is released to another program")
      if let session = sessions.session(at: node) { sessions.end(session) }
    }
    for node in released.subtracting(wanted) { Journal.notice("\(node) is back from another program") }
    released = wanted
    report(assign())
  }
}

// The available devices, and how they fit the files.
extension DeviceBroker {
  /// - Throws: ``DaemonError/configuration(_:)`` if a file does not fit the device that it asks for, or presses keys that it
  ///   may not, with or without a device.
  func check(_ settings: [Settings]) throws(DaemonError) {
    do throws(ConfigurationError) {
      for settings in settings { try settings.checkKeys() }
    } catch {
      throw .configuration(error)
    }
    let requests = requests(for: settings)
    let fits = requests.fits(of: devices(for: requests).found.map(\.candidate))
    for case .misfit(let error) in fits.joined() { throw .configuration(error) }
  }

  /// The plans for these files: which pad gets which file, and stays on its device.
  func changes(to settings: [Settings]) -> [Sessions.Change] {
    let requests = requests(for: settings)
    let found = devices(for: requests).found
    return zip(zip(sessions.configuredPads(for: settings), settings), requests).map { change, request in
      let stays = found.contains { $0.candidate.node == request.current && request.asks(for: $0.candidate) }
      return Sessions.Change(configuredPad: change.0, settings: change.1, stays: stays)
    }
  }

  private func requests(for settings: [Settings]) -> [DeviceRequest] {
    zip(sessions.configuredPads(for: settings), settings).map { configuredPad, settings in
      DeviceRequest(settings, current: sessions.session(of: configuredPad)?.device.node.path)
    }
  }

  /// The errors of devices that these files ask for and that cannot be read.
  func denials(for settings: [Settings]) -> [DeviceError] {
    devices(for: settings.map { DeviceRequest($0) }).found.compactMap { device in
      if case .failure(let error) = device.opened, error.isDenial { error } else { nil }
    }
  }

  /// Has the next use of the devices survey them, also where udev's events do not arrive.
  func forgetSurvey() { survey = nil }

  /// All devices; the error if others may be there.
  private func surveyedDevices() -> (devices: [SurveyedDevice], failure: DeviceError?) {
    if let survey, !monitor.hasChanges { return (survey, nil) }
    let new = SurveyedDevice.survey()
    survey = new.failure == nil ? new.devices : nil
    return new
  }

  /// The touch devices that a file asks for, and those in use; the error if others may be there.
  private func devices(for requests: [DeviceRequest]) -> (found: [FoundDevice], failure: DeviceError?) {
    let (all, failure) = surveyedDevices()
    let there = all.filter { $0.isCandidate && !released.contains($0.path) }
    let found = there.compactMap { device in
      if let session = sessions.session(at: device.path) {
        FoundDevice(session.device, device, sessions)
      } else {
        FoundDevice(device, for: requests, sessions)
      }
    }
    findGrabbed(found)
    // A session may not have noticed yet that its device is gone.
    let gone = sessions.all.map(\.device).filter { device in !there.contains { $0.path == device.node.path } }
    let touchDevices = found + gone.map { FoundDevice($0, nil, sessions) }
    return (touchDevices.map { $0.marked(isGrabbed: grabbed.contains($0.candidate.node)) }, failure)
  }

  /// Finds devices that other programs have grabbed, if there is a virtual one that can replace them. While the pads are off,
  /// nothing else would notice it.
  private func findGrabbed(_ found: [FoundDevice]) {
    for device in found where !grabbed.contains(device.candidate.node) {
      let canBeReplaced = found.contains { other in
        other.candidate.isVirtual && other.candidate.node != device.candidate.node
          && other.candidate.deviceClass == device.candidate.deviceClass
      }
      guard canBeReplaced, case .success(let opened) = device.opened, !opened.node.state.isTouched,
        sessions.session(at: device.candidate.node)?.isGrabbed != true
      else { continue }
      do throws(DeviceError) {
        try opened.node.grab()
        try opened.node.ungrab()
      } catch {
        if case .cannotGrab(_, _, EBUSY) = error { grabbed.append(device.candidate.node) }
      }
    }
  }
}

/// An available touch device, and the result of opening it.
private struct FoundDevice {
  private(set) var candidate: CandidateDevice
  let opened: Result<TouchDevice, DeviceError>

  private init(_ candidate: CandidateDevice, _ opened: Result<TouchDevice, DeviceError>) {
    self.candidate = candidate
    self.opened = opened
  }

  func marked(isGrabbed: Bool) -> FoundDevice {
    var device = self
    device.candidate.isGrabbed = isGrabbed
    return device
  }

  init(_ device: TouchDevice, _ survey: SurveyedDevice?, _ sessions: Sessions) {
    let candidate = CandidateDevice(
      node: device.node.path, links: survey?.links ?? [], description: device.node.description,
      class: device.deviceClass, isOpen: true, isVirtual: survey?.isVirtual == true,
      screen: sessions.screen(of: device))
    self.init(candidate, .success(device))
  }

  /// Opens a device. Nil if no file asks for it, or if it turns out not to be a touch device: udev's class alone is not
  /// enough.
  init?(_ device: SurveyedDevice, for requests: [DeviceRequest], _ sessions: Sessions) {
    guard let deviceClass = DeviceClass(device.description) else { return nil }
    let closed = CandidateDevice(
      node: device.path, links: device.links, description: device.description, class: deviceClass,
      isOpen: false)
    guard requests.contains(where: { $0.asks(for: closed) }) else { return nil }
    do throws(DeviceError) {
      let opened = try TouchDevice(
        opening: device.path, mayWrite: true, panelSize: device.panelSize())
      opened.node.omitEmulatedAxes()
      self.init(opened, device, sessions)
    } catch .notATouchDevice {
      return nil
    } catch {
      self.init(closed, .failure(error))
    }
  }

  /// The error that keeps a file from using it; nil if the file does not ask for it.
  func problem(_ fit: DeviceFit) -> DaemonError? {
    switch (fit, opened) {
    case (.unopened, .failure(let error)): .device(error)
    case (.noSurface(let reason), _):
      .device(.noSurface(node: candidate.node, name: candidate.description.name, reason))
    case (.misfit(let error), _): .configuration(error)
    default: nil
    }
  }
}
