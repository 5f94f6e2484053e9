internal import Configuration
internal import Diagnostics
internal import OperatingSystem

// The checks of touchstick doctor, except those of devices and the service. They judge only the gathered facts.
extension SystemFacts {
  /// All diagnostics, in the order of the report.
  var diagnostics: [Diagnostic] {
    uinputDiagnostics + uinputAccessDiagnostics + uinputRuleDiagnostics + serviceDiagnostics
      + playDiagnostics + configurationDiagnostics + deviceDiagnostics + permissionDiagnostics
      + grabDiagnostics
      + sizeDiagnostics + padDiagnostics + nameDiagnostics + programDiagnostics
  }

  /// Whether virtual devices can be made.
  var uinputDiagnostics: [Diagnostic] {
    switch (uinput.node, uinput.isInKernel, uinput.hasModule) {
    case (nil, true, _):
      .error(
        "uinput-no-node", "/dev/uinput does not exist, although the kernel has uinput",
        hint: "In a container, give it /dev/uinput; otherwise run: sudo udevadm trigger")
    case (_, false, false):
      .error(
        "uinput-no-module", "the running kernel has no uinput module, which gamepads need",
        hint: "If the kernel was updated, reboot; otherwise use a kernel with CONFIG_INPUT_UINPUT.")
    // Opening the node loads the module.
    case (let node?, false, _)
    where service?.lackedSomething == true && serviceAccount.map { node.allows(.write, to: $0) } == true:
      .error(
        "uinput-refused",
        "the kernel's uinput module is not loaded, although the service has opened /dev/uinput, which loads it",
        hint: "See why: sudo modprobe --verbose uinput; grep -r uinput /etc/modprobe.d /run/modprobe.d")
    case (.some, _, _): .ok("uinput", "/dev/uinput exists")
    case (nil, false, true):
      .error(
        "uinput-not-loaded", "/dev/uinput does not exist: the kernel's uinput module is not loaded",
        hint: "Load it: sudo modprobe uinput")
    case (nil, false, nil):
      .error(
        "uinput-unknown", "/dev/uinput does not exist, and the kernel has no uinput, or has not loaded it",
        hint: "Load it: sudo modprobe uinput. A container needs /dev/uinput from its host.")
    }
  }

  /// Whether the service or the user may make them.
  var uinputAccessDiagnostics: [Diagnostic] {
    guard let node = uinput.node else { return [] }
    let giveIt =
      "touchstick's rules, 70-touchstick.rules, are missing: install touchstick again. Then: "
      + "sudo udevadm control --reload; sudo modprobe uinput; sudo udevadm trigger /dev/uinput"
    return accessDiagnostics(
      .write, node, "/dev/uinput", code: "uinput", remedy: uinput.rules.isEmpty ? giveIt : Self.applyRule)
  }

  /// Whether the service or the user may use a node.
  ///
  /// - Parameters:
  ///   - use: Read or write.
  ///   - phrase: The node, in words.
  ///   - code: The first word of the codes `-access`, `-denied` and `-denied-to-service`.
  ///   - isInUse: Whether touchstickd uses it.
  ///   - remedy: The hint if the service may not use it.
  func accessDiagnostics(
    _ use: AccessEntry.Use, _ node: NodeFacts, _ phrase: String, code: String, isInUse: Bool = false,
    remedy: String
  ) -> [Diagnostic] {
    let you = "you (\(userName))"
    let mayAsker = use == .write ? node.isWritable : node.isReadable
    let ofAsker: [Diagnostic] = mayAsker ? .ok("\(code)-access", "\(you) may \(use) \(phrase)") : []
    // The permissions of a missing user are unknown.
    if isInUse || missingServiceUser != nil { return ofAsker }
    let group = "which belongs to the group \(node.groupName)"
    let other = serviceAccount.map { "\($0.name), the service's user," } ?? "touchstickd is running and"
    if let serviceAccount, !node.allows(use, to: serviceAccount) {
      let message = "\(other) may not \(use) \(phrase), \(group)"
      return ofAsker + .error("\(code)-denied-to-service", message, hint: remedy)
    }
    guard ofAsker.isEmpty else { return ofAsker }
    // A running daemon has opened /dev/uinput: that is what it does first, or it ends.
    guard serviceAccount != nil || use == .write && !daemons.isEmpty else {
      return .error(
        "\(code)-denied", "\(you) may not \(use) \(phrase), \(group)",
        hint: "Run touchstickd with sudo, or install it as a service.")
    }
    return .ok("\(code)-access", "\(other) may \(use) \(phrase); \(you) do not need access")
  }

