internal import Configuration
internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import System

/// The daemon's state, as a plain value.
struct DaemonState: Equatable {
  /// Whether the pads are switched on.
  var isOn = true
  /// The reason why they play or do not.
  var reason = Reason.start
  /// The error that prevents the use of the current configuration files; nil if they are in use.
  var refusal: DaemonError?
  /// The layout of the first pad, and who has chosen it.
  var layout = PadStatus.Layout()
  /// The layouts of the other files' pads, in their order.
  var otherLayouts: [PadStatus.Layout] = []
  /// The profile of the first pad's layout; empty for another layout.
  var profile = ""
  /// The gesture that switches the pads; nil without one.
  var gesture: ToggleSettings?
  /// The profiles that can be chosen.
  var profiles: [Profile] = []
  /// The state of each configuration file, in their order.
  var files: [File] = []
  /// The motors of the pads, each once.
  var motors: [PadStatus.Motor] = []
  /// The motion sensors that are read.
  var sensors: [PadStatus.Sensor] = []
  /// Why others that a layout needs are not.
  var sensorProblems: [PadStatus.Problem] = []

  typealias Reason = PadStatus.Reason

  /// The state of one configuration file.
  struct File: Equatable {
    /// The device that it asks for.
    var request: DeviceSettings
    /// The device that its pad is on; nil while it waits for one, also for one that another program had grabbed at the
    /// last attempt.
    var device: PadStatus.Device?
    /// Nil until its first device has come.
    var pad: PadStatus.Pad?
    /// Why it waits; nil if there is no device that it asks for.
    var absence: Absence?
    /// What was changed so that its layout fits the device.
    var warnings: [Diagnostic] = []
  }

  /// Why a file does not use the device that it asks for.
  enum Absence: Equatable {
    /// A caller on the bus has had it released.
    case released(node: String, process: UInt32?)
    case failed(DaemonError)
  }

  /// The devices in use, each once, in the order of the files.
  var devices: [PadStatus.Device] { files.compactMap(\.device).withoutRepetitions }
}

extension Array where Element: Equatable {
  /// Each element once, at its first place.
  var withoutRepetitions: [Element] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}

extension Sessions {
  /// The state of each file.
  func files(_ policy: PadPolicy) -> [DaemonState.File] {
    configuredPads.map { configuredPad in
      let current = session(of: configuredPad)
      let session = current.flatMap { $0.isContested ? nil : $0 }
      let pad = configuredPad.pad.map { pad in
        PadStatus.Pad(name: pad.name, file: configuredPad.settings.fileName ?? "", node: pad.node ?? "")
      }
      var file = DaemonState.File(request: configuredPad.settings.device, device: session?.status, pad: pad)
      if let session {
        file.warnings = session.fitWarnings(of: configuredPad)
      } else if let node = configuredPad.lastNode, let holder = policy.holder(of: node) {
        file.absence = .released(node: node, process: holder.process)
      } else if let node = current?.device.node {
        file.absence = .failed(
          .device(.cannotGrab(node: node.path, name: node.description.name, errno: EBUSY)))
      } else if let problem = configuredPad.problem, !problem.isDisconnection {
        file.absence = .failed(problem)
      }
      return file
    }
  }
}

extension Sessions {
  /// The motors that shake for the pads, each once.
  var motors: [PadStatus.Motor] { configuredPads.compactMap(\.rumble.status).withoutRepetitions }
}

extension Session {
  /// What was changed so that a file's layout fits.
  func fitWarnings(of configuredPad: ConfiguredPad) -> [Diagnostic] {
    configuredPad.fitWarnings(on: surface.size, device.deviceClass)
  }
}

extension Session {
  var status: PadStatus.Device {
    PadStatus.Device(
      name: device.node.description.name, node: device.node.path, deviceClass: device.deviceClass,
      surface: surface, isGrabbed: isGrabbed)
  }
}

// The sentences about the daemon's state.

extension DaemonState {
  /// The whole state in one line, for `systemctl status`, or its beginning: systemd ignores a message of 4096 bytes, and what
  /// else it says, such as READY=1. A character has four bytes at most.
  var status: String {
    let uses = devices.map { "using \($0.name) (\($0.node))" }
    let whole = (uses + problems.map(\.message)).joined(separator: "; ").unicodeScalars
    return whole.count <= Self.maxStatus ? String(whole) : String(whole.prefix(Self.maxStatus)) + "..."
  }

  private static let maxStatus = 900

  /// The devices that the daemon waits for, each once. Its log has the reasons already.
  var waits: [String] { files.filter { $0.device == nil }.map(\.waiting).withoutRepetitions }

  private var absences: [PadStatus.Problem] { files.compactMap(\.absenceProblem).withoutRepetitions }

  /// Everything that keeps the pads from playing, or from being as their files say.
  var problems: [PadStatus.Problem] {
    [switchProblem].compactMap { $0 } + absences + files.flatMap(\.fitProblems) + sensorProblems
      + [refusal?.problem].compactMap { $0 }
  }

  private var switchProblem: PadStatus.Problem? {
    if let obstacle {
      return PadStatus.Problem(
        reason.rawValue, "the pads are off, because \(obstacle)",
        hint: wayOut)
    }
    guard !isOn else { return nil }
    return PadStatus.Problem(
      .off, "the pads are switched off",
      hint: "Switch them on: touchstick on\(orGesture)")
  }

