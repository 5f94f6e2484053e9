internal import JoystickModel

// The keys of `[[slider]]` and `[[wheel]]`.
extension SliderSettings: KeyedTable {
  static let kind = ConfigurationTable.slider
  static let rows: [Row<Self>] = [
    .name(\.name, of: "slider"),
    Row(
      "region", \.region, .region, isRequired: true,
      "The part of the surface where a touch must land to move the slider, and the slider's way from edge to edge."
    ),
    Row(
      "output", \.output, .words(SliderOutput.words),
      """
      What the slider controls on the pad:

      - `"triggers"`: from the middle up or to the right it pulls the right trigger, down or to the left the left one.
      - `"RT"`: the right trigger, from the lower or left end.
      - `"LT"`: the left trigger, from the lower or left end.
      - `"left.x"`: the horizontal axis of the left stick. Up is to the right.
      - `"left.y"`: the vertical axis of the left stick. To the right is up.
      - `"right.x"`: the horizontal axis of the right stick.
      - `"right.y"`: the vertical axis of the right stick.
      """),
    Row("direction", \.direction, .rawValues, "The direction in which the slider moves."),
    Row(
      "release", \.release, .rawValues,
      """
      What the slider does when the finger lifts: it returns to its rest (`"return"`), or stays where it is (`"stay"`).
      Its rest is the middle, or the lower or left end for one trigger. A slider that stays also returns when the pads
      are switched off, and whenever the pad releases everything.
      """),
    Row(
      "dead_zone", \.deadZone, .number(.from(0, below: 1)),
      "How far the dead zone reaches from the slider's rest, as a part of its way to an end."),
    Row("invert", \.isInverted, .flag, "Whether the ends of the slider are swapped."),
    .when(\.when),
    .layer(\.layer),
  ]
}

extension WheelSettings: KeyedTable {
  static let kind = ConfigurationTable.wheel
  static let rows: [Row<Self>] = [
    .name(\.name, of: "wheel"),
    Row(
      "region", \.region, .region, isRequired: true,
      "The part of the surface where a touch must land to turn the wheel, around its middle."),
    Row(
      "output", \.output, .rawValues, "The axis of the pad that the wheel turns; clockwise is right or up."),
    Row(
      "range", \.range, .angle(.from(10, to: 3600)),
      "How far the wheel turns from one end to the other. In its middle, the axis is at 0."),
    Row(
      "return_speed", \.returnSpeed, .number(.from(1, to: 100_000), .degreesPerSecond),
      "How fast the wheel returns when the finger lifts. It must be at least a tenth of `range`."),
    .when(\.when),
    .layer(\.layer),
  ]
}
