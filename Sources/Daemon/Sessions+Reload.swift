internal import Configuration
internal import EventPipeline
internal import InputDevices

// Other settings.
extension Sessions {
  /// The plan for one file of a configuration.
  struct Change {
    /// The pad that gets the file.
    let filePad: FilePad
    let settings: Settings
    /// Whether the pad stays on the device that it is on.
    let stays: Bool
  }

  /// The pads for these settings: the pad of the same file, or else the equal pad of a removed file, or else a new one.
  func filePads(for settings: [Settings]) -> [FilePad] {
    var left = filePads
    func take(where isRight: (FilePad) -> Bool) -> FilePad? {
      left.firstIndex(where: isRight).map { left.remove(at: $0) }
    }
    let sameFile = settings.map { settings in take { $0.settings.isOfSameFile(as: settings) } }
    return zip(sameFile, settings).map { filePad, settings in
      filePad ?? take { $0.keepsPad(with: settings) } ?? FilePad(settings)
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
    let staying = changes.filter(\.stays).map(\.filePad)
    func stays(_ filePad: FilePad) -> Bool { staying.contains { $0 === filePad } }
    for session in all where !session.filePads.contains(where: stays) { end(session) }
    let otherPads = changes.filter { !$0.filePad.keepsPad(with: $0.settings) }.map(\.filePad)
    for change in changes { change.filePad.settings = change.settings }
    filePads = changes.map(\.filePad)
    warnings = []
    for session in all {
      // In the order of the files.
      let filePads = staying.filter { filePad in session.filePads.contains { $0 === filePad } }
      attempt(&problems) { () throws(DaemonError) in
        try change(session, filePads: filePads)
        warn(of: session)
      }
    }
    for filePad in otherPads { filePad.pad = nil }
    for session in all { session.takePads() }
    for filePad in filePads where session(of: filePad) == nil { filePad.lastClass = nil }
    for filePad in otherPads where session(of: filePad) != nil {
      attempt(&problems) { () throws(DaemonError) in try makePad(for: filePad) }
    }
    for session in all { session.takePads() }
    follow { seat.isForAll = changes.map(\.settings).ignoresLock }
    return problems
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
      let surface = try? session.filePads[0].settings.device.surface(
        of: device.node.description, class: device.deviceClass, on: self.screen(of: device))
      guard surface != session.surface else { continue }
      attempt(&problems) { () throws(DaemonError) in
        try change(session, filePads: session.filePads)
        warn(of: session)
      }
    }
    return problems
  }

  private func attempt(_ problems: inout [DaemonError], _ work: () throws(DaemonError) -> Void) {
    do throws(DaemonError) {
      try work()
    } catch {
      problems.append(error)
    }
  }
}
