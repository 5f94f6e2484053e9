internal import JoystickModel

/// A `[[look]]` table.
struct LookSettings: ControlTable {
  var common = ControlCommon()
  var target = LookTarget.right
  var parameters = LookParameters()
  /// What it holds while a finger is on it.
  var touch: [PadOutput] = []
  /// How far a finger must move so that its touch is neither a tap nor a hold. It replaces that of the parameters.
  var movedTolerance = Length.millimetres(LookParameters().movedTolerance)

  static let newRegion = Region.around(width: 40, height: 40)
  var defaultName: String { "look" }
  var outputKey: String? { "target" }
  var outputWord: String { target.rawValue }
  var holdsRestingThumb: Bool { true }
  var turnsCamera: Bool { true }
  var movesMouse: Bool { target == .mouse }
  var needsGrab: Bool { movesMouse }
  var keys: [KeyboardKey] { touch.compactMap(\.key) }

  func values(for feel: FeelSettings) -> [(key: String, value: TextChange.Value)] {
    guard feel.lookFactor != 1 else { return [] }
    guard target == .mouse else {
      // It is the speed that turns as fast as possible.
      let speed = FeelSettings.scaled(parameters.sensitivity, by: 1 / feel.lookFactor, 1...10_000)
      return [("sensitivity", .number(speed))]
    }
    return [
      (
        "counts_per_mm",
        .number(FeelSettings.scaled(parameters.countsPerMillimetre, by: feel.lookFactor, 0.1...1000))
      )
    ]
  }

  func check(_ reader: inout SettingsReader) {
    reader.claimNames(of: self)
    reader.checkTimes(
      hold: parameters.hold != nil ? parameters.holdTime : nil, tap: parameters.tapTime, of: positions)
  }

  func controls(on surface: ScaledSurface) -> [Control] {
    var parameters = parameters
    parameters.movedTolerance = surface.length(movedTolerance)
    var look = LookControl(name: name, region: surface.region(area), target: target, parameters: parameters)
    (look.isNamed, look.appearance) = (isNamed, appearance)
    look.touchOutputs = TouchOutputs(touch)
    return [.look(look)]
  }

  /// A finger that presses it goes on beyond its edge.
  func fingerSize(in box: Rectangle) -> FingerSize? {
    let length = min(box.width, box.height)
    return touch.isEmpty ? .motion(length) : .button(length)
  }

  /// In millimetres per second: slower is a tremor, and few swipes are faster.
  private static let swipes = 10.0...1000

  /// In microseconds: the time between two reports at 60 Hz, which most touchscreens send.
  private static let usualInterval: Int64 = 16_667

  var warnings: [Diagnostic] {
    let ofMotion = target == .mouse ? [] : [unusualSensitivity, shortSettle]
    return (ofMotion + [warning(of: touch, at: "touch")]).compactMap(\.self)
  }

  private var shortSettle: Diagnostic? {
    guard parameters.settle <= Self.usualInterval else { return nil }
    return Diagnostic(
      .warning, "short-settle",
      "settle is \(plain(Double(parameters.settle) / 1000)) ms, and a device with 60 Hz reports every 17 ms: the camera "
        + "would stop between two reports",
      hint: "use 20 ms or more", about: name, at: positions.position(of: "settle"))
  }

  private var unusualSensitivity: Diagnostic? {
    let speed = parameters.sensitivity
    guard !Self.swipes.contains(speed) else { return nil }
    return Diagnostic(
      .warning, "unusual-sensitivity",
      "\(quoted(name)) is fully deflected by a finger at \(plain(speed)) mm/s, which is "
        + (speed < Self.swipes.lowerBound ? "hardly a movement" : "faster than most swipes"),
      hint: "use a sensitivity of \(plain(Self.swipes.lowerBound)) to \(plain(Self.swipes.upperBound))",
      about: name, at: positions.position(of: "sensitivity"))
  }
}

