internal import EventPipeline
package import JoystickModel

/// A control that the motion of the device moves. It is nowhere on the surface.
protocol MotionTable: ControlTable {}

extension MotionTable {
  static var isOfMotion: Bool { true }
  var isOnSurface: Bool { false }
  func controls(on surface: ScaledSurface) -> [Control] { [] }
}

extension Settings {
  /// The controls that motion moves, on a surface of this size.
  func motion(on size: SurfaceSize) -> MotionControls {
    let tables = controls(on: size).map(\.table)
    return MotionControls(
      tilts: tables.compactMap { ($0 as? TiltSettings)?.tilt },
      gyros: tables.compactMap { ($0 as? GyroSettings)?.gyro })
  }

  /// The sensors without which some of its controls do nothing, in any orientation.
  package var requiredSensors: MotionSensors {
    let tables = controls.map(\.table)
    return MotionControls(
      tilts: tables.compactMap { ($0 as? TiltSettings)?.tilt },
      gyros: tables.compactMap { ($0 as? GyroSettings)?.gyro }
    ).requiredSensors
  }
}

// Checks of several tables.
extension SettingsReader {
  /// Notes a control of motion that names a layer or a control which does not exist.
  mutating func checkMotion(_ settings: Settings) {
    let tables = settings.controls.map(\.table).filter { type(of: $0).isOfMotion }
    guard !tables.isEmpty else { return }
    for table in tables {
      guard let layer = table.layer, !settings.layers.contains(layer) else { continue }
      report(
        "unknown-layer", "no control on the surface is in the layer \(quoted(layer))",
        hint: nearestWord(to: layer, among: settings.layers).map { "did you mean \(quoted($0))?" }
          ?? "give a control layer = \(quoted(layer))", at: table.positions.position(of: "layer"))
    }
    let names = settings.controls.filter { $0.table.isOnSurface }.flatMap(\.table.uniqueNames)
    for case let gyro as GyroSettings in tables {
      guard case .control(let name) = gyro.activation, !names.contains(name) else { continue }
      let words = [GyroSettings.look, GyroSettings.always, GyroSettings.button]
      report(
        "unknown-control", "no control on the surface has the name \(quoted(name))",
        hint: nearestWord(to: name, among: words + names).map { "did you mean \(quoted($0))?" }
          ?? "it must be \(list(words.map(quoted), "or")), or the name of a control",
        at: gyro.positions.position(of: "while"))
    }
  }
}

extension Settings {
  /// Controls of motion that nothing can start, and buttons for controls that do not exist.
  var motionWarnings: [Diagnostic] {
    let tables = controls.map(\.table)
    let gyros = tables.compactMap { $0 as? GyroSettings }
    let hasTilt = tables.contains { $0 is TiltSettings }
    let buttons = tables.compactMap { $0 as? ButtonSettings }
    let hasSwitch = buttons.contains { $0.holds(.gyroOn) }
    let hasLook = tables.contains { $0 is LookSettings }
    let idle = gyros.filter { gyro in
      !hasSwitch && (gyro.activation == .button || gyro.activation == .look && !hasLook)
    }
    let useless = buttons.filter { button in
      gyros.isEmpty && (button.holds(.gyroOn) || button.holds(.gyroOff))
        || !hasTilt && button.holds(.centreTilt)
    }
    return idle.map { gyro in
      Diagnostic(
        .warning, "idle-gyro",
        "\(quoted(gyro.name)) never counts: there is no "
          + (gyro.activation == .look
            ? "look pad" : "button with the output \(quoted(PadOutput.gyroOn.label))"),
        hint: "add one, or set while", about: gyro.name, at: gyro.positions.position(of: "while"))
    }
      + useless.map { button in
        Diagnostic(
          .warning, "useless-motion-button",
          "\(quoted(button.name)) is for motion, but there is no [[\(button.holds(.centreTilt) ? "tilt" : "gyro")]]",
          hint: "add one, or remove the output", about: button.name,
          at: button.positions.position(of: "output", "sequence"))
      }
  }
}

extension ButtonSettings {
  func holds(_ output: PadOutput) -> Bool { action.steps.contains { $0.contains(output) } }
}
