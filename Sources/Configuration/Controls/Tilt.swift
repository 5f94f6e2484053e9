internal import JoystickModel

/// A `[[tilt]]` table.
struct TiltSettings: MotionTable {
  var common = ControlCommon()
  var axis = TiltAxis.side
  var output = TiltOutput.axis(.leftX)
  /// In degrees.
  var full = TiltSettings.model.full
  var deadZone = TiltSettings.model.deadZone
  var curve = TiltSettings.model.curve
  var antiDeadZone = TiltSettings.model.antiDeadZone
  var base = TiltBase.start
  var isInverted = false

  private static let model = TiltControl(name: "", axis: .side, output: .triggers)

  var defaultName: String { "tilt" }
  var outputKey: String? { "output" }
  var outputWord: String { TiltOutput.words.first { $0.output == output }?.word ?? "" }

  var tilt: TiltControl {
    var tilt = TiltControl(name: name, axis: axis, output: output)
    (tilt.full, tilt.deadZone, tilt.curve, tilt.antiDeadZone) = (full, deadZone, curve, antiDeadZone)
    (tilt.base, tilt.isInverted, tilt.layer) = (base, isInverted, layer)
    return tilt
  }
}

extension TiltOutput {
  /// The words in the file.
  static let words: [(word: String, output: TiltOutput)] =
    PadAxis.allCases.map { ($0.rawValue, .axis($0)) }
    + [
      ("triggers", .triggers), ("RT", .trigger(.right)), ("LT", .trigger(.left)), ("dpad", .directionPad),
    ]
}

extension KeyType<TiltBase> {
  fileprivate static var base: Self {
    let words: [(word: String, TiltBase)] = [("start", .start), ("flat", .angle(0))]
    let angle = Quantity(.degrees, .from(-180, to: 180))
    let accepts = ExpectedValue.either([.words(words.map(\.word)), .number(angle)])
    let word = Self.words(words, accepts: accepts)
    return Self(accepts, text: word.text) { reader, entry in
      if case .string(let text) = entry.node.value, Double(text, in: "deg") == nil {
        return word.read(&reader, entry)
      }
      // Otherwise the error would name the angle, and not the words.
      guard entry.node.value.number != nil || entry.node.value.isText else {
        return reader.wrongType(entry, accepts)
      }
      return reader.number(entry, angle).map { .angle($0) }
    }
  }
}

extension TOMLValue {
  fileprivate var isText: Bool { if case .string = self { true } else { false } }
}

extension TiltSettings {
  static let kind = ConfigurationTable.tilt
  static let introduction =
    """
    Leaning the device steers: it moves an axis, pulls the triggers, or presses the direction pad. It needs an accelerometer,
    and is steadier with a gyroscope. It is not on the glass, so no finger holds it. Without samples of the accelerometer for
    250 ms, it is at rest.
    """
  static let rows: [Row<Self>] = [
    .name(
      of: "tilt", defaultText: nil,
      "The tilt's name in logs. Controls that exist together must have different names."),
    Row(
      "axis", \.axis, .rawValues,
      """
      How the device leans:

      - `"side"`: to the right or to the left, as a steering wheel turns. The angle is how far the glass's right edge is below
        its left edge, seen from the horizon: the arc sine of the height of the one below the other, over their distance.
      - `"forward"`: forward or backward, as a control stick is pushed. The angle is that between the glass's back and a table:
        0 if the device lies flat, 90 degrees if it stands upright with the screen's upper edge up. Leaning forward makes it
        smaller, and is a deflection to the right or up. While the device leans more than about 72 degrees to a side, it is at rest.
      """),
    Row(
      "output", \.output, .words(TiltOutput.words),
      """
      What the tilt controls on the pad:

      - `"left.x"`: the horizontal axis of the left stick. Leaning to the right or forward is to the right.
      - `"left.y"`: the vertical axis of the left stick. Leaning to the right or forward is up.
      - `"right.x"`: the horizontal axis of the right stick.
      - `"right.y"`: the vertical axis of the right stick.
      - `"triggers"`: to the right or forward it pulls the right trigger, to the left or backward the left one.
      - `"RT"`: the right trigger, by leaning to the right or forward.
      - `"LT"`: the left trigger, by leaning to the right or forward.
      - `"dpad"`: the direction pad, left and right with `axis = "side"`, up and down with `axis = "forward"`. A direction is
        pressed from half of the deflection on, and released below 0.4.
      """),
    Row(
      "full", \.full, .angle(.from(1, to: 90)),
      "How far the device leans from its base for the full deflection. A smaller angle steers more sharply."),
    Row(
      "dead_zone", \.deadZone, .number(.from(0, below: 1)),
      "How far the dead zone reaches from the base, as a part of `full`. Beyond it, the deflection begins at 0."
    ),
    Row(
      "curve", \.curve, .number(.from(0.1, to: 10)),
      "The exponent of the response curve: 1 is linear, 2 steers more finely near the base."),
    Row(
      "anti_dead_zone", \.antiDeadZone, .number(.from(0, below: 1)),
      "The smallest deflection other than 0, to overcome the dead zone of a game, as for `[[stick]]`."),
    Row(
      "base", \.base, .base, defaultText: "`\"start\"`",
      """
      The angle at which the tilt is at rest: `"start"` is how the device leans when the pads go on, `"flat"` is 0, and an angle
      is that angle. A button with the output `"centre tilt"` sets it to how the device leans then, until the pads go off.
      """),
    Row("invert", \.isInverted, .flag, "Whether the two directions are swapped."),
    .when,
    .layer,
  ]
}
