internal import Configuration
internal import Diagnostics
internal import OperatingSystem

// The checks of touchstick doctor for touch devices.
extension SystemFacts {
  /// The devices that touchstickd uses, or would use if it could, with the verdicts on them.
  private var chosen: [(device: DeviceFacts, verdicts: [DeviceVerdict])] {
    zip(devices, devices.verdicts(for: settings)).compactMap { device, uses in
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

  /// Whether the service or the user may read them.
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
        remedy:
          "If /usr/bin/setfacl is missing, install acl. If 70-touchstick.rules is missing, install touchstick again. Then: "
          + "sudo udevadm control --reload; sudo udevadm trigger \(device.path)"
      )
    }
  }

  /// Who uses them, and whether anything else prevents their use.
  var grabDiagnostics: [Diagnostic] {
    chosen.flatMap { device, verdicts in
      device.grabDiagnostics + (verdicts.map(device.unusable).first { !$0.isEmpty } ?? [])
    }
  }

  /// Their sizes, and the sources of the sizes.
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
  /// `/dev/input/event5 (ELAN Touchscreen)`
  var phrase: String { "\(path) (\(description.name.printable))" }

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