extension LookSettings {
  static let kind = ConfigurationTable.look
  static let introduction =
    """
    A look pad: a swipe turns the camera. The speed of the finger is the deflection of a stick. A finger that rests or
    lifts stops the camera.
    """
  static let rows: [Row<Self>] = [
    .name(of: "look pad"),
    .region(
      "The part of the surface where a touch must land to use the look pad."),
    Row(
      "target", \.target, .rawValues,
      """
      What turns the camera:

      - `"left"`: the left stick of the pad.
      - `"right"`: the right stick of the pad.
      - `"mouse"`: a virtual mouse, which goes as far as the finger. It exists only while a layout has such a look pad.
      """),
    Row(
      "sensitivity", \.parameters.sensitivity, .number(.from(1, to: 10_000), .speed), only: onStick,
      """
      The speed of the finger that deflects the stick fully. Lower turns the camera farther. A faster finger turns it no
      faster.
      """),
    Row(
      "acceleration", \.parameters.acceleration, .number(.from(0, to: 4)), only: onStick,
      """
      How much finer slow movements are. With 0, half the speed is half the deflection; with 1, it is a quarter. The
      speed for full deflection stays the same.
      """),
    Row(
      "anti_dead_zone", \.parameters.antiDeadZone, .number(.from(0, below: 1)), only: onStick,
      "The smallest deflection other than 0, to overcome the dead zone of a game, as for `[[stick]]`."),
    Row(
      "smoothing", \.parameters.smoothing, .time(.from(0, to: 500)), only: onStick,
      """
      Over how much time the speed is smoothed. Longer is steadier but adds lag; 0 is no smoothing. It is the time
      constant of a low-pass filter.
      """),
    Row(
      "settle", \.parameters.settle, .time(.from(5, to: 1000)), only: onStick,
      """
      How long a finger must be still for the camera to stop. It must be longer than the time between two reports of the
      device, which is 17 ms at 60 Hz. A finger that goes no more than 0.1 mm in that time is still.
      """),
    Row(
      "counts_per_mm", \.parameters.countsPerMillimetre, .number(.from(0.1, to: 1000)), oldName: "counts",
      only: onMouse,
      "With `target = \"mouse\"`: how many counts the mouse goes for each millimetre of the finger."),
    Row("invert_x", \.parameters.invertX, .flag, "Whether left and right are swapped."),
    Row("invert_y", \.parameters.invertY, .flag, "Whether up and down are swapped."),
    Row(
      "touch", \.touch, .padOutputs, defaultText: "nothing",
      """
      What the look pad holds for as long as a finger is on it, wherever that goes, besides what it moves: an output, or a
      list of up to 8 at once, as for `[[button]]`, but no change of the layer.
      """),
    Row(
      "tap", optional: \.parameters.tap, .button, defaultText: "none",
      """
      The button that a tap presses for 40 ms. A tap is a touch that lifts within `tap_time` and never goes as far as
      `moved_tolerance`.
      """),
    Row(
      "tap_time", \.parameters.tapTime, .time(.from(10, to: 2000)), only: tapped,
      "The longest duration of a tap."),
    Row(
      "hold", optional: \.parameters.hold, .button, defaultText: "none",
      """
      The button that a hold presses until the finger lifts, for example to shoot while you aim. A hold is a touch that
      stays for `hold_time` without going as far as `moved_tolerance`.
      """),
    Row(
      "hold_time", \.parameters.holdTime, .time(.from(10, to: 10_000)), only: held,
      "How long a touch must stay to be a hold. It must not be less than `tap_time`."),
    Row(
      "moved_tolerance", \.movedTolerance, .length(.distances), only: pressed,
      """
      With `tap` or `hold`: how far a finger goes, along x or y, before its touch can be neither. The camera turns from
      the start.
      """),
    .when,
    .layer,
    .label,
    .icon,
    .show,
  ]
}

private let onStick = Condition<LookSettings>("target = \"left\" or \"right\"") { $0.target != .mouse }
private let onMouse = Condition<LookSettings>("target = \"mouse\"") { $0.target == .mouse }
private let tapped = Condition<LookSettings>("tap") { $0.parameters.tap != nil }
private let held = Condition<LookSettings>("hold") { $0.parameters.hold != nil }
private let pressed = Condition<LookSettings>("tap or hold") {
  $0.parameters.tap != nil || $0.parameters.hold != nil
}
