internal import JoystickModel

// The keys of `[[stick]]`.
extension StickSettings {
  static let kind = ConfigurationTable.stick
  static let introduction =
    """
    An analog stick: a base, which is a circle, and a handle in it that follows the finger. The guide
    *joystick-model.md* explains it stage by stage, with pictures.
    """
  static let rows = motion + response + gestures

  /// The stick's target, and the movement of its base and its handle.
  private static let motion: [Row<Self>] = [
    .name(
      of: "stick", defaultText: "the target",
      """
      The stick's name in logs and pictures, and its label on the overlay if you set it.
      Controls that exist together (see `when`) must have different names.
      """
    ),
    Row(
      "target", \.target, .stickTarget,
      """
      What the stick controls: a stick of the pad, its direction pad, or a button for each direction. Two `[[stick]]`
      tables that exist together cannot control the same stick of the pad. With the direction pad or buttons,
      `directions` can be 4 or 8; its default, `"analog"`, means 8.
      """),
    Row(
      "region", optional: \.common.region, .region, defaultText: "the whole surface",
      "The part of the surface where a touch must land to move the stick."),
    Row(
      "smoothing", \.isSmoothed, .smoothing,
      """
      Whether a filter smooths out the finger's tremor. `"on"` and `"one_euro"`, the name of the filter, mean `true`;
      `"off"` means `false`.
      """),
    Row(
      "min_cutoff", \.smoothing.minCutoff, .number(.from(0.01, to: 1000), .hertz), only: smoothed,
      """
      With `smoothing`: the frequency above which the tremor of a resting finger is damped. Lower is steadier but adds
      lag.
      """),
    Row(
      "beta", \.smoothing.beta, .number(.from(0, to: 1000), .hertzPerSpeed), only: smoothed,
      """
      With `smoothing`: how much that frequency rises with the finger's speed. Higher reduces the lag of a moving
      finger.
      """),
    Row(
      "origin", \.parameters.origin,
      .words(["fixed": .fixed, "relative": .relative, "floating": .floating, "semi": .semi(catchDistance: 0)]
      ),
      """
      What the handle is measured from:

      - `"fixed"`: the base's centre. A touch that lands at least `moved_tolerance` away deflects at once.
      - `"relative"`: the place where the finger lands. The base stays where it is.
      - `"floating"`: the base's centre, which first moves to where the finger lands.
      - `"semi"`: like `"fixed"` if the finger lands within `catch_distance` of the base's centre, else like `"floating"`.
      """),
    Row(
      "catch_distance", optional: \.catchDistance, .length(.distances),
      defaultText: "the `radius` for `\"semi\"`, no limit for `\"relative\"`",
      only: caught,
      """
      How near to the base's centre a touch must land to leave the base where it is (with `origin = "semi"`), or to
      start without deflection (with `"relative"`). With `"relative"`, a touch that lands farther away deflects at once.
      Its deflection is measured from the nearest point of a circle around the base's centre with this distance as its
      radius. Other origins ignore this key.
      """),
    Row(
      "center", optional: \.center, .point(.positions), defaultText: "the middle of the region",
      "The base's home: where its centre is at first, and where it returns to."),
    Row("radius", length: \.radius, .sizes, "The base's radius."),
    Row(
      "travel", \.parameters.travel, .number(.above(0, to: 10)),
      "How far the handle goes, as a multiple of the radius."),
    Row(
      "movable", \.parameters.movable, .flag,
      "Whether the base follows a finger that goes farther than the handle can."),
    Row(
      "movable_bounds", optional: \.movableBounds, .area(.movableBounds), defaultText: "anywhere",
      only: movable,
      "Where the base's centre may go. The home must be inside."),
    Row(
      "home_return", \.parameters.homeReturn, .homeReturn,
      """
      When the base goes home:

      - `"never"`: it stays where it was moved.
      - `"release"`: when the finger lifts.
      - `"double_tap"`: when the finger taps twice. The key `double_tap` can add a button press to that.
      - a time: this long after the finger lifts, unless a new touch holds the stick by then.
      """),
    Row(
      "handle_constraint", optional: \.handleConstraint, .area(.handleConstraint),
      defaultText: "anywhere within the travel",
      "Where the handle may go, relative to the base's centre."),
    Row(
      "axis", \.parameters.axis, .rawValues,
      "The axes along which the handle moves, within `handle_constraint` if there is one."),
    Row(
      "moved_tolerance", length: \.movedTolerance, .distances,
      """
      How far the handle must move, along x or y, before the stick deflects. A touch that has moved that far cannot be
      a tap or a hold.
      """),
  ]

