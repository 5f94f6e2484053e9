internal import EventPipeline
internal import SystemBus

extension PadStatus {
  /// The daemon's state, for the bus.
  init(_ state: DaemonState) {
    self.init(
      isOn: state.isOn, reason: state.reason.rawValue, profile: state.profile,
      layout: state.layout, problems: state.problems, devices: state.devices,
      pads: state.files.compactMap(\.pad),
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
