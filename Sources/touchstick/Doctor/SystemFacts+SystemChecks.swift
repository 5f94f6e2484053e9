internal import Configuration
internal import Diagnostics
internal import OperatingSystem

// The checks of touchstick doctor, except those of devices. They judge only the gathered facts.
extension SystemFacts {
  /// All diagnostics, in the order of the report.
  var diagnostics: [Diagnostic] {
    uinputDiagnostics + uinputAccessDiagnostics + uinputRuleDiagnostics + serviceDiagnostics
      + configurationDiagnostics + deviceDiagnostics + permissionDiagnostics + grabDiagnostics
      + sizeDiagnostics + padDiagnostics + nameDiagnostics + programDiagnostics
  }

  /// Whether virtual devices can be made.
  var uinputDiagnostics: [Diagnostic] {
    let there = Diagnostic(.ok, "uinput", "/dev/uinput exists")
    func missing(_ code: String, _ message: String, _ hint: String) -> [Diagnostic] {
      [Diagnostic(.error, code, message, hint: hint)]
    }
    let isThere = uinput.node != nil
    if uinput.isInKernel {
      guard !isThere else { return [there] }
      return missing(
        "uinput-no-node", "/dev/uinput does not exist, although the kernel has uinput",
        "In a container, give it /dev/uinput; otherwise run: sudo udevadm trigger")
    }
    if uinput.hasModule != false, serviceTriedUinput {
      return missing(
        "uinput-refused",
        "the kernel's uinput module is not loaded, although the service has opened /dev/uinput, which loads it",
        "See why: sudo modprobe --verbose uinput; grep -r uinput /etc/modprobe.d /run/modprobe.d")
    }
    if uinput.hasModule == false {
      return missing(
        "uinput-no-module", "the running kernel has no uinput module, which gamepads need",
        "If the kernel was updated, reboot; otherwise use a kernel with CONFIG_INPUT_UINPUT.")
    }
    // Opening the node loads the module.
    if isThere { return [there] }
    guard uinput.hasModule == nil else {
      return missing(
        "uinput-not-loaded", "/dev/uinput does not exist: the kernel's uinput module is not loaded",
        "Load it: sudo modprobe uinput")
    }
    return missing(
      "uinput-unknown", "/dev/uinput does not exist, and the kernel has no uinput, or has not loaded it",
      "Load it: sudo modprobe uinput. A container needs /dev/uinput from its host.")
  }

  /// Whether the service ended because something was missing, although it may open the node.
  private var serviceTriedUinput: Bool {
    guard let node = uinput.node, let service, let serviceAccount else { return false }
    return service.lackedSomething && node.isWritable(by: serviceAccount)
  }

  /// Whether the service or the user may make them.
  var uinputAccessDiagnostics: [Diagnostic] {
    guard let node = uinput.node else { return [] }
    let you = "you (\(user.name))"
    let ofAsker = node.isWritable ? [Diagnostic(.ok, "uinput-access", "\(you) may write /dev/uinput")] : []
    // The permissions of a missing user are unknown.
    if missingServiceUser != nil { return ofAsker }
    guard let service = serviceAccount else {
      if !ofAsker.isEmpty { return ofAsker }
      // The daemon opens the node first, or ends.
      guard daemons.isEmpty else {
        return [
          Diagnostic(
            .ok, "uinput-access",
            "touchstickd is running and may write /dev/uinput; \(you) do not need access")
        ]
      }
      return [
        Diagnostic(
          .error, "uinput-denied",
          "\(you) may not write /dev/uinput, which belongs to the group \(node.groupName)",
          hint: "Run touchstickd with sudo, or install it as a service.")
      ]
    }
    if node.isWritable(by: service) {
      let needless =
        "\(service.name), the service's user, may write /dev/uinput; \(you) do not need access"
      return ofAsker.isEmpty ? [Diagnostic(.ok, "uinput-access", needless)] : ofAsker
    }
    let giveIt =
      "Give it to the group touchstick with a udev rule: \(Self.uinputRule). Then: sudo udevadm control --reload; "
      + "sudo modprobe uinput; sudo udevadm trigger /dev/uinput"
    return ofAsker + [
      Diagnostic(
        .error, "uinput-denied-to-service",
        "\(service.name), the service's user, may not write /dev/uinput, which belongs to the group \(node.groupName)",
        hint: uinput.rules.isEmpty ? giveIt : Self.applyRule)
    ]
  }

