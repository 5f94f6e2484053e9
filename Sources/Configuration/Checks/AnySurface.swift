internal import Diagnostics
internal import EventPipeline

extension Settings {
  /// Checks for errors that controls have on every surface: a handle that cannot move far enough.
  /// ``layout(width:height:deviceClass:)`` checks one surface.
  public func checkWithoutSurface() throws(ConfigurationError) {
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
