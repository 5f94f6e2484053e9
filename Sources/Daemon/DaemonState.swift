internal import Configuration
internal import Diagnostics
internal import Glibc
internal import InputDevices
internal import SystemBus

/// The daemon's state, as a plain value. Its sentences are in DaemonState+Sentences.swift.
struct DaemonState: Equatable {
  /// Whether the pads are switched on.
  var isOn = true
  /// The reason why they play or do not.
  var reason = Reason.start
  /// The error that prevents the use of the current configuration files; nil if they are in use.
  var refusal: DaemonError?
  /// The layout of the first pad, and who has chosen it.
  var layout = PadStatus.Layout()
  /// The profile of the first pad's layout; empty for another layout.
  var profile = ""
  /// The gesture that switches the pads; nil without one.
  var gesture: ToggleSettings?
  /// The profiles that can be chosen.
  var profiles: [Profile] = []
  /// The state of each configuration file, in their order.
  var files: [File] = []

  /// The cause of the last switch, or of pads that are switched on but kept off. The words are those of the bus.
  enum Reason: String {
    /// Nothing but the start of the daemon.
    case start
    /// The gesture on a device.
    case gesture
    /// The signal USR1.
    case signal
    /// A call on the bus.
    case call
    /// The session in front is locked.
    case locked
    /// The owner of the pads is not in front.
    case away
  }

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
  func files(_ released: ReleasedDevices) -> [DaemonState.File] {
    filePads.map { filePad in
      let current = session(of: filePad)
      let session = current.flatMap { $0.isContested ? nil : $0 }
      let pad = filePad.pad.map { pad in
        PadStatus.Pad(name: pad.name, file: filePad.settings.fileName ?? "", node: pad.node ?? "")
      }
      var file = DaemonState.File(request: filePad.settings.device, device: session?.state, pad: pad)
      if let session {
        file.warnings = session.fitWarnings(of: filePad)
      } else if let node = filePad.lastNode, let holder = released.holder(of: node) {
        file.absence = .released(node: node, process: holder.process)
      } else if let node = current?.device.node {
        file.absence = .failed(
          .device(.cannotGrab(node: node.path, name: node.description.name, errno: EBUSY)))
      } else if let problem = filePad.problem, !problem.isDisconnection {
        file.absence = .failed(problem)
      }
      return file
    }
  }
}

extension Session {
  /// What was changed so that a file's layout fits.
  func fitWarnings(of filePad: FilePad) -> [Diagnostic] {
    filePad.settings.fittedLayout(on: surface.size, deviceClass: device.deviceClass).warnings
  }
}

extension Session {
  var state: PadStatus.Device {
    PadStatus.Device(
      name: device.node.description.name, node: device.node.path, deviceClass: device.deviceClass,
      surface: surface, isGrabbed: isGrabbed)
  }
}
