internal import Configuration
internal import Diagnostics
internal import OperatingSystem

// The checks of touchstick doctor but for those of devices: what the facts come to, without a look at anything else.
extension SystemFacts {
  /// Everything, in the order in which it is said.
  var diagnostics: [Diagnostic] {
    uinputDiagnostics + uinputAccessDiagnostics + uinputRuleDiagnostics + serviceDiagnostics
      + configurationDiagnostics + deviceDiagnostics + permissionDiagnostics + grabDiagnostics
      + sizeDiagnostics + padDiagnostics + nameDiagnostics + programDiagnostics
  }

  /// Whether virtual devices can be made at all.
  var uinputDiagnostics: [Diagnostic] {
    let there = Diagnostic(.ok, "uinput", "/dev/uinput is there")
    func missing(_ code: String, _ message: String, _ hint: String) -> [Diagnostic] {
      [Diagnostic(.error, code, message, hint: hint)]
    }
    let isThere = uinput.node != nil
    if uinput.isInKernel {
      guard !isThere else { return [there] }
      return missing(
        "uinput-no-node", "/dev/uinput is not there, though the kernel has uinput",
        "In a container, give it /dev/uinput; else: sudo udevadm trigger")
    }
    if uinput.hasModule != false, serviceTriedUinput {
      return missing(
        "uinput-refused",
        "the kernel's uinput module is not loaded, though the service has opened /dev/uinput, which loads it",
        "See why: sudo modprobe --verbose uinput; grep -r uinput /etc/modprobe.d /run/modprobe.d")
    }
    if uinput.hasModule == false {
      return missing(
        "uinput-no-module", "the kernel that runs has no uinput module, without which there are no gamepads",
        "If the kernel was updated since the start, restart; else take one that has CONFIG_INPUT_UINPUT.")
    }
    // Who opens the node has the kernel load the module.
    if isThere { return [there] }
    guard uinput.hasModule == nil else {
      return missing(
        "uinput-not-loaded", "/dev/uinput is not there: the kernel's uinput module is not loaded",
        "Load it: sudo modprobe uinput")
    }
    return missing(
      "uinput-unknown", "/dev/uinput is not there, and the kernel does not have uinput, or not yet",
      "Load it: sudo modprobe uinput. A container has to be given /dev/uinput by a machine that has it.")
  }

  /// Whether the service has ended for want of something although it may open the node.
  private var serviceTriedUinput: Bool {
    guard let node = uinput.node, let service, let serviceAccount else { return false }
    return service.lackedSomething && node.isWritable(by: serviceAccount)
  }

  /// Whether those may make them who have to.
  var uinputAccessDiagnostics: [Diagnostic] {
    guard let node = uinput.node else { return [] }
    let you = "you (\(user.name))"
    let ofAsker = node.isWritable ? [Diagnostic(.ok, "uinput-access", "\(you) may write /dev/uinput")] : []
    // What that user may do when it is there is not known.
    if missingServiceUser != nil { return ofAsker }
    guard let service = serviceAccount else {
      if !ofAsker.isEmpty { return ofAsker }
      // It opens the node before all else, or ends.
      guard daemons.isEmpty else {
        return [
          Diagnostic(
            .ok, "uinput-access",
            "touchstickd runs, and may write /dev/uinput; \(you) may not, and need not")
        ]
      }
      return [
        Diagnostic(
          .error, "uinput-denied", "\(you) may not write /dev/uinput, which is the group \(node.groupName)'s",
          hint: "Run touchstickd by sudo, or install it as a service.")
      ]
    }
    if node.isWritable(by: service) {
      let needless =
        "\(service.name), the service's user, may write /dev/uinput; \(you) may not, and need not"
      return ofAsker.isEmpty ? [Diagnostic(.ok, "uinput-access", needless)] : ofAsker
    }
    let hasRule = !uinput.rules.isEmpty && node.group == 0
    let giveIt =
      "Give it to the group touchstick by a udev rule: \(Self.uinputRule). Then: sudo udevadm control --reload; "
      + "sudo modprobe uinput; sudo udevadm trigger /dev/uinput"
    return ofAsker + [
      Diagnostic(
        .error, "uinput-denied-to-service",
        "\(service.name), the service's user, may not write /dev/uinput, which is the group \(node.groupName)'s",
        hint: hasRule ? Self.applyRule : giveIt)
    ]
  }

