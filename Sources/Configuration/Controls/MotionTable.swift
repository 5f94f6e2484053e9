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
  /// Notes a gyro that names a control which does not exist.
  mutating func checkMotion(_ settings: Settings) {
    let names = settings.controls.filter { $0.table.isOnSurface }.flatMap(\.table.uniqueNames)
    for case let gyro as GyroSettings in settings.controls.map(\.table) {
      guard case .control(let name) = gyro.activation, !names.contains(name) else { continue }
      let words = [GyroSettings.lookWord, GyroSettings.always, GyroSettings.button]
      report(
        "unknown-control", "no control on the surface has the name \(quoted(name))",
        hint: nearestWord(to: name, among: words + names).map { "did you mean \(quoted($0))?" }
          ?? "it must be \(list(words.map(quoted), "or")), or the name of a control",
        at: gyro.positions.position(of: "while"))
    }
  }
}

extension Settings {
  var motionWarnings: [Diagnostic] { hiddenMotion + idleGyros + uselessMotionButtons }

  /// Controls of motion in a layer that never exists.
  private var hiddenMotion: [Diagnostic] {
    controls.map(\.table).filter { type(of: $0).isOfMotion }.compactMap { table in
      guard let layer = table.layer, !layers.contains(layer) else { return nil }
      return Diagnostic(
        .warning, "hidden-motion",
        "\(quoted(table.name)) does nothing: no control on the surface is in the layer \(quoted(layer))",
        hint: nearestWord(to: layer, among: layers).map { "did you mean \(quoted($0))?" }
          ?? "give a control layer = \(quoted(layer))", about: table.name,
        at: table.positions.position(of: "layer"))
    }
  }

  /// Gyros that nothing can start.
  private var idleGyros: [Diagnostic] {
    let tables = controls.map(\.table)
    guard !buttons.contains(where: { $0.holds(.gyroOn) }) else { return [] }
    let hasLookPad = tables.contains { $0.turnsCamera }
    return tables.compactMap { $0 as? GyroSettings }.compactMap { gyro in
      let lacks: String
      switch gyro.activation {
      case .button: lacks = "button with the output \(quoted(PadOutput.gyroOn.label))"
      case .lookPad where !hasLookPad: lacks = "look pad"
      case .lookPad, .always, .control: return nil
      }
      return Diagnostic(
        .warning, "idle-gyro", "\(quoted(gyro.name)) never counts: there is no \(lacks)",
        hint: "add one, or set while", about: gyro.name, at: gyro.positions.position(of: "while"))
    }
  }

  /// Buttons for controls of motion that do not exist.
  private var uselessMotionButtons: [Diagnostic] {
    let tables = controls.map(\.table)
    let hasTilt = tables.contains { $0 is TiltSettings }
    let hasGyro = tables.contains { $0 is GyroSettings }
    return buttons.compactMap { button in
      let isOfTilt = button.holds(.centreTilt)
      let isUseless = isOfTilt ? !hasTilt : !hasGyro && (button.holds(.gyroOn) || button.holds(.gyroOff))
      guard isUseless else { return nil }
      return Diagnostic(
        .warning, "useless-motion-button",
        "\(quoted(button.name)) is for motion, but there is no [[\(isOfTilt ? "tilt" : "gyro")]]",
        hint: "add one, or remove the output", about: button.name,
        at: button.positions.position(of: "output", "sequence"))
    }
  }

  private var buttons: [ButtonSettings] { controls.compactMap { $0.table as? ButtonSettings } }
}

extension ButtonSettings {
  func holds(_ output: PadOutput) -> Bool { action.steps.contains { $0.contains(output) } }
}
