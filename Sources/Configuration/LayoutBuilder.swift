package import EventPipeline
package import JoystickModel

extension Settings {
  /// The controls on a surface of this size.
  ///
  /// A file without controls on the surface has the default stick: the left stick on the left half of a touchscreen, or
  /// on the whole surface of any other device.
  ///
  /// - Parameters:
  ///   - width: Millimetres from the left to the right edge, above 0.
  ///   - height: Millimetres from the top to the bottom edge, above 0.
  package func layout(
    width: Double, height: Double, deviceClass: DeviceClass
  ) throws(ConfigurationError) -> Layout {
    let surface = ScaledSurface(size: SurfaceSize(width: width, height: height))
    let settings = resolved(for: deviceClass, on: surface.size)
    let errors = settings.errors(on: surface, deviceClass)
    guard errors.isEmpty else { throw ConfigurationError(errors) }
    let tables = settings.placed(for: deviceClass, on: surface.size)
    return surface.layout(tables.map { ($0, $0.table.controls(on: surface)) }, of: settings)
  }

  private func errors(on surface: ScaledSurface, _ deviceClass: DeviceClass) -> [Diagnostic] {
    placed(for: deviceClass, on: surface.size).flatMap(surface.errors)
      .map { $0.located(in: controlsFileName) }
  }

  /// The errors that keep these settings from being used on a surface.
  ///
  /// A layout is for a screen, which may be rotated at any time. If the surface follows it, the layout needs to fit one of
  /// the two orientations; ``fittedLayout(on:deviceClass:)`` adapts it to the other one.
  package func errors(on size: SurfaceSize, deviceClass: DeviceClass) -> [Diagnostic] {
    let settings = resolved(for: deviceClass, on: size)
    let errors = settings.errors(on: ScaledSurface(size: size), deviceClass)
    guard !errors.isEmpty, device.rotationSetting(of: deviceClass) == .screen else { return errors }
    // An automatic profile is the same, however the screen is held.
    let turned = ScaledSurface(size: SurfaceSize(width: size.height, height: size.width))
    return settings.errors(on: turned, deviceClass).isEmpty ? [] : errors
  }

  /// The layout on a surface, whatever its errors there. A control beyond the edge is moved inside, and one with any
  /// other error is left out.
  ///
  /// - Returns: The layout, and a warning for each control that was moved or left out, and for a layout without controls.
  package func fittedLayout(
    on size: SurfaceSize, deviceClass: DeviceClass
  ) -> (layout: Layout, warnings: [Diagnostic]) {
    let surface = ScaledSurface(size: size)
    let settings = resolved(for: deviceClass, on: size)
    let tables = settings.placed(for: deviceClass, on: size)
    let fits = tables.map(surface.fit)
    let there = zip(tables, fits).filter { !$1.controls.isEmpty }.map(\.0)
    let warnings = fits.compactMap(\.warning) + settings.emptyWarnings(with: there, on: size)
    return (
      surface.layout(zip(tables, fits).map { ($0, $1.controls) }, of: settings),
      warnings.map { $0.located(in: settings.controlsFileName) }
    )
  }
}

extension Settings {
  /// The tables of the controls on a surface of this size; the default stick if the file has none for any size.
  func placed(for deviceClass: DeviceClass, on size: SurfaceSize) -> [ControlSettings] {
    guard controls.contains(where: { $0.table.isOnSurface }) else {
      return [ControlSettings(StickSettings.default(for: deviceClass))]
    }
    return controls(on: size).filter { $0.table.isOnSurface }
  }

  /// All layers. The first one is shown at first, so those with one of these controls come before those without: the surface
  /// is never empty if a layer has something for it.
  func layers(of controls: [ControlSettings]) -> [String] {
    let all = layers
    guard all.count > 1 else { return all }
    let others = controls.filter { !$0.isIgnored }
    // Beside a control that always exists, a layer may have nothing but ignored glass, which counts there.
    let counted = others.contains { $0.layer == nil } ? controls : others
    let shown = Set(counted.compactMap(\.layer))
    return all.filter(shown.contains) + all.filter { !shown.contains($0) }
  }

  /// All layers, in the order in which a surface of this size shows them.
  package func layers(on size: SurfaceSize) -> [String] {
    layers(of: controls(on: size).filter { $0.table.isOnSurface })
  }
}

extension StickSettings {
  /// The default stick, for a file without controls on the surface.
  fileprivate static func `default`(for deviceClass: DeviceClass) -> StickSettings {
    var stick = StickSettings()
    if deviceClass == .touchscreen {
      let leftHalf = AreaSettings(
        x: .millimetres(0), y: .millimetres(0), width: .percent(50), height: .percent(100))
      stick.common.region = .rectangle(leftHalf)
    }
    return stick
  }
}

