public import EventPipeline
internal import JoystickModel

// What the daemon and the tool alike make of the settings, so that both make the same of them.

extension Settings {
  /// Makes the pipeline for a device: its surface, and the layout on that.
  ///
  /// - Parameters:
  ///   - device: What the device says of itself.
  ///   - deviceClass: Its class.
  /// - Throws: ``PipelineError``.
  public func pipeline(
    for device: DeviceDescription, class deviceClass: DeviceClass
  ) throws(PipelineError) -> (pipeline: TouchPipeline, surface: Surface) {
    let surface: Surface
    do {
      surface = try Surface(of: device, class: deviceClass, configured: self.device.size)
    } catch {
      throw .surface(error)
    }
    do {
      let layout = try layout(
        width: surface.size.width, height: surface.size.height, deviceType: DeviceType(deviceClass))
      return (TouchPipeline(device: device, surface: surface, layout: layout), surface)
    } catch {
      throw .configuration(error)
    }
  }
}

/// Why a device and a configuration do not go together.
public enum PipelineError: Error {
  /// The device has no surface that can be used.
  case surface(SurfaceError)
  /// The configuration does not fit on it.
  case configuration(ConfigurationError)
}

extension DeviceSettings {
  /// Whether a device is what the configuration asks for, wherever its node is.
  ///
  /// - Parameters:
  ///   - device: What the device says of itself.
  ///   - deviceClass: Its class.
  public func accepts(_ device: DeviceDescription, class deviceClass: DeviceClass) -> Bool {
    matches(
      name: device.name, vendor: device.id.vendor, product: device.id.product,
      type: DeviceType(deviceClass))
  }

  /// What devices the configuration asks for, in words.
  public var wanted: String {
    let kind =
      switch type {
      case nil, .any: "a touchscreen, touchpad or tablet"
      case .touchscreen: "a touchscreen"
      case .touchpad: "a touchpad"
      case .tablet: "a tablet"
      }
    let conditions = [
      name.map { "named “\($0.text)”" },
      vendor.map { "of vendor \(Self.hexadecimal($0))" },
      product.map { "of product \(Self.hexadecimal($0))" },
      path.map { "at \($0)" },
    ].compactMap { $0 }
    return ([kind] + conditions).joined(separator: " ")
  }

  private static func hexadecimal(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension GamepadSettings {
  /// The pad to make.
  public var description: DeviceDescription {
    var description: DeviceDescription
    switch identity {
    case .xbox360: description = .xbox360
    }
    if let name { description.name = name }
    return description
  }
}

extension DeviceType {
  fileprivate init(_ deviceClass: DeviceClass) {
    switch deviceClass {
    case .touchscreen: self = .touchscreen
    case .touchpad: self = .touchpad
    case .tablet: self = .tablet
    }
  }
}
