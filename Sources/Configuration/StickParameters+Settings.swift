internal import JoystickModel

// A stick with what its table says, and the defaults of the model for the rest.

extension StickParameters {
  init(_ settings: StickSettings, on surface: ScaledSurface) {
    self.init(
      region: settings.region.map(surface.region) ?? .rectangle(surface.bounds),
      center: settings.center.map(surface.point))
    if let length = settings.radius { radius = surface.length(length) }
    if let part = settings.travel { travel = part }
    if let flag = settings.movable { movable = flag }
    movableBounds = settings.movableBounds.map(surface.area)
    if let length = settings.movedTolerance { movedTolerance = surface.length(length) }
    if settings.smoothing.isOn ?? (smoothing != nil) {
      smoothing = Smoothing(settings.smoothing)
    } else {
      smoothing = nil
    }
    if let own = settings.homeReturn { homeReturn = own }
    response = StickResponse(settings.response)
    gestures = StickGestures(settings.gestures, on: surface)
    handleConstraint = settings.handleConstraint.map(surface.area)
    if let own = settings.axis { axis = own }
    // This needs the radius.
    if let own = settings.origin { origin = surface.origin(own, radius: radius) }
  }
}

extension Smoothing {
  fileprivate init(_ settings: SmoothingSettings) {
    self.init()
    if let frequency = settings.minCutoff { minCutoff = frequency }
    if let slope = settings.beta { beta = slope }
  }
}

extension StickResponse {
  fileprivate init(_ settings: ResponseSettings) {
    self.init()
    if let part = settings.deadZone { deadZone = part }
    if let shape = settings.deadZoneShape { deadZoneShape = shape }
    if let part = settings.saturation { saturation = part }
    if let exponent = settings.curve { curve = exponent }
    if let factor = settings.sensitivity { sensitivity = factor }
    if let part = settings.antiDeadZone { antiDeadZone = part }
    if let angle = settings.axisSnap { axisSnap = angle }
    if let own = settings.directions { directions = own }
    if let shape = settings.outputShape { outputShape = shape }
    if let flag = settings.invertX { invertX = flag }
    if let flag = settings.invertY { invertY = flag }
  }
}

extension StickGestures {
  fileprivate init(_ settings: GestureSettings, on surface: ScaledSurface) {
    self.init()
    tap = settings.tap
    if let time = settings.tapTime { tapTime = time }
    doubleTap = settings.doubleTap
    if let time = settings.doubleTapTime { doubleTapTime = time }
    if let length = settings.doubleTapDistance { doubleTapDistance = surface.length(length) }
    hold = settings.hold
    if let time = settings.holdTime { holdTime = time }
    outerRing = settings.outerRing
    if let part = settings.outerRingStart { outerRingStart = part }
  }
}