  /// Whether udev has given the node to anybody.
  var uinputRuleDiagnostics: [Diagnostic] {
    guard let node = uinput.node else { return [] }
    if node.mode & 0o002 != 0 {
      return [
        Diagnostic(
          .warning, "uinput-rule", "/dev/uinput can be written by everybody: any program can type for you",
          hint: "Find the udev rule that does it, and give the node to a group instead: \(Self.uinputRule)")
      ]
    }
    let forUsers = uinputUserDiagnostics(node)
    if let service = serviceAccount, !node.isWritable(by: service), uinput.rules.isEmpty || node.group != 0 {
      // What to do is said of the access.
      return [
        Diagnostic(
          .warning, "uinput-rule", "no udev rule gives /dev/uinput to \(service.name), the service's user")
      ] + forUsers
    }
    if node.group != 0, node.mode & 0o060 == 0o060 {
      let message = "/dev/uinput is for the group \(node.groupName), by a udev rule"
      return [Diagnostic(.ok, "uinput-rule", message)] + forUsers
    }
    if let rule = uinput.rules.first {
      let message = "\(rule) is there, but /dev/uinput is not as it says"
      return [Diagnostic(.warning, "uinput-rule", message, hint: Self.applyRule)] + forUsers
    }
    guard forUsers.isEmpty else { return forUsers }
    return [Diagnostic(.ok, "uinput-rule", "/dev/uinput is for root only, as the kernel makes it")]
  }

  private func uinputUserDiagnostics(_ node: NodeFacts) -> [Diagnostic] {
    let users = node.usersWriting(but: serviceAccount)
    guard !users.isEmpty else { return [] }
    return [
      Diagnostic(
        .warning, "uinput-users",
        "/dev/uinput is also for \(users.joined(separator: " and ")), as udev gives devices to who is logged in: any "
          + "program of theirs can type, in another's session, too",
        hint:
          "Find the udev rule that does it, by TAG+=\"uaccess\", such as Steam's, and take it away if nobody "
          + "needs it: grep -r uinput /etc/udev/rules.d /run/udev/rules.d /usr/lib/udev/rules.d")
    ]
  }

  private static let uinputRule =
    #"KERNEL=="uinput", SUBSYSTEM=="misc", GROUP="touchstick", MODE="0660", OPTIONS+="static_node=uinput""#

  private static let applyRule =
    "Load the module first, then have udev look again: sudo modprobe uinput; sudo udevadm control --reload; "
    + "sudo udevadm trigger /dev/uinput"

  /// What `touchstick check` says, and what of it the service may not read.
  var configurationDiagnostics: [Diagnostic] {
    if configuration.isMissing {
      let message = "there is no \(ConfigurationFiles.usualFolder), which touchstickd takes for an empty file"
      return [Diagnostic(.ok, "configuration", message)]
    }
    let denied = serviceAccount.map { service in
      configuration.needed.filter { !$0.isUsable(by: service) }.map { $0.denial(for: service) }
    }
    let good = Diagnostic(
      .ok, "configuration", "the configuration has no errors: \(counted(configuration.fileCount, "file"))")
    return (configuration.diagnostics.isEmpty ? [good] : configuration.diagnostics) + (denied ?? [])
  }

  /// Programs that take touch devices for themselves.
  var programDiagnostics: [Diagnostic] {
    let names = Set(processes.map(\.name))
    let others = Self.takers.filter { names.contains($0.process) }.map(\.program)
    guard !others.isEmpty else {
      return [Diagnostic(.ok, "programs", "no program runs that is known to take touch devices")]
    }
    let run = others.count == 1 ? "runs, and may" : "run, and may"
    return [
      Diagnostic(
        .warning, "programs", "\(others.joined(separator: " and ")) \(run) take touch devices",
        hint: "If it has the device that touchstickd is to have, stop it, or have it leave that alone.")
    ]
  }

  /// Those that grab touch devices, or drivers of touch devices that replace the kernel's: by the names of their
  /// processes, of which the kernel keeps 15 bytes. Programs that only read them, such as those for gestures, are no
  /// harm, nor are those for keyboards.
  private static let takers: [(process: String, program: String)] = [
    ("evsieve", "evsieve"), ("inputplumber", "InputPlumber"), ("hhd", "Handheld Daemon"),
    ("input-remapper-", "Input Remapper"), ("intercept", "Interception Tools"),
    ("TouchpadEmulato", "TouchpadEmulator"), ("OpenTabletDrive", "OpenTabletDriver"),
    ("ts_uinput", "ts_uinput of tslib"),
  ]
}

extension NeededFile {
  /// That the service's user may not use it, and what lets that user, and nobody else.
  fileprivate func denial(for service: Account) -> Diagnostic {
    let path = node.path.printable
    let group = service.groupName ?? service.name
    let (what, hint) =
      switch use {
      // A folder on the way is somebody else's, too.
      case .pass: ("get at what is in", "sudo chmod o+x \(path)")
      case .list: ("read", "sudo chgrp \(group) \(path); sudo chmod g=rx \(path)")
      case .read: ("read", "sudo chgrp \(group) \(path); sudo chmod g=r \(path)")
      }
    return Diagnostic(
      .error, "configuration-denied", "\(service.name), the service's user, may not \(what) \(path)",
      hint: hint)
  }
}