  /// How the handle's offset becomes the deflection of the pad's axes.
  private static let response: [Row<Self>] = [
    Row(
      "dead_zone", \.parameters.response.deadZone, .number(.from(0, below: 1)), only: zoned,
      "How far the dead zone reaches from the centre, as a part of the travel. There the stick does not deflect."
    ),
    Row(
      "dead_zone_shape", \.parameters.response.deadZoneShape,
      .words([
        "none": .none, "radial": .radial, "axial": .axial, "scaled_radial": .scaledRadial,
        "scaled_axial": .scaledAxial,
      ]),
      """
      The shape of the dead zone:

      - `"none"`: no dead zone, and `saturation` has no effect.
      - `"radial"`: a disc; the deflection jumps at its rim.
      - `"axial"`: a cross of two bars. y is 0 in the horizontal bar, and jumps at its edge; x does so in the vertical
        bar.
      - `"scaled_radial"`: a disc; the deflection rises from 0 at its rim.
      - `"scaled_axial"`: the same cross; y and x rise from 0 at the edge of the bar.
      """),
    Row(
      "saturation", \.parameters.response.saturation, .number(.above(0, to: 1)), only: zoned,
      """
      The part of the travel at which the deflection is full, with a `sensitivity` of 1. `saturation` must be greater
      than `dead_zone`.
      """),
    Row(
      "curve", \.parameters.response.curve, .number(.from(0.1, to: 10)), only: onAxes,
      "The exponent of the response curve: 1 is linear, 2 is finer near the middle, 0.5 is coarser."),
    Row(
      "sensitivity", \.parameters.response.sensitivity, .number(.above(0, to: 10)),
      """
      A factor for the deflection; the result is at most 1. Below 1, the stick never deflects fully; above 1, it does so
      before `saturation`. `sensitivity` must be greater than `anti_dead_zone`.
      """),
    Row(
      "anti_dead_zone", \.parameters.response.antiDeadZone, .number(.from(0, below: 1)),
      """
      The smallest deflection other than 0, to overcome the dead zone of a game. 0.24 overcomes XInput's dead zone,
      which many games use.
      """),
    Row(
      "axis_snap", \.parameters.response.axisSnap, .angle(.from(0, to: 45)), only: analog,
      """
      The largest angle from an axis at which the direction snaps to that axis. It affects only `"analog"`
      directions.
      """),
    Row(
      "directions", \.parameters.response.directions, .words(["analog": .analog, "4": .four, "8": .eight]),
      "The directions of the stick: any (\"analog\"); up, right, down and left (4); or also the diagonals (8)."
    ),
    Row(
      "output_shape", \.parameters.response.outputShape, .words(["circle": .circle, "square": .square]),
      only: onAxes,
      """
      The outline that a fully deflected stick follows. On a full diagonal, both axes are at 0.71 with `"circle"`, and
      at 1 with `"square"`.
      """),
    Row("invert_x", \.parameters.response.invertX, .flag, "Whether left and right are swapped."),
    Row("invert_y", \.parameters.response.invertY, .flag, "Whether up and down are swapped."),
  ]

