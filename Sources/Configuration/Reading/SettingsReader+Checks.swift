internal import Diagnostics
internal import EventPipeline
internal import JoystickModel

/// Things that can exist only once per orientation, and the tables that claim them.
struct ControlClaims {
  /// Something that can exist only once per orientation.
  fileprivate enum Thing: Hashable {
    case name(String)
    case input(EventCode)
    /// One of the pad's two sticks, by its word.
    case stick(String)
  }

  private var claims: [Thing: [(line: Int, when: SurfaceOrientation?)]] = [:]

  /// Claims something for a table. Returns the line that already claims it, if any.
  fileprivate mutating func take(_ thing: Thing, for table: Places, when: SurfaceOrientation?) -> Int? {
    if let other = claims[thing]?.first(where: { $0.when.overlaps(when) }) { return other.line }
    claims[thing, default: []].append((table.line, when))
    return nil
  }
}

// Things that can exist only once.
extension SettingsReader {
  /// Claims the names of a control. Notes an error if an earlier control has one of them.
  mutating func claim(_ names: [String], of places: Places, when: SurfaceOrientation?) {
    guard !places.misread.contains("name") else { return }
    let clashes = names.compactMap { name in
      claims.take(.name(name), for: places, when: when).map { (name, $0) }
    }
    if let (name, line) = clashes.first { note(sameName: name, in: line, at: places) }
  }

  private mutating func note(sameName name: String, in line: Int, at places: Places) {
    note(
      "same-name", "line \(line) already uses the name \(quoted(name))", hint: "use another name",
      at: places.place(of: "name"))
  }

  /// Claims one of the device's buttons. Notes an error if an earlier table uses it.
  mutating func claim(_ input: EventCode, of places: Places, when: SurfaceOrientation?) {
    guard let line = claims.take(.input(input), for: places, when: when), let name = input.name
    else { return }
    note(
      "same-input", "line \(line) already uses the input \(name)", hint: "use another button of the device",
      at: places.place(of: "input"))
  }

  private mutating func checkDistinct(_ stick: StickSettings) {
    let places = stick.places
    let (name, target) = (stick.effectiveName, stick.target)
    guard !places.misread.contains("target") else { return }
    let clash =
      places.misread.contains("name") ? nil : claims.take(.name(name), for: places, when: stick.when)
    if target == .left || target == .right,
      let other = claims.take(.stick(target.word), for: places, when: stick.when)
    {
      let free: StickTarget = target == .left ? .right : .left
      note(
        "same-target", "line \(other) already moves the \(target.word) stick",
        hint: "use target = \"\(free.word)\"", at: places.place(of: "target"))
    } else if let clash {
      note(sameName: name, in: clash, at: places)
    }
  }
}

// Checks of several values of one table.
extension SettingsReader {
  /// Notes a file that asks for a profile and has controls too, and a profile that has none.
  mutating func checkControls(of settings: Settings, _ kind: ConfigurationTable) {
    if kind == .profile, settings.controls.isEmpty, errors.isEmpty {
      note("no-controls", "this profile has no controls", hint: "add one, such as [[stick]]", at: nil)
    }
    guard let place = settings.profilePlace, !settings.controls.isEmpty else { return }
    note(
      "profile-and-controls", "there is a profile, but this file has controls too",
      hint: "remove the controls, or the profile", at: place)
  }

  mutating func checkDevice(_ device: DeviceSettings) {
    guard device.passThrough == true, !device.grab else { return }
    note(
      "pass-through-without-grab",
      "pass_through = true has no use with grab = false: the desktop already receives all touches",
      hint: "remove one of them", at: device.places.place(of: "pass_through"))
  }

  mutating func check(_ stick: StickSettings) {
    checkDistinct(stick)
    let (response, gestures) = (stick.parameters.response, stick.parameters.gestures)
    if response.saturation <= response.deadZone {
      note(
        "saturation (\(plain(response.saturation))) must be greater than dead_zone (\(plain(response.deadZone)))",
        at: "saturation", "dead_zone", of: stick.places)
    }
    if response.sensitivity <= response.antiDeadZone {
      note(
        "sensitivity (\(plain(response.sensitivity))) must be greater than anti_dead_zone "
          + "(\(plain(response.antiDeadZone)))",
        at: "sensitivity", "anti_dead_zone", of: stick.places)
    }
    // Without a hold, its default time must not limit taps.
    if gestures.hold != nil, gestures.holdTime < gestures.tapTime {
      note(
        "hold_time (\(milliseconds(gestures.holdTime))) must be at least tap_time "
          + "(\(milliseconds(gestures.tapTime)))",
        at: "hold_time", "tap_time", of: stick.places)
    }
  }

  /// Notes an error in two keys, unless one of them has an error of its own: its default would then lead to a wrong
  /// error.
  private mutating func note(_ message: String, at key: String, _ other: String, of places: Places) {
    guard places.misread.isDisjoint(with: [key, other]) else { return }
    note("keys-out-of-order", message, hint: nil, at: places.place(of: key, other))
  }

  private func milliseconds(_ time: Int64) -> String { "\(plain(Double(time) / 1000)) ms" }
}
