public import EventPipeline
internal import JoystickModel

// The daemon and the tool both use this code, so they do the same with the settings.

extension [Settings] {
  /// Makes the pipeline for a device with a pad for each of these files: its surface, and their layouts on it.
  ///
  /// - Parameters:
  ///   - device: The device's description.
  ///   - deviceClass: Its class.
  ///   - screen: The screen under it.
  /// - Throws: ``PipelineError``.
  public func pipeline(
    for device: DeviceDescription, class deviceClass: DeviceClass, on screen: Screen = Screen()
  ) throws(PipelineError) -> TouchPipeline {
    let (surface, pads) = try surfaceAndPads(for: device, class: deviceClass, on: screen)
    let first = self.first ?? Settings()
    let toggle = first.toggle.map { ToggleGesture(fingers: $0.fingers, holdTime: $0.holdTime) }
    return TouchPipeline(
      device: device, surface: surface, pads: pads, passesThrough: first.device.passesThrough, toggle: toggle)
  }

  /// What the pipeline for a device consists of. Throws an error if these files cannot share it.
  func surfaceAndPads(
    for device: DeviceDescription, class deviceClass: DeviceClass, on screen: Screen
  ) throws(PipelineError) -> (Surface, [SurfacePad]) {
    let first = self.first ?? Settings()
    let surface: Surface
    do {
      surface = try first.device.surface(of: device, class: deviceClass, on: screen)
    } catch {
      throw .surface(error)
    }
    let pads: [SurfacePad]
    do throws(ConfigurationError) {
      for other in dropFirst() {
        if let error = Settings.disagreement(between: first, and: other) { throw error }
      }
      pads = try map { (settings) throws(ConfigurationError) in try settings.pad(on: surface, deviceClass) }
    } catch {
      throw .configuration(error)
    }
    return (surface, pads)
  }
}

extension Settings {
  fileprivate func pad(
    on surface: Surface, _ deviceClass: DeviceClass
  ) throws(ConfigurationError) -> SurfacePad {
    let size = surface.size
    let layout = try layout(width: size.width, height: size.height, deviceClass: deviceClass)
    let buttons = deviceButtons(on: size).compactMap { button in
      button.input.map { DeviceButton(input: $0, output: button.output) }
    }
    return SurfacePad(layout: layout, deviceButtons: buttons)
  }
}

/// Why a device and a configuration do not fit together.
public enum PipelineError: Error {
  /// The device has no usable surface.
  case surface(SurfaceError)
  /// The configuration does not fit on it.
  case configuration(ConfigurationError)
}