  /// Who udev has given the node to.
  var uinputRuleDiagnostics: [Diagnostic] {
    guard let node = uinput.node else { return [] }
    if node.mode & 0o002 != 0 {
      return [
        Diagnostic(
          .warning, "uinput-rule", "everybody can write /dev/uinput: any program can type for you",
          hint: "Find the udev rule that does it, and give the node to a group instead: \(Self.uinputRule)")
      ]
    }
    let forUsers = uinputUserDiagnostics(node)
    if let service = serviceAccount, !node.isWritable(by: service) {
      // The access diagnostic has the hint.
      let message =
        uinput.rules.first.map { "\($0) exists, but is not applied to /dev/uinput" }
        ?? "no udev rule gives /dev/uinput to \(service.name), the service's user"
      return [Diagnostic(.warning, "uinput-rule", message)] + forUsers
    }
    let groups = node.groupsWriting
    if !groups.isEmpty {
      let (rules, noun) = groups.count == 1 ? ("a udev rule gives", "group") : ("udev rules give", "groups")
      let message = "\(rules) /dev/uinput to the \(noun) \(groups.joined(separator: " and "))"
      return [Diagnostic(.ok, "uinput-rule", message)] + forUsers
    }
    if let rule = uinput.rules.first {
      let message = "\(rule) exists, but is not applied to /dev/uinput"
      return [Diagnostic(.warning, "uinput-rule", message, hint: Self.applyRule)] + forUsers
    }
    guard forUsers.isEmpty else { return forUsers }
    return [Diagnostic(.ok, "uinput-rule", "only root may use /dev/uinput, the kernel's default")]
  }

  /// What a rule such as Steam's means. Steam needs it for the pads of Steam Input.
  private func uinputUserDiagnostics(_ node: NodeFacts) -> [Diagnostic] {
    let users = node.usersWriting(but: serviceAccount)
    guard !users.isEmpty else { return [] }
    return [
      Diagnostic(
        .ok, "uinput-users",
        "/dev/uinput is also open to \(users.joined(separator: " and ")): Steam's udev rule, or a similar one, gives it to "
          + "logged-in users for virtual gamepads; their programs can also type, even in another user's session"
      )
    ]
  }

  private static let uinputRule =
    #"KERNEL=="uinput", SUBSYSTEM=="misc", RUN{program}+="/usr/bin/setfacl --modify=group::rw,group:touchstick:rw $devnode""#

  private static let applyRule =
    "Load the module, then let udev apply the rule: sudo modprobe uinput; sudo udevadm control --reload; "
    + "sudo udevadm trigger /dev/uinput"

  /// The report of `touchstick check`, and the files that the service may not read.
  var configurationDiagnostics: [Diagnostic] {
    if configuration.isMissing {
      let message = "no \(ConfigurationFiles.usualFolder): touchstickd uses its built-in defaults"
      return [Diagnostic(.ok, "configuration", message)]
    }
    let denied = serviceAccount.map { service in
      configuration.needed.filter { !$0.isUsable(by: service) }.map { $0.denial(for: service) }
    }
    let good = Diagnostic(
      .ok, "configuration", "the configuration has no errors: \(counted(configuration.fileCount, "file"))")
    return (configuration.diagnostics.isEmpty ? [good] : configuration.diagnostics) + (denied ?? [])
  }

  /// Programs that grab touch devices.
  var programDiagnostics: [Diagnostic] {
    let names = Set(processes.map(\.name))
    let others = Self.takers.filter { names.contains($0.process) }.map(\.program)
    guard !others.isEmpty else {
      return [Diagnostic(.ok, "programs", "no program is running that is known to grab touch devices")]
    }
    let run = others.count == 1 ? "is running, and may" : "are running, and may"
    return [
      Diagnostic(
        .warning, "programs", "\(others.joined(separator: " and ")) \(run) grab touch devices",
        hint: "If it grabs touchstickd's device, stop it, or make it ignore that device.")
    ]
  }

  /// Programs that grab touch devices, and drivers that replace the kernel's, by the names of their processes, of which
  /// the kernel keeps 15 bytes. Programs that only read touch devices, such as gesture programs, are harmless, and so
  /// are programs for keyboards.
  private static let takers: [(process: String, program: String)] = [
    ("evsieve", "evsieve"), ("inputplumber", "InputPlumber"), ("hhd", "Handheld Daemon"),
    ("input-remapper-", "Input Remapper"), ("intercept", "Interception Tools"),
    ("TouchpadEmulato", "TouchpadEmulator"), ("OpenTabletDrive", "OpenTabletDriver"),
    ("ts_uinput", "ts_uinput of tslib"),
  ]
}

extension NeededFile {
  /// The diagnostic that the service's user may not use it. The hint permits it to that user only.
  fileprivate func denial(for service: Account) -> Diagnostic {
    let path = node.path.printable
    let group = service.groupName ?? service.name
    let (what, hint) =
      switch use {
      // A folder on the way also belongs to others.
      case .pass: ("enter", "sudo chmod o+x \(path)")
      case .list: ("read", "sudo chgrp \(group) \(path); sudo chmod g=rx \(path)")
      case .read: ("read", "sudo chgrp \(group) \(path); sudo chmod g=r \(path)")
      }
    return Diagnostic(
      .error, "configuration-denied", "\(service.name), the service's user, may not \(what) \(path)",
      hint: hint)
  }
}
