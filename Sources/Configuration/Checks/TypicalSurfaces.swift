internal import EventPipeline
internal import JoystickModel

struct TypicalSurface {
  let name: String
  let size: SurfaceSize

  fileprivate var phrase: String { "\(name) (\(plain(size.width)) mm x \(plain(size.height)) mm)" }

  /// - Parameter screens: The screens that a layout is made for, which replace those of a touchscreen.
  static func all(for type: DeviceType?, madeFor screens: [HeldScreen]) -> [TypicalSurface] {
    switch type {
    case .one(.touchpad): [TypicalSurface(name: "a touchpad", size: SurfaceSize(width: 100, height: 65))]
    case .one(.tablet): [TypicalSurface(name: "a pen tablet", size: DeviceClass.tablet.defaultSize)]
    case nil, .any, .one(.touchscreen):
      screens.isEmpty ? usual : screens.flatMap(\.surfaces)
    }
  }

  private static let usual = [
    TypicalSurface(name: "a phone held upright", size: SurfaceSize(width: 65, height: 140)),
    TypicalSurface(name: "a phone held sideways", size: SurfaceSize(width: 140, height: 65)),
    TypicalSurface(name: "a 10-inch screen", size: DeviceClass.touchscreen.defaultSize),
  ]
}

extension HeldScreen {
  fileprivate var surfaces: [TypicalSurface] { sizes.map { TypicalSurface(name: phrase, size: $0) } }
}

extension Settings {
  /// The warnings on typical surfaces, each for the first surface that has it.
  func typicalWarnings(for deviceClass: DeviceClass) -> [Diagnostic] {
    // A file that fits no surface has errors instead.
    guard (try? checkWithoutSurface()) != nil else { return [] }
    let surfaces = TypicalSurface.all(for: device.type, madeFor: madeFor).map { surface in
      (
        surface: surface,
        warnings: resolved(for: deviceClass, on: surface.size).warnings(onTypical: surface, deviceClass)
      )
    }
    var all: [Diagnostic] = []
    for (surface, warnings) in surfaces {
      for warning in warnings where !all.contains(where: warning.isSame) {
        let isEverywhere = surfaces.count > 1 && surfaces.allSatisfy { $0.warnings.contains(warning) }
        all.append(isEverywhere ? warning : warning.asWarning("on \(surface.phrase), "))
      }
    }
    return all.inOrderOfPositions.merged
  }

  private func warnings(onTypical surface: TypicalSurface, _ deviceClass: DeviceClass) -> [Diagnostic] {
    let scaled = ScaledSurface(size: surface.size)
    let errors = controls(on: surface.size).flatMap(scaled.errors)
    guard errors.isEmpty else { return errors.map { $0.asWarning().located(in: controlsFileName) } }
    return layoutWarnings(on: scaled, deviceClass) + handWarnings(on: scaled)
  }
}

extension Diagnostic {
  /// Whether it is the same warning as on another surface, apart from lengths.
  fileprivate func isSame(as other: Diagnostic) -> Bool {
    (code, subject) == (other.code, other.subject) && position == other.position
  }

  /// An error or a warning as a warning on a surface that the file may not be meant for, with words before the message.
  fileprivate func asWarning(_ words: String = "") -> Diagnostic {
    Diagnostic(.warning, code, words + message, hint: hint, about: subject, at: position, in: file)
  }
}
