internal import Configuration
internal import EventPipeline
internal import InputDevices
internal import System

enum DeviceVerdict: Equatable {
  // Independent of the configuration.
  case ownGamepad
  case ownMouse
  case ownKeyboard
  case ownClone(of: String)
  case motor(isUsed: Bool)
  case notATouchDevice
  case notClassedByUdev
  case notFinishedByUdev
  case onOtherSeat(String)
  case inUse
  // With a configuration.
  case unlike([Mismatch])
  case noNode
  case noPermission
  case cannotOpen(DeviceError)
  case noSurface(SurfaceError)
  case grabbed(by: [String])
  case misfit
  case anotherPreferred(String)
  case replaced(by: String, [String])
  case usable(DeviceFacts.Holder)
}

extension DeviceSettings {
  func mismatches(_ device: DeviceFacts) -> [Mismatch] {
    mismatches(device.description, class: device.deviceClass, paths: device.paths)
  }

  /// Whether discovery considers a device.
  func wants(_ device: DeviceFacts) -> Bool { device.isCandidate && mismatches(device).isEmpty }
}

/// The verdict on a device for one configuration file, or for every configuration.
struct FileVerdict: Equatable {
  /// The file; nil if it does not matter, or if there is none.
  var file: String?
  var verdict: DeviceVerdict
}

extension [DeviceFacts] {
  /// What touchstickd, started now, would do with each of the devices.
  ///
  /// - Returns: For each device, in the same order, one verdict for every configuration, or one for each file.
  func verdicts(for settings: [Settings]) -> [[FileVerdict]] {
    let candidates = compactMap(\.candidate)
    let fits = settings.map { DeviceRequest($0) }.fits(of: candidates)
    return map { device in
      if let general = device.verdictWithoutSettings { return [FileVerdict(file: nil, verdict: general)] }
      let index = candidates.firstIndex { $0.node == device.path }
      return zip(settings, fits).compactMap { file, fits in
        index.map { index in
          FileVerdict(file: file.fileName, verdict: device.verdict(fits[index], candidates))
        }
      }
    }
  }
}

extension DeviceFacts {
  fileprivate var verdictWithoutSettings: DeviceVerdict? {
    if let node = survey.clonedNode { return .ownClone(of: node) }
    if survey.isMouse { return .ownMouse }
    if survey.isKeyboard { return .ownKeyboard }
    if survey.isOwn { return .ownGamepad }
    if survey.isMotor { return .motor(isUsed: holder == .touchstickd) }
    if deviceClass == nil { return .notATouchDevice }
    if !survey.isInitialised { return .notFinishedByUdev }
    if !survey.isTouch { return .notClassedByUdev }
    if !survey.isOnMainSeat { return .onOtherSeat(survey.seat) }
    return holder == .touchstickd ? .inUse : nil
  }

  fileprivate func verdict(_ fit: DeviceFit, _ candidates: [CandidateDevice]) -> DeviceVerdict {
    switch fit {
    case .unlike(let mismatches): return .unlike(mismatches)
    case .behind(let other):
      if case .anotherProgram(let programs) = holder, candidates[other].isVirtual {
        return .replaced(by: candidates[other].node, programs)
      }
      return .anotherPreferred(candidates[other].node)
    case .noSurface(let reason): return .noSurface(reason)
    case .unopened:
      guard node != nil, case .failure(let error) = access else { return .noNode }
      return error.isDenial ? .noPermission : .cannotOpen(error)
    case .used, .misfit:
      // The daemon waits for it in either case.
      if case .anotherProgram(let programs) = holder { return .grabbed(by: programs) }
      return fit == .used ? .usable(holder) : .misfit
    }
  }
}

// Sentences about devices.

extension DeviceVerdict {
  /// The words of `devices --json`.
  enum Word: String, CaseIterable {
    case usable
    case inUse = "in-use"
    case ownGamepad = "own-gamepad"
    case ownMouse = "own-mouse"
    case ownKeyboard = "own-keyboard"
    case ownClone = "own-clone"
    case motor
    case sensor
    case sensorRead = "sensor-read"
    case sensorUnused = "sensor-unused"
    case notATouchDevice = "not-a-touch-device"
    case notClassed = "not-classed"
    case notInitialised = "not-initialised"
    case otherSeat = "other-seat"
    case notAskedFor = "not-asked-for"
    case noNode = "no-node"
    case noPermission = "no-permission"
    case cannotOpen = "cannot-open"
    case noSurface = "no-surface"
    case grabbed
    case replaced
    case misfit
    case anotherPreferred = "another-preferred"
  }

  var word: Word {
    switch self {
    case .ownGamepad: .ownGamepad
    case .ownMouse: .ownMouse
    case .ownKeyboard: .ownKeyboard
    case .ownClone: .ownClone
    case .motor: .motor
    case .notATouchDevice: .notATouchDevice
    case .notClassedByUdev: .notClassed
    case .notFinishedByUdev: .notInitialised
    case .onOtherSeat: .otherSeat
    case .inUse: .inUse
    case .unlike: .notAskedFor
    case .noNode: .noNode
    case .noPermission: .noPermission
    case .cannotOpen: .cannotOpen
    case .noSurface: .noSurface
    case .grabbed: .grabbed
    case .misfit: .misfit
    case .anotherPreferred: .anotherPreferred
    case .replaced: .replaced
    case .usable: .usable
    }
  }

  func sentence(of device: DeviceFacts) -> String {
    switch self {
    case .ownGamepad: "the gamepad that touchstickd made"
    case .ownMouse: "the mouse of touchstickd, which look pads move"
    case .ownKeyboard: "the keyboard of touchstickd, whose keys buttons hold"
    case .ownClone(let node):
      "touchstickd's clone of \(node): touches outside the controls reach the desktop through it"
    case .motor(isUsed: true): "a motor, which shakes when a game has a gamepad rumble"
    case .motor(isUsed: false): "a motor, which touchstickd does not use"
    case .notATouchDevice: "not used: udev classifies it as a touch device, but it does not report touches"
    case .notClassedByUdev: "not used: udev does not classify it as a touchscreen, touchpad or tablet"
    case .notFinishedByUdev:
      "not used: udev has not initialised it, or is not running; see: udevadm info \(device.path)"
    case .onOtherSeat(let seat):
      "not used: it belongs to \(seat.printable), and touchstickd serves seat0; see: loginctl attach"
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
    case .replaced(let node, let programs):
      "not used: grabbed by another program\(programs.openPhrase); \(node), a virtual device, is used instead"
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
  var phrase: String {
    switch self {
    case .configuration: "from the configuration"
    case .device: "from the device"
    case .panel: "from the panel's EDID"
    case .session: "from the session"
    case .panelNotDevice: "from the panel's EDID; the device states another size"
    case .sessionNotDevice: "from the session; the device states another size"
    case .assumption: "assumed: the device does not report it"
    }
  }

  /// All of them, as the help describes JSON.
  static var choicesForJSON: String { allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ") }
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
