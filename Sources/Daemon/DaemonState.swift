internal import Configuration
internal import EventPipeline
internal import InputDevices

/// What the daemon does, as a plain value. What is said of it is in DaemonState+Sentences.swift.
struct DaemonState: Equatable {
  /// Whether the pads are switched on.
  var isOn = true
  /// Why they play, or do not.
  var reason = Reason.start
  /// Why the configuration files as they are now are not used; nil when they are.
  var refusal: DaemonError?
  /// The profile that the first pad's layout is from; empty for another layout.
  var profile = ""
  /// The profiles that can be chosen.
  var profiles: [Profile] = []
  /// What comes of each configuration file, in their order.
  var files: [File] = []

  /// What has switched the pads on or off last, or keeps pads off that are switched on. The words are those of the bus.
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
    /// The user whose pads they are is not in front.
    case away
  }

  /// What comes of one configuration file.
  struct File: Equatable {
    /// Its name; nil where there is none.
    var name: String?
    /// Which device it asks for.
    var request: DeviceSettings
    /// The device that its pad is on; nil while it waits for one.
    var device: Device?
    /// Nil before its first device has come.
    var pad: Output?
  }

  /// A touch device that is open.
  struct Device: Equatable {
    var name: String
    var node: String
    var deviceClass: DeviceClass
    var surface: Surface
    /// Whether nobody else gets its events.
    var isGrabbed: Bool
    /// Whether another program had it when it was last tried, so that it is waited for.
    var isContested: Bool
  }

  /// A device that the daemon has made: a gamepad, or the clone of a touch device.
  struct Output: Equatable {
    var name: String
    /// Nil where it is not known.
    var node: String?
  }

  /// The devices that are used, each once, in the order of the files.
  var devices: [Device] {
    var devices: [Device] = []
    for case let device? in files.map(\.device) where !device.isContested && !devices.contains(device) {
      devices.append(device)
    }
    return devices
  }
}

extension Sessions {
  /// What comes of each file.
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
