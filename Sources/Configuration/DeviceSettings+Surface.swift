public import EventPipeline

// The only code that makes a surface from the settings.
extension DeviceSettings {
  /// The surface of a device, with these settings.
  ///
  /// - Parameters:
  ///   - device: The device's description.
  ///   - deviceClass: Its class.
  ///   - screen: The screen under it.
  /// - Throws: ``SurfaceError``.
  public func surface(
    of device: DeviceDescription, class deviceClass: DeviceClass, on screen: Screen = Screen()
  ) throws(SurfaceError) -> Surface {
    try Surface(
      of: device, class: deviceClass, configured: size, panel: screen.size, session: screen.sessionSize,
      rotation: rotation(of: deviceClass, on: screen))
  }

  /// How a device is held.
  public func rotation(of deviceClass: DeviceClass, on screen: Screen = Screen()) -> Rotation {
    switch rotationSetting(of: deviceClass) {
    case .fixed(let rotation): rotation
    case .screen: screen.rotation
    }
  }

  /// The setting that decides how a device is held. By default, a touchscreen follows its screen.
  func rotationSetting(of deviceClass: DeviceClass) -> RotationSetting {
    rotation ?? (deviceClass == .touchscreen ? .screen : .fixed(.topUp))
  }

  /// The class of the device, as far as the settings say; a touchscreen is preferred to others.
  public var presumedClass: DeviceClass { if case .one(let only) = type { only } else { .touchscreen } }

  /// The configured size as the user sees it, on a screen that is not rotated; nil without one.
  public var rotatedSize: SurfaceSize? {
    guard case .fixed(let rotation) = rotation else { return size }
    return size.map(rotation.size)
  }
}
