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
  /// When the base returns home.
  public var homeReturn: HomeReturn = .never
  /// Where the handle may go, in millimetres from the base's centre; nil is anywhere within the travel.
  public var handleConstraint: Rectangle?
  /// The axes along which the handle moves.
  public var axis: HandleAxis = .both
  /// How far the handle must move before the stick deflects, in millimetres along either axis.
  public var movedTolerance: Double = 1.5
  /// How the handle's offset becomes the deflection of the pad's axes.
  public var response = StickResponse()
  /// The gestures.
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
  /// Both axes.
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
