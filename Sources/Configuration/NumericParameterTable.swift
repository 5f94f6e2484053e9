internal import JoystickModel

// The one table of what numbers may be: the reader checks against it, its sentences are made from it, and
// so is the documentation. The defaults are those of the model.
extension NumericParameter {
  /// All of them, in the order of their tables.
  public static let all = [
    vendor, product, sizeWidth, sizeHeight, padBus, padVendor, padProduct, padVersion,
    toggleFingers, toggleHoldTime, minCutoff, beta, catchDistance, centerX, centerY, radius, travel,
    homeReturn, movedTolerance,
    deadZone, saturation, curve, sensitivity, antiDeadZone, axisSnap,
    tapTime, doubleTapTime, doubleTapDistance, holdTime, outerRingStart,
    pressMargin, groupPressMargin, padDeadZone, pullDistance,
    regionX, regionY, regionWidth, regionHeight, regionCenterX, regionCenterY, regionRadius,
    boundsX, boundsY, boundsWidth, boundsHeight,
    constraintX, constraintY, constraintWidth, constraintHeight,
  ]

  static let
    vendor = Self(.device, "vendor", .identifier, .identifiers, .any),
    product = Self(.device, "product", .identifier, .identifiers, .any),
    sizeWidth = Self(.device, "size", .millimetres, .surfaceSides, .device),
    sizeHeight = Self(.device, "size", .millimetres, .surfaceSides, .device)

  static let
    padBus = Self(.gamepad, "bus", .identifier, .identifiers, .identity),
    padVendor = Self(.gamepad, "vendor", .identifier, .identifiers, .identity),
    padProduct = Self(.gamepad, "product", .identifier, .identifiers, .identity),
    padVersion = Self(.gamepad, "version", .identifier, .identifiers, .identity)

  static let
    toggleFingers = Self(.toggle, "fingers", .count, NumericRange(lower: 2, upper: 10)),
    toggleHoldTime = Self(
      .toggle, "hold_time", .milliseconds, NumericRange(lower: 100, upper: 10_000),
      .time(ToggleSettings.standardHoldTime))

  static let
    minCutoff = Self(
      .stick, "min_cutoff", .hertz, NumericRange(lower: 0.01, upper: 1000), .value(smoothing.minCutoff)),
    beta = Self(
      .stick, "beta", .hertzPerSpeed, NumericRange(lower: 0, upper: 1000), .value(smoothing.beta)),
    catchDistance = Self(.stick, "catch_distance", .length, .distances, .parameter("radius")),
    centerX = Self(.stick, "center", .lengthAlongX, .positions, .middleOfRegion),
    centerY = Self(.stick, "center", .lengthAlongY, .positions, .middleOfRegion),
    radius = Self(.stick, "radius", .length, .sizes, .value(model.radius)),
    travel = Self(.stick, "travel", .part, .above0(10), .value(model.travel)),
    homeReturn = Self(
      .stick, "home_return", .milliseconds, NumericRange(lower: 0, upper: 60_000), .word("never")),
    movedTolerance = Self(.stick, "moved_tolerance", .length, .distances, .value(model.movedTolerance))

  static let
    deadZone = Self(.stick, "dead_zone", .part, .from0(below: 1), .value(model.response.deadZone)),
    saturation = Self(.stick, "saturation", .part, .above0(1), .value(model.response.saturation)),
    curve = Self(
      .stick, "curve", .factor, NumericRange(lower: 0.1, upper: 10), .value(model.response.curve)),
    sensitivity = Self(.stick, "sensitivity", .factor, .above0(10), .value(model.response.sensitivity)),
    antiDeadZone = Self(
      .stick, "anti_dead_zone", .part, .from0(below: 1), .value(model.response.antiDeadZone)),
    axisSnap = Self(
      .stick, "axis_snap", .degrees, NumericRange(lower: 0, upper: 45), .value(model.response.axisSnap))

