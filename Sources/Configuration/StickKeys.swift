/// The keys of a stick. There are so many that they are read group by group.
enum StickKey: ConfigurationKey, Hashable {
  case motion(MotionKey)
  case response(ResponseKey)
  case gesture(GestureKey)

  static let toCome: [String] = []

  static var allCases: [StickKey] {
    MotionKey.allCases.map(Self.motion) + ResponseKey.allCases.map(Self.response)
      + GestureKey.allCases.map(Self.gesture)
  }

  init?(rawValue: String) {
    if let key = MotionKey(rawValue: rawValue) {
      self = .motion(key)
    } else if let key = ResponseKey(rawValue: rawValue) {
      self = .response(key)
    } else if let key = GestureKey(rawValue: rawValue) {
      self = .gesture(key)
    } else {
      return nil
    }
  }

  var rawValue: String {
    switch self {
    case .motion(let key): key.rawValue
    case .response(let key): key.rawValue
    case .gesture(let key): key.rawValue
    }
  }
}

/// Which stick it is, and how its base and its handle move.
enum MotionKey: String, CaseIterable {
  case name, target, region, smoothing
  case minCutoff = "min_cutoff"
  case beta, origin
  case catchDistance = "catch_distance"
  case center, radius, travel, movable
  case movableBounds = "movable_bounds"
  case homeReturn = "home_return"
  case handleConstraint = "handle_constraint"
  case axis
  case movedTolerance = "moved_tolerance"
}

/// How the place of its handle becomes the deflection of the pad's axes.
enum ResponseKey: String, CaseIterable {
  case deadZone = "dead_zone"
  case deadZoneShape = "dead_zone_shape"
  case saturation, curve, sensitivity
  case antiDeadZone = "anti_dead_zone"
  case axisSnap = "axis_snap"
  case directions
  case outputShape = "output_shape"
  case invertX = "invert_x"
  case invertY = "invert_y"
}

/// What a touch does beside moving the handle.
enum GestureKey: String, CaseIterable {
  case tap
  case tapTime = "tap_time"
  case doubleTap = "double_tap"
  case doubleTapTime = "double_tap_time"
  case doubleTapDistance = "double_tap_distance"
  case hold
  case holdTime = "hold_time"
  case outerRing = "outer_ring"
  case outerRingStart = "outer_ring_start"
}
