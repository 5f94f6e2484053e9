internal import EventPipeline

/// A surface on which a file is looked at that does not say how large its own is.
public struct TypicalSurface: Equatable, Sendable {
  /// What has such a surface, with its article.
  let name: String
  /// The size.
  let size: SurfaceSize

  private init(_ name: String, _ width: Double, _ height: Double) {
    self.name = name
    size = SurfaceSize(width: width, height: height)
  }

  /// The surfaces that devices of this type have.
  static func all(for type: DeviceType?) -> [TypicalSurface] {
    switch type {
    case .one(.touchpad): [TypicalSurface("a touchpad", 100, 65)]
    case .one(.tablet): [TypicalSurface("a pen tablet", 224, 140)]
    case nil, .any, .one(.touchscreen):
      [
        TypicalSurface("a phone held upright", 65, 140), TypicalSurface("a phone held sideways", 140, 65),
        TypicalSurface("a 10-inch screen", 217, 136),
      ]
    }
  }
}

extension Settings {
  /// What is surely not meant on typical surfaces, each thing for the first of them that has it.
  func typicalWarnings() -> [ConfigurationWarning] {
    // On no surface can the file be used.
    guard (try? checkWithoutSurface()) != nil else { return [] }
    let surfaces = TypicalSurface.all(for: device.type).map { surface in
      (surface: surface, warnings: warnings(on: surface))
    }
    var all: [ConfigurationWarning] = []
    for (surface, warnings) in surfaces {
      for var warning in warnings where !all.contains(where: warning.isSame) {
        let isEverywhere = surfaces.count > 1 && surfaces.allSatisfy { $0.warnings.contains(warning) }
        if !isEverywhere { warning.surface = surface }
        all.append(warning)
      }
    }
    return all
  }

  private func warnings(on surface: TypicalSurface) -> [ConfigurationWarning] {
    let scaled = ScaledSurface(size: surface.size)
    let problems = controls(on: surface.size).flatMap(scaled.problems)
    guard problems.isEmpty else {
      return warnings(problems.map { (.layout($0.problem, on: surface.size), $0.place) })
    }
    return warnings(on: scaled, byPen: device.type == .one(.tablet))
  }
}

extension ConfigurationWarning {
  /// Whether it is the same as that on another surface, where lengths are others.
  fileprivate func isSame(as other: ConfigurationWarning) -> Bool {
    position == other.position && kind.withoutLengths == other.kind.withoutLengths
  }
}

extension ConfigurationWarning.Kind {
  fileprivate var withoutLengths: Self {
    switch self {
    case .stick(.rimBeyondEdge(let edge, _, _)): .stick(.rimBeyondEdge(edge, distance: 0, needed: 0))
    case .stick(.unusualReach(let name, _, _, _)): .stick(.unusualReach(name, 0, least: 0, most: 0))
    case .stick(.unusualSensitivity(let name, _, _)): .stick(.unusualSensitivity(name, 0, reach: 0))
    case .control(.cutOff(let name, _, _)): .control(.cutOff(name, 0, .left))
    case .control(.overlaps(let name, let other, _)): .control(.overlaps(name, other, 0))
    case .control(.small(let name, _)): .control(.small(name, 0))
    case .control(.pullBeyondSurface): .control(.pullBeyondSurface(distance: 0, farthest: 0))
    case .layout: .layout(.regionOutside, on: SurfaceSize(width: 0, height: 0))
    case .file, .stick, .control, .device: self
    }
  }
}
