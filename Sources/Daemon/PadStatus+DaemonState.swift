internal import EventPipeline
internal import SystemBus

extension PadStatus {
  /// The daemon's state, for the bus.
  init(_ state: DaemonState) {
    self.init(
      isOn: state.isOn, reason: state.reason.rawValue, profile: state.profile,
      devices: state.devices.map(Device.init), pads: state.files.compactMap(Pad.init),
      profiles: state.profiles.map { Profile(name: $0.name, file: $0.path) }, version: touchstickVersion)
  }
}

extension PadStatus.Device {
  fileprivate init(_ device: DaemonState.Device) {
    let surface = device.surface
    self.init(
      name: device.name, node: device.node, deviceClass: device.deviceClass.rawValue,
      width: surface.size.width,
      height: surface.size.height, sizeSource: surface.sizeSource.rawValue,
      rotation: UInt32(surface.rotation.rawValue), isGrabbed: device.isGrabbed)
  }
}

extension PadStatus.Pad {
  /// Nil for a file without a pad yet.
  fileprivate init?(_ file: DaemonState.File) {
    guard let pad = file.pad else { return nil }
    self.init(name: pad.name, file: file.name ?? "", node: pad.node ?? "")
  }
}
