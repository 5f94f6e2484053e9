internal import Configuration
internal import EventPipeline
internal import InputDevices

/// The daemon's state, as a plain value. Its sentences are in DaemonState+Sentences.swift.
struct DaemonState: Equatable {
  /// Whether the pads are switched on.
  var isOn = true
  /// The reason why they play or do not.
  var reason = Reason.start
  /// The error that prevents the use of the current configuration files; nil if they are in use.
  var refusal: DaemonError?
  /// The profile of the first pad's layout; empty for another layout.
  var profile = ""
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
    /// Its name; nil without a file.
    var name: String?
    /// The device that it asks for.
    var request: DeviceSettings
    /// The device that its pad is on; nil while it waits for one.
    var device: Device?
    /// Nil until its first device has come.
    var pad: Output?
  }

  /// A touch device that is open.
  struct Device: Equatable {
    var name: String
    var node: String
    var deviceClass: DeviceClass
    var surface: Surface
    /// Whether no other program receives its events.
    var isGrabbed: Bool
    /// Whether another program had grabbed it at the last attempt, so that the daemon waits for it.
    var isContested: Bool
  }

  /// A device that the daemon has made: a gamepad, or the clone of a touch device.
  struct Output: Equatable {
    var name: String
    /// Nil if unknown.
    var node: String?
  }

  /// The devices in use, each once, in the order of the files.
  var devices: [Device] {
    var devices: [Device] = []
    for case let device? in files.map(\.device) where !device.isContested && !devices.contains(device) {
      devices.append(device)
    }
    return devices
  }
}

extension Sessions {
  /// The state of each file.
  var files: [DaemonState.File] {
    filePads.map { filePad in
      DaemonState.File(
        name: filePad.settings.fileName, request: filePad.settings.device,
        device: session(of: filePad)?.state, pad: filePad.pad?.state)
    }
  }
}

extension Session {
  var state: DaemonState.Device {
    DaemonState.Device(
      name: device.node.description.name, node: device.node.path, deviceClass: device.deviceClass,
      surface: surface, isGrabbed: isGrabbed, isContested: isContested)
  }
}

extension VirtualDevice {
  var state: DaemonState.Output { DaemonState.Output(name: name, node: node) }
}