  /// Who udev has given the node to.
  var uinputRuleDiagnostics: [Diagnostic] {
    guard let node = uinput.node else { return [] }
    if node.accessList.allowing(.write).contains(where: { $0.tag == .others }) {
      return .warning(
        "uinput-rule", "everybody can write /dev/uinput: any program can type for you",
        hint:
          "Find the udev rule that does it, and remove it: grep -r uinput /etc/udev/rules.d /lib/udev/rules.d"
      )
    }
    let forUsers = uinputUserDiagnostics(node)
    let groups = node.groupsWriting
    let denied = serviceAccount.flatMap { node.allows(.write, to: $0) ? nil : $0 }
    let (rules, noun) = groups.count == 1 ? ("a udev rule gives", "group") : ("udev rules give", "groups")
    let found: [Diagnostic] =
      if let rule = uinput.rules.first, denied != nil || groups.isEmpty {
        // The access diagnostic of the service has the hint.
        .warning(
          "uinput-rule", "\(rule) exists, but is not applied to /dev/uinput",
          hint: denied == nil ? Self.applyRule : nil)
      } else if let denied {
        .warning("uinput-rule", "no udev rule gives /dev/uinput to \(denied.name), the service's user")
      } else if !groups.isEmpty {
        .ok("uinput-rule", "\(rules) /dev/uinput to the \(noun) \(groups.joined(separator: " and "))")
      } else {
        forUsers.isEmpty ? .ok("uinput-rule", "only root may use /dev/uinput, the kernel's default") : []
      }
    return found + forUsers
  }

  /// What a rule such as Steam's means. Steam needs it for the pads of Steam Input.
  private func uinputUserDiagnostics(_ node: NodeFacts) -> [Diagnostic] {
    let users = node.usersWriting(but: serviceAccount)
    guard !users.isEmpty else { return [] }
    return .ok(
      "uinput-users",
      "/dev/uinput is also open to \(users.joined(separator: " and ")): Steam's udev rule, or a similar one, gives it to "
        + "logged-in users for virtual gamepads; their programs can also type, even in another user's session"
    )
  }

  private static let applyRule =
    "Load the module, then let udev apply the rule: sudo modprobe uinput; sudo udevadm control --reload; "
    + "sudo udevadm trigger /dev/uinput"

  /// The report of `touchstick check`, and the files that the service may not read.
  var configurationDiagnostics: [Diagnostic] {
    if report.isUnconfigured {
      return .ok(
        "configuration", "no \(ConfigurationFiles.usualFolder): touchstickd uses its built-in defaults")
    }
    let good = [Diagnostic].ok(
      "configuration", "the configuration has no errors: \(counted(report.files.count, "file"))")
    let found = report.diagnostics.isEmpty ? good : report.diagnostics
    guard let serviceAccount else { return found }
    return found + needed.flatMap { $0.denial(for: serviceAccount) }
  }

  /// Programs that grab touch devices.
  var programDiagnostics: [Diagnostic] {
    let names = Set(processes.map(\.name))
    let others = Self.takers.filter { names.contains($0.process) }.map(\.program)
    guard !others.isEmpty else {
      return .ok("programs", "no program is running that is known to grab touch devices")
    }
    let run = others.count == 1 ? "is running, and may" : "are running, and may"
    return .warning(
      "programs", "\(others.joined(separator: " and ")) \(run) grab touch devices",
      hint: "If it grabs touchstickd's device, stop it, or make it ignore that device.")
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
  /// Whether the service's user may not use it. The hint permits it to that user only.
  fileprivate func denial(for service: Account) -> [Diagnostic] {
    guard !node.allows(use, to: service) else { return [] }
    let path = node.path.printable
    let (what, hint) =
      switch use {
      // A folder on the way also belongs to others.
      case .enter: ("enter", "sudo chmod o+x \(path)")
      case .list: ("read", "sudo chgrp \(service.groupName) \(path); sudo chmod g=rx \(path)")
      case .read, .write: ("read", "sudo chgrp \(service.groupName) \(path); sudo chmod g=r \(path)")
      }
    return .error(
      "configuration-denied", "\(service.name), the service's user, may not \(what) \(path)", hint: hint)
  }
}

// A check returns a list: some find nothing, and some find several things.
extension [Diagnostic] {
  static func ok(_ code: String, _ message: String, hint: String? = nil) -> Self {
    [Diagnostic(.ok, code, message, hint: hint)]
  }

  static func warning(_ code: String, _ message: String, hint: String? = nil) -> Self {
    [Diagnostic(.warning, code, message, hint: hint)]
  }

  static func error(_ code: String, _ message: String, hint: String? = nil) -> Self {
    [Diagnostic(.error, code, message, hint: hint)]
  }
}
