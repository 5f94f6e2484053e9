public import EventPipeline
internal import JoystickModel

extension Settings {
  /// What this file says that can be, but is surely not meant.
  ///
  /// - Parameter size: The size of the surface; nil is ``DeviceSettings/rotatedSize``, and without that what is said holds
  ///   on any surface.
  /// - Returns: The warnings in the order of the file.
  public func warnings(on size: SurfaceSize? = nil) -> [ConfigurationWarning] {
    let ofSticks = sticks.flatMap(\.warnings).map { (ConfigurationWarning.Kind.stick($0.warning), $0.place) }
    return warnings(ofSticks).inOrder(with: surfaceWarnings(on: size))
  }

  private func warnings(_ located: [ScaledSurface.LocatedWarning]) -> [ConfigurationWarning] {
    located.map { ConfigurationWarning(file: fileName, position: $0.place, kind: $0.kind) }
  }

  private func surfaceWarnings(on size: SurfaceSize?) -> [ConfigurationWarning] {
    let sizes = (size ?? device.rotatedSize).map { [$0] } ?? SurfaceSize.all
    // On one that the file does not fit on there are worse things to say.
    let surfaces = sizes.map(ScaledSurface.init).filter { fits(on: $0) }
    guard let first = surfaces.first else { return [] }
    return surfaces.dropFirst().reduce(warnings(on: first)) { common, surface in
      guard !common.isEmpty else { return common }
      let own = warnings(on: surface)
      return common.filter(own.contains)
    }
  }

  private func warnings(on surface: ScaledSurface) -> [ConfigurationWarning] {
    let controls = controls(on: surface.size).filter(\.isOnSurface).prefix(ScaledSurface.mostControls)
    let placed = surface.placedControls(Array(controls))
    return warnings(controls.flatMap(surface.warnings(of:)) + surface.coverWarnings(of: placed))
  }

  private func fits(on surface: ScaledSurface) -> Bool {
    controls(on: surface.size).flatMap(surface.problems).isEmpty
  }

  /// That the device is none that this file asks for; nil where it is.
  ///
  /// - Parameters:
  ///   - device: What the device says of itself.
  ///   - deviceClass: Its class.
  public func warningUnlessTaken(
    _ device: DeviceDescription, class deviceClass: DeviceClass
  ) -> ConfigurationWarning? {
    guard !self.device.accepts(device, class: deviceClass) else { return nil }
    let warning = DeviceWarning.notTaken(name: device.name, deviceClass, wanted: self.device.wanted)
    return ConfigurationWarning(
      file: fileName, position: self.device.places.table, kind: .device(warning))
  }
}

extension [Settings] {
  /// What these files, which share a device in this order, say that is surely not meant for that device.
  ///
  /// - Parameters:
  ///   - device: What the device says of itself.
  ///   - deviceClass: Its class.
  ///   - screen: The screen that it lies on.
  /// - Returns: The warnings in the order of the files.
  public func warnings(
    for device: DeviceDescription, class deviceClass: DeviceClass, on screen: Screen = Screen()
  ) -> [ConfigurationWarning] {
    let surface = try? first?.device.surface(of: device, class: deviceClass, on: screen)
    var before: [(file: String?, controls: [PlacedControl])] = []
    var all: [ConfigurationWarning] = []
    for settings in self {
      var located = settings.warnings(ofWhatLacks: device)
      if let surface {
        // Files that share a device agree on its size.
        if before.isEmpty { located += settings.device.warnings(of: surface, of: device) }
        let scaled = ScaledSurface(size: surface.size)
        let placed = scaled.placedControls(settings.placed(for: deviceClass, on: surface.size))
        located += before.flatMap { scaled.coverWarnings(of: placed, behind: $0.controls, in: $0.file) }
        before.append((settings.fileName, placed))
      }
      let own = located.map {
        ConfigurationWarning(file: settings.fileName, position: $0.place, kind: $0.kind)
      }
      all += own.inOrder(with: settings.warnings(on: surface?.size))
    }
    return all
  }
}

extension [ConfigurationWarning] {
  /// All of both in the order of a file.
  fileprivate func inOrder(with others: Self) -> Self {
    (self + others).sorted { first, second in
      guard let second = second.position else { return false }
      return first.position.map { $0 < second } ?? true
    }
  }
}
