internal import JoystickModel

// The keys of `[[stick]]`.
extension StickSettings: KeyedTable {
  static let kind = ConfigurationTable.stick
  static let rows = motion + response + gestures

  /// Which stick it is, and how its base and its handle move.
  private static let motion: [Row<Self>] = [
    Row(
      "name", optional: \.name, .text(limit: 64), standard: "the target",
      "The stick's name in logs and reports. No two controls of a file have the same."),
    Row(
      "target", \.target, .stickTarget,
      """
      What the stick moves: one of the pad's two sticks, of which each can be there once; the pad's direction
      pad; or a button for each direction. The last two have 4 or 8 `directions`, and `"analog"` counts as 8.
      """),
    Row(
      "region", optional: \.region, .region, standard: "the whole surface",
      "Where a touch takes the stick."),
    Row(
      "smoothing", \.isSmoothed, .smoothing,
      "Whether the finger's tremor is smoothed out, by a one-euro filter."),
    Row(
      "min_cutoff", \.smoothing.minCutoff, .number(.hertz, .from(0.01, to: 1000)), only: smoothed,
      """
      With `smoothing`: the frequency from which on the tremor of a finger that rests is damped. Less is
      steadier, and later.
      """),
    Row(
      "beta", \.smoothing.beta, .number(.hertzPerSpeed, .from(0, to: 1000)), only: smoothed,
      """
      With `smoothing`: how much that frequency rises with the finger's speed. More is less late for a finger
      that moves.
      """),
    Row(
      "origin", \.parameters.origin,
      .words(["fixed": .fixed, "relative": .relative, "floating": .floating, "semi": .semi(catchDistance: 0)]
      ),
      """
      What the handle is measured from:

      - `"fixed"`: the base, so that a touch off its middle deflects at once.
      - `"relative"`: the place where the touch began.
      - `"floating"`: the base, which moves to where the touch began.
      - `"semi"`: as `"fixed"` for a touch within `catch_distance` of the base's centre, as `"floating"` beyond
      it.
      """),
    Row(
      "catch_distance", optional: \.catchDistance, .length(.distances), standard: "the `radius`, or no limit",
      needs: Need("origin", ["semi", "relative"]),
      """
      With the origin `"semi"`: how near to the base's centre a touch leaves the base where it is; without it
      that is the radius. With `"relative"`: a touch beyond it is measured from the place at this distance that
      is nearest to it; without it there is no limit. It has no place with another `origin`.
      """),
    Row(
      "center", optional: \.center, .point(.positions), standard: "the middle of the region",
      "Home of the base's centre."),
    Row("radius", length: \.radius, .sizes, "The base's radius."),
    Row(
      "travel", \.parameters.travel, .number(.above(0, to: 10)),
      "How far the handle goes, as a part of the radius."),
    Row(
      "movable", \.parameters.movable, .flag,
      "Whether the base follows a finger that goes farther than the handle."),
    Row(
      "movable_bounds", optional: \.movableBounds, .area(.movableBounds), standard: "anywhere", only: movable,
      "Where the base's centre may go. Its home has to be in it."),
    Row(
      "home_return", \.parameters.homeReturn, .homeReturn,
      """
      When the base goes back to its home by itself:

      - `"never"`: it stays where it was moved.
      - `"release"`: when the finger lifts.
      - `"double_tap"`: when the stick is tapped twice, whatever else `double_tap` does.
      - a time: so long after the finger lifted, unless another touch takes the stick before.
      """),
    Row(
      "handle_constraint", optional: \.handleConstraint, .area(.handleConstraint),
      standard: "anywhere within the travel",
      "Where the handle may go, measured from the base's centre."),
    Row(
      "axis", \.parameters.axis, .words(["both": .both, "horizontal": .horizontal, "vertical": .vertical]),
      "The axes along which the handle goes, within `handle_constraint` if there is one."),
    Row(
      "moved_tolerance", length: \.movedTolerance, .distances,
      """
      How far the handle goes, along x or y, before the stick deflects at all. A touch that got so far is no tap
      and no hold.
      """),
  ]

