internal import Configuration
internal import EventPipeline
internal import InputDevices
internal import OperatingSystem

// Sentences about devices.

extension DeviceVerdict {
  /// The word for programs.
  var word: String {
    switch self {
    case .ownGamepad: "own-gamepad"
    case .ownClone: "own-clone"
    case .notATouchDevice: "not-a-touch-device"
    case .notClassedByUdev: "not-classed"
    case .notFinishedByUdev: "not-initialised"
    case .inUse: "in-use"
    case .unlike: "not-asked-for"
    case .noNode: "no-node"
    case .noPermission: "no-permission"
    case .cannotOpen: "cannot-open"
    case .noSurface: "no-surface"
    case .grabbed: "grabbed"
    case .misfit: "misfit"
    case .anotherPreferred: "another-preferred"
    case .usable: "usable"
    }
  }

  /// What it means, and what to do.
  func sentence(of device: DeviceFacts) -> String {
    switch self {
    case .ownGamepad: "the gamepad that touchstickd made"
    case .ownClone(let node):
      "touchstickd's clone of \(node): touches outside the controls reach the desktop through it"
    case .notATouchDevice: "not used: udev classifies it as a touch device, but it does not report touches"
    case .notClassedByUdev: "not used: udev does not classify it as a touchscreen, touchpad or tablet"
    case .notFinishedByUdev:
      "not used: udev has not initialised it, or is not running; see: udevadm info \(device.path)"
    case .inUse: "in use by touchstickd"
    case .unlike(let mismatches):
      "not used: the configuration asks for " + mismatches.map(\.phrase).joined(separator: ", and ")
    case .noNode: "not usable: the node does not exist; a container needs access to it"
    case .noPermission: "not readable for you: permission denied; run this as root to learn more"
    case .cannotOpen(let error): "not usable: \(error.sentence(without: device.path))"
    case .noSurface(let why): "not usable: \(why.sentence)"
    case .grabbed(let programs):
      "not usable: grabbed by another program\(programs.openPhrase); stop that program"
    case .misfit:
      "not used: the configuration does not fit it; see: touchstick check --device \(device.path)"
    case .anotherPreferred(let node): "not used: \(node) is preferred"
    case .usable(let holder): "touchstickd uses it\(holder.doubt)"
    }
  }
}

extension Mismatch {
  fileprivate var phrase: String {
    switch self {
    case .name(let pattern): "one named “\(pattern.printable)”"
    case .type(let deviceClass): "a \(deviceClass)"
    case .vendor(let number): "vendor \(number.fourDigits)"
    case .product(let number): "product \(number.fourDigits)"
    case .path(let path): "the one at \(path.printable)"
    }
  }
}

extension DeviceFacts.Holder {
  /// What may prevent its use; empty if nothing does.
  fileprivate var doubt: String {
    switch self {
    case .untested(.touched):
      ", unless another program has grabbed it; this was not tested, because it is being touched"
    case .untested(.mayBeTouchstickds): ", or is using it already: only root can see which devices it uses"
    case .nobody, .touchstickd, .anotherProgram, .untested(.notAsked): ""
    }
  }
}

extension DeviceError {
  /// The sentence without the node, if the context shows it.
  fileprivate func sentence(without node: String) -> String {
    let start = node + ": "
    return sentence.hasPrefix(start) ? String(sentence.dropFirst(start.count)) : sentence
  }
}

extension [String] {
  /// `; a, b have it open`; empty without programs.
  var openPhrase: String {
    isEmpty ? "" : "; \(joined(separator: ", ")) \(count == 1 ? "has" : "have") it open"
  }
}

extension SurfaceSizeSource {
  /// The words for people.
  var phrase: String {
    switch self {
    case .configuration: "from the configuration"
    case .device: "from the device"
    case .panel: "from the panel's EDID"
    case .session: "from the session"
    case .assumption: "assumed: the device does not report it"
    }
  }
}

/// A device's rotation, after its size; empty without one.
func rotated(by degrees: Int) -> String { degrees == 0 ? "" : ", rotated by \(degrees) degrees" }

extension Surface {
  /// Its size, the source of the size, and how the device is held: `217 x 136 mm (from the device)`.
  var phrase: String {
    size.phraseWithSource(sizeSource.phrase, rotation: rotation.rawValue)
  }
}

extension SurfaceSize {
  /// The size, the words for its source, and the rotation in degrees.
  func phraseWithSource(_ source: String, rotation: Int) -> String {
    "\(phrase) (\(source))\(rotated(by: rotation))"
  }
}