  /// What ends the obstacle.
  private var wayOut: String {
    switch reason {
    case .locked: "Unlock the session."
    case .unlocked: "Switch them on again: touchstick on\(orGesture)"
    case .gamepad: "Touch a control, and lift: the next touch counts."
    default: "Make them yours: touchstick on"
    }
  }

  private var orGesture: String { gesture.map { ", or \($0.phrase)" } ?? "" }

  /// That the pads are being switched on or off.
  var switching: String {
    let off = obstacle.map { "off, because \($0)" }
    return "switching \(off ?? (isOn ? "on" : "off")), as soon as nothing touches the device"
  }

  /// The reason that keeps switched-on pads off.
  private var obstacle: String? {
    switch (isOn, reason) {
    case (true, .locked): "the session is locked"
    case (true, .unlocked): "the session was locked, or the system was asleep"
    case (true, .away): "another user is in front, or nobody"
    case (true, .gamepad): "a gamepad is used"
    case (true, .start), (true, .gesture), (true, .signal), (true, .call), (false, _): nil
    }
  }
}

extension DaemonState.File {
  fileprivate var waiting: String { "waiting for \(request.wanted)" }

  /// Why it uses no device.
  fileprivate var absenceProblem: PadStatus.Problem? {
    guard device == nil else { return nil }
    switch absence {
    case nil:
      return PadStatus.Problem(
        .noDevice, waiting,
        hint: "List the devices, and why each is not used: touchstick devices")
    case .released(let node, let process):
      return PadStatus.Problem(
        .released, "\(waiting): \(node) is released to another program",
        hint: "It comes back when that program ends.", node: node, process: process)
    case .failed(.device(.cannotGrab(let node, let name, EBUSY))):
      return PadStatus.Problem(
        .grabbed,
        "\(waiting): another program has grabbed \(node) (\(name))",
        hint: "Stop that program, or set grab = false in [device].", node: node)
    case .failed(.configuration(let error)):
      return PadStatus.Problem(
        .misfit,
        "\(waiting): the layout does not fit it: \(error.firstLine)",
        hint: "See all errors: touchstick check --device, with its node")
    case .failed(let error):
      return PadStatus.Problem(
        .device, "\(waiting): \(error.sentence.firstLine)",
        hint: "See what to do: sudo touchstick doctor")
    }
  }

  fileprivate var fitProblems: [PadStatus.Problem] {
    warnings.map { warning in
      PadStatus.Problem(
        warning.code, warning.location.map { "\($0): \(warning.message)" } ?? warning.message,
        hint: warning.hint ?? "")
    }
  }
}

extension PadStatus.Device {
  /// That it is used, for one of several files.
  func use(for file: String?) -> String {
    "using \(name) (\(node)), a \(deviceClass) of \(SurfaceSize(width: width, height: height).phrase)"
      + (file.map { " for \($0)" } ?? "")
  }

  /// That the pads on it have been switched on or off.
  func switched(on isOn: Bool) -> String { "\(name) (\(node)) is switched \(isOn ? "on" : "off")" }

  /// The latency of its frames.
  func latency(_ summary: LatencyHistogram.Summary?) -> String {
    guard let summary else { return "\(name) (\(node)): no frame has reached a pad since the last report" }
    return
      "\(name) (\(node)): \(summary.frames) frames, from the kernel's time stamp to the write: "
      + "p50 \(summary.p50) µs, p90 \(summary.p90) µs, p99 \(summary.p99) µs, max \(summary.maxLatency) µs"
  }
}

extension VirtualDevice {
  /// Its name and its node.
  var phrase: String { "“\(name)”" + (node.map { " (\($0))" } ?? "") }
}

extension DaemonError {
  fileprivate var problem: PadStatus.Problem {
    PadStatus.Problem(
      "configuration", "the configuration has changed, but is not used: \(sentence.firstLine)",
      hint: "See all errors: touchstick check")
  }
}

extension ConfigurationError {
  fileprivate var firstLine: Substring { sentence.firstLine }
}

extension String {
  fileprivate var firstLine: Substring { prefix { $0 != "\n" } }
}

extension PadStatus {
  /// The daemon's state, for the bus.
  init(_ state: DaemonState) {
    self.init(
      isOn: state.isOn, reason: state.reason.rawValue, profile: state.profile,
      layout: state.layout, otherLayouts: state.otherLayouts, problems: state.problems,
      devices: state.devices,
      pads: state.files.compactMap(\.pad), motors: state.motors,
      sensors: state.sensors,
      profiles: state.profiles.map { Profile(name: $0.name, file: $0.path) }, version: touchstickVersion)
  }
}

extension PadStatus.Device {
  /// A touch device with this surface.
  init(name: String, node: String, deviceClass: DeviceClass, surface: Surface, isGrabbed: Bool) {
    self.init(
      name: name, node: node, deviceClass: deviceClass.rawValue, width: surface.size.width,
      height: surface.size.height, sizeSource: surface.sizeSource.rawValue,
      rotation: UInt32(surface.rotation.rawValue), isGrabbed: isGrabbed)
  }
}
