internal import EventPipeline
internal import JoystickModel

// Errors of a stick.
extension StickSettings {
  func check(_ reader: inout SettingsReader) {
    reader.claimStick(self)
    let (response, gestures) = (parameters.response, parameters.gestures)
    if response.saturation <= response.deadZone {
      reader.report(
        "saturation (\(plain(response.saturation))) must be greater than dead_zone (\(plain(response.deadZone)))",
        at: "saturation", "dead_zone", of: positions)
    }
    if response.sensitivity <= response.antiDeadZone {
      reader.report(
        "sensitivity (\(plain(response.sensitivity))) must be greater than anti_dead_zone "
          + "(\(plain(response.antiDeadZone)))",
        at: "sensitivity", "anti_dead_zone", of: positions)
    }
    reader.checkTimes(
      hold: gestures.hold != nil ? gestures.holdTime : nil, tap: gestures.tapTime, of: positions)
  }

  func errors(on surface: ScaledSurface) -> [Diagnostic] {
    let stick = StickParameters(self, on: surface)
    return [baseError(of: stick, on: surface), handleError(of: stick)].compactMap { $0 }
  }

  private func baseError(of stick: StickParameters, on surface: ScaledSurface) -> Diagnostic? {
    if !surface.overlaps(stick.region) {
      return surface.regionOutside(at: positions.position(of: "region"))
    }
    if !surface.bounds.contains(stick.center) {
      return Diagnostic(
        .error, ScaledSurface.outsideCode,
        "center \(surface.phrase(stick.center)) is outside \(surface.phrase)",
        hint: "move it onto the surface", at: positions.position(of: "center", "region"))
    }
    guard let movable = stick.movableBounds, !movable.contains(stick.center) else { return nil }
    return Diagnostic(
      .error, "center-outside-bounds", "center \(surface.phrase(stick.center)) is outside movable_bounds",
      hint: "enlarge or move the bounds", at: positions.position(of: "movable_bounds"))
  }

  private func handleError(of stick: StickParameters) -> Diagnostic? {
    if stick.reach < Self.minReach {
      return Diagnostic(
        .error, ScaledSurface.handleCode, "radius x travel is \(plain(stick.reach)) mm",
        hint: "it must be at least \(plain(Self.minReach)) mm",
        at: positions.position(of: "radius", "travel"))
    }
    guard stick.movedTolerance > stick.farthest else { return nil }
    return Diagnostic(
      .error, ScaledSurface.handleCode,
      "moved_tolerance (\(rounded(stick.movedTolerance)) mm) is greater than the handle's way along an axis "
        + "(\(rounded(stick.farthest)) mm), so the stick never deflects",
      hint: "reduce it",
      at: positions.position(of: "moved_tolerance", "radius", "travel", "handle_constraint"))
  }

  /// In millimetres: finer than the resolution of any device.
  private static let minReach = 0.01
}

extension StickParameters {
  /// How far the handle can move along one of the axes, in millimetres.
  fileprivate var farthest: Double {
    let area =
      handleConstraint ?? Rectangle(x: -reach, y: -reach, width: 2 * reach, height: 2 * reach)
    let x = axis == .vertical ? 0 : max(abs(area.x), abs(area.x + area.width))
    let y = axis == .horizontal ? 0 : max(abs(area.y), abs(area.y + area.height))
    return min(max(x, y), reach)
  }
}

// Warnings about a stick.
extension StickSettings {
  var warnings: [Diagnostic] {
    let same: [Diagnostic] = if case .direction(let output) = target { sameDirections(output) } else { [] }
    return [boundsWithoutRoom, sameTaps, warning(of: touch, at: "touch")].compactMap { $0 } + same
  }

  private var boundsWithoutRoom: Diagnostic? {
    guard let bounds = movableBounds, bounds.width.isZero, bounds.height.isZero, canMove else { return nil }
    return Diagnostic(
      .warning, "bounds-without-room", "movable_bounds is a point, so the base never moves",
      hint: "give it a width or a height, or remove it", at: positions.position(of: "movable_bounds"))
  }

