/// Where a stick's handle is measured from.
public enum StickOrigin: Equatable, Sendable {
  /// From the base, wherever the touch began: a touch off the middle deflects at once.
  case fixed
  /// From where the touch began, wherever the base is.
  case relative
  /// As ``relative`` for a touch that begins within `catchDistance` millimetres of the base. One that begins
  /// beyond that is measured from the place at that distance which is nearest to it, and so deflects at once.
  /// RetroArch's analog recenter zone.
  case relativeWithin(catchDistance: Double)
  /// From the base, which first moves to where the touch began.
  case floating
  /// As ``fixed`` for a touch that begins within `catchDistance` millimetres of the base, as ``floating``
  /// for any other.
  case semi(catchDistance: Double)
}

/// How one stick behaves. Each parameter has the name that it has in the configuration file, where words
/// are parted by underscores; the stages that they belong to are in ``Stick``.
public struct StickParameters: Equatable, Sendable {
  /// Where on the surface a touch-down takes the stick.
  public var region: Region
  /// Home of the base's centre.
  public var center: Point
  /// Radius of the base, in millimetres, above 0.
  public var radius: Double = 9
  /// How far the handle goes, as a part of ``radius``, above 0.
  public var travel: Double = 1
  /// How the finger's tremor is smoothed out; nil is not at all.
  public var smoothing: Smoothing?
  /// Where the handle is measured from.
  public var origin: StickOrigin = .floating
  /// Whether the base follows a handle that goes beyond the rim.
  public var movable: Bool = true
  /// Where the base's centre may go; nil is anywhere.
  public var movableBounds: Rectangle?
  /// When the base goes back to its home.
  public var homeReturn: HomeReturn = .never
  /// Where the handle may go, in millimetres from the base's centre; nil is anywhere within the travel.
  public var handleConstraint: Rectangle?
  /// The axes along which the handle goes.
  public var axis: HandleAxis = .both
  /// How far, in millimetres along either axis, the handle goes before the stick deflects at all.
  public var movedTolerance: Double = 1.5
  /// What deflection of the pad's axes the handle amounts to.
  public var response = StickResponse()
  /// What a touch does beside moving the handle.
  public var gestures = StickGestures()

  /// Makes the parameters of a stick with the defaults for all but its place.
  ///
  /// - Parameters:
  ///   - region: Where a touch-down takes the stick.
  ///   - center: Home of the base; nil is the middle of the region.
  public init(region: Region, center: Point? = nil) {
    self.region = region
    self.center = center ?? region.center
  }

  /// How far the handle can be from the base's centre, in millimetres: R in the specification.
  public var reach: Double { radius * travel }
}

/// The axes along which a handle goes.
public enum HandleAxis: String, Sendable, CaseIterable {
  /// Any way.
  case both
  /// To the left and right.
  case horizontal
  /// Up and down.
  case vertical
}

/// When a stick's base goes back to its home by itself.
public enum HomeReturn: Equatable, Sendable {
  /// It stays where it was moved.
  case never
  /// When the finger lifts.
  case release
  /// When the stick is tapped twice.
  case doubleTap
  /// So many microseconds after the finger lifted, unless another touch has taken the stick by then.
  case after(Int64)
}