  /// How the place of its handle becomes the deflection of the pad's axes.
  private static let response: [Row<Self>] = [
    Row(
      "dead_zone", \.parameters.response.deadZone, .number(.from(0, below: 1)), only: zoned,
      "The part of the travel that does not deflect."),
    Row(
      "dead_zone_shape", \.parameters.response.deadZoneShape,
      .words([
        "none": .none, "radial": .radial, "axial": .axial, "scaled_radial": .scaledRadial,
        "scaled_axial": .scaledAxial,
      ]),
      """
      How the dead zone is cut out of the travel:

      - `"none"`: not at all, and there is no saturation either.
      - `"radial"`: a disc, at whose rim the deflection jumps.
      - `"axial"`: a cross, a bar along each axis, in which the other axis is 0 and at whose edge it jumps.
      - `"scaled_radial"`: a disc, from whose rim on the deflection begins at 0.
      - `"scaled_axial"`: a cross, from whose edges on each axis begins at 0.
      """),
    Row(
      "saturation", \.parameters.response.saturation, .number(.above(0, to: 1)), only: zoned,
      "The part of the travel, above `dead_zone`, from which on the deflection is full."),
    Row(
      "curve", \.parameters.response.curve, .number(.from(0.1, to: 10)), only: onAxes,
      "The exponent of the curve: 1 is a straight line, 2 is finer near the middle, 0.5 coarser."),
    Row(
      "sensitivity", \.parameters.response.sensitivity, .number(.above(0, to: 10)),
      """
      The deflection at full travel, above `anti_dead_zone`. With more than 1 the deflection is full before the
      end of the travel, with less it never is.
      """),
    Row(
      "anti_dead_zone", \.parameters.response.antiDeadZone, .number(.from(0, below: 1)),
      """
      The least deflection other than 0. It undoes the dead zone of a game: 0.24 undoes that of XInput, which
      many games have.
      """),
    Row(
      "axis_snap", \.parameters.response.axisSnap, .number(.degrees, .from(0, to: 45)), only: analog,
      """
      How far off an axis a direction may be to be taken for that of the axis. It has an effect with `"analog"`
      directions only.
      """),
    Row(
      "directions", \.parameters.response.directions, .words(["analog": .analog, "4": .four, "8": .eight]),
      "The directions that the stick has: any; up, right, down and left; or those and the diagonals."),
    Row(
      "output_shape", \.parameters.response.outputShape, .words(["circle": .circle, "square": .square]),
      only: onAxes,
      """
      What a fully deflected stick describes as it goes around. With `"square"` both axes of a diagonal are
      full.
      """),
    Row("invert_x", \.parameters.response.invertX, .flag, "Whether left and right are exchanged."),
    Row("invert_y", \.parameters.response.invertY, .flag, "Whether up and down are exchanged."),
  ]

  /// What a touch does beside moving the handle.
  private static let gestures: [Row<Self>] = [
    Row(
      "tap", optional: \.parameters.gestures.tap, .gesture, standard: "nothing",
      """
      What a tap does, a touch that lifts within `tap_time` and never reaches `moved_tolerance`: it presses a
      button for 40 ms, or has the base go home.
      """),
    Row(
      "tap_time", \.parameters.gestures.tapTime, .time(.from(10, to: 2000)), only: tapped,
      "How long a tap may last."),
    Row(
      "double_tap", optional: \.parameters.gestures.doubleTap, .gesture, standard: "nothing",
      """
      What a double tap does, as soon as its second touch begins. Where a double tap does something, by this or
      by `home_return`, a single tap waits for `double_tap_time`, to see whether another follows.
      """),
    Row(
      "double_tap_time", \.parameters.gestures.doubleTapTime, .time(.from(10, to: 2000)), only: tappedTwice,
      "How long after a tap its second touch may begin."),
    Row(
      "double_tap_distance", length: \.gestures.doubleTapDistance, .distances, only: tappedTwice,
      "How far from where the tap began its second touch may begin."),
    Row(
      "hold", optional: \.parameters.gestures.hold, .gesture, standard: "nothing",
      """
      What a touch does that stays for `hold_time` and never reaches `moved_tolerance`. A button is down until
      the finger lifts.
      """),
    Row(
      "hold_time", \.parameters.gestures.holdTime, .time(.from(10, to: 10_000)), only: held,
      "How long a touch has to stay for `hold`, not below `tap_time`."),
    Row(
      "outer_ring", optional: \.parameters.gestures.outerRing, .button, standard: "none",
      "The button that is down while the handle is near the rim, to run or to sprint."),
    Row(
      "outer_ring_start", \.parameters.gestures.outerRingStart, .number(.above(0, to: 1)), only: ringed,
      "Where the outer ring begins, as a part of the travel. It ends a tenth below."),
    .when(\.when),
  ]
}

private let smoothed = Condition<StickSettings>("smoothing = true") { $0.isSmoothed }
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

  /// Whether the base follows a handle, or a touch that begins may move it.
  var canMove: Bool {
    switch parameters.origin {
    case .fixed, .relative, .relativeWithin: parameters.movable
    case .floating, .semi: true
    }
  }
}
