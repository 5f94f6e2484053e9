internal import EventPipeline
internal import InputDevices
internal import JoystickModel
internal import System

/// What motion sensors measure, for touchstick monitor. touchstickd sends it to nobody, so this asks the kernel, as everybody
/// may.
struct MonitorMotion {
  /// The time between two looks, in microseconds.
  static let interval: Int64 = 500_000

  /// The values of the sensors that touchstickd reads now.
  static func events(_ status: PadStatus) -> [MonitorEvent] {
    let rotation = status.devices.first.flatMap { Rotation(rawValue: Int($0.rotation)) } ?? .topUp
    let all = SurveyedSensor.all()
    let read = all.filter { sensor in status.sensors.contains { $0.node == sensor.node } }
    return read.flatMap { sensor in
      let samples = (try? sensor.values(among: all)) ?? []
      return samples.map { MonitorEvent($0.turned(rotation), of: sensor.name) }
    }
  }
}

extension MonitorEvent {
  fileprivate init(_ sample: MotionSample, of sensor: String) {
    self.init(.motion, device: sensor)
    func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
    let parts = [sample.x, sample.y, sample.z]
    switch sample.quantity {
    case .acceleration: acceleration = parts.map(hundredths)
    case .rotation: rotation = parts.map { hundredths($0 * 180 / .pi) }
    }
  }
}
