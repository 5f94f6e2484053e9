internal import Configuration
internal import System

// The checks of touchstick doctor, except those of devices and the service. They judge only the gathered facts.
extension SystemFacts {
  var diagnostics: [Diagnostic] {
    uinputDiagnostics + uinputAccessDiagnostics + uinputRuleDiagnostics + serviceDiagnostics
      + playDiagnostics + configurationDiagnostics + deviceDiagnostics + permissionDiagnostics
      + grabDiagnostics
      + sizeDiagnostics + motorDiagnostics + sensorDiagnostics + padDiagnostics + nameDiagnostics
      + programDiagnostics
      + lockerDiagnostics
  }

  /// Screen lockers during which the pads would go on.
  var lockerDiagnostics: [Diagnostic] {
    guard !silentLockers.isEmpty, !settings.ignoresLock else { return [] }
    return .warning(
      "silent-locker",
      "\(list(silentLockers, "and")) \(silentLockers.count == 1 ? "does" : "do") not say that the screen is locked, so the "
        + "pads would stay on",
      hint: "If you use it, start it with: touchstick lock -- \(silentLockers[0])")
  }

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

  var uinputAccessDiagnostics: [Diagnostic] {
    guard let node = uinput.node else { return [] }
    let giveIt =
      "touchstick's rules, 70-touchstick.rules, are missing: install touchstick again. Then: "
      + "sudo udevadm control --reload; sudo modprobe uinput; sudo udevadm trigger /dev/uinput"
    return accessDiagnostics(
      .write, node, "/dev/uinput", code: "uinput", remedy: uinput.rules == nil ? giveIt : Self.applyRule)
  }

