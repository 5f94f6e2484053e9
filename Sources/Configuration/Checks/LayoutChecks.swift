internal import EventPipeline
internal import JoystickModel

// Checks that need the surface.
extension ScaledSurface {
  static let outsideCode = "outside"
  /// The code of a handle that cannot move far enough. Its message does not depend on the surface.
  static let handleCode = "handle-stuck"

  func errors(of control: ControlSettings) -> [Diagnostic] {
    // Errors that follow from such a length are of no use.
    let beyond = control.positions.sums.compactMap(error)
    return beyond.isEmpty ? control.table.errors(on: self) : beyond
  }

  private func error(of sum: LengthSum) -> Diagnostic? {
    let length = length(sum.length, of: sum.whole)
    guard !sum.quantity.range.contains(length) else { return nil }
    return Diagnostic(
      .error, "length-out-of-range", "\(sum.key) is \(rounded(length)) mm on \(phrase)",
      hint: "it must be \(sum.quantity.range.phrase(" mm"))", at: sum.position)
  }

  var phrase: String { "the surface (\(rounded(size.width)) mm x \(rounded(size.height)) mm)" }

  func phrase(_ point: Point) -> String { "(\(rounded(point.x)) mm, \(rounded(point.y)) mm)" }

  func regionOutside(at position: SourcePosition?) -> Diagnostic {
    Diagnostic(
      .error, Self.outsideCode, "region is outside \(phrase)", hint: "move it onto the surface", at: position)
  }

  func errors(ofRegion settings: RegionSettings, at position: SourcePosition?) -> [Diagnostic] {
    overlaps(region(settings)) ? [] : [regionOutside(at: position)]
  }

  func overlaps(_ region: Region) -> Bool {
    switch region {
    case .rectangle(let rectangle):
      rectangle.x < size.width && rectangle.y < size.height && rectangle.x + rectangle.width > 0
        && rectangle.y + rectangle.height > 0
    case .circle(let circle):
      (bounds.clamp(circle.center) - circle.center).length < circle.radius
        || bounds.contains(circle.center)
    }
  }
}

// Layouts that do not fit, because the screen was rotated.
extension ScaledSurface {
  /// The controls of a table, with a warning if they were changed to fit the surface.
  struct Fit {
    let controls: [Control]
    let warning: Diagnostic?
  }

  func fit(_ settings: ControlSettings) -> Fit {
    let errors = errors(of: settings)
    guard let first = errors.first else {
      return Fit(controls: settings.table.controls(on: self), warning: nil)
    }
    let isOutside = errors.allSatisfy { $0.code == Self.outsideCode }
    let inside = isOutside ? settings.table.controls(on: self) : []
    // A group stays together.
    let offset = bounds.offset(for: inside.map(\.region.bounds))
    let moved = inside.isEmpty ? [] : settings.table.moved(by: offset, on: self).controls(on: self)
    return Fit(
      controls: moved,
      warning: Diagnostic(
        .warning, isOutside ? "moved-inside" : "left-out",
        "\(quoted(settings.name)) \(isOutside ? "was moved inside" : "is left out"): \(first.message)",
        hint: "give it a place for each orientation, with when", at: first.position))
  }
}

extension RegionSettings {
  /// A region in another place of a surface.
  init(_ region: Region, movedBy offset: Vector) {
    switch region {
    case .circle(let circle):
      self = .circle(
        center: PointSettings(circle.center.moved(by: offset)), radius: .millimetres(circle.radius))
    case .rectangle(let area):
      self = .rectangle(
        AreaSettings(
          x: .millimetres(area.x + offset.dx), y: .millimetres(area.y + offset.dy),
          width: .millimetres(area.width),
          height: .millimetres(area.height)))
    }
  }
}

extension Point {
  func moved(by offset: Vector) -> Point { Point(x: x + offset.dx, y: y + offset.dy) }
}

extension PointSettings {
  init(_ point: Point) { self.init(x: .millimetres(point.x), y: .millimetres(point.y)) }
}

extension Rectangle {
  /// The shortest offset of some boxes, all together, into this one, which begins at 0. What is larger begins at its edge.
  fileprivate func offset(for boxes: [Rectangle]) -> Vector {
    let corner = Point(x: boxes.map(\.x).min() ?? 0, y: boxes.map(\.y).min() ?? 0)
    let right = boxes.map { $0.x + $0.width }.max() ?? 0
    let bottom = boxes.map { $0.y + $0.height }.max() ?? 0
    let room = Rectangle(
      x: 0, y: 0, width: max(0, width - (right - corner.x)), height: max(0, height - (bottom - corner.y)))
    return room.clamp(corner) - corner
  }
}

extension Settings {
  /// Checks for errors that controls have on every surface: a handle that cannot move far enough.
  /// ``layout(width:height:deviceClass:)`` checks one surface.
  package func checkWithoutSurface() throws(ConfigurationError) {
    for profile in AutomaticProfile.allCases { try automatic[profile]?.checkWithoutSurface() }
    let located = controls.map { control in
      SurfaceSize.all.filter(control.when.holds).map { size in
        ScaledSurface(size: size).errors(of: control).filter { $0.code == ScaledSurface.handleCode }
      }
    }
    let errors = located.flatMap { bySize in
      (bySize.first ?? []).filter { error in bySize.allSatisfy { $0.contains(error) } }
    }
    guard errors.isEmpty else { throw ConfigurationError(errors.map { $0.located(in: controlsFileName) }) }
  }
}

extension SurfaceSize {
  /// Sizes from a small touchpad to a wall, some of them upright. An error on each of these is an error on any surface.
  static let all = [
    (217.0, 136.0), (40, 25), (69, 50), (100, 65), (136, 217), (224, 140), (345, 194), (600, 340),
    (2000, 1200),
  ].map { SurfaceSize(width: $0, height: $1) }
}
