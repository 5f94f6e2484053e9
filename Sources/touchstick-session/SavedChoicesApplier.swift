internal import Configuration
internal import Glibc
internal import System

/// Applies the user's choices in session.toml to touchstickd: at the start, when touchstickd starts, when the file changes, when a
/// program opens or closes a pad, and at each change of touchstickd's status, such as when its user comes back to the front, or a
/// program that has chosen a layout ends.
///
/// The layout is used whenever touchstickd uses that of the configuration. The switch is set once after each start, and when
/// another user has the pads. The rule for a program that has a pad open replaces both, until the program has ended.
final class SavedChoicesApplier {
  private let loop: EventLoop
  private let bus: SystemBus
  private let statusChanged: (PadStatus?) -> Void
  private var statusWatch: PadStatusWatch?
  private var fileWatch: FolderWatch?
  private var fileTimer: Timer?
  private var games: GameWatch?
  /// Whether the switch was not set since the last start.
  private var isSwitchPending = true
  private var question: BusWatch?
  /// Whether the status has changed since the question.
  private var isOutdated = false
  private var switchCall, layoutCall: BusWatch?
  private var retry: EventSource?
  /// How soon touchstickd makes another gamepad, in seconds.
  private static let retryDelay: UInt64 = 2
  /// The layout that was asked for, until touchstickd has answered: it may wait for a finger to lift.
  private var asked: LayoutRequest?
  /// The last error, so that it is logged once.
  private var reported = ""

  /// - Parameter statusChanged: Is called with touchstickd's status when that may have changed; nil without touchstickd.
  init(
    _ loop: EventLoop, _ bus: SystemBus, _ statusChanged: @escaping (PadStatus?) -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.bus = bus
    self.statusChanged = statusChanged
    statusWatch = try PadStatusWatch(bus) { [unowned self] event in
      switch event {
      case .changed: apply()
      case .started: start()
      case .ended: retry = nil
      }
    }
    games = try GameWatch(loop) { [unowned self] in apply() }
    try watchFile()
  }

  /// Watches session.toml, which the overlay and the user change.
  private func watchFile() throws(SystemError) {
    guard let path = SavedChoices.path else { return }
    // Only a folder that is there can be watched.
    makeFolders(parent(of: path))
    fileTimer = try loop.timer { [unowned self] in apply() }
    fileWatch = try? loop.whenChanged(inFolder: parent(of: path)) { [unowned self] name in
      // It fails only in another process.
      if name ?? SavedChoices.fileName == SavedChoices.fileName {
        try? fileTimer?.setForChanges(at: loop.now)
      }
    }
  }

  /// Applies the choices, also the switch, as touchstickd has started.
  func start() {
    isSwitchPending = true
    (asked, layoutCall) = (nil, nil)
    apply()
  }

  /// Applies the choices that the current status asks for.
  func apply() {
    isOutdated = question != nil
    guard !isOutdated else { return }
    question = try? bus.askForPadStatus { [unowned self] status in
      question = nil
      statusChanged(status)
      if let status {
        games?.watch(pads: status.pads.map(\.node))
        if ActiveSession.current?.user == getuid() { apply(to: status) }
      } else if statusWatch?.isRunning == true {
        retryLater()
      }
      if isOutdated { apply() }
    }
  }

  private func apply(to status: PadStatus) {
    do throws(ConfigurationError) {
      guard let path = SavedChoices.path else { return }
      let choices = try SavedChoices.read(path: path)
      // Before the first look, the last process's rule counts.
      guard let games, games.hasLooked || status.pads.isEmpty else { return }
      let deciding = games.uses.deciding(choices)
      // What keeps the layout from being used must not keep the switch from being set.
      applySwitch(choices, deciding?.rule.effect == .padsOff, to: status)
      try applyLayout(choices, deciding?.rule, to: status, path: path)
      if let deciding { record(deciding.rule, for: deciding.program) }
      if asked == nil, layoutCall == nil, switchCall == nil { report("") }
    } catch {
      report(error.sentence)
    }
  }
}

// What is reported of it.
extension SavedChoicesApplier {
  private func record(_ rule: GameRule, for program: PadProgram) {
    games?.change { uses in
      guard let index = uses.all.lastIndex(where: { $0.program == program && $0.until == nil }),
        uses.all[index].rule != rule
      else { return }
      uses.all[index].rule = rule
      log("\(program.name) has the pad: \(rule.effect.written.printable)")
    }
  }

  private func handle(_ error: BusError?, at place: String) {
    guard let error else { return apply() }
    // Another session has come to the front.
    guard case .refused(let name, let message) = error, name != PadsInterface.Refusal.notAllowed.rawValue,
      !error.isAbsence
    else { return }
    report("\(place): this is not applied: \(message)")
    if error.isOfTooManyCalls { retryLater() }
  }

  private func retryLater() {
    retry = try? loop.after(seconds: Self.retryDelay) { [unowned self] in apply() }
  }

