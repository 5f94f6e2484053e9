internal import Configuration
internal import Glibc
internal import System

/// Applies the user's choices in session.toml to touchstickd: at the start, when touchstickd starts, and at each change of its
/// status, such as when its user comes back to the front, or a program that has chosen a layout ends.
///
/// The layout is used whenever touchstickd uses that of the configuration. The switch is set once after each start, and when
/// another user has the pads.
final class SavedChoicesApplier {
  private let bus: SystemBus
  private let statusChanged: (PadStatus?) -> Void
  private var statusWatch, ownerWatch: BusWatch?
  /// Whether the switch was not set since the last start.
  private var isSwitchPending = true
  private var question: BusWatch?
  /// Whether the status has changed since the question.
  private var isOutdated = false
  private var calls: [BusWatch?] = [nil, nil]
  /// The last error, so that it is logged once.
  private var reported = ""

  /// - Parameter statusChanged: Is called with touchstickd's status when that may have changed; nil without touchstickd.
  init(_ bus: SystemBus, _ statusChanged: @escaping (PadStatus?) -> Void) throws(SystemError) {
    self.bus = bus
    self.statusChanged = statusChanged
    statusWatch = try bus.watch(PadsInterface.statusSignal) { [unowned self] _ in apply() }
    ownerWatch = try bus.watchOwner(of: PadsInterface.service) { [unowned self] owner in
      if !owner.isEmpty { start() }
    }
  }

  /// Applies the choices, also the switch, as touchstickd has started.
  func start() {
    isSwitchPending = true
    apply()
  }

  /// Applies the choices that the current status asks for.
  func apply() {
    isOutdated = question != nil
    guard !isOutdated else { return }
    question = try? bus.askForPadStatus { [unowned self] status in
      question = nil
      statusChanged(status)
      if let status, ActiveSession.current?.user == getuid() { apply(to: status) }
      if isOutdated { apply() }
    }
  }

  private func apply(to status: PadStatus) {
    do throws(ConfigurationError) {
      guard let path = SavedChoices.path else { return }
      let settings = try SavedChoices.read(path: path)
      // What keeps the layout from being used must not keep the switch from being set.
      // After a lock, only somebody who is there switches them on: touchstickd may have been restarted meanwhile.
      let awaitsResume = ["locked", "unlocked"].contains(status.reason)
      if let isOn = settings.isOn, !isOn || !awaitsResume,
        isSwitchPending || (isOn && status.reason == "away")
      {
        calls[0] = call(isOn ? .on : .off, [])
      }
      isSwitchPending = false
      guard let layout = settings.layout, status.layout.choice == .configuration else { return report("") }
      let use = try LayoutRequest(NamedLayout(layout), limit: PadsInterface.maxLayoutBytes).call
      calls[1] = call(use.method, use.arguments)
    } catch {
      report(error.sentence)
    }
  }

  private func call(_ method: PadsInterface.Method, _ arguments: [String]) -> BusWatch? {
    try? bus.send(method, arguments) { [unowned self] reply in
      guard let error = reply.error else { return report("") }
      // Another session has come to the front.
      guard case .refused(let name, let message) = error, name != PadsInterface.Refusal.notAllowed.rawValue,
        !error.isAbsence
      else { return }
      report("\(SavedChoices.fileName) is not applied: \(message)")
    }
  }

  /// Logs an error, and has `touchstick status` show it.
  private func report(_ sentence: String) {
    sessionLock.report(sentence)
    if sentence != reported, !sentence.isEmpty { log(sentence) }
    reported = sentence
  }
}
