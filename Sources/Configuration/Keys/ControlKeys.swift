internal import EventPipeline
internal import JoystickModel

// The keys of all controls except sticks.
extension ButtonSettings: KeyedTable {
  static let kind = ConfigurationTable.button
  static let rows: [Row<Self>] = [
    .name(\.name, of: "button", defaultText: "the output"),
    Row(
      "region", optional: \.region, .region, defaultText: "required, unless there is an `input`",
      "Where a touch presses the button."),
    Row(
      "input", optional: \.input, .words(inputs), defaultText: "none",
      """
      The button of the touch device, used instead of a region: for example the one on the side of a pen, or the
      click of a touchpad. Two `[[button]]` tables that exist together cannot use the same input. `press_margin` and `slide` have no effect with it.
      """),
    Row("output", \.output, .button, isRequired: true, "The button of the pad."),
    Row(
      "press_margin", \.pressMargin, .length(.distances), only: onSurface,
      "How far a finger that presses the button can move beyond the region."),
    Row(
      "slide", \.slide, .slide, only: onSurface,
      """
      What a finger that landed on this button presses while it slides:

      - `"off"`: this button, only while the finger is on it. Fingers from other buttons cannot slide to this one.
      - `"over"`: the button that the finger is on.
      - `"hold_first"`: this button until the finger lifts, and also any other button that the finger is on.
      """),
    .when(\.when),
  ]
}

extension ButtonGroupSettings: KeyedTable {
  static let kind = ConfigurationTable.buttons
  static let rows: [Row<Self>] = [
    Row(
      "name", \.name, .text(limit: 64), defaultText: "the layout",
      "A prefix for the names of the four buttons: with `abcd`, they are `abcd A`, `abcd B`, `abcd C` and `abcd D`."
    ),
    Row(
      "layout", \.layout, .rawValues, isRequired: true,
      """
      The arrangement: A and B over C and D, in a grid; or, as on an Xbox pad, Y at the top, X on the left, B on the
      right and A at the bottom.
      """),
    Row(
      "region", \.region, .region, isRequired: true, "The part of the surface that the four buttons share."),
    Row(
      "by_position", \.isByPosition, .flag, only: labelled,
      """
      With `layout = "abcd"`: whether the upper buttons are the pad's X and Y, and the lower ones A and B, whatever their
      labels. This is the diamond of an Xbox pad, turned clockwise by 45 degrees. With `false`, the button labelled A is
      the pad's A, B is B, C is Y and D is X.
      """),
    Row(
      "press_margin", \.pressMargin, .length(.distances),
      "How far a finger that presses a button can move beyond its region."),
    Row("slide", \.slide, .slide, "What a sliding finger presses, as for `[[button]]`."),
    .when(\.when),
  ]
}

extension DirectionPadSettings: KeyedTable {
  static let kind = ConfigurationTable.dpad
  static let rows: [Row<Self>] = [
    .name(\.name, of: "direction pad"),
    Row(
      "region", \.region, .region, isRequired: true,
      "The part of the surface where a touch must land to use the direction pad."),
    Row(
      "directions", \.directions, .words(["4": .four, "8": .eight]),
      "The directions: up, right, down and left (4), or also the diagonals (8)."),
    Row(
      "dead_zone", \.deadZone, .number(.from(0, below: 1)),
      """
      The radius of the dead zone in the middle, as a part of the region's radius. For a rectangle, it is a part of half
      the shorter side.
      """),
    Row(
      "output", \.output, .directionOutput,
      "What the direction pad controls: the pad's own direction pad, or a button for each direction."),
    .when(\.when),
  ]
}

extension TriggerSettings: KeyedTable {
  static let kind = ConfigurationTable.trigger
  static let rows: [Row<Self>] = [
    .name(\.name, of: "trigger", defaultText: "the target's name, such as `left trigger`"),
    Row(
      "region", \.region, .region, isRequired: true,
      "The part of the surface where a touch must land to pull the trigger."),
    Row(
      "target", \.target, .words(["left": .left, "right": .right]), isRequired: true,
      "Which trigger of the pad this control pulls."),
    // The distance comes from the key `distance`.
    Row(
      "pull", \.pull, .words(["full": .full, "slide": .slide(distance: 0), "pressure": .pressure]),
      """
      How far a touch pulls the trigger:

      - `"full"`: all the way.
      - `"slide"`: as far as the finger slides from where it landed.
      - `"pressure"`: the harder the finger or pen presses, the farther; all the way on a device without pressure.
      """),
    Row(
      "distance", \.distance, .length(.sizes), only: sliding,
      """
      With `pull = "slide"`: how far the finger slides to pull the trigger all the way.
      """),
    .when(\.when),
  ]
}

extension Row {
  static func name(
    _ path: Field<Table, String>, of control: String, defaultText: String? = nil
  ) -> Self {
    Row(
      "name", path, .text(limit: 64), defaultText: defaultText,
      """
      The \(control)'s name in logs and pictures, and its label on the overlay if you set it.
      Controls that exist together must have different names.
      """)
  }

  static func when(_ path: Field<Table, SurfaceOrientation?>) -> Self {
    Row(
      "when", optional: path, .words(["portrait": .portrait, "landscape": .landscape]),
      defaultText: "both",
      """
      The orientation in which this control exists: `"portrait"` (the surface is taller than wide) or `"landscape"`
      (wider than tall, or square). Controls that never exist together can have the same name, target or input.
      """)
  }
}

extension KeyType<Slide> {
  fileprivate static var slide: Self { .words(["off": .off, "over": .over, "hold_first": .holdFirst]) }
}

private let onSurface = Condition<ButtonSettings>("region") { $0.input == nil }
private let labelled = Condition<ButtonGroupSettings>("layout = \"abcd\"") { $0.layout == .abcd }
private let sliding = Condition<TriggerSettings>("pull = \"slide\"") {
  if case .slide = $0.pull { true } else { false }
}
