internal import JoystickModel

// How the values of one stick go together.
extension SettingsReader {
  /// Whether each of these keys is not there, or nothing has been noted of its value since there were so many
  /// problems: a default in its place would lead to complaints that are none.
  func areSound<Key>(_ keys: [Key], of places: Places<Key>, since noted: Int) -> Bool {
    guard places.misread.isDisjoint(with: keys) else { return false }
    let places = keys.compactMap { places.values[$0] }
    return !problems[noted...].contains { problem in places.contains { $0 == problem.position } }
  }

  /// Notes what does not go together in a stick of which the first problem has this index.
  mutating func check(_ stick: StickSettings, since noted: Int) {
    checkDistinct(stick, since: noted)
    if areSound([.response(.deadZone), .response(.saturation)], of: stick.places, since: noted) {
      checkZones(of: stick)
    }
    if areSound([.response(.sensitivity), .response(.antiDeadZone)], of: stick.places, since: noted) {
      checkSensitivity(of: stick)
    }
    if areSound([.gesture(.tapTime), .gesture(.holdTime)], of: stick.places, since: noted) {
      checkTimes(of: stick)
    }
  }

  private mutating func checkDistinct(_ stick: StickSettings, since noted: Int) {
    guard areSound([.motion(.target)], of: stick.places, since: noted) else { return }
    let nameIsSound = areSound([.motion(.name)], of: stick.places, since: noted)
    let clash = nameIsSound ? claim([stick.effectiveName], line: stick.places.line) : nil
    if let other = claim(stick.target, line: stick.places.line) {
      note(.stick(.sameTarget(stick.target, line: other)), at: stick.places.place(of: .motion(.target)))
    } else if let clash {
      note(.control(clash), at: stick.places.place(of: .motion(.name)))
    }
  }

  private mutating func checkZones(of stick: StickSettings) {
    let saturation = stick.response.saturation ?? model.response.saturation
    let deadZone = stick.response.deadZone ?? model.response.deadZone
    if saturation <= deadZone {
      note(
        .stick(.saturationNotAboveDeadZone(saturation: saturation, deadZone: deadZone)),
        at: stick.places.place(of: .response(.saturation), .response(.deadZone)))
    }
  }

  private mutating func checkSensitivity(of stick: StickSettings) {
    let sensitivity = stick.response.sensitivity ?? model.response.sensitivity
    let antiDeadZone = stick.response.antiDeadZone ?? model.response.antiDeadZone
    if sensitivity <= antiDeadZone {
      note(
        .stick(.sensitivityNotAboveAntiDeadZone(sensitivity: sensitivity, antiDeadZone: antiDeadZone)),
        at: stick.places.place(of: .response(.sensitivity), .response(.antiDeadZone)))
    }
  }

  /// Without a hold, its default time must not limit what a tap is.
  private mutating func checkTimes(of stick: StickSettings) {
    guard stick.gestures.hold != nil else { return }
    let holdTime = stick.gestures.holdTime ?? model.gestures.holdTime
    let tapTime = stick.gestures.tapTime ?? model.gestures.tapTime
    if holdTime < tapTime {
      note(
        .stick(.holdTimeBelowTapTime(holdTime: holdTime, tapTime: tapTime)),
        at: stick.places.place(of: .gesture(.holdTime), .gesture(.tapTime)))
    }
  }
}
