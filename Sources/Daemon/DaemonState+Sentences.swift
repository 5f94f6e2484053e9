internal import EventPipeline
internal import InputDevices
internal import SystemBus

// The sentences about the daemon's state.

extension DaemonState {
  /// The whole state in one line, for `systemctl status`.
  var status: String {
    let uses = devices.map { "using \($0.name) (\($0.node))" }
    let refused = refusal.map { ["the configuration has changed, but is not used: \($0.firstLine)"] } ?? []
    let off = isOn ? obstacle.map { ["off, because \($0)"] } ?? [] : ["switched off"]
    return (uses + waits + off + refused).joined(separator: "; ")
  }

  /// The devices that the daemon waits for, each once.
  var waits: [String] {
    files.filter { $0.device == nil }.map { "waiting for \($0.request.wanted)" }.withoutRepetitions
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
  fileprivate var firstLine: Substring { sentence.prefix { $0 != "\n" } }
}
