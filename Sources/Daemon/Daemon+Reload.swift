internal import Configuration
internal import EventPipeline
internal import InputDevices

extension Daemon {
  /// A session that goes on with other settings.
  private struct Change {
    let session: Session
    let settings: [Settings]
    let players: [Player]
  }

  /// Goes over to other settings, or leaves everything as it was.
  ///
  /// A device that is taken before and after stays open, so that it is never given back under a finger, and a
  /// pad whose identity stays the same stays too.
  func change(to settings: [Settings]) throws(DaemonError) {
    let new = zip(players(for: settings), settings).map { (player: $0, settings: $1) }
    // What can go wrong with the settings goes wrong here, where nothing has changed yet.
    let changes = try changes(to: new)
    try checkOthers(new, changes)
    for session in sessions where !changes.contains(where: { $0.session === session }) { end(session) }
    let otherPads = new.filter { player, settings in !player.keepsPad(with: settings) }.map(\.player)
    for (player, settings) in new { player.settings = settings }
    players = new.map(\.player)
    warnings = []
    for change in changes { attempt { () throws(DaemonError) in try apply(change) } }
    for player in otherPads { player.pad = nil }
    for player in players where session(of: player) == nil { player.takenClass = nil }
    for player in otherPads where session(of: player) != nil {
      attempt { () throws(DaemonError) in try makePad(for: player) }
    }
    lookForDevices()
  }

  /// Whether settings say anything else than those that there are.
  func isOther(_ settings: [Settings]) -> Bool {
    !settings.elementsEqual(players.map(\.settings)) { $0.isOfSameFile(as: $1) && $0 == $1 }
  }

  /// The sessions that go on, and how.
  private func changes(to new: [(player: Player, settings: Settings)]) throws(DaemonError) -> [Change] {
    var changes: [Change] = []
    for session in sessions {
      let staying = new.filter { player, settings in
        session.players.contains { $0 === player } && monitor.has(session.device, for: settings.device)
      }
      guard !staying.isEmpty else { continue }
      // Made once more when it is wanted: here is where what is wrong with the settings shows.
      _ = try makePipeline(for: session.device, staying.map(\.settings))
      changes.append(
        Change(session: session, settings: staying.map(\.settings), players: staying.map(\.player)))
    }
    return changes
  }

  /// Tries out the settings of those that are to have another device, alone or with those who have it.
  private func checkOthers(
    _ new: [(player: Player, settings: Settings)], _ changes: [Change]
  ) throws(DaemonError) {
    var sharing: [String: [Settings]] = [:]
    for (player, settings) in new {
      let change = changes.first { $0.players.contains { $0 === player } }
      var refused: [DeviceError] = []
      let device =
        change?.session.device
        ?? monitor.devices(for: settings.device, where: { _ in true }, refused: &refused).first
      guard let device else { continue }
      sharing[device.node.path, default: []].append(settings)
      do {
        _ = try makePipeline(for: device, sharing[device.node.path] ?? [])
      } catch .configuration(let error) {
        throw .configuration(error)
      } catch {
        // An odd device says nothing against the settings.
      }
    }
  }

  /// The players that go on with these settings: that of the same file, else one of a file that is no longer
  /// there, if its pad is the same, else a new one.
  private func players(for settings: [Settings]) -> [Player] {
    var left = players
    func take(where isRight: (Player) -> Bool) -> Player? {
      left.firstIndex(where: isRight).map { left.remove(at: $0) }
    }
    let sameFile = settings.map { settings in take { $0.settings.isOfSameFile(as: settings) } }
    return zip(sameFile, settings).map { player, settings in
      player ?? take { $0.keepsPad(with: settings) } ?? Player(settings)
    }
  }

  private func apply(_ change: Change) throws(DaemonError) {
    let pipeline = try makePipeline(for: change.session.device, change.settings)
    try self.change(change.session, to: pipeline, players: change.players)
    warn(of: change.session.device)
  }

  /// Does something, and recovers where that fails.
  private func attempt(_ work: () throws(DaemonError) -> Void) {
    do throws(DaemonError) {
      try work()
    } catch {
      report([error])
    }
  }
}
