internal import Configuration

// The checks of touchstick doctor that are about devices.
extension SystemFacts {
  /// The devices that touchstickd takes, or would if it could, with what is against it.
  private var chosen: [(device: DeviceFacts, verdicts: [DeviceVerdict])] {
    zip(devices, devices.verdicts(for: configuration.settings)).compactMap { device, uses in
      let verdicts = uses.map(\.verdict).filter { verdict in
        switch verdict {
        case .unlike, .anotherPreferred: false
        default: device.isCandidate
        }
      }
      return verdicts.isEmpty ? nil : (device, verdicts)
    }
  }

  /// Whether there is any device that the configuration asks for. One that udev has not finished with is not taken.
  var deviceDiagnoses: [Diagnosis] {
    let candidates = devices.count(where: \.isCandidate)
    if candidates == 0 {
      let unfinished = devices.filter(\.isUnfinished)
      return unfinished.isEmpty ? [.noTouchDevice] : unfinished.map { .deviceUnfinished(DeviceName($0)) }
    }
    return chosen.isEmpty ? [.noneAskedFor(count: candidates)] : []
  }

  /// Whether those may read them who have to.
  var permissionDiagnoses: [Diagnosis] {
    chosen.flatMap { device, _ -> [Diagnosis] in
      let name = DeviceName(device)
      guard let node = device.node else { return [.nodeMissing(name)] }
      let own = node.isReadable ? Diagnosis.deviceReadable(name, user: user.name) : nil
      // Who has it could read it.
      if device.holder == .touchstickd || missingServiceUser != nil { return own.map { [$0] } ?? [] }
      guard let service = serviceAccount else {
        return [own ?? .deviceDenied(name, user: user.name, group: node.groupName)]
      }
      if node.isReadable(by: service) {
        return [own ?? .deviceNotNeeded(name, user: user.name, service: service.name)]
      }
      let denied = Diagnosis.deviceDeniedToService(name, service: service, group: node.groupName)
      return (own.map { [$0] } ?? []) + [denied]
    }
  }

  /// Who has them, and whether anything else is against their use.
  var grabDiagnoses: [Diagnosis] {
    chosen.flatMap { device, verdicts -> [Diagnosis] in
      let name = DeviceName(device)
      let unusable = verdicts.first { verdict in
        switch verdict {
        case .cannotOpen, .noSurface, .misfit: true
        default: false
        }
      }
      let holder: Diagnosis? =
        switch device.holder {
        case .nobody: .deviceFree(name)
        case .touchstickd: .deviceInUse(name)
        case .anotherProgram(let programs): .deviceGrabbed(name, by: programs)
        case .untested(.touched): .deviceTouched(name)
        case .untested(.mayBeTouchstickds): .deviceMayBeInUse(name)
        case .untested(.notAsked): deniedGrab(of: device)
        }
      return [holder, unusable.map { .deviceUnusable(device, $0) }].compactMap { $0 }
    }
  }

  /// How large they are, and who says so.
  var sizeDiagnoses: [Diagnosis] {
    chosen.compactMap { device, _ in
      ListedDevice(device, uses: [], configuration.settings).surface.map {
        .deviceSized(DeviceName(device), $0)
      }
    }
  }

  /// What is to be said of a device that nobody tried to grab, as it cannot be opened for lack of permission.
  private func deniedGrab(of device: DeviceFacts) -> Diagnosis? {
    guard device.node != nil, case .failed(let error) = device.access, error.isDenial else { return nil }
    // It is not its node that is against it: a container may have devices that it must not open.
    if device.node?.isReadable == true { return .deviceUnusable(device, .cannotOpen(error)) }
    let isHidden = daemons.contains { $0.openNodes == nil }
    return isHidden ? .deviceMayBeInUse(DeviceName(device)) : .deviceUntested(DeviceName(device))
  }

  /// Whether games take the pads that are there for pads.
  var padDiagnoses: [Diagnosis] {
    let pads = devices.filter(\.survey.isGamepad)
    let joydev: [Diagnosis] = hasJoydev == false ? [.joydevMissing] : []
    return (pads.isEmpty ? [.noPad] : pads.flatMap(diagnoses(ofPad:))) + joydev
  }

  private func diagnoses(ofPad pad: DeviceFacts) -> [Diagnosis] {
    let name = DeviceName(pad)
    guard pad.survey.isInitialised else { return [.padUnfinished(name)] }
    let classes = pad.survey.udevClasses
    let others = classes.intersection(Self.otherClasses).sorted()
    let kind: Diagnosis =
      if !classes.contains("JOYSTICK") {
        .padIsNone(name)
      } else {
        others.isEmpty ? .padIsPad(name) : .padIsMore(name, classes: others)
      }
    let isReadable = pad.node?.isReadable == true
    let joystick = pad.survey.joystickNode.map { Diagnosis.padHasJoystick(name, $0) }
    // What cannot be loaded is said once for all pads.
    let missing: Diagnosis? = hasJoydev == false ? nil : .padWithoutJoystick(name)
    return [kind, isReadable ? .padReadable(name) : .padDenied(name, user: user.name)]
      + [joystick ?? missing].compactMap { $0 }
  }

  /// What a device is that SDL and others take for no gamepad, though it is classed as a joystick, too.
  private static let otherClasses: Set = [
    "ACCELEROMETER", "KEYBOARD", "MOUSE", "POINTINGSTICK", "TABLET", "TABLET_PAD", "TOUCHPAD", "TOUCHSCREEN",
    "TRACKBALL",
  ]

  /// Whether SDL takes the pads that are there, and those that are to be, by their names.
  var nameDiagnoses: [Diagnosis] {
    let there = devices.filter(\.survey.isGamepad).map(\.description.name)
    var known: Set<String> = []
    let names = (configuration.settings.map(\.gamepad.description.name) + there)
      .filter { known.insert($0).inserted }
    return names.map { name in
      IgnoredName(of: name).map { .nameIgnored(name, word: $0.word) } ?? .nameTaken(name)
    }
  }
}
