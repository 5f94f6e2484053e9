internal import Configuration
internal import EventPipeline
internal import Glibc
internal import InputDevices

extension Daemon {
  private static let longestRetryDelay: UInt64 = 30

  /// What the daemon does now, in a few words.
  var status: String {
    guard let node = session?.device.node else { return "waiting for \(settings.device.wanted)" }
    return "using \(node.description.name) (\(node.path))"
  }

  /// Takes the touch device that is asked for, if it is there, or says what is waited for.
  func lookForDevice() {
    report(takeDevice())
  }

  /// Says what kept devices from being used, and what the daemon does now.
  func report(_ problems: [DaemonError]) {
    for problem in problems { recover(from: problem) }
    announceStatus()
  }

  /// Takes the touch device that is asked for, if it is there.
  ///
  /// - Returns: Where it was not taken, what kept devices that may be the one from being used.
  func takeDevice() -> [DaemonError] {
    if let session, !mayChange(session) { return [] }
    retrySource = nil
    var refused: [DeviceError] = []
    let devices = monitor.devices(for: settings.device, where: isWanted, refused: &refused)
    var problems = refused.map(DaemonError.device)
    for device in devices {
      do {
        try begin(device)
        return []
      } catch {
        problems.append(error)
        // A touchpad must not stand in for a touchscreen that will be free in a moment.
        if error.mayPass { break }
      }
    }
    return problems
  }

  /// Whether a device of this class would be better than what there is. When the touchscreen goes away, a
  /// laptop's touchpad must not stop being a touchpad.
  private func isWanted(_ deviceClass: DeviceClass) -> Bool {
    if let session { return deviceClass.isPreferred(to: session.device.deviceClass) }
    return takenClass == nil || deviceClass == takenClass
  }

  /// At boot a touchpad may be there before the touchscreen that would have been preferred.
  private func mayChange(_ session: Session) -> Bool {
    settings.device.type == nil && !session.isTouched
  }

  private func begin(_ device: TouchDevice) throws(DaemonError) {
    let (pipeline, surface) = try makePipeline(for: device, settings)
    let pad = try makePad()
    end(nil)
    let new = try DaemonError.device { () throws(DeviceError) in
      try Session(device, pipeline: pipeline, pad: pad, grabs: settings.device.grab)
    }
    sessionSource = try loop.whenReadable(device.node.fileDescriptor) { [unowned self] in read() }
    session = new
    takenClass = device.deviceClass
    retryDelay = 1
    complaints = []
    announce(device, surface)
  }

  /// Takes what the device has sent, and does what is due.
  func read() {
    let now = loop.now
    inSession { () throws(DeviceError) in try session?.readAll(now: now) }
  }

  /// Does something with the session, which an error ends.
  func inSession(_ work: () throws(DeviceError) -> Void) {
    do throws(DeviceError) {
      try work()
    } catch {
      end(nil)
      recover(from: .device(error))
      if error.isDisconnection { lookForDevice() }
      announceStatus()
    }
    setDeadline()
  }

  /// Has the loop call when the session has something to do by itself.
  private func setDeadline() {
    do throws(DaemonError) {
      try deadlineTimer?.set(to: session?.deadline)
    } catch {
      fail(error)
    }
  }

  /// Ends the session, with every stick centred, and leaves the pad as it is.
  ///
  /// - Parameter reason: What to say of it; nil is nothing.
  func end(_ reason: String?) {
    guard let ended = session else { return }
    // Before the device it waits on.
    sessionSource = nil
    session = nil
    setDeadline()
    do throws(DeviceError) {
      try ended.release()
    } catch {
      return fail(.device(error))
    }
    if let reason { Journal.notice(reason) }
  }

  /// Goes on as well as can be: without the pad there is nothing to do, a device that is gone is waited
  /// for, one that another program has is tried again.
  private func recover(from error: DaemonError) {
    switch error {
    case .device(.cannotWrite), .device(.cannotCreate), .device(.cannotOpenUinput), .eventLoop:
      fail(error)
    case .device(let reason) where reason.isDisconnection:
      Journal.notice(error.sentence)
    default:
      complain(error)
      if error.mayPass { retryLater() }
    }
  }

  private func retryLater() {
    do throws(DaemonError) {
      retrySource = try loop.after(seconds: retryDelay) { [unowned self] in lookForDevice() }
      retryDelay = min(retryDelay * 2, Self.longestRetryDelay)
    } catch {
      fail(error)
    }
  }

  /// Ends the daemon, for systemd to start it anew.
  func fail(_ error: DaemonError) {
    Journal.error(error.sentence)
    loop.exit(error.exitStatus)
  }
}

// What a session is made of.
extension Daemon {
  func makePipeline(
    for device: TouchDevice, _ settings: Settings
  ) throws(DaemonError) -> (TouchPipeline, Surface) {
    let node = device.node
    do throws(PipelineError) {
      return try settings.pipeline(for: node.description, class: device.deviceClass)
    } catch {
      switch error {
      case .surface(let reason):
        throw .device(.noSurface(node: node.path, name: node.description.name, reason))
      case .configuration(let error): throw .configuration(error)
      }
    }
  }

  private func makePad() throws(DaemonError) -> VirtualDevice {
    if let pad { return pad }
    let made = try DaemonError.device { () throws(DeviceError) -> VirtualDevice in
      let uinput = if let opened = uinput.take() { opened } else { try Uinput() }
      return try VirtualDevice(
        settings.gamepad.description, phys: VirtualDevice.ownPhys + "gamepad", through: uinput)
    }
    pad = made
    Journal.info("made the gamepad “\(made.name)”\(made.node.map { " (\($0))" } ?? "")")
    return made
  }
}

// What is said of it.
extension Daemon {
  private func announce(_ device: TouchDevice, _ surface: Surface) {
    let size = "\(Int(surface.size.width.rounded())) x \(Int(surface.size.height.rounded())) mm"
    lastStatus = status
    Journal.info("\(status), a \(device.deviceClass) of \(size)")
    if surface.sizeSource == .assumption {
      Journal.warning(
        "\(device.node.path): the device does not say how large it is; \(size) is assumed, so that sticks "
          + "may be too large or too small; set size in [device]")
    }
    ServiceState.status(status)
  }

  /// Says what the daemon does now, unless that is what was said last.
  func announceStatus() {
    guard status != lastStatus else { return }
    lastStatus = status
    Journal.info(status)
    ServiceState.status(status)
  }

  /// Says why a device cannot be used, once until one can.
  private func complain(_ error: DaemonError) {
    if complaints.insert(error.sentence).inserted { Journal.warning(error.sentence) }
  }
}
