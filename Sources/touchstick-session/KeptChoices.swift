internal import Configuration
internal import OperatingSystem
internal import SystemBus

/// Applies the user's choices in session.toml to touchstickd.
///
/// The switch is set once after each start of this program or of touchstickd, and when another user had the pads. The layout
/// is used whenever touchstickd uses that of the configuration, so that a layout for this session only is not replaced.
final class KeptChoices {
  private let bus: SystemBus
  /// Whether the switch was not set since the last start.
  private var isSwitchPending = true
  private var calls: [BusWatch?] = [nil, nil, nil]
  /// The last error, so that it is logged once.
  private var reported = ""

  init(_ bus: SystemBus) { self.bus = bus }

  /// Sets the switch with the next ``apply()``, as touchstickd has restarted.
  func restart() { isSwitchPending = true }

  /// Applies the choices, unless there are none.
  func apply() {
    do throws(ConfigurationError) {
      guard let path = SessionSettings.path else { return }
      let settings = try SessionSettings.read(path: path)
      guard settings != SessionSettings() else { return }
      let source = settings.layout.map { NamedLayout($0) }
      let layout = try source.map { source throws(ConfigurationError) in
        try SentLayout(source, limit: PadsInterface.maxLayoutBytes)
      }
      try? calls[0] = bus.askForPadStatus { [unowned self] status in
        if let status { apply(settings.isOn, layout, to: status) }
      }
    } catch {
      report(error.sentence)
    }
  }

  private func apply(_ isOn: Bool?, _ layout: SentLayout?, to status: PadStatus) {
    if let layout, status.layout.choice == .configuration {
      let isText = !layout.text.isEmpty
      calls[1] = call(isText ? .useLayout : .useProfile, isText ? [layout.name, layout.text] : [layout.name])
    }
    if let isOn, isSwitchPending || status.reason == "away" {
      calls[2] = call(isOn ? .on : .off, []) { [unowned self] in isSwitchPending = false }
    }
  }

  private func call(
    _ method: PadsInterface.Method, _ arguments: [String], then handler: @escaping () -> Void = {}
  ) -> BusWatch? {
    try? bus.send(method, arguments) { [unowned self] reply in
      guard let error = reply.error else { return handler() }
      // While another session is in front, its user decides. This one is told when it comes to the front.
      guard case .refused(let name, let message) = error, name != PadsInterface.Refusal.notAllowed.rawValue,
        !error.isAbsence
      else { return }
      report("\(SessionSettings.fileName) is not applied: \(message)")
    }
  }

  private func report(_ sentence: String) {
    if sentence != reported { note(sentence) }
    reported = sentence
  }
}
