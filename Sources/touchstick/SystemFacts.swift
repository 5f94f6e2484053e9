internal import Configuration

/// All that touchstick doctor judges. It is gathered in SystemFacts+Gathering.swift, and changes nothing.
struct SystemFacts {
  /// Who asks.
  var user: Account
  var uinput: UinputFacts
  /// Nil where systemd does not run.
  var service: ServiceFacts?
  /// Who the service runs as, or is to: nil where there is neither the service nor the account.
  var serviceAccount: Account?
  var processes: [ProcessFacts] = []
  var devices: [DeviceFacts] = []
  var configuration: ConfigurationFacts

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
  /// The files with udev rules for the node, those that count for most first.
  var rules: [String]
}

/// What systemd says of touchstick's service.
struct ServiceFacts: Equatable {
  /// The properties by systemctl(1); empty where it does not answer.
  var properties: [String: String]

  static let name = "touchstickd.service"

  var isInstalled: Bool { properties["LoadState"] == "loaded" }
  /// active, inactive, failed, activating, ...
  var state: String { properties["ActiveState"] ?? "" }
  /// enabled, disabled, ...
  var fileState: String { properties["UnitFileState"] ?? "" }
  /// Whether something starts it at boot.
  var isEnabled: Bool { fileState.hasPrefix("enabled") || fileState == "static" || fileState == "generated" }
  /// Whether something that the daemon needs was not to be had when it last ran.
  var lackedSomething: Bool { properties["ExecMainStatus"] == "69" }  // EX_UNAVAILABLE
  /// What the daemon says that it does; nil where it says nothing.
  var status: String? { properties["StatusText"].flatMap { $0.isEmpty ? nil : $0.printable } }
}

/// The configuration, as far as it can be read.
struct ConfigurationFacts {
  /// The files and folders that were asked for.
  var asked: [String]
  /// Whether there is none, which is as good as an empty file.
  var isMissing: Bool
  var fileCount: Int
  var mistakes: Int
  var warnings: Int
  /// Whether something could not be read.
  var isUnreadable: Bool
  /// What those files say that have no mistake; the settings of an empty one without any.
  var settings: [Settings]

  init(_ paths: [String]) throws {
    let report = try CheckReport(paths: paths, device: nil)
    asked = paths
    isMissing = report.isUnconfigured
    fileCount = report.files.count
    mistakes = report.findings.count { $0.severity == .error }
    warnings = report.findings.count { $0.severity == .warning }
    isUnreadable = report.status == 66
    let read = isMissing ? [] : ConfigurationFiles(paths.isEmpty ? [CheckReport.usualFolder] : paths).settings
    settings = read.isEmpty ? [Settings()] : read
  }
}
