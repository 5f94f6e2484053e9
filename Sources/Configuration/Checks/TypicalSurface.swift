internal import Diagnostics
internal import EventPipeline

/// A surface on which a file is looked at that does not say how large its own is.
struct TypicalSurface: Equatable, Sendable {
  /// What has such a surface, with its article.
  let name: String
  /// The size.
  let size: SurfaceSize

  fileprivate var phrase: String { "\(name) (\(plain(size.width)) mm x \(plain(size.height)) mm)" }

  private init(_ name: String, _ size: SurfaceSize) {
    self.name = name
    self.size = size
  }

  /// The surfaces that devices of this type have.
  static func all(for type: DeviceType?) -> [TypicalSurface] {
    switch type {
    case .one(.touchpad): [TypicalSurface("a touchpad", SurfaceSize(width: 100, height: 65))]
    case .one(.tablet): [TypicalSurface("a pen tablet", DeviceClass.tablet.usualSize)]
    case nil, .any, .one(.touchscreen):
      [
        TypicalSurface("a phone held upright", SurfaceSize(width: 65, height: 140)),
        TypicalSurface("a phone held sideways", SurfaceSize(width: 140, height: 65)),
        TypicalSurface("a 10-inch screen", DeviceClass.touchscreen.usualSize),
      ]
    }
  }
}

extension Settings {
  /// What is surely not meant on typical surfaces, each thing for the first of them that has it.
  func typicalWarnings() -> [Diagnostic] {
    // On no surface can the file be used.
    guard (try? checkWithoutSurface()) != nil else { return [] }
    let surfaces = TypicalSurface.all(for: device.type).map { surface in
      (surface: surface, warnings: warnings(on: surface))
    }
    var all: [Diagnostic] = []
    for (surface, warnings) in surfaces {
      for warning in warnings where !all.contains(where: warning.isSame) {
        let isEverywhere = surfaces.count > 1 && surfaces.allSatisfy { $0.warnings.contains(warning) }
        all.append(isEverywhere ? warning : warning.prefixed("on \(surface.phrase), "))
      }
    }
    return all
  }

  private func warnings(on surface: TypicalSurface) -> [Diagnostic] {
    let scaled = ScaledSurface(size: surface.size)
    let errors = controls(on: surface.size).flatMap(scaled.errors)
    guard errors.isEmpty else { return errors.map { $0.asWarning.located(in: controlsFileName) } }
    return warnings(on: scaled, byPen: device.type == .one(.tablet))
  }
}

extension Diagnostic {
  /// Whether it is the same as that on another surface, where lengths are others.
  fileprivate func isSame(as other: Diagnostic) -> Bool {
    (code, subject) == (other.code, other.subject) && position == other.position
  }

  /// What is wrong on a surface that need not be the one that the file is for.
  fileprivate var asWarning: Diagnostic {
    Diagnostic(.warning, code, message, hint: hint, about: subject, at: position, in: file)
  }
}
