/// What a stick's handle is measured from.
public enum StickOrigin: Equatable, Sendable {
  /// The base, wherever the touch began: a touch off the middle deflects at once.
  case fixed
  /// The place where the touch began, wherever the base is.
  case relative
  /// Like ``relative`` for a touch that begins within `catchDistance` millimetres of the base. A touch beyond that is
  /// measured from the nearest place within that distance, so it deflects at once. RetroArch calls this the analog
  /// recenter zone.
  case relativeWithin(catchDistance: Double)
  /// The base, which first moves to where the touch began.
  case floating
  /// Like ``fixed`` for a touch that begins within `catchDistance` millimetres of the base, like ``floating`` for any
  /// other.
  case semi(catchDistance: Double)
}

/// The behaviour of one stick. The parameters have the names of the keys in the configuration file, which separates
/// words by underscores. ``Stick`` lists the stages that they belong to.
public struct StickParameters: Equatable, Sendable {
  /// Where a contact must land to hold the stick.
  public var region: Region
  /// The home of the base's centre.
  public var center: Point
  /// The radius of the base, in millimetres, above 0.
  public var radius: Double = 9
  /// How far the handle goes, as a multiple of ``radius``, above 0.
  public var travel: Double = 1
  /// The smoothing of the finger's tremor; nil is no smoothing.
  public var smoothing: Smoothing?
  /// What the handle is measured from.
  public var origin: StickOrigin = .floating
  /// Whether the base follows a handle that goes beyond the rim.
  public var movable: Bool = true
  /// Where the base's centre may go; nil is anywhere.
  public var movableBounds: Rectangle?
  public var homeReturn: HomeReturn = .never
  /// Where the handle may go, in millimetres from the base's centre; nil is anywhere within the travel.
  public var handleConstraint: Rectangle?
  /// The axes along which the handle moves.
  public var axis: HandleAxis = .both
  /// How far the handle must move before the stick deflects, in millimetres along either axis.
  public var movedTolerance: Double = 1.5
  /// How the handle's offset becomes the deflection of the pad's axes.
  public var response = StickResponse()
  public var gestures = StickGestures()

  /// Makes the default parameters of a stick at this place.
  ///
  /// - Parameters:
  ///   - region: Where a contact must land to hold the stick.
  ///   - center: Home of the base; nil is the middle of the region.
  public init(region: Region, center: Point? = nil) {
    self.region = region
    self.center = center ?? region.center
  }

  /// The largest distance of the handle from the base's centre, in millimetres: R in the specification.
  public var reach: Double { radius * travel }
}

/// The axes along which a handle moves.
public enum HandleAxis: String, Sendable, CaseIterable {
  case both
  /// To the left and right.
  case horizontal
  /// Up and down.
  case vertical
}

/// When a stick's base returns home.
public enum HomeReturn: Equatable, Sendable {
  /// It stays where it was moved.
  case never
  /// When the finger lifts.
  case release
  /// With a double tap.
  case doubleTap
  /// This many microseconds after the finger lifts, unless another touch holds the stick before.
  case after(Int64)
}

/// The shape of a stick's dead zone.
public enum DeadZoneShape: Equatable, Sendable, CaseIterable {
  /// No dead zone, and no saturation: the deflection is the handle's displacement.
  case none
  /// A disc. At its rim, the deflection jumps to the handle's displacement.
  case radial
  /// A cross: a bar along each axis, in which the other axis is 0. That axis jumps at the bar's edge.
  case axial
  /// A disc. The deflection rises from 0 at its rim.
  case scaledRadial
  /// A cross. Each axis rises from 0 at the bar's edge.
  case scaledAxial
}

/// The directions that a stick can have.
public enum StickDirections: Equatable, Sendable, CaseIterable {
  /// Any.
  case analog
  /// Up, right, down and left.
  case four
  /// These four and the diagonals.
  case eight
}

/// The outline that a fully deflected stick follows.
public enum OutputShape: Equatable, Sendable, CaseIterable {
  /// A circle: the axes of a diagonal reach 0.71.
  case circle
  /// A square: the axes of a diagonal reach 1.
  case square
}

/// How a handle's offset becomes the deflection of the pad's axes: stages 9 to 14.
public struct StickResponse: Equatable, Sendable {
  /// The part of the travel, in the middle, without deflection: 0 or more, below ``saturation``.
  public var deadZone: Double = 0.08
  /// The shape of the dead zone.
  public var deadZoneShape: DeadZoneShape = .scaledRadial
  /// The part of the travel at which the axes are fully deflected: above ``deadZone``, at most 1.
  public var saturation: Double = 0.95
  /// The exponent of the response curve, above 0: 1 is linear, 2 is finer near the middle.
  public var curve: Double = 1
  /// The deflection at full travel, above ``antiDeadZone``. Above 1, the deflection is full before that.
  public var sensitivity: Double = 1
  /// The smallest deflection other than 0: 0 or more, below 1. It undoes the dead zone of a game.
  public var antiDeadZone: Double = 0
  /// The largest angle from an axis, 0 to 45 degrees, at which a direction snaps to that axis.
  public var axisSnap: Double = 0
  /// The directions that the stick can have.
  public var directions: StickDirections = .analog
  /// The outline that a fully deflected stick follows.
  public var outputShape: OutputShape = .circle
  /// Whether left and right are swapped.
  public var invertX: Bool = false
  /// Whether up and down are swapped.
  public var invertY: Bool = false

  public init() {}
}

/// What a gesture on a stick does.
public enum GestureAction: Equatable, Sendable {
  /// Presses a button for ``pressDuration``, long enough for a game that reads the pad once per frame.
  case press(GamepadButton)
  /// Returns the base to its home.
  case recenter

  /// The shortest press of a gesture, in microseconds: two frames of a game that draws 50 a second.
  public static let pressDuration: Int64 = 40_000
}

/// The gestures of a stick. Times are in microseconds.
public struct StickGestures: Equatable, Sendable {
  /// What a tap does: a touch that lifts within ``tapTime`` and never reaches the moved tolerance.
  public var tap: GestureAction?
  /// The longest duration of a tap, above 0.
  public var tapTime: Int64 = 200_000
  /// What a double tap does: a touch that begins within ``doubleTapTime`` of a tap's lift, and within
  /// ``doubleTapDistance`` of where the tap began. If it is set, a single tap waits that long.
  public var doubleTap: GestureAction?
  /// The longest time between a tap and the second touch, above 0.
  public var doubleTapTime: Int64 = 300_000
  /// The longest distance between a tap and the second touch, in millimetres.
  public var doubleTapDistance: Double = 10
  /// What a hold does: a touch that stays for ``holdTime`` and never reaches the moved tolerance. A button stays down
  /// until the touch lifts.
  public var hold: GestureAction?
  /// How long a touch must stay, at least ``tapTime``.
  public var holdTime: Int64 = 500_000
  /// The button that is down while the handle is near the rim, for example to sprint.
  public var outerRing: GamepadButton?
  /// Where the outer ring begins, as a part of the travel, above 0 and at most 1. The handle leaves it
  /// when it is a tenth below that.
  public var outerRingStart: Double = 0.9

  public init() {}
}
