internal import Diagnostics
internal import OperatingSystem

// The checks of touchstick doctor for the service, and for the daemon without it.
extension SystemFacts {
  /// The state of the service, and whether exactly one daemon is running.
  var serviceDiagnostics: [Diagnostic] {
    let several = severalDaemons
    let daemon = several.isEmpty ? oneDaemon : several
    guard let service else {
      let message = "systemd is not running, so nothing starts touchstickd automatically"
      return [Diagnostic(.ok, "no-systemd", message)] + (daemon.isEmpty ? [noDaemon] : daemon)
    }
    if let unusable = service.unusable { return [unusable] + daemon }
    guard service.isInstalled else { return [service.missing] + (daemon.isEmpty ? [noDaemon] : daemon) }
    if let user = missingServiceUser { return [service.missing(user: user)] + several }
    switch service.state {
    case "active": return service.active + several
    case "inactive": return [service.stopped] + daemon
    case "failed", "activating":
      return [service.lackedRealtime ? service.deniedRealtime : service.ailing] + several
    default: return [service.ailing] + several
    }
  }

  private var severalDaemons: [Diagnostic] {
    let running = daemons.map { String($0.number) }
    guard running.count > 1 else { return [] }
    return [
      Diagnostic(
        .error, "several-daemons",
        "touchstickd is running \(running.count) times (\(running.joined(separator: ", "))), but only one can use a "
          + "device",
        hint: "Stop all but one of them.")
    ]
  }

  private var oneDaemon: [Diagnostic] {
    daemons.first.map { daemon in
      [Diagnostic(.ok, "daemon", "touchstickd is running, but not as the service: process \(daemon.number)")]
    } ?? []
  }

  private var noDaemon: Diagnostic {
    Diagnostic(.warning, "no-daemon", "touchstickd is not running", hint: "Start it: sudo touchstickd")
  }
}

extension ServiceFacts {
  /// Why it cannot be started; nil if it can.
  fileprivate var unusable: Diagnostic? {
    if isMasked {
      return Diagnostic(
        .warning, "service-masked", "\(Self.name) is masked, so nothing can start it",
        hint: "sudo systemctl unmask \(Self.name); sudo systemctl enable --now \(Self.name)")
    }
    return loadFailure.map { reason in
      Diagnostic(
        .error, "service-not-loaded", "systemd cannot load \(Self.name): \(reason)", hint: Self.asking)
    }
  }

  fileprivate var missing: Diagnostic {
    guard !properties.isEmpty else {
      let message = "systemd does not report the state of \(Self.name)"
      return Diagnostic(.warning, "service-silent", message, hint: Self.asking)
    }
    return Diagnostic(
      .ok, "service-missing", "\(Self.name) is not installed, so nothing starts touchstickd automatically")
  }

  fileprivate func missing(user: String) -> Diagnostic {
    Diagnostic(
      .error, "service-user-missing",
      "\(Self.name) cannot start: its user, \(user.printable), does not exist",
      hint: "Create the user, and let udev give it the devices: sudo systemd-sysusers touchstick.conf; "
        + "sudo udevadm control --reload; sudo modprobe uinput; "
        + "sudo udevadm trigger --settle --subsystem-match=misc --subsystem-match=input; "
        + "sudo systemctl restart \(Self.name)")
  }

  fileprivate var active: [Diagnostic] {
    let runs = Diagnostic(.ok, "service", "\(Self.name) is running" + (status.map { ": \($0)" } ?? ""))
    guard !isEnabled else { return [runs] }
    return [
      runs,
      Diagnostic(
        .warning, "service-not-enabled", "\(Self.name) is not enabled: it does not start at boot",
        hint: "sudo systemctl enable \(Self.name)"),
    ]
  }

  fileprivate var stopped: Diagnostic {
    Diagnostic(
      .warning, "service-stopped",
      "\(Self.name) is not running" + (isEnabled ? "" : ", and does not start at boot"),
      hint: "sudo systemctl \(isEnabled ? "start" : "enable --now") \(Self.name)")
  }

  fileprivate var deniedRealtime: Diagnostic {
    Diagnostic(
      .error, "service-realtime",
      "\(Self.name) cannot start: the kernel or the container denies it realtime scheduling",
      hint:
        "Run it without, which adds lag when the processor is busy: sudo systemctl edit \(Self.name), with "
        + "the lines [Service] and CPUSchedulingPolicy=other; then: sudo systemctl restart \(Self.name)")
  }

  fileprivate var ailing: Diagnostic {
    let hint =
      "See why: journalctl -b -u \(Self.name); then: sudo systemctl reset-failed \(Self.name); "
      + "sudo systemctl restart \(Self.name)"
    return state == "failed"
      ? Diagnostic(.error, "service-failed", "\(Self.name) has failed", hint: hint)
      : Diagnostic(.warning, "service-changing", "\(Self.name) is \(state.printable)", hint: hint)
  }

  private static let asking = "See: systemctl status \(name)"
}
