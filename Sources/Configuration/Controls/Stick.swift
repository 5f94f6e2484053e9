internal import EventPipeline
package import JoystickModel

/// A `[[stick]]` table.
struct StickSettings: ControlTable {
  var common = ControlCommon()
  var target = StickTarget.left
  /// The home of the base; nil is the middle of the region.
  var center: PointSettings?
  /// Where the base's centre may go, from the surface's top left corner.
  var movableBounds: AreaSettings?
  var handleConstraint: AreaSettings?
  /// The `catch_distance` of the origins that use it; nil is the base's radius, or no limit.
  var catchDistance: Length?
  var isSmoothed = StickParameters.defaults.smoothing != nil
  var smoothing = Smoothing()
  var parameters = StickParameters.defaults
  /// What it holds while a finger is on it.
  var touch: [PadOutput] = []
  /// The lengths in the table, by their keys. They replace those of the parameters.
  var lengths: [String: ModelLength] = [:]

  static let newRegion = Region.around(radius: 12)
  var defaultName: String { target.word }
  var outputKey: String? { "target" }
  var outputWord: String { target.word }
  var holdsRestingThumb: Bool { true }
  var keys: [KeyboardKey] { touch.compactMap(\.key) }

  func values(for feel: FeelSettings) -> [(key: String, value: TextChange.Value)] {
    let response = parameters.response
    // The saturation must be above the dead zone.
    let deadZone = feel.deadZone.map {
      FeelSettings.scaled(min($0, response.saturation - 0.01), by: 1, 0...0.99)
    }
    let sensitivity = FeelSettings.scaled(response.sensitivity, by: feel.stickFactor, 0.001...10)
    return (deadZone.map { [("dead_zone", .number($0))] } ?? [])
      + (feel.stickFactor == 1 ? [] : [("sensitivity", .number(sensitivity))])
  }

  func controls(on surface: ScaledSurface) -> [Control] {
    var stick = StickControl(
      name: name, target: target, stick: Stick(StickParameters(self, on: surface)))
    (stick.isNamed, stick.appearance) = (isNamed, appearance)
    stick.touchOutputs = TouchOutputs(touch)
    return [.stick(stick)]
  }

  /// The home of its base is on the surface.
  func moved(by offset: Vector, on surface: ScaledSurface) -> Self {
    let parameters = StickParameters(self, on: surface)
    let center = surface.bounds.clamp(parameters.center.moved(by: offset))
    var moved = self
    moved.common.region = RegionSettings(parameters.region, movedBy: offset)
    moved.center = PointSettings(center)
    // Bounds for another place would keep the base from its home.
    if parameters.movableBounds?.contains(center) == false { moved.movableBounds = nil }
    return moved
  }

  func regions(on surface: ScaledSurface) -> [Region] {
    let stick = StickParameters(self, on: surface)
    return [stick.region, .circle(Circle(center: stick.center, radius: stick.radius))]
  }
}

struct ModelLength: Equatable, Sendable {
  let path: Field<StickParameters, Double>
  let length: Length

  static func == (first: Self, second: Self) -> Bool {
    first.path as AnyKeyPath == second.path as AnyKeyPath && first.length == second.length
  }
}

extension StickParameters {
  /// A stick with the defaults of the model, without a region.
  static let defaults = StickParameters(region: .circle(Circle(center: Point(x: 0, y: 0), radius: 0)))

  init(_ settings: StickSettings, on surface: ScaledSurface) {
    self = settings.parameters
    region = settings.region.map(surface.region) ?? .rectangle(surface.bounds)
    center = settings.center.map(surface.point) ?? region.center
    for entry in settings.lengths.values { self[keyPath: entry.path] = surface.length(entry.length) }
    movableBounds = settings.movableBounds.map(surface.area)
    handleConstraint = settings.handleConstraint.map(surface.area)
    smoothing = settings.isSmoothed ? settings.smoothing : nil
    let catchDistance = settings.catchDistance.map { surface.length($0) }
    switch origin {
    case .relative: origin = catchDistance.map { .relativeWithin(catchDistance: $0) } ?? .relative
    case .semi: origin = .semi(catchDistance: catchDistance ?? radius)
    case .fixed, .floating, .relativeWithin: break
    }
  }
}

extension StickTarget {
  /// The words in the file for all targets except four buttons.
  static let words: [(word: String, target: StickTarget)] = [
    ("left", .left), ("right", .right), ("hat", .direction(.hat)),
  ]

  /// The word in the file; "directions" for four buttons.
  package var word: String { Self.words.first { $0.target == self }?.word ?? "directions" }
}
