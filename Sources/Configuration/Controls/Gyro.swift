internal import JoystickModel

/// A `[[gyro]]` table.
struct GyroSettings: MotionTable {
  var common = ControlCommon()
  /// Whether it exists at all.
  var isEnabled = true
  var target = LookTarget.right
  /// A word of ``activation``, or the name of a control.
  var activationWord = GyroSettings.lookWord
  var parameters = GyroParameters()

  static let lookWord = "look"
  static let always = "always"
  static let button = "button"

  var defaultName: String { "gyro" }
  var outputKey: String? { "target" }
  var outputWord: String { target.rawValue }
  var movesMouse: Bool { isEnabled && target == .mouse }

  var activation: GyroActivation {
    switch activationWord {
    case Self.lookWord: .lookPad
    case Self.always: .always
    case Self.button: .button
    default: .control(activationWord)
    }
  }

  var gyro: GyroControl? {
    guard isEnabled else { return nil }
    var gyro = GyroControl(name: name, target: target, activation: activation, parameters: parameters)
    gyro.layer = layer
    return gyro
  }

  func values(for feel: FeelSettings) -> [(key: String, value: TextChange.Value)] {
    guard let isOn = feel.isGyroOn else { return [] }
    return [("enabled", .flag(isOn))]
  }
}

extension GyroSettings {
  static let kind = ConfigurationTable.gyro
  static let introduction =
    """
    Turning the device aims: it deflects a stick, in addition to what a finger does, or it moves a virtual mouse. It needs a
    gyroscope. It is not on the glass, so no finger holds it. Without samples of the gyroscope for 250 ms, it is at rest.
    """
  static let rows: [Row<Self>] = [
    .name(
      of: "gyro", defaultText: nil,
      "The gyro's name in logs. Controls that exist together must have different names."),
    Row(
      "enabled", \.isEnabled, .flag,
      """
      Whether the gyro exists. Each user can choose in the overlay's menu, under *Feel*, whether those of all layouts do.
      """),
    Row(
      "target", \.target, .rawValues,
      """
      What turning the device moves:

      - `"left"`: the left stick of the pad. Its deflection is added to what fingers do, on each axis up to the full one.
      - `"right"`: the right stick of the pad, in the same way.
      - `"mouse"`: the virtual mouse of look pads, which goes as far as the device turns.
      """),
    Row(
      "while", \.activationWord, .text(limit: 64),
      """
      When turning the device counts: `"look"` while a finger is on a look pad, `"always"`, `"button"` only while a button holds
      `"gyro on"`, or while a finger is on the control with this name. A button that holds `"gyro on"` makes it count in any
      case, and one that holds `"gyro off"` stops it in any case, so that you can turn back.
      """),
    Row(
      "counts_per_degree", \.parameters.countsPerDegree, .number(.from(0.1, to: 1000)), only: onMouse,
      """
      With `target = "mouse"`: how many counts turn the game's camera by one degree. It depends on the game; the guide to
      controls, under "Gyros", says how to find it.
      """),
    Row(
      "full", \.parameters.full, .number(.from(1, to: 2000), .degreesPerSecond), only: onStick,
      "With a stick: how fast the device turns for the full deflection."),
    Row(
      "sensitivity", \.parameters.sensitivity, .number(.from(0.05, to: 20)),
      "How much farther the camera turns than the device. With a mouse and the right `counts_per_degree`, 1 is as far."
    ),
    Row(
      "dead_zone", \.parameters.deadZone, .number(.from(0, to: 100), .degreesPerSecond),
      "The rate up to which a turn does not count. Faster ones count as a whole."),
    Row(
      "smooth_below", \.parameters.smoothBelow, .number(.from(0, to: 360), .degreesPerSecond),
      """
      The rate below which turns are smoothed against tremor; 0 is no smoothing. Up to half of it, a turn goes through a
      low-pass filter with a time constant of 100 ms; from there to the rate itself, less and less of it does.
      """),
    Row(
      "curve", \.parameters.curve, .number(.from(0.1, to: 10)), only: onStick,
      "With a stick: the exponent of the response curve. 1 is linear, 1.6 is finer for slow turns."),
    Row(
      "anti_dead_zone", \.parameters.antiDeadZone, .number(.from(0, below: 1)), only: onStick,
      "With a stick: the smallest deflection other than 0, to overcome the dead zone of a game, as for `[[stick]]`."
    ),
    Row(
      "space", \.parameters.space, .rawValues,
      """
      The axes about which the device turns. With `"device"` they are those of the glass: left and right is about the line from
      its lower to its upper edge, as seen on the screen, and up and down about the line from its left to its right edge. With
      `"player"`, left and right is about gravity, however the device leans, which needs an accelerometer, too.
      """),
    Row("invert_x", \.parameters.invertX, .flag, "Whether left and right are swapped."),
    Row("invert_y", \.parameters.invertY, .flag, "Whether up and down are swapped."),
    .when,
    .layer,
  ]
}

private let onStick = Condition<GyroSettings>("target = \"left\" or \"right\"") { $0.target != .mouse }
private let onMouse = Condition<GyroSettings>("target = \"mouse\"") { $0.target == .mouse }
