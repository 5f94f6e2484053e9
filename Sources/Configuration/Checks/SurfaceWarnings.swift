internal import EventPipeline
internal import JoystickModel

// Warnings about a single table on a known surface.
extension ScaledSurface {
  func warnings(of control: ControlSettings) -> [Diagnostic] {
    switch control {
    case .stick(let stick):
      let edges = edgesTooNear(to: stick)
      let reach = edges.isEmpty ? unusualReach(of: stick) : nil
      return edges + [reach, unusualSensitivity(of: stick)].compactMap { $0 }
    case .trigger(let trigger): return [slideTooLong(of: trigger)].compactMap { $0 }
    case .slider(let slider): return [slidesAcross(slider)].compactMap { $0 }
    case .button, .buttonGroup, .directionPad, .look, .wheel, .ignore: return []
    }
  }

  private func unusualReach(of settings: StickSettings) -> Diagnostic? {
    let reach = StickParameters(settings, on: self).reach
    let largest = min(Self.maxReach, min(size.width, size.height) / 2)
    guard reach < Self.minReach || reach > max(largest, StickParameters.defaults.reach) else {
      return nil
    }
    return Diagnostic(
      .warning, "unusual-reach",
      "the handle of \(quoted(settings.effectiveName)) goes \(rounded(reach)) mm (radius x travel)",
      hint: "a thumb needs \(rounded(Self.minReach)) mm to \(rounded(largest)) mm here",
      about: settings.effectiveName, at: settings.positions.position(of: "radius", "travel"))
  }

  private func unusualSensitivity(of settings: StickSettings) -> Diagnostic? {
    let stick = StickParameters(settings, on: self)
    let sensitivity = stick.response.sensitivity
    let (range, name) = (Self.defaultSensitivities, quoted(settings.effectiveName))
    guard !range.contains(sensitivity) else { return nil }
    let (message, hint) =
      sensitivity > 1
      ? (
        "\(name) is fully deflected \(rounded(stick.reach / sensitivity)) mm from its middle, with sensitivity "
          + "\(plain(sensitivity)) and radius x travel \(rounded(stick.reach)) mm",
        "use a sensitivity of at most \(plain(range.upperBound))"
      )
      : (
        "\(name) deflects by at most \(rounded(sensitivity * 100))%, \(rounded(stick.reach)) mm from its middle, with "
          + "sensitivity \(plain(sensitivity))", "use a sensitivity of at least \(plain(range.lowerBound))"
      )
    return Diagnostic(
      .warning, "unusual-sensitivity", message, hint: hint, about: settings.effectiveName,
      at: settings.positions.position(of: "sensitivity"))
  }

  /// Only for a base that never moves: other sticks have more ways to full deflection.
  private func edgesTooNear(to settings: StickSettings) -> [Diagnostic] {
    let stick = StickParameters(settings, on: self)
    guard stick.origin == .fixed, !stick.movable, stick.handleConstraint == nil,
      stick.response.sensitivity <= 1, settings.target == .left || settings.target == .right
    else { return [] }
    // Without a dead zone, the saturation has no effect.
    let needed = stick.reach * (stick.response.deadZoneShape == .none ? 1 : stick.response.saturation)
    return SurfaceEdge.allCases.filter { $0.counts(for: stick.axis) }.compactMap { edge -> Diagnostic? in
      let distance = distance(of: stick.center, from: edge)
      guard distance < needed - Self.slack else { return nil }
      return Diagnostic(
        .warning, "edge-too-near",
        "center is \(rounded(distance)) mm from the \(edge.rawValue) edge of the surface, but the stick is fully "
          + "deflected \(edge.direction) at \(rounded(needed)) mm",
        hint: "move it away from the edge, or reduce radius or travel", about: edge.rawValue,
        at: settings.positions.position(of: "center", "region"))
    }
  }

  /// In millimetres: finer than a finger can aim.
  static let slack = 0.01
  /// In millimetres: a resting thumb trembles by one.
  private static let minReach = 3.0
  /// In millimetres: the width of a hand.
  private static let maxReach = 60.0
  private static let defaultSensitivities = 0.25...4