  static let
    tapTime = Self(.stick, "tap_time", .milliseconds, .times(2000), .time(model.gestures.tapTime)),
    doubleTapTime = Self(
      .stick, "double_tap_time", .milliseconds, .times(2000), .time(model.gestures.doubleTapTime)),
    doubleTapDistance = Self(
      .stick, "double_tap_distance", .length, .distances, .value(model.gestures.doubleTapDistance)),
    holdTime = Self(.stick, "hold_time", .milliseconds, .times(10_000), .time(model.gestures.holdTime)),
    outerRingStart = Self(
      .stick, "outer_ring_start", .part, .above0(1), .value(model.gestures.outerRingStart))

  static let
    pressMargin = Self(.button, "press_margin", .length, .distances, .value(button.pressMargin)),
    groupPressMargin = Self(.buttons, "press_margin", .length, .distances, .value(button.pressMargin)),
    padDeadZone = Self(
      .dpad, "dead_zone", .part, .from0(below: 1), .value(DirectionPadControl.standardDeadZone)),
    pullDistance = Self(
      .trigger, "distance", .length, .sizes, .value(TriggerPullSettings.standardDistance))

  static let
    regionX = Self(.region, "x", .lengthAlongX, .offsets),
    regionY = Self(.region, "y", .lengthAlongY, .offsets),
    regionWidth = Self(.region, "width", .lengthAlongX, .sizes),
    regionHeight = Self(.region, "height", .lengthAlongY, .sizes),
    regionCenterX = Self(.region, "center", .lengthAlongX, .offsets),
    regionCenterY = Self(.region, "center", .lengthAlongY, .offsets),
    regionRadius = Self(.region, "radius", .length, .sizes)

  static let
    boundsX = Self(.movableBounds, "x", .lengthAlongX, .offsets),
    boundsY = Self(.movableBounds, "y", .lengthAlongY, .offsets),
    boundsWidth = Self(.movableBounds, "width", .lengthAlongX, .distances),
    boundsHeight = Self(.movableBounds, "height", .lengthAlongY, .distances)

  static let
    constraintX = Self(.handleConstraint, "x", .lengthAlongX, .offsets),
    constraintY = Self(.handleConstraint, "y", .lengthAlongY, .offsets),
    constraintWidth = Self(.handleConstraint, "width", .lengthAlongX, .distances),
    constraintHeight = Self(.handleConstraint, "height", .lengthAlongY, .distances)
}

extension NumericRange {
  fileprivate static let identifiers = NumericRange(lower: 0, upper: 0xffff)
  fileprivate static let surfaceSides = NumericRange(lower: 1, upper: longest)
  /// Places on the surface.
  fileprivate static let positions = NumericRange(lower: 0, upper: longest)
  /// Places that can be beyond an edge, or on either side of a base.
  fileprivate static let offsets = NumericRange(lower: -longest, upper: longest)
  fileprivate static let distances = NumericRange(lower: 0, upper: longest)
  fileprivate static let sizes = NumericRange.above0(longest)

  fileprivate static func above0(_ upper: Double) -> NumericRange {
    NumericRange(lower: 0, includesLower: false, upper: upper)
  }

  /// Milliseconds. No finger does anything in less than ten of them.
  fileprivate static func times(_ upper: Double) -> NumericRange {
    NumericRange(lower: 10, upper: upper)
  }

  fileprivate static func from0(below upper: Double) -> NumericRange {
    NumericRange(lower: 0, upper: upper, includesUpper: false)
  }

  /// Ten metres: there are walls that one can touch.
  private static let longest = 10_000.0
}

extension NumericParameter.Default {
  fileprivate static func time(_ microseconds: Int64) -> Self { .value(Double(microseconds) / 1000) }
}

/// A stick with the defaults of the model.
let model = StickParameters(region: .circle(Circle(center: Point(x: 0, y: 0), radius: 0)))

/// A button with the defaults of the model.
private let button = ButtonControl(name: "", region: model.region, output: .south)

/// The smoothing that a stick has when it is switched on.
private let smoothing = Smoothing()
