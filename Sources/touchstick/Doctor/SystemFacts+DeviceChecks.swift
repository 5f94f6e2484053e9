internal import Configuration
internal import Diagnostics
internal import OperatingSystem

// The checks of touchstick doctor that are about touch devices.
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
  var deviceDiagnostics: [Diagnostic] {
    let count = devices.count(where: \.isCandidate)
    if count > 0 {
      guard chosen.isEmpty else { return [] }
      let what = count == 1 ? "one touch device" : "\(count) touch devices"
      return [
        Diagnostic(
          .warning, "no-device-asked-for", "the configuration asks for none of the \(what) here",
          hint: "See what it asks for: touchstick devices")
      ]
    }
    let unfinished = devices.filter(\.isUnfinished)
    guard unfinished.isEmpty else {
      return unfinished.map { device in
        Diagnostic(
          .error, "device-unfinished", "udev has not finished with \(device.phrase), or does not run here",
          hint: "Where udev runs, have it look again: sudo udevadm trigger --subsystem-match=input")
      }
    }
    return [
      Diagnostic(
        .warning, "no-device", "there is no touchscreen, touchpad or tablet",
        hint: "touchstickd waits for one. See what there is: touchstick devices; sudo libinput list-devices")
    ]
  }

  /// Whether those may read them who have to.
  var permissionDiagnostics: [Diagnostic] {
    chosen.flatMap { device, _ -> [Diagnostic] in
      guard let node = device.node else {
        return [
          Diagnostic(
            .error, "node-missing", "\(device.phrase): the node is not there",
            hint: "In a container, give it /dev/input; else: sudo udevadm trigger --subsystem-match=input")
        ]
      }
      let you = "you (\(user.name))"
      let ofAsker =
        node.isReadable ? [Diagnostic(.ok, "device-access", "\(you) may read \(device.phrase)")] : []
      // Who has it could read it.
      if device.holder == .touchstickd || missingServiceUser != nil { return ofAsker }
      guard let service = serviceAccount else {
        return ofAsker.isEmpty ? [denied(you, device, node)] : ofAsker
      }
      guard node.isReadable(by: service) else { return ofAsker + [denied(service, device, node)] }
      let needless =
        "\(service.name), the service's user, may read \(device.phrase); \(you) may not, and need not"
      return ofAsker.isEmpty ? [Diagnostic(.ok, "device-access", needless)] : ofAsker
    }
  }

  private func denied(_ you: String, _ device: DeviceFacts, _ node: NodeFacts) -> Diagnostic {
    Diagnostic(
      .error, "device-denied", "\(you) may not read \(device.phrase), which is the group \(node.groupName)'s",
      hint: "Run touchstickd by sudo, or install it as a service.")
  }

  private func denied(_ service: Account, _ device: DeviceFacts, _ node: NodeFacts) -> Diagnostic {
    Diagnostic(
      .error, "device-denied-to-service",
      "\(service.name), the service's user, may not read \(device.phrase), which is the group \(node.groupName)'s",
      hint:
        "Give it to the group \(service.groupName ?? service.name) by a udev rule, as the package does by "
        + "/usr/bin/setfacl: install acl if that is not there. If both are: sudo udevadm trigger \(device.path)"
    )
  }

  /// Who has them, and whether anything else is against their use.
  var grabDiagnostics: [Diagnostic] {
    chosen.flatMap { device, verdicts -> [Diagnostic] in
      let unusable = verdicts.first { verdict in
        switch verdict {
        case .cannotOpen, .noSurface, .misfit: true
        default: false
        }
      }
      return [holder(of: device), unusable.map { device.unusable($0) }].compactMap { $0 }
    }
  }

  private func holder(of device: DeviceFacts) -> Diagnostic? {
    switch device.holder {
    case .nobody: Diagnostic(.ok, "grab", "no other program has grabbed \(device.phrase)")
    case .touchstickd: Diagnostic(.ok, "grab", "touchstickd has \(device.phrase)")
    case .anotherProgram(let programs):
      Diagnostic(
        .error, "grabbed", "another program has grabbed \(device.phrase)\(programs.openPhrase)",
        hint: "Stop that program, or have it leave the device alone.")
    case .untested(.touched):
      Diagnostic(
        .ok, "grab-untested",
        "\(device.phrase) is touched, so that it was not tried whether another program has grabbed it",
        hint: "Take everything off it, and ask again.")
    case .untested(.mayBeTouchstickds): device.mayBeInUse
    case .untested(.notAsked): deniedGrab(of: device)
    }
  }

  /// What is to be said of a device that nobody tried to grab, as it cannot be opened for lack of permission.
  private func deniedGrab(of device: DeviceFacts) -> Diagnostic? {
    guard let node = device.node, case .failed(let error) = device.access, error.isDenial else { return nil }
    // It is not its node that is against it: a container may have devices that it must not open.
    if node.isReadable { return device.unusable(.cannotOpen(error)) }
    return Diagnostic(
      .warning, "grab-untested",
      "it was not tried whether another program has grabbed \(device.phrase), which you may not read",
      hint: "Have it tried: sudo touchstick doctor")
  }

  /// How large they are, and who says so.
  var sizeDiagnostics: [Diagnostic] {
    chosen.compactMap { device, _ in
      device.surface(for: configuration.settings).map { surface in
        let isAssumed = surface.sizeSource == .assumption
        return Diagnostic(
          isAssumed ? .warning : .ok, isAssumed ? "device-size-assumed" : "device-size",
          "\(device.phrase) has a surface of \(surface.phrase)",
          hint: isAssumed
            ? "Measure the glass, and write its width and height into the configuration: size = \"217mm x 136mm\" in "
              + "[device]" : nil)
      }
    }
  }
}

extension DeviceFacts {
  /// `/dev/input/event5 (ELAN Touchscreen)`
  var phrase: String { "\(path) (\(description.name.printable))" }

  fileprivate var mayBeInUse: Diagnostic {
    Diagnostic(
      .ok, "grab-untested",
      "touchstickd runs, and may have \(phrase), so that it was not tried whether it is grabbed",
      hint: "Only root can see which devices it has: sudo touchstick doctor")
  }

  /// That it cannot be used, and what can be done where the sentence does not say it.
  func unusable(_ verdict: DeviceVerdict) -> Diagnostic {
    let hint: String? =
      switch verdict {
      case .cannotOpen(let error) where error.isDenial:
        "A container has to be allowed to open it, too: DeviceAllow=char-input rw of systemd, --device of others"
      case .cannotOpen:
        "See what the kernel says of it: sudo dmesg; plug it in again, or load its driver again."
      case .noSurface:
        "See what it says of itself: sudo evemu-describe \(path). If that is so, have the configuration ask for "
          + "another device: name, vendor, product or path in [device]"
      default: nil
      }
    return Diagnostic(
      .error, "device-unusable", "\(phrase): \(verdict.sentence(of: self))", hint: hint)
  }
}
