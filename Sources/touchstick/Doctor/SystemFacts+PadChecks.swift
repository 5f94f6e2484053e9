internal import Configuration
internal import Diagnostics
internal import OperatingSystem

// The checks of touchstick doctor for gamepads.
extension SystemFacts {
  private var pads: [DeviceFacts] { devices.filter(\.survey.isGamepad) }

  /// Whether games recognise the existing pads.
  var padDiagnostics: [Diagnostic] {
    let found =
      pads.isEmpty
      ? .ok("no-pad", "no gamepad yet: touchstickd makes it when it uses a touch device")
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
  /// How udev classifies a pad.
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
