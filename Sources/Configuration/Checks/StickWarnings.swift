internal import JoystickModel

// What one stick's table says that has no effect, whatever the surface.
extension StickSettings {
  typealias Located = (warning: StickWarning, place: SourcePosition?)

  /// The defaults of what only some sticks have.
  private static let smoothing = Smoothing()

  var warnings: [Located] {
    useless(in: smoothing) + useless(in: response) + useless(in: gestures) + uselessBounds + sameTaps
  }

  /// A value that is the default is one that was copied: it need not have an effect.
  private func useless<Value: Equatable>(
    _ key: StickKey, _ value: Value?, default standard: Value, unless isUsed: Bool, with other: String
  ) -> [Located] {
    guard !isUsed, let value, value != standard else { return [] }
    return [(.withoutUse(key.rawValue, with: other), places.place(of: key))]
  }

  private func useless(in own: SmoothingSettings) -> [Located] {
    let isOn = own.isOn ?? (model.smoothing != nil)
    let switchedOn = "smoothing = true"
    return useless(
      .motion(.minCutoff), own.minCutoff, default: Self.smoothing.minCutoff, unless: isOn, with: switchedOn)
      + useless(.motion(.beta), own.beta, default: Self.smoothing.beta, unless: isOn, with: switchedOn)
  }

  private func useless(in own: ResponseSettings) -> [Located] {
    let standard = model.response
    let hasZone = own.deadZoneShape != DeadZoneShape.none
    let isAnalog = (own.directions ?? standard.directions) == .analog
    let (another, axes) = ("another dead_zone_shape", "target = \"left\" or \"right\"")
    return useless(
      .response(.deadZone), own.deadZone, default: standard.deadZone, unless: hasZone, with: another)
      + useless(
        .response(.saturation), own.saturation, default: standard.saturation, unless: hasZone, with: another)
      + useless(
        .response(.axisSnap), own.axisSnap, default: standard.axisSnap, unless: isAnalog,
        with: "directions = \"analog\"")
      + useless(.response(.curve), own.curve, default: standard.curve, unless: hasAxes, with: axes)
      + useless(
        .response(.outputShape), own.outputShape, default: standard.outputShape, unless: hasAxes, with: axes)
  }

  private var hasAxes: Bool { if case .direction = target { false } else { true } }

  private func useless(in own: GestureSettings) -> [Located] {
    let standard = model.gestures
    let hasDoubleTap = own.doubleTap != nil || homeReturn == .doubleTap
    return useless(
      .gesture(.tapTime), own.tapTime, default: standard.tapTime, unless: own.tap != nil || hasDoubleTap,
      with: "tap")
      + useless(
        .gesture(.doubleTapTime), own.doubleTapTime, default: standard.doubleTapTime, unless: hasDoubleTap,
        with: "double_tap")
      + useless(
        .gesture(.doubleTapDistance), own.doubleTapDistance,
        default: .millimetres(standard.doubleTapDistance), unless: hasDoubleTap, with: "double_tap")
      + useless(
        .gesture(.holdTime), own.holdTime, default: standard.holdTime, unless: own.hold != nil, with: "hold")
      + useless(
        .gesture(.outerRingStart), own.outerRingStart, default: standard.outerRingStart,
        unless: own.outerRing != nil, with: "outer_ring")
  }

  private var uselessBounds: [Located] {
    guard let bounds = movableBounds else { return [] }
    let place = places.place(of: .motion(.movableBounds))
    if !(movable ?? model.movable), staysUnderTouch {
      return [(.withoutUse(MotionKey.movableBounds.rawValue, with: "movable = true"), place)]
    }
    return bounds.width.isZero && bounds.height.isZero ? [(.boundsWithoutRoom, place)] : []
  }

  /// Whether a touch that begins leaves the base where it is.
  private var staysUnderTouch: Bool {
    switch origin {
    case .fixed, .relative: true
    case .floating, .semi, nil: false
    }
  }

  private var sameTaps: [Located] {
    guard let tap = gestures.tap, tap == gestures.doubleTap else { return [] }
    return [(.sameTaps, places.place(of: .gesture(.doubleTap)))]
  }
}

extension Length {
  fileprivate var isZero: Bool {
    switch self {
    case .millimetres(let length): length == 0
    case .percent(let part): part == 0
    }
  }
}
