internal import Configuration
internal import Diagnostics
internal import OperatingSystem

// The checks of touchstick doctor for gamepads.
extension SystemFacts {
  /// Whether games recognise the existing pads.
  var padDiagnostics: [Diagnostic] {
    let pads = devices.filter(\.survey.isGamepad)
    let none = Diagnostic(
      .ok, "no-pad", "no gamepad yet: touchstickd makes it when it uses a touch device")
    let joydev = Diagnostic(
      .ok, "no-joydev",
      "old games that want a /dev/input/js node see no gamepad: the running kernel has no joydev module",
      hint: "If you have such a game, use a kernel with CONFIG_INPUT_JOYDEV.")
    return (pads.isEmpty ? [none] : pads.flatMap(diagnostics(ofPad:))) + (hasJoydev == false ? [joydev] : [])
  }

  private func diagnostics(ofPad pad: DeviceFacts) -> [Diagnostic] {
    guard pad.survey.isInitialised else {
      return [
        Diagnostic(
          .warning, "pad-unfinished", "udev has not initialised \(pad.phrase), or is not running",
          hint: "See what udev knows: udevadm info \(pad.path)")
      ]
    }
    return [pad.classDiagnostic, accessDiagnostic(ofPad: pad)]
      + [joystickDiagnostic(ofPad: pad)].compactMap { $0 }
  }

  private func accessDiagnostic(ofPad pad: DeviceFacts) -> Diagnostic {
    if pad.node?.isReadable == true {
      return Diagnostic(.ok, "pad-access", "you may read \(pad.phrase), and so may your games")
    }
    return Diagnostic(
      .warning, "pad-denied", "you (\(user.name)) and your games may not read \(pad.phrase)",
      hint: "Log in at the computer itself: logind gives gamepads to the user who sits there.")
  }

  private func joystickDiagnostic(ofPad pad: DeviceFacts) -> Diagnostic? {
    if let node = pad.survey.joystickNode {
      return Diagnostic(.ok, "joystick", "old games see \(pad.phrase) as \(node)")
    }
    // A missing module is reported once for all pads.
    guard hasJoydev != false else { return nil }
    return Diagnostic(
      .ok, "no-joystick", "old games that want a /dev/input/js node do not see \(pad.phrase)",
      hint: "If you have such a game: sudo modprobe joydev")
  }

  /// Whether SDL accepts the names of existing and configured pads.
  var nameDiagnostics: [Diagnostic] {
    let there = devices.filter(\.survey.isGamepad).map(\.description.name)
    var known: Set<String> = []
    let names = (configuration.settings.map(\.gamepad.description.name) + there)
      .filter { known.insert($0).inserted }
    return names.map { name in
      guard let rule = IgnoredName(of: name) else {
        return Diagnostic(.ok, "pad-name", "SDL recognises a device named “\(name.printable)” as a gamepad")
      }
      return Diagnostic(
        .error, "pad-name-ignored",
        "SDL ignores a gamepad named “\(name.printable)”, because of “\(rule.word)”",
        hint: "Set another name in [gamepad]")
    }
  }
}

extension DeviceFacts {
  /// How udev classifies a pad.
  fileprivate var classDiagnostic: Diagnostic {
    let hint =
      "Find the udev rule or hwdb entry that causes this: udevadm test $(udevadm info -q path \(path))"
    guard survey.udevClasses.contains("JOYSTICK") else {
      return Diagnostic(
        .error, "pad-class", "udev does not classify \(phrase) as a gamepad: ID_INPUT_JOYSTICK is not 1",
        hint: hint)
    }
    let others = survey.udevClasses.intersection(Self.otherClasses).sorted().map { "ID_INPUT_\($0)" }
    guard others.isEmpty else {
      let message = "udev classifies \(phrase) as more than a gamepad: \(others.joined(separator: ", "))"
      return Diagnostic(.error, "pad-class", message, hint: hint)
    }
    return Diagnostic(.ok, "pad", "udev classifies \(phrase) as a gamepad only")
  }

  /// The classes of devices that SDL and others do not treat as gamepads, even if they are also joysticks.
  private static let otherClasses: Set = [
    "ACCELEROMETER", "KEYBOARD", "MOUSE", "POINTINGSTICK", "TABLET", "TABLET_PAD", "TOUCHPAD", "TOUCHSCREEN",
    "TRACKBALL",
  ]
}
