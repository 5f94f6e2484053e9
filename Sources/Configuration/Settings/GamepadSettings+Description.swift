public import EventPipeline

extension GamepadSettings {
  /// The pad to make.
  public var description: DeviceDescription {
    var description: DeviceDescription
    switch identity {
    case .xbox360: description = .xbox360
    case .generic: description = .generic
    }
    if let name { description.name = name }
    if let bus { description.id.bus = bus }
    if let vendor { description.id.vendor = vendor }
    if let product { description.id.product = product }
    if let version { description.id.version = version }
    return description
  }
}
