public import JoystickModel

// Steps by the samples of motion sensors. Each leaves its result in the pads' output, as a frame does.
extension TouchPipeline {
  /// The sensors that controls need now; none while the pads are off or cannot get contacts.
  public var wantedSensors: MotionSensors {
    isOn && acceptsContacts ? motionSensors : []
  }

  /// Applies one sample. It does nothing while nobody wants it, or if its values are impossible.
  ///
  /// Run earlier timers first, as for an event: see ``advance(before:)``. The time must not be later than now.
  public mutating func consume(_ sample: MotionSample) {
    startStep()
    if wantedSensors.contains(sample.quantity.sensor) {
      let isTouched = pads.indices.contains { pads[$0].layout.isHeld }
      if motion?.consume(sample, isTouched: isTouched) == true { movePads() }
    }
    finishStep(time: sample.time)
  }

  /// Returns the axes that depend on these sensors to their middle, until there are samples again.
  public mutating func loseSensors(_ sensors: MotionSensors, time: Int64) {
    startStep()
    motion?.lose(sensors)
    movePads()
    finishStep(time: time)
  }

  mutating func loseSilentSensors(at time: Int64) {
    motion?.advance(to: time)
    movePads()
  }

  private mutating func movePads() {
    guard let state = motion?.state else { return }
    for index in pads.indices { pads[index].move(state) }
  }
}