  /// Logs an error, and has `touchstick status` show it.
  private func report(_ sentence: String) {
    sessionLock.report(sentence)
    if sentence != reported, !sentence.isEmpty { log(sentence) }
    reported = sentence
  }
}

// The switch.
extension SavedChoicesApplier {
  /// - Parameter isOffByRule: Whether a program has the pad whose rule switches the pads off.
  private func applySwitch(_ choices: SavedChoices, _ isOffByRule: Bool, to status: PadStatus) {
    let decision = SwitchDecision(
      choices.isOn, isOffByRule: isOffByRule, isPending: isSwitchPending,
      games?.uses.applied ?? AppliedRule(),
      status)
    isSwitchPending = decision.isPending
    if let isOn = decision.isOn { switchPads(isOn ? .on : .off) }
    games?.change { $0.applied = decision.applied }
  }

  private func switchPads(_ method: PadsInterface.Method) {
    guard let call = try? bus.newCall(method) else { return }
    // Nobody has asked for it just now: it must not end the wait after a lock that is not known here yet.
    try? call.setStartsService(false)
    switchCall = try? bus.send(call) { [unowned self] reply in
      switchCall = nil
      handle(reply.error, at: SavedChoices.fileName)
    }
  }
}

// The layout.
extension SavedChoicesApplier {
  private func applyLayout(
    _ choices: SavedChoices, _ rule: GameRule?, to status: PadStatus, path: String
  ) throws(ConfigurationError) {
    // A program that has chosen a layout, such as touchstick run, ends some time.
    guard status.layout.choice != .program, let games else { return }
    let applied = games.uses.applied
    let isChosen = status.layout.choice == .user
    let isOfRule = isChosen && status.layout.name == applied.layout
    if case .profile(let name)? = rule?.effect {
      // What the user chooses during the game counts until its end.
      guard applied.layout != name || !isChosen else { return }
      let before = isOfRule ? applied.before : isChosen ? status.layout.name : nil
      let request: LayoutRequest
      do throws(ConfigurationError) {
        request = try layout(ofRule: name, status)
      } catch {
        throw error.located(in: path, at: rule?.effectPosition)
      }
      let place = rule?.effectPosition.map { "\(SavedChoices.fileName):\($0.line)" }
      use(request, at: place ?? SavedChoices.fileName) { [unowned games] in
        games.change { ($0.applied.layout, $0.applied.before) = (name, before) }
      }
    } else if isOfRule {
      // The game may have begun again before a finger has lifted.
      use(layout(before: applied, choices), at: SavedChoices.fileName) { [unowned games] in
        games.forgetLayout()
      }
    } else {
      games.forgetLayout()
      if !isChosen { try useKeptLayout(choices, status) }
    }
  }

  private func layout(ofRule name: String, _ status: PadStatus) throws(ConfigurationError) -> LayoutRequest {
    let request = try LayoutRequest(.profile(name), limit: PadsInterface.maxLayoutBytes)
    // touchstickd does not know which of the user's own profiles may be meant.
    if request.text == nil, name != AutomaticProfile.name,
      !status.profiles.contains(where: { $0.name == name })
    {
      _ = try ProfileFolders.ofUser.profile(named: name)
    }
    return request
  }

  /// Replaces the configuration's own layout, which does not have the user's feel.
  private func useKeptLayout(_ choices: SavedChoices, _ status: PadStatus) throws(ConfigurationError) {
    let current = choices.feel.isEmpty || status.profile.isEmpty ? nil : status.profile
    guard let layout = choices.layout ?? current else { return }
    use(
      try LayoutRequest(NamedLayout(layout), limit: PadsInterface.maxLayoutBytes), at: SavedChoices.fileName)
  }

  /// The layout before the rule's: the user's for this session if it is a profile, or the kept one, or that of the configuration.
  private func layout(before applied: AppliedRule, _ choices: SavedChoices) -> LayoutRequest {
    let kept = choices.layout
    let chosen = applied.before.flatMap { $0 == kept.map(lastPart(of:)) ? nil : NamedLayout.profile($0) }
    for layout in [chosen, kept.map { NamedLayout($0) }].compactMap({ $0 }) {
      if let request = try? LayoutRequest(layout, limit: PadsInterface.maxLayoutBytes) { return request }
    }
    return LayoutRequest()
  }

  /// Has touchstickd use a layout as soon as nothing touches a device.
  ///
  /// - Parameters:
  ///   - place: What asks for it.
  ///   - succeeded: Is called when it is in use.
  private func use(_ layout: LayoutRequest, at place: String, succeeded: @escaping () -> Void = {}) {
    guard asked != layout else { return }
    asked = layout
    layoutCall = try? bus.send(.scheduleLayout, [layout.name, layout.text ?? ""]) { [unowned self] reply in
      (asked, layoutCall) = (nil, nil)
      if reply.error == nil { succeeded() }
      handle(reply.error, at: place)
    }
  }
}

extension GameWatch {
  /// The layout in use is no rule's any more.
  fileprivate func forgetLayout() { change { ($0.applied.layout, $0.applied.before) = (nil, nil) } }
}
