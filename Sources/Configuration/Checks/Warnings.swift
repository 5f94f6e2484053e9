public import EventPipeline
internal import JoystickModel

extension Settings {
  /// What this file says that can be, but is surely not meant.
  ///
  /// - Parameters:
  ///   - size: The size of the surface; nil is ``DeviceSettings/rotatedSize``, and without that there are typical ones.
  ///   - byPen: Whether a pen touches the surface, which is finer than a finger; nil is what the file says.
  /// - Returns: The warnings in the order of the file.
  public func warnings(on size: SurfaceSize? = nil, byPen: Bool? = nil) -> [ConfigurationWarning] {
    let ofSurface = (size ?? device.rotatedSize).map { size in
      let surface = ScaledSurface(size: size)
      // On one that the file does not fit on there are worse things to say.
      let fits = controls(on: size).flatMap(surface.problems).isEmpty
      return fits ? warnings(on: surface, byPen: byPen ?? (device.type == .one(.tablet))) : []
    }
    let ofTables = warnings(controls.flatMap(\.warnings))
    return ofTables.inOrder(with: ofSurface ?? typicalWarnings())
  }

  func warnings(_ located: [ScaledSurface.LocatedWarning]) -> [ConfigurationWarning] {
    located.map { ConfigurationWarning(file: fileName, position: $0.place, kind: $0.kind) }
  }

  /// What is surely not meant on a surface that the file fits on.
  func warnings(on surface: ScaledSurface, byPen: Bool) -> [ConfigurationWarning] {
    let controls = Array(
      controls(on: surface.size).filter(\.isOnSurface).prefix(ScaledSurface.mostControls))
    let placed = surface.placedControls(controls)
    return warnings(
      controls.flatMap(surface.warnings(of:)) + surface.extentWarnings(of: placed, byPen: byPen)
        + surface.coverWarnings(of: placed) + toggleWarnings(on: surface.size))
  }

  /// Thumbs rest on the sticks whenever nothing happens in a game.
  private func toggleWarnings(on size: SurfaceSize) -> [ScaledSurface.LocatedWarning] {
    guard let toggle else { return [] }
    let sticks = controls(on: size).compactMap { control in
      if case .stick(let stick) = control { stick.effectiveName } else { nil }
    }
    guard toggle.fingers <= sticks.count else { return [] }
    let warning = ControlWarning.toggledBySticks(fingers: toggle.fingers, sticks: sticks)
    return [(.control(warning), toggle.places.place(of: "fingers"))]
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
      all += own.inOrder(with: settings.warnings(on: surface?.size, byPen: deviceClass == .tablet))
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