  func distance(of point: Point, from edge: SurfaceEdge) -> Double {
    switch edge {
    case .left: point.x
    case .right: size.width - point.x
    case .top: point.y
    case .bottom: size.height - point.y
    }
  }

  private func slideTooLong(of trigger: TriggerSettings) -> Diagnostic? {
    guard case .slide = trigger.pull else { return nil }
    let distance = length(trigger.distance)
    let farthest = farthestSlide(from: region(trigger.region))
    guard distance > farthest else { return nil }
    return Diagnostic(
      .warning, "slide-too-long",
      "distance is \(rounded(distance)) mm, but a finger can slide at most \(rounded(farthest)) mm from region",
      hint: "reduce it", at: trigger.positions.position(of: "distance", "pull"))
  }

  private func slidesAcross(_ slider: SliderSettings) -> Diagnostic? {
    let box = region(slider.region).bounds
    let (way, across): (Double, Double) =
      slider.direction == .vertical ? (box.height, box.width) : (box.width, box.height)
    guard way < across - Self.slack else { return nil }
    return Diagnostic(
      .warning, "slides-across",
      "\(quoted(slider.name)) is \(slider.direction), and its way is only \(rounded(way)) mm: its region is "
        + "\(rounded(across)) mm \(slider.direction == .vertical ? "wide" : "high")",
      hint: "set direction, or change the region", about: slider.name,
      at: slider.positions.position(of: "direction", "region"))
  }

  /// From a corner of the visible part of the region to a corner of the surface.
  private func farthestSlide(from region: Region) -> Double {
    let starts = visibleBox(of: region).corners
    return bounds.corners.flatMap { corner in starts.map { (corner - $0).length } }.max() ?? 0
  }
}

// The extent of each control on the surface.
extension ScaledSurface {
  /// - Parameter byPen: Whether a pen touches the surface. A pen can hit controls that are too small for a finger.
  func extentWarnings(of controls: [PlacedControl], byPen: Bool) -> [Diagnostic] {
    controls.compactMap { control in
      cutOff(control) ?? (byPen ? nil : small(control))
    }
  }

  /// The edge that a control extends beyond the farthest, if any.
  private func cutOff(_ placed: PlacedControl) -> Diagnostic? {
    let (name, region) = (placed.control.name, placed.control.region)
    let overhangs = SurfaceEdge.allCases.map { (edge: $0, length: overhang(of: region, beyond: $0)) }
    guard let largest = overhangs.max(by: { $0.length < $1.length }), largest.length > Self.slack else {
      return nil
    }
    return Diagnostic(
      .warning, "cut-off",
      "\(quoted(name)) extends \(rounded(largest.length)) mm beyond the \(largest.edge.rawValue) edge of the surface",
      hint: "move it or make it smaller", about: name, at: placed.position)
  }

  /// 0 for a circle around a point of the edge: half a circle, or a quarter in a corner, is intended.
  private func overhang(of region: Region, beyond edge: SurfaceEdge) -> Double {
    if case .circle(let circle) = region, abs(distance(of: circle.center, from: edge)) < Self.slack {
      return 0
    }
    return region.bounds.corners.map { -distance(of: $0, from: edge) }.max() ?? 0
  }

  private func small(_ placed: PlacedControl) -> Diagnostic? {
    let box = visibleBox(of: placed.control.region)
    let (length, least, code): (Double, Double, String)
    switch placed.control {
    case .button: (length, least, code) = (min(box.width, box.height), Self.minButton, "small-button")
    case .slider(let slider):
      length = slider.direction == .vertical ? box.height : box.width
      (least, code) = (Self.minWay, "small-control")
    case .look, .wheel: (length, least, code) = (min(box.width, box.height), Self.minWay, "small-control")
    case .stick, .directionPad, .trigger, .ignore: return nil
    }
    guard length < least - Self.slack else { return nil }
    let name = placed.control.name
    return Diagnostic(
      .warning, code, "\(quoted(name)) is only \(rounded(length)) mm wide or high",
      hint: "a finger needs at least \(plain(least)) mm", about: name, at: placed.position)
  }

  /// In millimetres: half of a fingertip. On smaller buttons, every other touch misses.
  private static let minButton = 6.0
  /// In millimetres: a thumb's small movements would go from end to end.
  private static let minWay = 15.0
}
