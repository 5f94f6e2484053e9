internal import Configuration
internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import SystemBus

// The sentences about the daemon's state.

extension DaemonState {
  /// The whole state in one line, for `systemctl status`.
  var status: String {
    let uses = devices.map { "using \($0.name) (\($0.node))" }
    return (uses + problems.map(\.message)).joined(separator: "; ")
  }

  /// The devices that the daemon waits for, each once. Its log has the reasons already.
  var waits: [String] { files.filter { $0.device == nil }.map(\.waiting).withoutRepetitions }

  private var absences: [PadStatus.Problem] { files.compactMap(\.absenceProblem).withoutRepetitions }

  /// Everything that keeps the pads from playing, or from being as their files say.
  var problems: [PadStatus.Problem] {
    [switchProblem].compactMap { $0 } + absences + files.flatMap(\.fitProblems)
      + [refusal?.problem].compactMap { $0 }
  }

  private var switchProblem: PadStatus.Problem? {
    if let obstacle {
      return PadStatus.Problem(
        reason.rawValue, "the pads are off, because \(obstacle)",
        hint: reason == .locked ? "Unlock the session." : "Make them yours: touchstick on")
    }
    guard !isOn else { return nil }
    let gesture = gesture.map { ", or \($0.phrase)" } ?? ""
    return PadStatus.Problem(
      "off", "the pads are switched off", hint: "Switch them on: touchstick on\(gesture)")
  }

  /// That the pads are being switched on or off.
  var switching: String {
    let off = obstacle.map { "off, because \($0)" }
    return "switching \(off ?? (isOn ? "on" : "off")), as soon as nothing touches the device"
  }

  /// The reason that keeps switched-on pads off.
  private var obstacle: String? {
    switch (isOn, reason) {
    case (true, .locked): "the session is locked"
    case (true, .away): "another user is in front, or nobody"
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
        "no-device", waiting, hint: "List the devices, and why each is not used: touchstick devices")
    case .released(let node, let process):
      return PadStatus.Problem(
        "released", "\(waiting): \(node) is released to another program",
        hint: "It comes back when that program ends.", node: node, process: process)
    case .failed(.device(.cannotGrab(let node, let name, EBUSY))):
      return PadStatus.Problem(
        "grabbed", "\(waiting): another program has grabbed \(node) (\(name))",
        hint: "Stop that program, or set grab = false in [device].", node: node)
    case .failed(.configuration(let error)):
      return PadStatus.Problem(
        "misfit", "\(waiting): the layout does not fit it: \(error.firstLine)",
        hint: "See all errors: touchstick check --device, with its node")
    case .failed(let error):
      return PadStatus.Problem(
        "device", "\(waiting): \(error.sentence.firstLine)", hint: "See what to do: sudo touchstick doctor")
    }
  }

  fileprivate var fitProblems: [PadStatus.Problem] {
    warnings.map { warning in
      PadStatus.Problem(
        warning.code, warning.place.map { "\($0): \(warning.message)" } ?? warning.message,
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
      + "p50 \(summary.p50) µs, p90 \(summary.p90) µs, p99 \(summary.p99) µs, max \(summary.longest) µs"
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