  /// Whether the service or the user may use a node.
  ///
  /// - Parameters:
  ///   - code: The first word of the codes `-access`, `-denied` and `-denied-to-service`.
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
      if let rule = uinput.rules, denied != nil || groups.isEmpty {
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
        "configuration", "no \(ConfigurationFiles.defaultFolder): touchstickd uses its built-in defaults")
    }
    let good = [Diagnostic].ok(
      "configuration", "the configuration has no errors: \(counted(report.files.count, "file"))")
    let found = report.diagnostics.isEmpty ? good : report.diagnostics
    guard let serviceAccount else { return found }
    return found + needed.flatMap { $0.denial(for: serviceAccount) }
  }

  var programDiagnostics: [Diagnostic] {
    let names = Set(processes.map(\.name))
    let others = Self.knownGrabbers.filter { names.contains($0.process) }.map(\.program)
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
  private static let knownGrabbers: [(process: String, program: String)] = [
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

// The checks of touchstick doctor for touch devices.
extension SystemFacts {
  /// The devices that touchstickd uses, or would use if it could, with the verdicts on them.
  private var chosen: [(device: DeviceFacts, verdicts: [DeviceVerdict])] {
    zip(devices, devices.verdicts(for: settings)).compactMap { device, uses in
      let verdicts = uses.map(\.verdict).filter { verdict in
        switch verdict {
        case .unlike, .anotherPreferred, .replaced: false
        default: device.isCandidate
        }
      }
      return verdicts.isEmpty ? nil : (device, verdicts)
    }
  }

  /// Whether there is a device that the configuration asks for. touchstickd does not use devices that udev has not
  /// initialised.
  var deviceDiagnostics: [Diagnostic] {
    let count = devices.count(where: \.isCandidate)
    if count > 0 {
      guard chosen.isEmpty else { return [] }
      let what = count == 1 ? "one touch device" : "\(count) touch devices"
      return .warning(
        "no-device-asked-for", "the configuration asks for none of the \(what) here",
        hint: "See what it asks for: touchstick devices")
    }
    let unfinished = devices.filter(\.isUnfinished)
    guard unfinished.isEmpty else {
      return unfinished.flatMap { device in
        [Diagnostic].error(
          "device-unfinished", "udev has not initialised \(device.phrase), or is not running",
          hint: "If udev is running, trigger it: sudo udevadm trigger --subsystem-match=input")
      }
    }
    return .warning(
      "no-device", "no touchscreen, touchpad or tablet found",
      hint: "touchstickd is waiting for one. List all devices: touchstick devices; sudo libinput list-devices"
    )
  }

  var permissionDiagnostics: [Diagnostic] {
    chosen.flatMap { device, _ -> [Diagnostic] in
      guard let node = device.node else {
        return .error(
          "node-missing", "\(device.phrase): the node does not exist",
          hint:
            "In a container, give it /dev/input; otherwise run: sudo udevadm trigger --subsystem-match=input")
      }
      return accessDiagnostics(
        .read, node, device.phrase, code: "device", isInUse: device.holder == .touchstickd,
        remedy: Self.applyRules(to: device.path))
    }
  }

  /// Whether the motors that shake for gamepads can be used, unless no file wants that.
  var motorDiagnostics: [Diagnostic] {
    guard settings.contains(where: { $0.gamepad.rumbles && $0.rumble.motor != .off }) else { return [] }
    if let motor = status?.motors.first(where: \.node.isEmpty) {
      return .ok("motor", "\(quoted(motor.name)) shakes when a game rumbles")
    }
    return devices.filter { $0.survey.isMotor && !$0.survey.isVirtual }.flatMap { device -> [Diagnostic] in
      if device.holder == .touchstickd { return .ok("motor", "\(device.phrase) shakes when a game rumbles") }
      guard let node = device.node else { return [] }
      return accessDiagnostics(
        .write, node, device.phrase, code: "motor", remedy: Self.applyRules(to: device.path))
    }
  }

  private static func applyRules(to node: String) -> String {
    "If /usr/bin/setfacl is missing, install acl. If 70-touchstick.rules is missing, install touchstick again. Then: "
      + "sudo udevadm control --reload; sudo udevadm trigger \(node)"
  }

  /// Who uses them, and whether anything else prevents their use.
  var grabDiagnostics: [Diagnostic] {
    chosen.flatMap { device, verdicts in
      device.grabDiagnostics + (verdicts.map(device.unusable).first { !$0.isEmpty } ?? [])
    }
  }

  var sizeDiagnostics: [Diagnostic] {
    chosen.flatMap { device, _ -> [Diagnostic] in
      guard let surface = device.surface(for: settings) else { return [] }
      let message = "\(device.phrase) has a surface of \(surface.phrase)"
      guard surface.sizeSource == .assumption else { return .ok("device-size", message) }
      return .warning(
        "device-size-assumed", message,
        hint: "Measure the glass, and set its width and height: size = \"217mm x 136mm\" in [device]")
    }
  }
}

extension DeviceFacts {
  /// `/dev/input/event5 ("ELAN Touchscreen")`. Whoever can make a virtual device, or plug one in, chooses its name.
  var phrase: String { "\(path) (\(quoted(description.name)))" }

  fileprivate var grabDiagnostics: [Diagnostic] {
    switch holder {
    case .nobody: .ok("grab", "no other program has grabbed \(phrase)")
    case .touchstickd: .ok("grab", "touchstickd is using \(phrase)")
    case .anotherProgram(let programs):
      .error(
        "grabbed", "another program has grabbed \(phrase)\(programs.openPhrase)",
        hint: "Stop that program, or make it ignore the device.")
    case .untested(.touched):
      .ok(
        "grab-untested",
        "\(phrase) is being touched, so it was not tested whether another program has grabbed it",
        hint: "Lift everything off it, and run doctor again.")
    case .untested(.mayBeTouchstickds):
      .ok(
        "grab-untested",
        "touchstickd is running and may be using \(phrase), so it was not tested whether another program has grabbed it",
        hint: "Only root can see which devices it uses: sudo touchstick doctor")
    case .untested(.notAsked): deniedGrab
    }
  }

  /// The diagnostic for a device whose grab was not tested because permission to open it is missing.
  private var deniedGrab: [Diagnostic] {
    guard let node, case .failure(let error) = access, error.isDenial else { return [] }
    // Its node permits reading: a container may have devices that it must not open.
    if node.isReadable { return unusable(.cannotOpen(error)) }
    return .warning(
      "grab-untested",
      "it was not tested whether another program has grabbed \(phrase), which you may not read",
      hint: "Test it: sudo touchstick doctor")
  }

  /// The diagnostic that it cannot be used, with a hint if the sentence has none; empty for other verdicts.
  func unusable(_ verdict: DeviceVerdict) -> [Diagnostic] {
    let hint: String?
    switch verdict {
    case .cannotOpen(let error) where error.isDenial:
      hint =
        "A container also needs permission to open it: DeviceAllow=char-input rw with systemd, --device with others"
    case .cannotOpen:
      hint = "Read the kernel's log: sudo dmesg. Then plug the device in again, or reload its driver."
    case .noSurface:
      hint =
        "See what it reports: sudo evemu-describe \(path). If it really lacks that, select another device in [device]: "
        + "name, vendor, product or path"
    case .misfit: hint = nil
    default: return []
    }
    return .error("device-unusable", "\(phrase): \(verdict.sentence(of: self))", hint: hint)
  }
}

// The checks of touchstick doctor for gamepads.
extension SystemFacts {
  private var pads: [DeviceFacts] { devices.filter(\.survey.isGamepad) }

  var padDiagnostics: [Diagnostic] {
    let found =
      pads.isEmpty
      ? .ok(
        "no-pad",
        "no gamepad now: touchstickd makes it when it uses a touch device, and while_off = \"unplug\" removes it "
          + "while it is off")
      : pads.flatMap(diagnostics(ofPad:))
    guard hasJoydev == false else { return found }
    return found
      + .ok(
        "no-joydev",
        "old games that want a /dev/input/js node see no gamepad: the running kernel has no joydev module",
        hint: "If you have such a game, use a kernel with CONFIG_INPUT_JOYDEV.")
  }

  private func diagnostics(ofPad pad: DeviceFacts) -> [Diagnostic] {
    guard pad.survey.isInitialised else {
      return .warning(
        "pad-unfinished", "udev has not initialised \(pad.phrase), or is not running",
        hint: "See what udev knows: udevadm info \(pad.path)")
    }
    let access: [Diagnostic] =
      pad.node?.isReadable == true
      ? .ok("pad-access", "you may read \(pad.phrase), and so may your games")
      : .warning(
        "pad-denied", "you (\(userName)) and your games may not read \(pad.phrase)",
        hint: "Log in at the computer itself: logind gives gamepads to the user who sits there.")
    return pad.classDiagnostics + access + joystickDiagnostics(ofPad: pad)
  }

  private func joystickDiagnostics(ofPad pad: DeviceFacts) -> [Diagnostic] {
    if let node = pad.survey.joystickNode {
      return .ok("joystick", "old games see \(pad.phrase) as \(node)")
    }
    // A missing module is reported once for all pads.
    guard hasJoydev != false else { return [] }
    return .ok(
      "no-joystick", "old games that want a /dev/input/js node do not see \(pad.phrase)",
      hint: "If you have such a game: sudo modprobe joydev")
  }

  /// Whether SDL accepts the names of existing and configured pads.
  var nameDiagnostics: [Diagnostic] {
    let names = settings.map(\.gamepad.description.name) + pads.map(\.description.name)
    var known: Set<String> = []
    return names.filter { known.insert($0).inserted }.flatMap { name -> [Diagnostic] in
      guard let rule = IgnoredName(of: name) else {
        return .ok("pad-name", "SDL recognises a device named “\(name.printable)” as a gamepad")
      }
      return .error(
        "pad-name-ignored", "SDL ignores a gamepad named “\(name.printable)”, because of “\(rule.word)”",
        hint: "Set another name in [gamepad]")
    }
  }
}

extension DeviceFacts {
  fileprivate var classDiagnostics: [Diagnostic] {
    let others = survey.udevClasses.intersection(Self.otherClasses).sorted().map { "ID_INPUT_\($0)" }
    let message: String
    if !survey.udevClasses.contains("JOYSTICK") {
      message = "udev does not classify \(phrase) as a gamepad: ID_INPUT_JOYSTICK is not 1"
    } else if !others.isEmpty {
      message = "udev classifies \(phrase) as more than a gamepad: \(others.joined(separator: ", "))"
    } else {
      return .ok("pad", "udev classifies \(phrase) as a gamepad only")
    }
    return .error(
      "pad-class", message,
      hint: "Find the udev rule or hwdb entry that causes this: udevadm test $(udevadm info -q path \(path))")
  }

  /// The classes of devices that SDL and others do not treat as gamepads, even if they are also joysticks.
  private static let otherClasses: Set = [
    "ACCELEROMETER", "KEYBOARD", "MOUSE", "POINTINGSTICK", "TABLET", "TABLET_PAD", "TOUCHPAD", "TOUCHSCREEN",
    "TRACKBALL",
  ]
}

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
    let found =
      status.problems.filter { ![.noDevice, .grabbed, .device].contains($0.obstacle) }.map(\.asReport)
      + sessionProblems
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

extension PadStatus.Problem {
  /// A copy that quotes the daemon, if the sentence may contain text of a layout that somebody has sent.
  fileprivate var asReport: Self {
    guard obstacle == nil || obstacle == .misfit else { return self }
    var copy = self
    copy.message = "touchstickd reports: \(quoted(message, limit: 300))"
    return copy
  }
}

extension ServiceFacts {
  private static let asking = "See: systemctl status \(name)"

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
        + "sudo udevadm trigger --sysname-match=uinput; sudo udevadm trigger --settle --subsystem-match=input; "
        + "sudo systemctl restart \(Self.name)")
  }

  fileprivate var activity: [Diagnostic] {
    switch state {
    case "active":
      let runs = [Diagnostic].ok(
        "service", "\(Self.name) is running" + (status.map { ": \(quoted($0, limit: 300))" } ?? ""))
      let isOff = [Diagnostic].warning(
        "service-not-enabled", "\(Self.name) is not enabled: it does not start at boot",
        hint: "sudo systemctl enable \(Self.name)")
      return runs + (isEnabled ? [] : isOff) + (isRealtime ? [] : withoutRealtime)
    case "inactive":
      let message = "\(Self.name) is not running" + (isEnabled ? "" : ", and does not start at boot")
      let hint = "sudo systemctl \(isEnabled ? "start" : "enable --now") \(Self.name)"
      return .warning("service-stopped", message, hint: hint)
    default: return ailing
    }
  }

  private var withoutRealtime: [Diagnostic] {
    .warning(
      "service-realtime",
      "\(Self.name) runs without realtime scheduling, so touches wait when the processor is busy",
      hint:
        "A kernel with CONFIG_RT_GROUP_SCHED, or a container, may refuse it. See why: journalctl -b -u \(Self.name) -g chrt"
    )
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
