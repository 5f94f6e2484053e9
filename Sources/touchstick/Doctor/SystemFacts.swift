internal import Configuration
internal import Diagnostics
internal import OperatingSystem

/// All that touchstick doctor judges. It is gathered in SystemFacts+Gathering.swift, and changes nothing.
struct SystemFacts {
  /// Who asks.
  var user: Account
  var uinput: UinputFacts
  /// Nil where systemd does not run.
  var service: ServiceFacts?
  /// Who the service runs as, or is to: nil where there is neither the service nor the account.
  var serviceAccount: Account?
  /// Whether the kernel that runs has joydev, loaded or not; nil where its modules are not to be found.
  var hasJoydev: Bool?
  var processes: [ProcessFacts] = []
  var devices: [DeviceFacts] = []
  var configuration: ConfigurationFacts

  /// The user whom the service is to run as, and who is not there; nil where all is well with that.
  var missingServiceUser: String? { serviceAccount == nil ? service?.staticUser : nil }

  /// The daemons that run.
  var daemons: [ProcessFacts] { processes.filter(\.isDaemon) }
}

/// What there is of /dev/uinput.
struct UinputFacts: Equatable {
  /// Nil where it is not there.
  var node: NodeFacts?
  /// Whether the kernel has it, built in or loaded.
  var isInKernel: Bool
  /// Whether there is a module of it for the kernel that runs; nil where its modules are not to be found.
  var hasModule: Bool?
  /// The files with udev rules that give the node to the service's group, those that count for most first.
  var rules: [String]
}

/// What systemd says of touchstick's service.
struct ServiceFacts: Equatable {
  /// The properties by systemctl(1); empty where it does not answer.
  var properties: [String: String]

  static let name = "touchstickd.service"

  var isInstalled: Bool { loadState == "loaded" }
  /// Whether somebody has kept it from ever being started.
  var isMasked: Bool { loadState == "masked" }
  /// Why systemd has not loaded it although it is there, by its word: bad-setting, error; nil where it has.
  var loadFailure: String? {
    ["", "loaded", "not-found", "masked", "merged"].contains(loadState) ? nil : loadState.printable
  }
  private var loadState: String { properties["LoadState"] ?? "" }
  /// The name of its user, who has to be there before it starts; nil where there need be none.
  var staticUser: String? {
    guard isInstalled, properties["DynamicUser"] != "yes", let user = properties["User"] else { return nil }
    return user.isEmpty || UInt32(user) != nil ? nil : user
  }
  /// active, inactive, failed, activating, ...
  var state: String { properties["ActiveState"] ?? "" }
  /// enabled, disabled, ...
  var fileState: String { properties["UnitFileState"] ?? "" }
  /// Whether something starts it at boot.
  var isEnabled: Bool { fileState.hasPrefix("enabled") || fileState == "static" || fileState == "generated" }
  /// Whether something that the daemon needs was not to be had when it last ran.
  var lackedSomething: Bool { properties["ExecMainStatus"] == "69" }  // EX_UNAVAILABLE
  /// Whether systemd could not give it realtime scheduling when it last started it.
  var lackedRealtime: Bool { properties["ExecMainStatus"] == "214" }  // EXIT_SETSCHEDULER of systemd.exec(5)
  /// What the daemon says that it does; nil where it says nothing.
  var status: String? { properties["StatusText"].flatMap { $0.isEmpty ? nil : $0.printable } }
}

/// The configuration, as far as it can be read.
struct ConfigurationFacts {
  /// Whether there is none, which is as good as an empty file.
  var isMissing: Bool
  var fileCount: Int
  /// What `touchstick check` says of it.
  var diagnostics: [Diagnostic]
  /// The files and folders that the service has to read, where these are those that it asks for.
  var needed: [NeededFile] = []
  /// What those files say that have no mistake; the settings of an empty one without any.
  var settings: [Settings]

  init(_ paths: [String]) throws {
    let report = try CheckReport(paths: paths, device: nil)
    isMissing = report.isUnconfigured
    fileCount = report.files.count
    diagnostics = report.diagnostics
    // Which files the service reads that was given others, is not known.
    needed =
      paths.isEmpty && !isMissing ? NeededFile.all(report.files, in: ConfigurationFiles.usualFolder) : []
    settings = report.settings.isEmpty ? [Settings()] : report.settings
  }
}
