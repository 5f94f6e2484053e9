internal import Configuration
internal import EventPipeline
internal import Glibc
internal import InputDevices

// What happens in sessions.
extension Daemon {
  /// Takes what the device has sent, and does what is due.
  func read(_ session: Session) {
    let now = loop.now
    inSession(session) { () throws(DeviceError) in try session.readAll(now: now) }
    if session.wantsOn != isOn { setPads(on: session.wantsOn) }
    if looksWhenUntouched, !session.isTouched { lookForDevices() }
  }

  /// Switches all pads off or on, each as soon as nothing is on its surface.
  func setPads(on isOn: Bool) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    Journal.info("switching \(isOn ? "on" : "off"), as soon as nothing touches the device")
    for session in sessions {
      inSession(session) { () throws(DeviceError) in try session.set(on: isOn, now: loop.now) }
    }
    announceStatus()
  }

  /// A device that was suspended may never say that a finger has gone meanwhile.
  func startAnewAfterSuspend() {
    guard suspendClock.wasSuspended(), !sessions.isEmpty else { return }
    Journal.info("the system was suspended; fingers on the devices count again when they have lifted")
    for session in sessions {
      inSession(session) { () throws(DeviceError) in try session.startAnew(now: loop.now) }
    }
    if looksWhenUntouched { lookForDevices() }
  }

  /// Does something with a session, which an error ends.
  private func inSession(_ session: Session, _ work: () throws(DeviceError) -> Void) {
    // An error in another session may have ended this one.
    guard sessions.contains(where: { $0 === session }) else { return }
    do throws(DeviceError) {
      let wasInDoubt = session.isInDoubt
      try work()
      if wasInDoubt { settleDoubt(session) }
    } catch {
      end(session)
      report([.device(error)])
      if error.isDisconnection { lookForDevices() }
    }
    setDeadline(session)
  }

  /// Says that a device is used of which it was not sure that it is ours, if it is now.
  func settleDoubt(_ session: Session) {
    guard !session.isInDoubt else { return }
    session.players.forEach(settle)
    announceStatus()
  }

  /// Has the loop call when the session has something to do by itself, and not for what it does not read yet.
  func setDeadline(_ session: Session) {
    do throws(DaemonError) {
      try session.timer?.set(to: session.deadline)
      try session.readability?.set(enabled: !session.isPaused)
    } catch {
      fail(error)
    }
  }

  /// Ends a session, with every stick centred, and leaves the pads as they are.
  func end(_ session: Session) {
    guard let index = sessions.firstIndex(where: { $0 === session }) else { return }
    sessions.remove(at: index)
    session.readability = nil
    session.timer = nil
    do throws(DeviceError) {
      try session.release(now: loop.now)
    } catch {
      fail(.device(error))
    }
  }

  /// Says what kept devices from being used, and what the daemon does now, and goes on as well as can be: a
  /// device that is gone is waited for, one that another program has is tried again.
  func report(_ problems: [DaemonError]) {
    for problem in problems { report(problem) }
    if problems.contains(where: \.mayPass) { retryLater() }
    announceStatus()
  }

  /// Without the pad there is nothing to do.
  private func report(_ error: DaemonError) {
    switch error {
    case .device(.cannotWrite), .device(.cannotCreate), .device(.cannotOpenUinput), .eventLoop:
      fail(error)
    case .device(let reason) where reason.isDisconnection:
      Journal.notice(error.sentence)
    default: complain(of: error)
    }
  }

  private func retryLater() {
    do throws(DaemonError) {
      retrySource = try loop.after(seconds: retryDelay) { [unowned self] in lookForDevices() }
      retryDelay = min(retryDelay * 2, Self.longestRetryDelay)
    } catch {
      fail(error)
    }
  }

  private static let longestRetryDelay: UInt64 = 30

  /// Ends the daemon, for systemd to start it anew.
  func fail(_ error: DaemonError) {
    Journal.error(error.sentence)
    loop.exit(error.exitStatus)
  }
}

// What a session is made of.
extension Daemon {
  /// Makes the pipeline of a device with the controls of some files on it.
  func makePipeline(
    for device: TouchDevice, _ settings: [Settings]
  ) throws(DaemonError) -> TouchPipeline {
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

  /// Makes the player's pad, unless it is there.
  func makePad(for player: Player) throws(DaemonError) {
    guard player.pad == nil else { return }
    let made = try DaemonError.device { () throws(DeviceError) -> VirtualDevice in
      let uinput = if let opened = uinput.take() { opened } else { try Uinput() }
      return try VirtualDevice(
        player.settings.gamepad.description, phys: VirtualDevice.gamepadPhys, through: uinput)
    }
    player.pad = made
    Journal.info("made the gamepad “\(made.name)”\(made.place)")
  }
}

extension VirtualDevice {
  /// Its node in brackets, to stand behind its name; nothing where that is not known.
  var place: String { node.map { " (\($0))" } ?? "" }
}

// What is said of it.
extension Daemon {
  func announce(_ device: TouchDevice, for player: Player) {
    let node = device.node
    let configured = player.settings.device.size
    guard let surface = try? Surface(of: node.description, class: device.deviceClass, configured: configured)
    else { return }
    let size = "\(Int(surface.size.width.rounded())) x \(Int(surface.size.height.rounded())) mm"
    let file = players.count > 1 ? player.settings.fileName.map { " for \($0)" } ?? "" : ""
    Journal.info(
      "using \(node.description.name) (\(node.path)), a \(device.deviceClass) of \(size)\(file)")
    if surface.sizeSource == .assumption {
      Journal.warning(
        "\(node.path): the device does not say how large it is; \(size) is assumed, so that sticks "
          + "may be too large or too small; set size in [device]")
    }
  }

  /// Says what the daemon does now, unless that is what was said last.
  func announceStatus() {
    guard status != lastStatus else { return }
    lastStatus = status
    ServiceState.status(status)
    if waits != lastWaits, !waits.isEmpty { Journal.info(waits.joined(separator: "; ")) }
    lastWaits = waits
  }

  /// Says what is legal in the configuration but surely not meant, with a device that is used.
  func warn(of device: TouchDevice) {
    let session = sessions.first { $0.device.node.path == device.node.path }
    let settings = session?.players.map(\.settings) ?? []
    for warning in settings.warnings(for: device.node.description, class: device.deviceClass)
    where warnings.insert(warning.sentence).inserted {
      Journal.warning(warning.sentence)
    }
  }

  /// Whether it was said that another program has the device, and nothing was used since.
  func wasSaidToBeGrabbed(_ device: TouchDevice) -> Bool {
    let error = DeviceError.cannotGrab(
      node: device.node.path, name: device.node.description.name, errno: EBUSY)
    return complaints.contains(error.sentence)
  }

  /// Says why a device cannot be used, once until one can.
  func complain(of error: DaemonError) {
    if complaints.insert(error.sentence).inserted { Journal.warning(error.sentence) }
  }
}
