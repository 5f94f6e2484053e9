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
    Row(
      "output", \.output, .outputs, defaultText: "required, unless there is a `sequence`",
      """
      What the button holds on the pad: one output, or a list of up to 8 at once. `"KEY_F1"` and the like are keys of a
      virtual keyboard; `[keyboard]` decides which are allowed. With an `input`, the button holds them while the device's
      button is down. One of them can change the layer instead: `"show NAME"` shows a layer while the button is
      down, `"switch NAME"` switches to it, and `"next layer"` to the one after the current one.
      """),
    Row(
      "value", \.action.value, .number(.above(0, to: 1)), only: analog,
      "How far the half axes and triggers among the outputs go: 1 is all the way."),
    Row(
      "mode", \.action.mode, .words(["hold": .hold, "toggle": .toggle]), only: latching,
      """
      How long the button is down:

      - `"hold"`: while a finger presses it.
      - `"toggle"`: from one press to the next. It is also released when the pads are switched off, the session is locked,
        the layout changes, or the device goes away.
      """),
    Row(
      "turbo", optional: \.action.turboHalf, .halfPeriod(.from(0.5, to: 30)), defaultText: "none",
      only: repeatable,
      """
      How often the button is pressed while it is down, such as `"12Hz"`. It is down for one half of each time, and up for
      the other.
      """),
    Row(
      "sequence", \.sequence, .sequence, defaultText: "none",
      """
      What each press plays instead of an `output`: up to 32 steps, each an output or a list of outputs. An empty list
      holds nothing. A press plays it once, even if the finger lifts, and a press meanwhile starts it anew.
      """),
    Row(
      "step", \.action.stepTime, .time(.from(16, to: 2000)), only: sequential,
      "With `sequence`: how long each step lasts."),
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
    Row("reach", \.reach, .length(reaches), only: onSurface, reachMeaning),
    .when(\.when),
    .layer(\.layer, only: onSurface),
    Row(
      "keep", \.action.keepsWhileHidden, .flag, only: layered,
      "With `mode = \"toggle\"` and a `layer`: whether the button stays down while its layer is hidden."),
  ]
}

extension ButtonSettings {
  /// The steps of its sequence; empty without one.
  fileprivate var sequence: [[PadOutput]] {
    get { action.isSequence ? action.steps : [] }
    set { (action.steps, action.isSequence) = (newValue, true) }
  }
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
    Row("reach", \.reach, .length(reaches), reachMeaning),
    .when(\.when),
    .layer(\.layer),
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
    .layer(\.layer),
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
    Row("reach", \.reach, .length(reaches), reachMeaning),
    .when(\.when),
    .layer(\.layer),
  ]
}

extension IgnoreSettings: KeyedTable {
  static let kind = ConfigurationTable.ignore
  static let rows: [Row<Self>] = [
    Row(
      "name", \.name, .text(limit: 64),
      "The name in logs and pictures. Several `[[ignore]]` tables can have the default."),
    Row("region", \.region, .region, isRequired: true, "The part of the surface where touches do nothing."),
    .when(\.when),
    .layer(\.layer),
  ]
}

/// Farther, a touch that is meant for the desktop would be taken.
private let reaches = NumericRange.from(0, to: 20)

private let reachMeaning =
  """
  How far beside the region a touch can land that still counts, if it lands in no control's region. It belongs to the
  nearest control that reaches it.
  """

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

extension Row {
  static func layer(_ path: Field<Table, String?>, only: Condition<Table>? = nil) -> Self {
    Row(
      "layer", optional: path, .text(limit: OutputWords.maxLayerBytes), defaultText: "none", only: only,
      """
      The layer in which this control exists. A control without a layer always exists. One layer exists at a time, at
      first the one that the file names first. Controls that disappear with their layer release, and their fingers do
      nothing until they lift. Controls of different layers can have the same name or target.
      """)
  }
}

extension KeyType<Slide> {
  fileprivate static var slide: Self { .words(["off": .off, "over": .over, "hold_first": .holdFirst]) }
}

private let analog = Condition<ButtonSettings>("a half axis or a trigger among the outputs") {
  $0.action.steps.contains { $0.contains(where: \.isAnalog) }
}
private let latching = Condition<ButtonSettings>("region, and an output of the pad or \"show NAME\"") {
  if case .show = $0.action.layerChange, $0.input == nil { return true }
  return repeatable.isMet($0)
}
private let repeatable = Condition<ButtonSettings>("region and an output of the pad") {
  $0.input == nil && !$0.output.pad.isEmpty
}
private let layered = Condition<ButtonSettings>("mode = \"toggle\" and a layer") {
  $0.action.mode == .toggle && $0.layer != nil
}
private let sequential = Condition<ButtonSettings>("sequence") { $0.action.isSequence }
private let onSurface = Condition<ButtonSettings>("region") { $0.input == nil }
private let labelled = Condition<ButtonGroupSettings>("layout = \"abcd\"") { $0.layout == .abcd }
private let sliding = Condition<TriggerSettings>("pull = \"slide\"") {
  if case .slide = $0.pull { true } else { false }
}
