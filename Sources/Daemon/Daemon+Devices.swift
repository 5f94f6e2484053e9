internal import Configuration
internal import EventPipeline
internal import InputDevices

extension Daemon {
  /// What the daemon does now, in a few words.
  var status: String {
    let uses = sessions.filter { !$0.isInDoubt }.map {
      "using \($0.device.node.description.name) (\($0.device.node.path))"
    }
    let refused = refusal.map { ["the configuration has changed and is not taken: \($0)"] } ?? []
    return (uses + waits + (isOn ? [] : ["switched off"]) + refused).joined(separator: "; ")
  }

  /// What the daemon waits for, each once.
  var waits: [String] {
    var waits: [String] = []
    for player in players where session(of: player)?.isInDoubt ?? true {
      let wait = "waiting for \(player.settings.device.wanted)"
      if !waits.contains(wait) { waits.append(wait) }
    }
    return waits
  }

  /// Takes the touch devices that are asked for, as far as they are there, or says what is waited for.
  func lookForDevices() {
    report(takeDevices())
  }

  /// Takes the touch devices that are asked for, as far as they are there.
  ///
  /// - Returns: What kept devices that may be the ones from being used, where none was taken in their place.
  func takeDevices() -> [DaemonError] {
    retrySource = nil
    looksWhenUntouched = false
    trimming?.ask()
    return players.flatMap(takeDevice)
  }

  private func takeDevice(for player: Player) -> [DaemonError] {
    if let current = session(of: player) {
      // At boot a touchpad may be there before the touchscreen that would have been preferred.
      guard player.settings.device.type == nil else { return [] }
      looksWhenUntouched = looksWhenUntouched || current.isTouched
      if current.isTouched { return [] }
    }
    var refused: [DeviceError] = []
    let devices = monitor.devices(
      for: player.settings.device, where: { isWanted($0, by: player) }, refused: &refused)
    var problems = refused.map(DaemonError.device)
    for device in devices {
      do {
        try put(player, on: device)
        return []
      } catch {
        problems.append(error)
        // A touchpad must not stand in for a touchscreen that will be free in a moment, or that the
        // configuration is wrong for.
        if error.mayPass || error.isConfiguration { break }
      }
    }
    return problems
  }

  func session(of player: Player) -> Session? {
    sessions.first { session in session.players.contains { $0 === player } }
  }

  /// Whether a device of this class would be better than what there is. When the touchscreen goes away, a
  /// laptop's touchpad must not stop being a touchpad.
  private func isWanted(_ deviceClass: DeviceClass, by player: Player) -> Bool {
    if let session = session(of: player) { return deviceClass.isPreferred(to: session.device.deviceClass) }
    return player.takenClass == nil || deviceClass == player.takenClass
  }

  /// Has a player play on a device, alone or with those who do already.
  private func put(_ player: Player, on device: TouchDevice) throws(DaemonError) {
    let before = session(of: player)
    if let there = sessions.first(where: { $0.device.node.path == device.node.path }) {
      let sharing = players.filter { other in
        other === player || there.players.contains { $0 === other }
      }
      let pipeline = try makePipeline(for: there.device, sharing.map(\.settings))
      try makePad(for: player)
      if let before { leave(before, player) }
      try change(there, to: pipeline, players: sharing)
    } else {
      let pipeline = try makePipeline(for: device, [player.settings])
      try begin(device, pipeline, player)
      if let before { leave(before, player) }
    }
    settle(player)
  }

  /// Says which device a player is on, as soon as that is sure, and forgets what was in the way.
  func settle(_ player: Player) {
    guard let session = session(of: player), !session.isInDoubt else { return }
    announce(session.device, for: player)
    warn(of: session.device)
    player.takenClass = session.device.deviceClass
    retryDelay = 1
    complaints = []
  }

  private func begin(
    _ device: TouchDevice, _ pipeline: consuming TouchPipeline, _ player: Player
  ) throws(DaemonError) {
    try makePad(for: player)
    let new: Session
    do {
      new = try Session(
        device, pipeline: pipeline, players: [player], isOn: isOn, wasGrabbed: wasSaidToBeGrabbed(device),
        now: loop.now)
    } catch {
      throw .device(error)
    }
    new.readability = try loop.whenReadable(device.node.fileDescriptor) { [unowned self, unowned new] in
      read(new)
    }
    new.timer = try loop.timer { [unowned self, unowned new] in read(new) }
    sessions.append(new)
    setDeadline(new)
  }

  /// Ends the player's part in a session that others may go on with.
  func leave(_ session: Session, _ player: Player) {
    let others = session.players.filter { $0 !== player }
    guard !others.isEmpty else { return end(session) }
    do {
      let pipeline = try makePipeline(for: session.device, others.map(\.settings))
      try change(session, to: pipeline, players: others)
    } catch {
      end(session)
      report([error])
    }
  }

  /// Has a session go on with another pipeline; ends it where that fails.
  func change(_ session: Session, to pipeline: consuming TouchPipeline, players: [Player]) throws(DaemonError)
  {
    do throws(DeviceError) {
      let wasInDoubt = session.isInDoubt
      try session.change(to: pipeline, players: players, now: loop.now)
      if wasInDoubt { settleDoubt(session) }
    } catch {
      end(session)
      throw .device(error)
    }
    setDeadline(session)
  }
}
