internal import Diagnostics
internal import OperatingSystem
internal import SystemBus

// The checks of touchstick doctor for the service, and for the daemon without it.
extension SystemFacts {
  /// The state of the service, and whether exactly one daemon is running.
  var serviceDiagnostics: [Diagnostic] {
    let needed = daemonDiagnostics
    let others = daemons.isEmpty ? [] : needed
    let several = daemons.count > 1 ? needed : []
    guard let service else {
      return .ok("no-systemd", "systemd is not running, so nothing starts touchstickd automatically") + needed
    }
    if let unusable = service.unusable { return unusable + others }
    guard service.isInstalled else { return service.missing + needed }
    if let user = missingServiceUser { return service.missing(user: user) + several }
    return service.activity + (service.state == "inactive" ? others : several)
  }

  /// What touchstickd says keeps its pads from playing. The checks of the devices themselves find more of those.
  var playDiagnostics: [Diagnostic] {
    guard let status else { return [] }
    let found = status.problems.filter { !["no-device", "grabbed", "device"].contains($0.code) }
    guard !found.isEmpty else { return .ok("pads-on", status.summary) }
    return found.flatMap { problem -> [Diagnostic] in
      .warning(problem.code, problem.sentence, hint: problem.hint.isEmpty ? nil : problem.hint.printable)
    }
  }

  /// The daemons that are not the service, one too many, or none.
  private var daemonDiagnostics: [Diagnostic] {
    let running = daemons.map { String($0.number) }
    return switch running.count {
    case 0: .warning("no-daemon", "touchstickd is not running", hint: "Start it: sudo touchstickd")
    case 1: .ok("daemon", "touchstickd is running, but not as the service: process \(running[0])")
    default:
      .error(
        "several-daemons",
        "touchstickd is running \(running.count) times (\(running.joined(separator: ", "))), but only one can use a "
          + "device",
        hint: "Stop all but one of them.")
    }
  }
}

extension ServiceFacts {
  private static let asking = "See: systemctl status \(name)"

  /// Why it cannot be started; nil if it can.
  fileprivate var unusable: [Diagnostic]? {
    switch loadState {
    case "", "loaded", "not-found", "merged": nil
    case "masked":
      .warning(
        "service-masked", "\(Self.name) is masked, so nothing can start it",
        hint: "sudo systemctl unmask \(Self.name); sudo systemctl enable --now \(Self.name)")
    default:
      .error(
        "service-not-loaded", "systemd cannot load \(Self.name): \(loadState.printable)", hint: Self.asking)
    }
  }

  fileprivate var missing: [Diagnostic] {
    properties.isEmpty
      ? .warning("service-silent", "systemd does not report the state of \(Self.name)", hint: Self.asking)
      : .ok("service-missing", "\(Self.name) is not installed, so nothing starts touchstickd automatically")
  }

  fileprivate func missing(user: String) -> [Diagnostic] {
    .error(
      "service-user-missing", "\(Self.name) cannot start: its user, \(user.printable), does not exist",
      hint: "Create the user, and let udev give it the devices: sudo systemd-sysusers touchstick.conf; "
        + "sudo udevadm control --reload; sudo modprobe uinput; "
        + "sudo udevadm trigger --settle --subsystem-match=misc --subsystem-match=input; "
        + "sudo systemctl restart \(Self.name)")
  }

  /// What it does, now and at the next boot.
  fileprivate var activity: [Diagnostic] {
    switch state {
    case "active":
      let runs = [Diagnostic].ok("service", "\(Self.name) is running" + (status.map { ": \($0)" } ?? ""))
      let isOff = [Diagnostic].warning(
        "service-not-enabled", "\(Self.name) is not enabled: it does not start at boot",
        hint: "sudo systemctl enable \(Self.name)")
      return isEnabled ? runs : runs + isOff
    case "inactive":
      let message = "\(Self.name) is not running" + (isEnabled ? "" : ", and does not start at boot")
      let hint = "sudo systemctl \(isEnabled ? "start" : "enable --now") \(Self.name)"
      return .warning("service-stopped", message, hint: hint)
    case "failed", "activating": return lackedRealtime ? deniedRealtime : ailing
    default: return ailing
    }
  }

  private var deniedRealtime: [Diagnostic] {
    .error(
      "service-realtime",
      "\(Self.name) cannot start: the kernel or the container denies it realtime scheduling",
      hint:
        "Run it without, which adds lag when the processor is busy: sudo systemctl edit \(Self.name), with "
        + "the lines [Service] and CPUSchedulingPolicy=other; then: sudo systemctl restart \(Self.name)")
  }

  private var ailing: [Diagnostic] {
    let hint =
      "See why: journalctl -b -u \(Self.name); then: sudo systemctl reset-failed \(Self.name); "
      + "sudo systemctl restart \(Self.name)"
    return state == "failed"
      ? .error("service-failed", "\(Self.name) has failed", hint: hint)
      : .warning("service-changing", "\(Self.name) is \(state.printable)", hint: hint)
  }
}
