internal import Diagnostics
internal import EventPipeline

extension Settings {
  /// Finds what is wrong with the controls whatever the surface is, as ``layout(width:height:deviceClass:)`` does on
  /// a certain one: a handle that cannot go far enough.
  public func checkWithoutSurface() throws(ConfigurationError) {
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
  /// From a small touchpad to a wall, upright ones among them: what holds on each of these holds on any.
  static let all = [
    (217.0, 136.0), (40, 25), (69, 50), (100, 65), (136, 217), (224, 140), (345, 194), (600, 340),
    (2000, 1200),
  ].map { SurfaceSize(width: $0, height: $1) }
}