  private static let gestures: [Row<Self>] = [
    Row(
      "touch", \.touch, .padOutputs, defaultText: "nothing",
      """
      What the stick holds for as long as a finger is on it, wherever that goes, besides what it moves: an output, or a
      list of up to 8 at once, as for `[[button]]`, but no change of the layer.
      """),
    Row(
      "tap", optional: \.parameters.gestures.tap, .gesture, defaultText: "nothing",
      """
      What a tap does: press a button for 40 ms, or return the base to its home (`"recenter"`). A tap is a touch that
      lifts within `tap_time` and never reaches `moved_tolerance`.
      """),
    Row(
      "tap_time", \.parameters.gestures.tapTime, .time(.from(10, to: 2000)), only: tapped,
      "The longest duration of a tap."),
    Row(
      "double_tap", optional: \.parameters.gestures.doubleTap, .gesture, defaultText: "nothing",
      """
      What a double tap does, as soon as its second touch lands. If double taps have an effect, through this key or
      `home_return`, a single tap waits for `double_tap_time` to see whether another follows.
      """),
    Row(
      "double_tap_time", \.parameters.gestures.doubleTapTime, .time(.from(10, to: 2000)), only: tappedTwice,
      "The longest time between a tap and the second touch of a double tap."),
    Row(
      "double_tap_distance", length: \.gestures.doubleTapDistance, .distances, only: tappedTwice,
      "The longest distance between the two touches of a double tap, measured where they land."),
    Row(
      "hold", optional: \.parameters.gestures.hold, .gesture, defaultText: "nothing",
      """
      What a hold does. A hold is a touch that stays for `hold_time` without reaching `moved_tolerance`. A button stays
      down until the finger lifts.
      """),
    Row(
      "hold_time", \.parameters.gestures.holdTime, .time(.from(10, to: 10_000)), only: held,
      "How long a touch must stay to be a hold. It must not be less than `tap_time`."),
    Row(
      "outer_ring", optional: \.parameters.gestures.outerRing, .button, defaultText: "none",
      "The button that is down while the handle is near the rim, for example to sprint."),
    Row(
      "outer_ring_start", \.parameters.gestures.outerRingStart, .number(.above(0, to: 1)), only: ringed,
      """
      Where the outer ring begins, as a part of the travel. The button is released at 0.9 times this value: 0.81 for the
      default.
      """),
    .when,
    .layer,
    .label,
    .icon,
    .show,
  ]
}

private let smoothed = Condition<StickSettings>("smoothing = true") { $0.isSmoothed }
private let caught = Condition<StickSettings>("origin = \"semi\" or \"relative\"") {
  switch $0.parameters.origin {
  case .semi, .relative, .relativeWithin: true
  case .fixed, .floating: false
  }
}
private let movable = Condition<StickSettings>("movable = true") { $0.canMove }
private let zoned = Condition<StickSettings>("another dead_zone_shape") {
  $0.parameters.response.deadZoneShape != .none
}
private let onAxes = Condition<StickSettings>("target = \"left\" or \"right\"") { $0.hasAxes }
private let analog = Condition<StickSettings>("directions = \"analog\"") {
  $0.parameters.response.directions == .analog
}
private let tapped = Condition<StickSettings>("tap") { $0.parameters.gestures.tap != nil || $0.hasDoubleTap }
private let tappedTwice = Condition<StickSettings>("double_tap") { $0.hasDoubleTap }
private let held = Condition<StickSettings>("hold") { $0.parameters.gestures.hold != nil }
private let ringed = Condition<StickSettings>("outer_ring") { $0.parameters.gestures.outerRing != nil }

extension StickSettings {
  fileprivate var hasAxes: Bool { if case .direction = target { false } else { true } }

  fileprivate var hasDoubleTap: Bool {
    parameters.gestures.doubleTap != nil || parameters.homeReturn == .doubleTap
  }

  /// Whether the base can move, by following the handle or at the beginning of a touch.
  var canMove: Bool {
    switch parameters.origin {
    case .fixed, .relative, .relativeWithin: parameters.movable
    case .floating, .semi: true
    }
  }
}
