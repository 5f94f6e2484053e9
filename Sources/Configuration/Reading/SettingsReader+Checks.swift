internal import EventPipeline
internal import JoystickModel

/// What can be there once only, and the lines that have it.
struct ControlClaims {
  /// By name, so that a file of many thousand controls takes no longer than it should.
  fileprivate var names: [String: Int] = [:]
  fileprivate var sticks: [(target: StickTarget, line: Int)] = []
  fileprivate var inputs: [EventCode: Int] = [:]
}

// What there can be once only.
extension SettingsReader {
  /// Takes the names of a control. Notes when a control before has one of them.
  mutating func claim(_ names: [String], of places: Places) {
    guard !places.misread.contains("name"), let problem = claim(names, line: places.line) else { return }
    note(.control(problem), at: places.place(of: "name"))
  }

  /// Takes one of the device's buttons. Notes when a button before is the same one.
  mutating func claim(_ input: EventCode, of places: Places) {
    let line = claims.inputs[input]
    claims.inputs[input] = line ?? places.line
    guard let line, let name = input.name else { return }
    note(.control(.sameInput(name, line: line)), at: places.place(of: "input"))
  }

  /// Takes names for what stands in a line; returns what is wrong with the first of them that is taken.
  private mutating func claim(_ names: [String], line: Int) -> ControlProblem? {
    let taken = names.first { claims.names[$0] != nil }
    let problem = taken.flatMap { name in claims.names[name].map { ControlProblem.sameName(name, line: $0) } }
    for name in names { claims.names[name] = claims.names[name] ?? line }
    return problem
  }

  /// Takes one of the pad's two sticks; returns the line of the one that has it.
  private mutating func claim(_ target: StickTarget, line: Int) -> Int? {
    if case .direction = target { return nil }
    if let other = claims.sticks.first(where: { $0.target == target }) { return other.line }
    claims.sticks.append((target, line))
    return nil
  }

  private mutating func checkDistinct(_ stick: StickSettings) {
    let (places, line) = (stick.places, stick.places.line)
    guard !places.misread.contains("target") else { return }
    let clash = places.misread.contains("name") ? nil : claim([stick.effectiveName], line: line)
    if let other = claim(stick.target, line: line) {
      note(.stick(.sameTarget(stick.target, line: other)), at: places.place(of: "target"))
    } else if let clash {
      note(.control(clash), at: places.place(of: "name"))
    }
  }
}

// How the values of one table go together.
extension SettingsReader {
  mutating func checkDevice(_ device: DeviceSettings) {
    guard device.passThrough == true, !device.grab else { return }
    note(.device(.passThroughWithoutGrab), at: device.places.place(of: "pass_through"))
  }

  mutating func check(_ stick: StickSettings) {
    checkDistinct(stick)
    let (response, gestures) = (stick.parameters.response, stick.parameters.gestures)
    if response.saturation <= response.deadZone {
      note(
        .saturationNotAboveDeadZone(saturation: response.saturation, deadZone: response.deadZone),
        at: "saturation", "dead_zone", of: stick.places)
    }
    if response.sensitivity <= response.antiDeadZone {
      note(
        .sensitivityNotAboveAntiDeadZone(
          sensitivity: response.sensitivity, antiDeadZone: response.antiDeadZone),
        at: "sensitivity", "anti_dead_zone", of: stick.places)
    }
    // Without a hold, its default time must not limit what a tap is.
    if gestures.hold != nil, gestures.holdTime < gestures.tapTime {
      note(
        .holdTimeBelowTapTime(holdTime: gestures.holdTime, tapTime: gestures.tapTime), at: "hold_time",
        "tap_time", of: stick.places)
    }
  }

  /// Notes what is wrong with two keys, unless something has been noted of one: a default in its place would lead
  /// to complaints that are none.
  private mutating func note(
    _ problem: StickProblem, at key: String, _ other: String, of places: Places
  ) {
    guard places.misread.isDisjoint(with: [key, other]) else { return }
    note(.stick(problem), at: places.place(of: key, other))
  }
}
