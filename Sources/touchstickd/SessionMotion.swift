internal import Configuration
internal import EventPipeline
internal import InputDevices
internal import JoystickModel
internal import System

// Motion sensors in the sessions: which are needed, and what they measure.
extension Sessions {
  /// Has the sensors' samples move the pads.
  func connectSensors() {
    sensors.handler = { [unowned self] sample in
      forEachSessionWithMotion { session throws(DeviceError) in
        try session.consume(sample.turned(session.rotation(on: screen)), now: loop.now)
      }
    }
    sensors.lossHandler = { [unowned self] lost in
      forEachSessionWithMotion { session throws(DeviceError) in try session.lose(lost, now: loop.now) }
    }
    sensors.changeHandler = { [unowned self] in handler(.sensorsChanged) }
  }

  /// Reads the sensors that the layouts need now. Each frame of a layout with motion asks this.
  func updateSensors() {
    var wanted: MotionSensors = []
    for session in all { wanted.formUnion(session.wantedSensors) }
    readsSensors = !wanted.isEmpty
    sensors.want(wanted)
  }

  /// Why sensors cannot be read that controls need to do anything.
  var sensorProblems: [PadStatus.Problem] {
    var required: MotionSensors = []
    for session in all where !session.wantedSensors.isEmpty {
      for configuredPad in session.configuredPads {
        required.formUnion(configuredPad.settings.requiredSensors)
      }
    }
    return sensors.problems(of: required)
  }

  private func forEachSessionWithMotion(_ work: (Session) throws(DeviceError) -> Void) {
    for session in all where !session.wantedSensors.isEmpty {
      do throws(DeviceError) {
        try work(session)
        setDeadline(session)
      } catch {
        end(session, because: error)
      }
    }
  }
}

extension Session {
  var wantedSensors: MotionSensors { live.value.pipeline.wantedSensors }

  /// Whether a control of its layouts needs sensors while the pads are on.
  var usesMotion: Bool { live.value.pipeline.usesMotion }

  /// How the screen is held: a touchscreen is part of it.
  fileprivate func rotation(on screen: Screen) -> Rotation {
    device.deviceClass == .touchscreen ? surface.rotation : screen.rotation
  }

  /// Moves what depends on a sensor.
  ///
  /// - Parameter now: In microseconds on the monotonic clock.
  fileprivate func consume(_ sample: MotionSample, now: Int64) throws(DeviceError) {
    try live.value.consume(sample, now: now)
  }

  fileprivate func lose(_ sensors: MotionSensors, now: Int64) throws(DeviceError) {
    try live.value.lose(sensors, now: now)
  }
}
