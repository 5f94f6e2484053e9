internal import Configuration

// The checks of touchstick doctor but for those of devices: what the facts come to, without a look at anything else.
extension SystemFacts {
  /// Everything, in the order in which it is said.
  var diagnoses: [CheckedDiagnosis] {
    let checks: [(String, [Diagnosis])] = [
      ("uinput", uinputDiagnoses), ("uinput-access", uinputAccessDiagnoses),
      ("uinput-rule", uinputRuleDiagnoses),
      ("service", serviceDiagnoses), ("configuration", configurationDiagnoses), ("devices", deviceDiagnoses),
      ("permissions", permissionDiagnoses), ("grab", grabDiagnoses), ("size", sizeDiagnoses),
      ("gamepad", padDiagnoses),
      ("name", nameDiagnoses), ("programs", programDiagnoses),
    ]
    return checks.flatMap { check, diagnoses in
      diagnoses.map { CheckedDiagnosis(check: check, diagnosis: $0) }
    }
  }

  /// Whether virtual devices can be made at all.
  var uinputDiagnoses: [Diagnosis] {
    let isThere = uinput.node != nil
    if uinput.isInKernel { return [isThere ? .uinputThere : .uinputMissing(.noNode)] }
    if uinput.hasModule != false, serviceTriedUinput { return [.uinputMissing(.refused)] }
    switch uinput.hasModule {
    // Who opens the node has the kernel load the module.
    case true?: return [isThere ? .uinputThere : .uinputMissing(.notLoaded)]
    case false?: return [.uinputMissing(.noModule)]
    case nil: return [isThere ? .uinputThere : .uinputMissing(.unknown)]
    }
  }

  /// Whether the service has ended for want of something although it may open the node.
  private var serviceTriedUinput: Bool {
    guard let node = uinput.node, let service, let serviceAccount else { return false }
    return service.lackedSomething && node.isWritable(by: serviceAccount)
  }

  /// Whether those may make them who have to.
  var uinputAccessDiagnoses: [Diagnosis] {
    guard let node = uinput.node else { return [] }
    let own = node.isWritable ? Diagnosis.uinputWritable(user: user.name) : nil
    // What that user may do when it is there is not known.
    if missingServiceUser != nil { return own.map { [$0] } ?? [] }
    guard let service = serviceAccount else {
      // It opens the node before all else, or ends.
      let other: Diagnosis =
        daemons.isEmpty
        ? .uinputDenied(user: user.name, group: node.groupName) : .uinputNotNeededNow(user: user.name)
      return [own ?? other]
    }
    if node.isWritable(by: service) {
      return [own ?? .uinputNotNeeded(user: user.name, service: service.name)]
    }
    let denied = Diagnosis.uinputDeniedToService(
      service: service.name, group: node.groupName, hasRule: !uinput.rules.isEmpty && node.group == 0)
    return (own.map { [$0] } ?? []) + [denied]
  }

  /// Whether udev has given the node to anybody.
  var uinputRuleDiagnoses: [Diagnosis] {
    guard let node = uinput.node else { return [] }
    if node.mode & 0o002 != 0 { return [.uinputForEverybody] }
    let users = node.usersWriting(but: serviceAccount)
    let forUsers: [Diagnosis] = users.isEmpty ? [] : [.uinputForUsers(users)]
    if let service = serviceAccount, !node.isWritable(by: service), uinput.rules.isEmpty || node.group != 0 {
      return [.uinputWithoutRule(service: service.name)] + forUsers
    }
    if node.group != 0, node.mode & 0o060 == 0o060 { return [.uinputForGroup(node.groupName)] + forUsers }
    if let rule = uinput.rules.first { return [.uinputRuleWithoutEffect(file: rule)] + forUsers }
    return users.isEmpty ? [.uinputForRoot] : forUsers
  }

  /// What the service does, and whether anything runs the daemon, only once.
  var serviceDiagnoses: [Diagnosis] {
    let running = daemons.map(\.number)
    let several: [Diagnosis] = running.count > 1 ? [.severalDaemons(running)] : []
    let daemon = running.first.map { several.isEmpty ? [.daemonRuns(process: $0)] : several } ?? []
    guard let service else { return [.noSystemd] + (daemon.isEmpty ? [.daemonMissing] : daemon) }
    if service.isMasked { return [.serviceMasked] + daemon }
    if let reason = service.loadFailure { return [.serviceNotLoaded(reason)] + daemon }
    guard service.isInstalled else {
      let missing: Diagnosis = service.properties.isEmpty ? .serviceSilent : .serviceMissing
      return [missing] + (daemon.isEmpty ? [.daemonMissing] : daemon)
    }
    if let user = missingServiceUser { return [.serviceUserMissing(user)] + several }
    switch service.state {
    case "active":
      return [.serviceActive(status: service.status)] + (service.isEnabled ? [] : [.serviceNotEnabled])
        + several
    case "failed", "activating":
      if service.lackedRealtime { return [.serviceDeniedRealtime] + several }
      return [service.state == "failed" ? .serviceFailed : .serviceChanging(service.state)] + several
    case "inactive": return [.serviceStopped(isEnabled: service.isEnabled)] + daemon
    default: return [.serviceChanging(service.state)] + several
    }
  }

  /// How many mistakes there are, which `touchstick check` has, and what of it the service may not read.
  var configurationDiagnoses: [Diagnosis] {
    let own = configuration
    if own.isMissing { return [.noConfiguration] }
    let denied = serviceAccount.map { service in
      own.needed.filter { !$0.isUsable(by: service) }.map { Diagnosis.configurationDenied($0, service) }
    }
    return [ownConfigurationDiagnosis] + (denied ?? [])
  }

  /// How many mistakes who asks finds.
  private var ownConfigurationDiagnosis: Diagnosis {
    let own = configuration
    if own.isUnreadable { return .configurationUnreadable(own.asked) }
    if own.mistakes > 0 { return .configurationWrong(mistakes: own.mistakes, own.asked) }
    if own.warnings > 0 { return .configurationOdd(warnings: own.warnings, own.asked) }
    return .configurationGood(fileCount: own.fileCount)
  }

  /// Programs that take touch devices for themselves.
  var programDiagnoses: [Diagnosis] {
    let names = Set(processes.map(\.name))
    let others = Self.takers.filter { names.contains($0.process) }.map(\.program)
    return others.isEmpty ? [.noOtherPrograms] : [.otherPrograms(others)]
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

/// What a check found.
struct CheckedDiagnosis: Equatable {
  /// The check, for programs.
  let check: String
  let diagnosis: Diagnosis
}
