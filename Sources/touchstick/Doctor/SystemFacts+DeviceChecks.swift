internal import Configuration
internal import Diagnostics
internal import OperatingSystem

// The checks of touchstick doctor for touch devices.
extension SystemFacts {
  /// The devices that touchstickd uses, or would use if it could, with the verdicts on them.
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

  /// Whether there is a device that the configuration asks for. touchstickd does not use devices that udev has not
  /// initialised.
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
          .error, "device-unfinished", "udev has not initialised \(device.phrase), or is not running",
          hint: "If udev is running, trigger it: sudo udevadm trigger --subsystem-match=input")
      }
    }
    return [
      Diagnostic(
        .warning, "no-device", "no touchscreen, touchpad or tablet found",
        hint:
          "touchstickd is waiting for one. List all devices: touchstick devices; sudo libinput list-devices")
    ]
  }

  /// Whether the service or the user may read them.
  var permissionDiagnostics: [Diagnostic] {
    chosen.flatMap { device, _ -> [Diagnostic] in
      guard let node = device.node else {
        return [
          Diagnostic(
            .error, "node-missing", "\(device.phrase): the node does not exist",
            hint:
              "In a container, give it /dev/input; otherwise run: sudo udevadm trigger --subsystem-match=input"
          )
        ]
      }
      let you = "you (\(user.name))"
      let ofAsker =
        node.isReadable ? [Diagnostic(.ok, "device-access", "\(you) may read \(device.phrase)")] : []
      // Its user could read it.
      if device.holder == .touchstickd || missingServiceUser != nil { return ofAsker }
      guard let service = serviceAccount else {
        return ofAsker.isEmpty ? [denied(you, device, node)] : ofAsker
      }
      guard node.isReadable(by: service) else { return ofAsker + [denied(service, device, node)] }
      let needless =
        "\(service.name), the service's user, may read \(device.phrase); \(you) do not need access"
      return ofAsker.isEmpty ? [Diagnostic(.ok, "device-access", needless)] : ofAsker
    }
  }

  private func denied(_ you: String, _ device: DeviceFacts, _ node: NodeFacts) -> Diagnostic {
    Diagnostic(
      .error, "device-denied",
      "\(you) may not read \(device.phrase), which belongs to the group \(node.groupName)",
      hint: "Run touchstickd with sudo, or install it as a service.")
  }

  private func denied(_ service: Account, _ device: DeviceFacts, _ node: NodeFacts) -> Diagnostic {
    Diagnostic(
      .error, "device-denied-to-service",
      "\(service.name), the service's user, may not read \(device.phrase), which belongs to the group "
        + node.groupName,
      hint:
        "Give the group \(service.groupName ?? service.name) access with a udev rule. The package's rule needs "
        + "/usr/bin/setfacl: install acl if it is missing. If you have both: sudo udevadm trigger \(device.path)"
    )
  }

  /// Who uses them, and whether anything else prevents their use.
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
    case .touchstickd: Diagnostic(.ok, "grab", "touchstickd is using \(device.phrase)")
    case .anotherProgram(let programs):
      Diagnostic(
        .error, "grabbed", "another program has grabbed \(device.phrase)\(programs.openPhrase)",
        hint: "Stop that program, or make it ignore the device.")
    case .untested(.touched):
      Diagnostic(
        .ok, "grab-untested",
        "\(device.phrase) is being touched, so it was not tested whether another program has grabbed it",
        hint: "Lift everything off it, and run doctor again.")
    case .untested(.mayBeTouchstickds): device.mayBeInUse
    case .untested(.notAsked): deniedGrab(of: device)
    }
  }

  /// The diagnostic for a device whose grab was not tested because permission to open it is missing.
  private func deniedGrab(of device: DeviceFacts) -> Diagnostic? {
    guard let node = device.node, case .failed(let error) = device.access, error.isDenial else { return nil }
    // Its node permits reading: a container may have devices that it must not open.
    if node.isReadable { return device.unusable(.cannotOpen(error)) }
    return Diagnostic(
      .warning, "grab-untested",
      "it was not tested whether another program has grabbed \(device.phrase), which you may not read",
      hint: "Test it: sudo touchstick doctor")
  }

  /// Their sizes, and the sources of the sizes.
  var sizeDiagnostics: [Diagnostic] {
    chosen.compactMap { device, _ in
      device.surface(for: configuration.settings).map { surface in
        let isAssumed = surface.sizeSource == .assumption
        return Diagnostic(
          isAssumed ? .warning : .ok, isAssumed ? "device-size-assumed" : "device-size",
          "\(device.phrase) has a surface of \(surface.phrase)",
          hint: isAssumed
            ? "Measure the glass, and set its width and height: size = \"217mm x 136mm\" in "
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
      "touchstickd is running and may be using \(phrase), so it was not tested whether another program has grabbed it",
      hint: "Only root can see which devices it uses: sudo touchstick doctor")
  }

  /// The diagnostic that it cannot be used, with a hint if the sentence has none.
  func unusable(_ verdict: DeviceVerdict) -> Diagnostic {
    let hint: String? =
      switch verdict {
      case .cannotOpen(let error) where error.isDenial:
        "A container also needs permission to open it: DeviceAllow=char-input rw with systemd, --device with others"
      case .cannotOpen:
        "Read the kernel's log: sudo dmesg. Then plug the device in again, or reload its driver."
      case .noSurface:
        "See what it reports: sudo evemu-describe \(path). If it really lacks that, select another device in [device]: "
          + "name, vendor, product or path"
      default: nil
      }
    return Diagnostic(
      .error, "device-unusable", "\(phrase): \(verdict.sentence(of: self))", hint: hint)
  }
}
