internal import EventPipeline
internal import JoystickModel

// What a file asks for that a touch device does not have.
extension Settings {
  func warnings(ofWhatLacks device: DeviceDescription) -> [ScaledSurface.LocatedWarning] {
    let toggled = toggle.flatMap { $0.warning(for: device) }
    return controls.compactMap { $0.warning(for: device) } + (toggled.map { [$0] } ?? [])
  }
}

extension DeviceSettings {
  /// That the size of the surface is a guess, or does not go with the device's axes.
  func warnings(of surface: Surface, of device: DeviceDescription) -> [ScaledSurface.LocatedWarning] {
    let size = surface.unrotatedSize
    switch surface.sizeSource {
    case .assumption: return [(.device(.sizeAssumed(size, device: device.name)), places.table)]
    case .configuration:
      guard let shape = surface.statedShape, !size.hasShape(shape, within: 0.15) else { return [] }
      let warning = DeviceWarning.otherShape(size, height: size.width / shape, device: device.name)
      return [(.device(warning), places.place(of: "size"))]
    case .device, .panel: return []
    }
  }
}

extension ControlSettings {
  fileprivate func warning(for device: DeviceDescription) -> ScaledSurface.LocatedWarning? {
    switch self {
    case .deviceButton(let own):
      guard !device.supports(own.input), let input = own.input.name else { return nil }
      return (.device(.noInput(input, device: device.name)), own.places.place(of: "input"))
    case .trigger(let own):
      guard own.pull == .pressure, !device.tellsPressure else { return nil }
      return (.device(.noPressure(device: device.name)), own.places.place(of: "pull"))
    case .stick, .button, .buttonGroup, .directionPad: return nil
    }
  }
}

extension ToggleSettings {
  fileprivate func warning(for device: DeviceDescription) -> ScaledSurface.LocatedWarning? {
    guard let count = device.contactCount, count < fingers else { return nil }
    return (
      .device(.tooFewContacts(count, fingers: fingers, device: device.name)), places.place(of: "fingers")
    )
  }
}

extension DeviceDescription {
  /// Whether it has each contact for itself, as ``Surface`` and the trackers see it.
  private var tellsContactsApart: Bool {
    supports(.absMTPositionX) && supports(.absMTPositionY) && !properties.contains(.semiMT)
  }

  /// Of how many contacts at a time it tells; nil where it does not say that.
  fileprivate var contactCount: Int? {
    guard tellsContactsApart else { return 1 }
    return axis(.absMTSlot).map { Int($0.maximum) - Int($0.minimum) + 1 }
  }

  fileprivate var tellsPressure: Bool {
    axis(tellsContactsApart ? .absMTPressure : .absPressure).map { $0.maximum > $0.minimum } ?? false
  }
}
