internal import EventPipeline
internal import JoystickModel

// What is said of how values go together, and of controls on a surface.

extension StickProblem {
  var sentence: String {
    switch self {
    case .saturationNotAboveDeadZone(let saturation, let deadZone):
      "saturation (\(decimal(saturation))) is not above dead_zone (\(decimal(deadZone))); it has to be"
    case .sensitivityNotAboveAntiDeadZone(let sensitivity, let least):
      "sensitivity (\(decimal(sensitivity))) is not above anti_dead_zone (\(decimal(least))); it has to be"
    case .holdTimeBelowTapTime(let holdTime, let tapTime):
      "hold_time (\(phrase(holdTime))) is below tap_time (\(phrase(tapTime))); it has to be at least that"
    case .sameTarget(let target, let line):
      "this moves the \(target.word) stick, as the one in line \(line) does; take target = \"\(target.other.word)\""
    }
  }

  private func phrase(_ microseconds: Int64) -> String { "\(decimal(Double(microseconds) / 1000)) ms" }
}

extension ControlProblem {
  var sentence: String {
    switch self {
    case .sameName(let name, let line):
      "this has the name \(quoted(name)), as the one in line \(line) has; take another"
    case .sameInput(let name, let line):
      "this is the device's \(name), as the one in line \(line) is; take another"
    case .inputBesideRegion:
      "a button is on the surface, with a region, or one of the device's, with an input; take one of them out"
    }
  }
}

extension LayoutProblem {
  func sentence(on size: SurfaceSize) -> String {
    let surface = "the surface of \(rounded(size.width)) mm x \(rounded(size.height)) mm"
    return switch self {
    case .lengthOutOfRange(let key, let length, let quantity):
      "\(key) is \(rounded(length)) mm on \(surface); it takes \(quantity.range.phrase(" mm"))"
    case .regionOutside: "region is outside \(surface); move it there"
    case .buttonOutside(let name): "its button \(quoted(name)) is outside \(surface); move the region there"
    case .centerOutside(let point): "center \(phrase(point)) is outside \(surface); move it there"
    case .centerOutsideBounds(let point):
      "movable_bounds leaves out center \(phrase(point)); the base has to be able to be there"
    case .toleranceOutOfReach(let tolerance, let farthest):
      "moved_tolerance (\(rounded(tolerance)) mm) is more than the handle can go along an axis "
        + "(\(rounded(farthest)) mm), so that the stick never deflects; make it less"
    case .reachTooSmall(let reach, let least):
      "radius x travel is \(decimal(reach)) mm; it has to be at least \(decimal(least)) mm"
    }
  }

  private func phrase(_ point: Point) -> String { "(\(rounded(point.x)) mm, \(rounded(point.y)) mm)" }
}

extension StickTarget {
  fileprivate var other: StickTarget { self == .left ? .right : .left }
}
