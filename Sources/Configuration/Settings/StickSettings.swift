public import JoystickModel

/// A `[[stick]]` table. What is nil has the default of the model (`StickParameters`).
public struct StickSettings: Equatable, Sendable {
  /// The name, for logs and reports, 1 to 64 bytes; nil is that of the target.
  public var name: String?
  /// What it moves. The default is the left stick.
  public var target = StickTarget.left
  /// Where on the surface a touch takes the stick; nil is all of it.
  public var region: RegionSettings?
  /// How the finger's tremor is smoothed out.
  public var smoothing = SmoothingSettings()
  /// Where the handle is measured from.
  public var origin: OriginSettings?
  /// Home of the base; nil is the middle of the region.
  public var center: PointSettings?
  /// Radius of the base, above 0.
  public var radius: Length?
  /// How far the handle goes, as a part of the radius, above 0 and at most 10.
  public var travel: Double?
  /// Whether the base follows a handle that goes beyond its rim.
  public var movable: Bool?
  /// Where the base's centre may go, from the surface's top left corner.
  public var movableBounds: AreaSettings?
  /// When the base goes back to its home; a time is 1 to 60,000,000 microseconds.
  public var homeReturn: HomeReturn?
  /// Where the handle may go.
  public var handleConstraint: AreaSettings?
  /// The axes along which the handle goes.
  public var axis: HandleAxis?
  /// How far along either axis the handle goes before the stick deflects at all.
  public var movedTolerance: Length?
  /// What deflection of the pad's axes the handle amounts to.
  public var response = ResponseSettings()
  /// What a touch does beside moving the handle.
  public var gestures = GestureSettings()

  /// Where the table and its keys are in the file.
  var places = Places<StickKey>()

  /// Makes the settings of an empty table.
  public init() {}

  /// The name, or what stands for it.
  public var effectiveName: String { name ?? target.word }
}

/// How a stick's finger is smoothed: see `Smoothing`.
public struct SmoothingSettings: Equatable, Sendable {
  /// Whether it is at all. The other settings have no effect unless it is.
  public var isOn: Bool?
  /// The frequency from which on the tremor of a finger that rests is damped, 0.01 to 1000 hertz.
  public var minCutoff: Double?
  /// By how many hertz that frequency rises for each millimetre a second, 0 to 1000.
  public var beta: Double?

  /// Makes the default smoothing.
  public init() {}
}

/// A position on the surface.
public struct PointSettings: Equatable, Sendable {
  /// From the left edge; a percentage is of the surface's width.
  public var x: Length
  /// From the top edge; a percentage is of the surface's height.
  public var y: Length

  /// Makes a position.
  public init(x: Length, y: Length) {
    self.x = x
    self.y = y
  }
}

/// A rectangle on the surface, or around a base.
public struct AreaSettings: Equatable, Sendable {
  /// The left edge; a percentage is of the surface's width.
  public var x: Length
  /// The top edge; a percentage is of the surface's height.
  public var y: Length
  /// The width; a percentage is of the surface's width.
  public var width: Length
  /// The height; a percentage is of the surface's height.
  public var height: Length

  /// Makes a rectangle.
  public init(x: Length, y: Length, width: Length, height: Length) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// A part of the surface.
public enum RegionSettings: Equatable, Sendable {
  /// All in a rectangle, whose sides are above 0.
  case rectangle(AreaSettings)
  /// All within a radius, above 0, of a point.
  case circle(center: PointSettings, radius: Length)
}

/// Where a handle is measured from: see `StickOrigin`.
public enum OriginSettings: Equatable, Sendable {
  /// From the base.
  case fixed
  /// From where the touch began, or from the nearest place this near to the base's centre; nil is any
  /// distance.
  case relative(catchDistance: Length?)
  /// From the base, which moves to where the touch began.
  case floating
  /// As fixed for a touch that begins this near to the base's centre, as floating for any other; nil is the
  /// radius of the base, so that a touch on the base leaves it where it is.
  case semi(catchDistance: Length?)
}

extension StickTarget {
  /// The file's words for all but four buttons.
  static let words: [(word: String, target: StickTarget)] = [
    ("left", .left), ("right", .right), ("hat", .direction(.hat)),
  ]

  /// The file's word for it; for four buttons one that says what the stick has.
  var word: String { Self.words.first { $0.target == self }?.word ?? "directions" }
}
