internal import Configuration
internal import InputDevices
internal import JoystickModel
internal import System

/// The facts about a motion sensor.
struct SensorFacts: Equatable {
  let node: String
  let name: String
  let sensors: MotionSensors
  let verdict: Verdict

  enum Verdict: Equatable {
    /// touchstickd reads it.
    case read(isBuffered: Bool)
    /// touchstickd reads it while a layout needs it.
    case usable
    /// It is not the one behind the screen.
    case inBase
    case behind(String)
    case unusable(SensorError)
  }

  static func all(_ status: PadStatus?) -> [SensorFacts] {
    let all = SurveyedSensor.all()
    let chosen = all.chosen(for: [.accelerometer, .gyroscope])
    return all.map { sensor in
      SensorFacts(
        node: sensor.node, name: sensor.name, sensors: sensor.sensors,
        verdict: sensor.verdict(among: all, chosen, status))
    }
  }
}

extension SurveyedSensor {
  fileprivate func verdict(
    among all: [SurveyedSensor], _ chosen: [ChosenSensor], _ status: PadStatus?
  ) -> SensorFacts.Verdict {
    if let read = status?.sensors.first(where: { $0.node == node }) {
      return .read(isBuffered: read.isBuffered)
    }
    if isInBase { return .inBase }
    if let problem = problem(among: all) { return .unusable(problem) }
    if chosen.contains(where: { $0.sensor == self }) { return .usable }
    return .behind(chosen.first { !$0.sensors.isDisjoint(with: sensors) }?.sensor.node ?? node)
  }
}

extension SensorFacts {
  var sentence: String {
    switch verdict {
    case .read(isBuffered: true): "touchstickd reads its buffer, because a layout needs it"
    case .read(isBuffered: false): "touchstickd asks for each value, because a layout needs it"
    case .usable: "touchstickd reads it while the pads are on and their layout needs it"
    case .inBase: "not used: it is in the half with the keyboard, not behind the screen"
    case .behind(let other): "not used: \(other) is preferred"
    case .unusable(let error): "not usable: \(error.sentence)"
    }
  }

  /// The use, for JSON.
  var word: DeviceVerdict.Word {
    switch verdict {
    case .read: .sensorRead
    case .usable: .sensor
    case .inBase, .behind, .unusable: .sensorUnused
    }
  }

  /// `/dev/iio:device0 ("accel_3d")`
  var phrase: String { "\(node) (\(quoted(name)))" }

  var text: String { "\(node)  \(name)\n    \(sensors.words)\n    \(sentence)\n" }

  var object: JSONObject {
    let use: JSONObject = ["file": nil as String?, "use": word.rawValue, "message": sentence]
    return ["node": node, "name": name, "class": sensors.words, "links": [String](), "uses": [use]]
  }

  /// What to say where there is none.
  static let none = """
    No motion sensor found: the kernel's IIO has no accelerometer and no gyroscope. Phones with Qualcomm's SDM845 and newer have \
    sensors that the kernel does not know.

    """
}
