internal import EventPipeline
internal import JoystickModel

// The keys of all controls but a stick.
extension ButtonTable {
  static let kind = ConfigurationTable.button
  static let rows: [Row<Self>] = [
    Row(
      "name", \.name, .text(limit: 64), standard: "the output",
      "The button's name in logs and pictures. No two controls of a file have the same."),
    Row(
      "region", optional: \.region, .region, standard: "required, unless there is an `input`",
      "Where a touch presses the button."),
    Row(
      "input", optional: \.input, .words(DeviceButtonSettings.inputs), standard: "none",
      """
      The button of the touch device, such as the one on the side of a pen or the click of a touchpad, in place
      of a region. Each can be there once. Neither `press_margin` nor `slide` has a place beside it.
      """),
    Row("output", \.output, .button, isRequired: true, "The button of the pad."),
    Row(
      "press_margin", \.pressMargin, .length(.distances),
      "How far beyond the region a finger that presses the button can go."),
    Row(
      "slide", \.slide, .slide,
      """
      What a finger does that slides:

      - `"off"`: it presses the button on which it came down, while it is on it, and no other.
      - `"over"`: it presses the button that it is on.
      - `"hold_first"`: it presses the button on which it came down until it lifts, and with it the one that it
      is on.
      """),
    .when(\.when),
  ]
}

extension ButtonGroupSettings: KeyedTable {
  static let kind = ConfigurationTable.buttons
  static let rows: [Row<Self>] = [
    Row(
      "name", \.name, .text(limit: 64), standard: "the layout",
      "What the names of the four begin with: `abcd A` is the first one's."),
    Row(
      "layout", \.layout, .words(["abcd": .abcd(byPosition: false), "diamond": .diamond]), isRequired: true,
      """
      A and B over C and D, in a grid; or Y at the top, X on the left, B on the right and A at the bottom, as on
      an Xbox pad.
      """),
    Row("region", \.region, .region, isRequired: true, "The part of the surface that they share."),
    Row(
      "by_position", \.layout.isByPosition, .flag, needs: Need("layout", ["abcd"]),
      """
      With the layout `"abcd"` only: whether places say what a button is, or labels. By label, C is the pad's Y
      and D its X. By position, the grid is X and Y over A and B: a diamond that is turned by an eighth.
      """),
    Row(
      "press_margin", \.pressMargin, .length(.distances),
      "How far beyond its region a finger that presses a button can go."),
    Row("slide", \.slide, .slide, "What a finger does that slides, as for `[[button]]`."),
    .when(\.when),
  ]
}

extension DirectionPadSettings: KeyedTable {
  static let kind = ConfigurationTable.dpad
  static let rows: [Row<Self>] = [
    Row(
      "name", \.name, .text(limit: 64),
      "The direction pad's name in logs and pictures. No two controls of a file have the same."),
    Row("region", \.region, .region, isRequired: true, "Where a touch takes the direction pad."),
    Row(
      "directions", \.directions, .words(["4": .four, "8": .eight]),
      "The directions that it has: up, right, down and left; or those and the diagonals."),
    Row(
      "dead_zone", \.deadZone, .number(.from(0, below: 1)),
      "The part of the radius, or of half the shorter side, that is no direction."),
    Row(
      "output", \.output, .directionOutput,
      "What it moves: the pad's own direction pad, or a button for each direction."),
    .when(\.when),
  ]
}

extension TriggerSettings: KeyedTable {
  static let kind = ConfigurationTable.trigger
  static let rows: [Row<Self>] = [
    Row(
      "name", \.name, .text(limit: 64), standard: "the target's name, such as `left trigger`",
      "The trigger's name in logs and pictures. No two controls of a file have the same."),
    Row("region", \.region, .region, isRequired: true, "Where a touch takes the trigger."),
    Row(
      "target", \.target, .words(["left": .left, "right": .right]), isRequired: true,
      "Which of the pad's triggers it pulls."),
    Row(
      "pull", \.pull, .words(["full": .full, "slide": .slide(distance: 0), "pressure": .pressure]),
      """
      How far a touch pulls the trigger:

      - `"full"`: all the way.
      - `"slide"`: as far as the finger slides from where it came down.
      - `"pressure"`: as hard as the finger or pen presses; all the way on a device that does not say how hard.
      """),
    Row(
      "distance", \.distance, .length(.sizes), needs: Need("pull", ["slide"]),
      """
      With the pull `"slide"` only: how far the finger slides for all of the pull.
      """),
    .when(\.when),
  ]
}

extension Row {
  /// The key that every control has.
  static func when(_ path: Field<Table, SurfaceOrientation?>) -> Self {
    Row(
      "when", optional: path, .words(["portrait": .portrait, "landscape": .landscape]),
      standard: "both",
      """
      The orientation of the surface in which this exists: `"portrait"` is taller than wide, `"landscape"` is not.
      What never exists together can have the same name, target or input.
      """)
  }
}

extension KeyType<Slide> {
  fileprivate static var slide: Self { .words(["off": .off, "over": .over, "hold_first": .holdFirst]) }
}
