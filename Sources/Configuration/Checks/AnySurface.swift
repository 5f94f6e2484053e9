internal import EventPipeline
internal import JoystickModel

extension Settings {
  /// Finds what is wrong with the controls whatever the surface is, as ``layout(width:height:deviceClass:)`` does on
  /// a certain one: a handle that cannot go far enough.
  public func checkWithoutSurface() throws(ConfigurationError) {
    let located = controls.map { control in
      SurfaceSize.all.filter(control.when.holds).map { Self.problems(of: control, on: $0) }
    }
    let problems = located.flatMap { bySize in
      (bySize.first ?? []).filter { own in bySize.allSatisfy { $0.contains(own) } }
    }
    guard problems.isEmpty else { throw ConfigurationError(problems.map { $0.problem(in: fileName) }) }
  }

  private static func problems(of control: ControlSettings, on size: SurfaceSize) -> [PlacedProblem] {
    ScaledSurface(size: size).problems(of: control).filter(\.problem.isOfHandle)
      .map { PlacedProblem(layout: $0.problem, place: $0.place) }
  }
}

private struct PlacedProblem: Equatable {
  let layout: LayoutProblem
  let place: SourcePosition?

  func problem(in file: String?) -> ConfigurationProblem {
    // The sentences of these do not speak of the surface.
    let size = SurfaceSize.all[0]
    return ConfigurationProblem(file: file, position: place, kind: .layout(layout, on: size))
  }
}

extension LayoutProblem {
  fileprivate var isOfHandle: Bool {
    switch self {
    case .toleranceOutOfReach, .reachTooSmall: true
    case .lengthOutOfRange, .regionOutside, .buttonOutside, .centerOutside, .centerOutsideBounds: false
    }
  }
}

extension SurfaceSize {
  /// From a small touchpad to a wall, upright ones among them: what holds on each of these holds on any.
  static let all = [
    (217.0, 136.0), (40, 25), (69, 50), (100, 65), (136, 217), (224, 140), (345, 194), (600, 340),
    (2000, 1200),
  ].map { SurfaceSize(width: $0, height: $1) }
}
