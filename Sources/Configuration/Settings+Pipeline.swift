public import EventPipeline

// The daemon and the tool both use this code, so they do the same with the settings.

extension [Settings] {
  /// Makes the pipeline for a device with a pad for each of these files: its surface, and their layouts on it, adapted if
  /// they do not fit.
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
    for other in dropFirst() {
      if let error = Settings.disagreement(between: first, and: other) { throw .configuration(error) }
    }
    return (surface, map { $0.pad(on: surface.size, deviceClass) })
  }
}

extension Settings {
  fileprivate func pad(on size: SurfaceSize, _ deviceClass: DeviceClass) -> SurfacePad {
    let buttons = resolved(for: deviceClass, on: size).deviceButtons(on: size).compactMap { button in
      button.input.map { DeviceButton(input: $0, output: button.output) }
    }
    let layout = fittedLayout(on: size, deviceClass: deviceClass).layout
    return SurfacePad(layout: layout, deviceButtons: buttons)
  }
}

/// Why a device and a configuration do not fit together.
public enum PipelineError: Error {
  /// The device has no usable surface.
  case surface(SurfaceError)
  /// The files disagree, or do not fit on it.
  case configuration(ConfigurationError)
}