  private var sameTaps: Diagnostic? {
    guard let tap = parameters.gestures.tap, tap == parameters.gestures.doubleTap else { return nil }
    return Diagnostic(
      .warning, "same-taps", "double_tap does the same as tap, and delays each tap",
      hint: "remove it", at: positions.position(of: "double_tap"))
  }

  func warnings(on surface: ScaledSurface) -> [Diagnostic] {
    let stick = StickParameters(self, on: surface)
    let edges = edgesTooNear(to: stick, on: surface)
    let reach = edges.isEmpty ? unusualReach(stick.reach, on: surface.size) : nil
    return edges + [reach, unusualSensitivity(of: stick)].compactMap { $0 }
  }

  private func unusualReach(_ reach: Double, on size: SurfaceSize) -> Diagnostic? {
    let largest = min(Self.maxThumbReach, min(size.width, size.height) / 2)
    guard reach < Self.minThumbReach || reach > max(largest, StickParameters.defaults.reach) else {
      return nil
    }
    return Diagnostic(
      .warning, "unusual-reach",
      "the handle of \(quoted(name)) goes \(rounded(reach)) mm (radius x travel)",
      hint: "a thumb needs \(rounded(Self.minThumbReach)) mm to \(rounded(largest)) mm here",
      about: name, at: positions.position(of: "radius", "travel"))
  }

  private func unusualSensitivity(of stick: StickParameters) -> Diagnostic? {
    let sensitivity = stick.response.sensitivity
    let range = Self.defaultSensitivities
    guard !range.contains(sensitivity) else { return nil }
    let (message, hint) =
      sensitivity > 1
      ? (
        "\(quoted(name)) is fully deflected \(rounded(stick.reach / sensitivity)) mm from its middle, with sensitivity "
          + "\(plain(sensitivity)) and radius x travel \(rounded(stick.reach)) mm",
        "use a sensitivity of at most \(plain(range.upperBound))"
      )
      : (
        "\(quoted(name)) deflects by at most \(rounded(sensitivity * 100))%, \(rounded(stick.reach)) mm from its middle, with "
          + "sensitivity \(plain(sensitivity))", "use a sensitivity of at least \(plain(range.lowerBound))"
      )
    return Diagnostic(
      .warning, "unusual-sensitivity", message, hint: hint, about: name,
      at: positions.position(of: "sensitivity"))
  }

  /// Only for a base that never moves: other sticks have more ways to full deflection.
  private func edgesTooNear(to stick: StickParameters, on surface: ScaledSurface) -> [Diagnostic] {
    guard stick.origin == .fixed, !stick.movable, stick.handleConstraint == nil,
      stick.response.sensitivity <= 1, target == .left || target == .right
    else { return [] }
    // Without a dead zone, the saturation has no effect.
    let needed = stick.reach * (stick.response.deadZoneShape == .none ? 1 : stick.response.saturation)
    return SurfaceEdge.allCases.filter { $0.counts(for: stick.axis) }.compactMap { edge -> Diagnostic? in
      let distance = surface.distance(of: stick.center, from: edge)
      guard distance < needed - ScaledSurface.slack else { return nil }
      return Diagnostic(
        .warning, "edge-too-near",
        "center is \(rounded(distance)) mm from the \(edge.rawValue) edge of the surface, but the stick is fully "
          + "deflected \(edge.direction) at \(rounded(needed)) mm",
        hint: "move it away from the edge, or reduce radius or travel", about: [name, edge.rawValue],
        at: positions.position(of: "center", "region"))
    }
  }

  /// In millimetres: a resting thumb trembles by one.
  private static let minThumbReach = 3.0
  /// In millimetres: the width of a hand.
  private static let maxThumbReach = 60.0
  private static let defaultSensitivities = 0.25...4
}

extension Length {
  fileprivate var isZero: Bool { millimetres(of: 0) == 0 && millimetres(of: 100) == 0 }
}
