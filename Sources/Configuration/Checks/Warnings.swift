package import EventPipeline
internal import System

extension Settings {
  /// The warnings about this file: settings that are valid, but probably a mistake.
  ///
  /// - Parameters:
  ///   - size: The size of the surface; nil is ``DeviceSettings/rotatedSize``, or else several typical sizes.
  ///   - deviceClass: The class of the device; nil is that of the file, or else a touchscreen.
  ///   - forHands: Whether they are also about thumbs. That takes 90 million instructions, so the daemon does without.
  package func warnings(
    on size: SurfaceSize? = nil, deviceClass: DeviceClass? = nil, forHands: Bool = true
  ) -> [Diagnostic] {
    let deviceClass = deviceClass ?? device.presumedClass
    guard let size = size ?? device.rotatedSize else {
      return (tableWarnings + typicalWarnings(for: deviceClass)).inOrderOfPositions
    }
    let settings = resolved(for: deviceClass, on: size)
    let surface = ScaledSurface(size: size)
    var ofSurface: [Diagnostic] = []
    if settings.controls(on: size).flatMap(surface.errors).isEmpty {
      let ofHands = forHands ? settings.handWarnings(on: surface) : []
      ofSurface = (settings.layoutWarnings(on: surface, deviceClass) + ofHands).inOrderOfPositions.merged
    } else if errors(on: size, deviceClass: deviceClass).isEmpty {
      ofSurface = fittedLayout(on: size, deviceClass: deviceClass).warnings
    }
    return (settings.tableWarnings + ofSurface).inOrderOfPositions
  }

  private var tableWarnings: [Diagnostic] {
    (controls.flatMap { $0.table.allWarnings } + grabWarnings + keyWarnings + motionWarnings).map {
      $0.located(in: controlsFileName)
    }
      + [hapticWarning, keyboard.dangerWarning].compactMap { $0?.located(in: fileName) }
  }

  /// That nothing on a surface moves the pad, in no layer. Without any table, there would be the default stick.
  ///
  /// - Parameter placed: What exists on the surface.
  func emptyWarnings(with placed: [ControlSettings], on size: SurfaceSize) -> [Diagnostic] {
    guard placed.allSatisfy(\.isIgnored), controls(on: size).allSatisfy({ $0.table.isOnSurface }) else {
      return []
    }
    let code = PadStatus.Problem.Obstacle.noControls.rawValue
    guard let other = controls.first(where: { $0.table.isOnSurface && !$0.isIgnored }) else {
      return [
        Diagnostic(
          .warning, code, "this file has [[ignore]] only, so nothing moves the pad",
          hint: "add a control, such as [[stick]]", at: controls.first?.positions.table)
      ]
    }
    let orientation = SurfaceOrientation(of: size)
    return [
      Diagnostic(
        .warning, code, "no control exists in \(orientation)",
        hint: "add a control with when = \"\(orientation)\"", at: other.positions.position(of: "when"))
    ]
  }

  private var hapticWarning: Diagnostic? {
    guard haptics.isOn, rumble.motor == .off || !gamepad.rumbles else { return nil }
    let obstacle = rumble.motor == .off ? "motor = \"none\" in [rumble]" : "rumble = false in [gamepad]"
    return Diagnostic(
      .warning, "useless-key", "[haptics] has no effect, because of \(obstacle)",
      hint: "remove one of the two", at: haptics.positions.table)
  }

  /// Without the grab, the desktop receives all touches from the device itself.
  private var grabWarnings: [Diagnostic] {
    guard !device.grab else { return [] }
    return controls.filter { $0.table.needsGrab }.map { control in
      Diagnostic(
        .warning, "control-without-grab",
        "because of grab = false, the desktop receives the touches on \(quoted(control.name)), too",
        hint: "remove grab = false, or this table", about: control.name, at: control.positions.table)
    }
  }

  /// The warnings about the controls on a surface that they fit on.
  func layoutWarnings(on surface: ScaledSurface, _ deviceClass: DeviceClass) -> [Diagnostic] {
    let controls = controls(on: surface.size).filter { $0.table.isOnSurface }
    let placed = surface.placedControls(controls)
    let all =
      controls.flatMap { $0.table.warnings(on: surface) }
      + surface.extentWarnings(of: placed, byPen: deviceClass == .tablet)
      + surface.coverWarnings(of: placed) + layerWarnings(of: controls)
      + emptyWarnings(with: self.placed(for: deviceClass, on: surface.size), on: surface.size)
    return all.map { $0.located(in: controlsFileName) } + toggleWarnings(on: surface.size)
  }

  /// Thumbs rest on the sticks and look pads while nothing happens in a game.
  private func toggleWarnings(on size: SurfaceSize) -> [Diagnostic] {
    guard let toggle else { return [] }
    let all = controls(on: size).filter { $0.table.holdsRestingThumb }
    let byLayer = (layers.isEmpty ? [""] : layers).map { layer in
      all.filter { $0.layer == nil || $0.layer == layer }
    }
    let resting = byLayer.max { $0.count < $1.count } ?? []
    let names = resting.map(\.name)
    guard toggle.fingers <= names.count else { return [] }
    let isSticks = resting.allSatisfy { $0.table is StickSettings }
    return [
      Diagnostic(
        .warning, "toggled-by-sticks",
        "fingers is \(toggle.fingers), so thumbs resting on the \(names.count) "
          + "\(isSticks ? "sticks" : "sticks and look pads") (\(list(names.map(quoted), "and"))) switch the pad off",
        hint: "it must be at least \(names.count + 1)", about: names.joined(separator: ", "),
        at: toggle.positions.position(of: "fingers"), in: fileName)
    ]
  }

  /// A warning if this file does not ask for the device; nil if it does.
  package func warningIfUnused(
    _ device: DeviceDescription, class deviceClass: DeviceClass
  ) -> Diagnostic? {
    guard !self.device.accepts(device, class: deviceClass) else { return nil }
    return Diagnostic(
      .warning, "other-device",
      "touchstickd does not use \(quoted(device.name)), a \(deviceClass), for this file",
      hint: "the file asks for \(self.device.wanted.escaped)", at: self.device.positions.table, in: fileName)
  }
}

extension [Settings] {
  /// The warnings about these files, which share this device in this order.
  package func warnings(
    for device: DeviceDescription, class deviceClass: DeviceClass, on screen: Screen = Screen(),
    forHands: Bool = true
  ) -> [Diagnostic] {
    let surface = try? first?.device.surface(of: device, class: deviceClass, on: screen)
    var before: [(file: String?, controls: [PlacedControl])] = []
    var all: [Diagnostic] = []
    for (index, file) in enumerated() {
      let settings = surface.map { file.resolved(for: deviceClass, on: $0.size) } ?? file
      var ofDevice = settings.warnings(ofWhatLacks: device)
      if let surface {
        // Files that share a device agree on its size.
        if index == 0, let warning = settings.device.warning(of: surface, of: device) {
          ofDevice.append(warning.located(in: settings.fileName))
        }
        if count > 1 {
          let scaled = ScaledSurface(size: surface.size)
          let placed = scaled.placedControls(settings.placed(for: deviceClass, on: surface.size))
          let covered = before.flatMap { scaled.coverWarnings(of: placed, behind: $0.controls, in: $0.file) }
          ofDevice += covered.map { $0.located(in: settings.controlsFileName) }.inOrderOfPositions.merged
          before.append((settings.controlsFileName, placed))
        }
      }
      let others = settings.warnings(on: surface?.size, deviceClass: deviceClass, forHands: forHands)
      all += (ofDevice + others).inOrderOfPositions
    }
    return all
  }
}