extension ScaledSurface {
  /// The layout of tables, each with its controls.
  func layout(_ tables: [(table: ControlSettings, controls: [Control])], of settings: Settings) -> Layout {
    Layout(
      surface: bounds, controls: tables.flatMap(\.controls),
      layers: settings.layers(of: tables.filter { !$0.controls.isEmpty }.map(\.table)),
      layersOfControls: tables.flatMap { table, controls in
        Array(repeating: table.layer, count: controls.count)
      }, motion: settings.motion(on: size))
  }
}

// The daemon and the tool both use this code, so they do the same with the settings.

extension [Settings] {
  /// Makes the pipeline for a device with a pad for each of these files: its surface, and their layouts on it, adapted if
  /// they do not fit.
  ///
  /// - Parameter hasMenuHandle: Whether a touchscreen's layout gets a ``MenuHandle`` if it has no button for the menu.
  package func pipeline(
    for device: DeviceDescription, class deviceClass: DeviceClass, on screen: Screen = Screen(),
    hasMenuHandle: Bool = false
  ) throws(PipelineError) -> TouchPipeline {
    let surface = try surface(of: device, class: deviceClass, on: screen)
    do throws(ConfigurationError) {
      for settings in self { try settings.checkKeys() }
    } catch {
      throw .configuration(error)
    }
    let first = self.first ?? Settings()
    let toggle = first.toggle.map { ToggleGesture(fingers: $0.fingers, holdTime: $0.holdTime) }
    var layouts = map { $0.fittedLayout(on: surface.size, deviceClass: deviceClass).layout }
    if hasMenuHandle, deviceClass == .touchscreen, let main = layouts.first,
      !layouts.contains(where: \.hasMenuButton)
    {
      layouts[0] = main.withMenuHandle()
    }
    return TouchPipeline(
      device: device, surface: surface,
      pads: zip(self, layouts).map { $0.pad(on: surface.size, deviceClass, $1) },
      passesThrough: first.device.passesThrough, toggle: toggle)
  }

  /// The surface of a device. Throws an error if these files cannot share it.
  func surface(
    of device: DeviceDescription, class deviceClass: DeviceClass, on screen: Screen
  ) throws(PipelineError) -> Surface {
    let first = self.first ?? Settings()
    for other in dropFirst() {
      if let error = Settings.disagreement(between: first, and: other) { throw .configuration(error) }
    }
    do {
      return try first.device.surface(of: device, class: deviceClass, on: screen)
    } catch {
      throw .surface(error)
    }
  }
}

extension Settings {
  fileprivate func pad(on size: SurfaceSize, _ deviceClass: DeviceClass, _ layout: Layout) -> SurfacePad {
    let buttons = resolved(for: deviceClass, on: size).deviceButtons(on: size).compactMap { button in
      button.input.map {
        DeviceButton(
          input: $0, effect: GamepadState(button.action.steps.flatMap { $0 }, value: button.action.value),
          keys: button.action.keys)
      }
    }
    return SurfacePad(layout: layout, deviceButtons: buttons, findsHapticEvents: haptics.isOn)
  }
}

package enum PipelineError: Error {
  case surface(SurfaceError)
  case configuration(ConfigurationError)
}

// The only code that makes a surface from the settings.
extension DeviceSettings {
  package func surface(
    of device: DeviceDescription, class deviceClass: DeviceClass, on screen: Screen = Screen()
  ) throws(SurfaceError) -> Surface {
    try Surface(
      of: device, class: deviceClass, configured: size, panel: screen.size, session: screen.sessionSize,
      rotation: rotation(of: deviceClass, on: screen))
  }

  package func rotation(of deviceClass: DeviceClass, on screen: Screen = Screen()) -> Rotation {
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
  package var presumedClass: DeviceClass { if case .one(let only) = type { only } else { .touchscreen } }

  /// The configured size as the user sees it, on a screen that is not rotated; nil without one.
  package var rotatedSize: SurfaceSize? {
    guard case .fixed(let rotation) = rotation else { return size }
    return size.map(rotation.size)
  }
}

struct ScaledSurface {
  let size: SurfaceSize

  var bounds: Rectangle { Rectangle(x: 0, y: 0, width: size.width, height: size.height) }

  func length(_ length: Length, of whole: LengthWhole = .shorterSide) -> Double {
    switch whole {
    case .width: length.millimetres(of: size.width)
    case .height: length.millimetres(of: size.height)
    case .shorterSide: length.millimetres(of: min(size.width, size.height))
    }
  }

  func point(_ point: PointSettings) -> Point {
    Point(x: length(point.x, of: .width), y: length(point.y, of: .height))
  }

  func area(_ area: AreaSettings) -> Rectangle {
    Rectangle(
      x: length(area.x, of: .width), y: length(area.y, of: .height), width: length(area.width, of: .width),
      height: length(area.height, of: .height))
  }

  func region(_ region: RegionSettings) -> Region {
    switch region {
    case .rectangle(let rectangle): .rectangle(area(rectangle))
    case .circle(let center, let radius): .circle(Circle(center: point(center), radius: length(radius)))
    }
  }
}
