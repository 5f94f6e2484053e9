internal import Configuration
internal import OperatingSystem
internal import SystemBus

/// The facts that touchstick doctor judges. SystemFacts+Gathering.swift gathers them, and changes nothing.
struct SystemFacts {
  /// The name of the current user.
  var userName: String
  var uinput: UinputFacts
  /// Nil if systemd is not running.
  var service: ServiceFacts?
  /// The account that the service runs as, or will run as; nil if there is neither the service nor the account.
  var serviceAccount: Account?
  /// Whether the running kernel has joydev, loaded or not; nil if its modules cannot be found.
  var hasJoydev: Bool?
  var processes: [ProcessFacts] = []
  /// touchstickd's answer, with the programs of the session; nil without one.
  var status: PadStatus?
  var devices: [DeviceFacts] = []
  /// The report of `touchstick check`.
  var report: CheckReport
  /// The files and folders that the service must read, if it uses this configuration.
  var needed: [NeededFile] = []

  /// The missing user that the service should run as; nil if the user exists.
  var missingServiceUser: String? { serviceAccount == nil ? service?.staticUser : nil }

  /// The settings of the files without errors, or of an empty file if there is none.
  var settings: [Settings] { report.settings.isEmpty ? [Settings()] : report.settings }

  /// The running daemons.
  var daemons: [ProcessFacts] { processes.filter(\.isDaemon) }
}

/// The state of /dev/uinput.
struct UinputFacts: Equatable {
  /// Nil if it does not exist.
  var node: NodeFacts?
  /// Whether the kernel has it, built in or loaded.
  var isInKernel: Bool
  /// Whether the running kernel has a module of it; nil if its modules cannot be found.
  var hasModule: Bool?
  /// The files with udev rules that give the node to the service's group, in the order of priority.
  var rules: [String]
}

/// systemd's information about touchstick's service.
struct ServiceFacts: Equatable {
  /// The properties from systemctl(1); empty if it does not answer.
  var properties: [String: String]

  static let name = "touchstickd.service"

  var isInstalled: Bool { loadState == "loaded" }
  /// loaded, not-found, masked, ..., or why systemd has not loaded the installed unit: bad-setting, error.
  var loadState: String { properties["LoadState"] ?? "" }
  /// The name of its user, which must exist before it starts; nil if none is needed.
  var staticUser: String? {
    guard isInstalled, properties["DynamicUser"] != "yes", let user = properties["User"] else { return nil }
    return user.isEmpty || UInt32(user) != nil ? nil : user
  }
  /// active, inactive, failed, activating, ...
  var state: String { properties["ActiveState"] ?? "" }
  /// Whether something starts it at boot.
  var isEnabled: Bool {
    ["enabled", "enabled-runtime", "static", "generated"].contains(properties["UnitFileState"])
  }
  /// Whether something that the daemon needs was missing when it last ran.
  var lackedSomething: Bool { properties["ExecMainStatus"] == "69" }  // EX_UNAVAILABLE
  /// Whether systemd could not give it realtime scheduling when it last started it.
  var lackedRealtime: Bool { properties["ExecMainStatus"] == "214" }  // EXIT_SETSCHEDULER of systemd.exec(5)
  /// The daemon's status text; nil if it has none.
  var status: String? { properties["StatusText"].flatMap { $0.isEmpty ? nil : $0.printable } }
}
