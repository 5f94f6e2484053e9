internal import Configuration
internal import Diagnostics
internal import EventPipeline
internal import InputDevices

// How a session begins, changes and ends.
extension Sessions {
  /// Has a player play on a device, alone or with those who do already.
  ///
  /// - Parameter wasGrabbed: Whether another program had the device when it was last tried.
  func put(_ player: Player, on device: TouchDevice, wasGrabbed: Bool) throws(DaemonError) {
    let before = session(of: player)
    try makePad(for: player)
    let new: Session
    if let there = session(at: device.node.path) {
      let sharing = players.filter { other in other === player || there.players.contains { $0 === other } }
      // Files that do not go together end nothing that is there.
      let pipeline = try makePipeline(for: there.device, sharing.map(\.settings))
      try change(there, to: pipeline, players: sharing)
      new = there
    } else {
      new = try begin(device, player, wasGrabbed: wasGrabbed)
    }
    settle(player, on: new)
    if let before { try leave(before, player) }
  }

  private func begin(
    _ device: TouchDevice, _ player: Player, wasGrabbed: Bool
  ) throws(DaemonError) -> Session {
    let pipeline = try makePipeline(for: device, [player.settings])
    let new: Session
    do throws(DeviceError) {
      new = try Session(
        device, pipeline: pipeline, players: [player], isOn: isOn, wasGrabbed: wasGrabbed, now: loop.now)
    } catch {
      throw .device(error)
    }
    new.grabHandler = { [unowned self] in handler(.grabbed) }
    try new.start(on: loop) { [unowned self, unowned new] in read(new) }
    all.append(new)
    return new
  }

  /// Ends the player's part in a session that others may go on with.
  private func leave(_ session: Session, _ player: Player) throws(DaemonError) {
    let others = session.players.filter { $0 !== player }
    if others.isEmpty { end(session) } else { try change(session, players: others) }
  }

  /// Has a session go on for these players, by what their files say now; ends it where that fails.
  func change(_ session: Session, players: [Player]) throws(DaemonError) {
    let pipeline: TouchPipeline
    do {
      pipeline = try makePipeline(for: session.device, players.map(\.settings))
    } catch {
      end(session)
      throw error
    }
    try change(session, to: pipeline, players: players)
  }

  private func change(
    _ session: Session, to pipeline: consuming TouchPipeline, players: [Player]
  ) throws(DaemonError) {
    let wasInDoubt = session.isInDoubt
    do {
      try session.change(to: pipeline, players: players, now: loop.now)
    } catch {
      end(session)
      throw .device(error)
    }
    settle(session, wasInDoubt: wasInDoubt)
    setDeadline(session)
  }

  /// Ends a session, with every stick centred, and leaves the pads as they are.
  func end(_ session: Session) {
    guard let index = all.firstIndex(where: { $0 === session }) else { return }
    all.remove(at: index)
    session.stop()
    do throws(DeviceError) {
      try session.release(now: loop.now)
    } catch {
      loop.fail(.device(error))
    }
  }

  /// Ends all sessions, with every stick centred.
  func endAll() {
    for session in all { end(session) }
  }

  /// Makes the pipeline of a device with the controls of some files on it.
  private func makePipeline(
    for device: TouchDevice, _ settings: [Settings]
  ) throws(DaemonError) -> TouchPipeline {
    let node = device.node
    do throws(PipelineError) {
      return try settings.pipeline(for: node.description, class: device.deviceClass, on: screen(of: device))
    } catch {
      switch error {
      case .surface(let reason):
        throw .device(.noSurface(node: node.path, name: node.description.name, reason))
      case .configuration(let error): throw .configuration(error)
      }
    }
  }

  private func screen(of device: TouchDevice) -> Screen {
    Screen(size: device.panelSize, rotation: screenRotation)
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
    Journal.info("made the gamepad \(made.state.phrase)")
  }

  /// Says which device a player is on, as soon as that is sure.
  func settle(_ player: Player, on session: Session) {
    guard !session.isInDoubt else { return }
    player.lastClass = session.device.deviceClass
    let state = session.state
    Journal.info(state.use(for: players.count > 1 ? player.settings.fileName : nil))
    warn(of: session)
  }

  /// Says what is legal in the configuration but surely not meant, with a device that is used.
  func warn(of session: Session) {
    let device = session.device
    let settings = session.players.map(\.settings)
    for warning in settings.warnings(
      for: device.node.description, class: device.deviceClass, on: screen(of: device))
    where !warnings.contains(warning) {
      warnings.append(warning)
      Journal.warning(warning.sentence)
    }
  }
}

// What happens to all sessions.
extension Sessions {
  /// Switches all pads off or on, each as soon as nothing is on its surface.
  func set(on isOn: Bool, because reason: DaemonState.Reason) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    self.reason = reason
    Journal.info(DaemonState(isOn: isOn).switching)
    for session in all {
      inSession(session) { () throws(DeviceError) in try session.set(on: isOn, now: loop.now) }
    }
  }

  /// Has nothing that is on a surface count until it lifts.
  func startAnew() {
    for session in all {
      inSession(session) { () throws(DeviceError) in try session.startAnew(now: loop.now) }
    }
  }

  /// Does something with a session, which an error ends.
  private func inSession(_ session: Session, _ work: () throws(DeviceError) -> Void) {
    // An error in another session may have ended this one.
    guard all.contains(where: { $0 === session }) else { return }
    let wasInDoubt = session.isInDoubt
    do throws(DeviceError) {
      try work()
      settle(session, wasInDoubt: wasInDoubt)
    } catch {
      end(session)
      handler(.ended(error))
    }
    setDeadline(session)
  }
}
