internal import Configuration
internal import InputDevices
internal import JoystickModel
internal import System

// The checks of touchstick doctor for motion sensors.
extension SystemFacts {
  /// The sensors, if a layout needs any.
  var sensorDiagnostics: [Diagnostic] {
    let required = settings.reduce(into: MotionSensors()) { $0.formUnion($1.requiredSensors) }
    guard !required.isEmpty else { return [] }
    let found = sensors.reduce(into: MotionSensors()) { found, sensor in
      if sensor.isUsed { found.formUnion(sensor.sensors) }
    }
    let missing = required.subtracting(found)
    let ofSensors = sensors.flatMap { $0.diagnostics(for: required) }
    guard !missing.isEmpty, !ofSensors.contains(where: { $0.severity == .error }) else { return ofSensors }
    return ofSensors
      + .warning(
        "no-sensor", "the layout needs \(missing.phrase), and the kernel's IIO has none",
        hint:
          "These controls rest. Phones with Qualcomm's SDM845 and newer have sensors that the kernel does not know."
      )
  }
}

extension SensorFacts {
  fileprivate var isUsed: Bool {
    switch verdict {
    case .read, .usable: true
    case .inBase, .behind, .unusable: false
    }
  }

  fileprivate func diagnostics(for required: MotionSensors) -> [Diagnostic] {
    switch verdict {
    case .read(let isBuffered):
      return .ok(
        "sensor", "touchstickd reads \(phrase), \(sensors.phrase)\(isBuffered ? "" : ", value by value")")
    case .usable where !sensors.isDisjoint(with: required):
      return .ok("sensor", "\(phrase) is \(sensors.phrase), which touchstickd can read")
    case .unusable(let error):
      return .error(
        "sensor-unusable", "\(phrase) cannot be used: \(error.sentence)",
        hint: "Its driver, or a udev rule with ACCEL_MOUNT_MATRIX, is wrong.")
    case .usable, .inBase, .behind: return []
    }
  }
}
