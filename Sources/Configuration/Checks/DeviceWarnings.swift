internal import EventPipeline
internal import JoystickModel

// Requirements of a file that a touch device does not meet.
extension Settings {
  func warnings(ofWhatLacks device: DeviceDescription) -> [Diagnostic] {
    let toggled = [toggle?.warning(for: device)?.located(in: fileName)].compactMap { $0 }
    return controls.compactMap { $0.warning(for: device)?.located(in: controlsFileName) } + toggled
  }
}

extension DeviceSettings {
  /// Warns if the size of the surface is a guess, or does not match the device's axes.
  func warning(of surface: Surface, of device: DeviceDescription) -> Diagnostic? {
    let size = surface.unrotatedSize
    switch surface.sizeSource {
    case .assumption:
      return Diagnostic(
        .warning, "size-assumed",
        "\(quoted(device.name)) does not report its size: touchstick assumes \(plain(size.width.rounded())) x "
          + "\(plain(size.height.rounded())) mm, so sticks may be too large or too small",
        hint: "set size in [device]", at: positions.table)
    case .configuration:
      guard let shape = surface.statedShape, !size.hasShape(shape, within: 0.15) else { return nil }
      return Diagnostic(
        .warning, "size-shape",
        "size is \(rounded(size.width)) x \(rounded(size.height)) mm, but the axes of \(quoted(device.name)) have "
          + "another shape: a width of \(rounded(size.width)) mm would need a height of "
          + "\(plain((size.width / shape).rounded())) mm",
        hint: "measure both sides of the surface", at: positions.position(of: "size"))
    case .device, .panel, .session: return nil
    }
  }
}

extension ControlSettings {
  fileprivate func warning(for device: DeviceDescription) -> Diagnostic? {
    switch self {
    case .button(let button):
      guard let input = button.input, !device.supports(input), let name = input.name else { return nil }
      return Diagnostic(
        .warning, "no-input", "\(quoted(device.name)) has no \(name), so this button is never pressed",
        hint: "use a button that the device has", at: button.positions.position(of: "input"))
    case .trigger(let trigger):
      guard trigger.pull == .pressure, !device.reportsPressure else { return nil }
      return Diagnostic(
        .warning, "no-pressure",
        "\(quoted(device.name)) does not report pressure, so a touch pulls all the way",
        hint: "use pull = \"full\" or \"slide\"", at: trigger.positions.position(of: "pull"))
    case .stick, .buttonGroup, .directionPad, .look, .slider, .wheel, .ignore: return nil
    }
  }
}

extension ToggleSettings {
  fileprivate func warning(for device: DeviceDescription) -> Diagnostic? {
    guard let count = device.contactCount, count < fingers else { return nil }
    return Diagnostic(
      .warning, "too-few-contacts",
      "fingers is \(fingers), but \(quoted(device.name)) reports at most \(count)",
      hint: count < 2
        ? "the gesture is impossible there; use touchstick toggle"
        : "reduce it, or use touchstick toggle", at: positions.position(of: "fingers"))
  }
}

extension DeviceDescription {
  fileprivate var contactCount: Int? {
    guard reportsEachContact else { return 1 }
    return slotCount > 0 ? slotCount : nil
  }
}

// Warnings about a table that do not depend on the surface.
extension ControlSettings {
  var warnings: [Diagnostic] { positions.useless + ownWarnings.compactMap { $0 } }

  private var ownWarnings: [Diagnostic?] {
    switch self {
    case .stick(let stick):
      let output: DirectionOutput? = if case .direction(let output) = stick.target { output } else { nil }
      return [stick.boundsWithoutRoom, stick.sameTaps, sameDirections(output, stick.effectiveName)]
    case .directionPad(let pad): return [sameDirections(pad.output, pad.name)]
    case .button(let button): return [button.oppositeOutputs]
    case .look(let look): return [look.unusualSensitivity]
    case .buttonGroup, .trigger, .slider, .wheel, .ignore: return []
    }
  }

  private func sameDirections(_ output: DirectionOutput?, _ name: String) -> Diagnostic? {
    guard case .buttons(let up, let right, let down, let left)? = output,
      [right, down, left].allSatisfy({ $0 == up })
    else { return nil }
    return Diagnostic(
      .warning, "same-directions", "all four directions of \(quoted(name)) press \(up.label)",
      hint: "use a different button for each, or a [[button]]", about: name,
      at: positions.position(of: "output", "target"))
  }
}

extension ButtonSettings {
  fileprivate var oppositeOutputs: Diagnostic? {
    for step in action.steps {
      for output in step {
        guard let opposite = output.opposite, step.contains(opposite) else { continue }
        return Diagnostic(
          .warning, "opposite-outputs",
          "\(quoted(name)) holds \(output.label) and \(opposite.label), of which only \(output.label) counts",
          hint: "remove one of them", about: name, at: positions.position(of: "output", "sequence"))
      }
    }
    return nil
  }
}

extension StickSettings {
  fileprivate var boundsWithoutRoom: Diagnostic? {
    guard let bounds = movableBounds, bounds.width.isZero, bounds.height.isZero, canMove else { return nil }
    return Diagnostic(
      .warning, "bounds-without-room", "movable_bounds is a point, so the base never moves",
      hint: "give it a width or a height, or remove it", at: positions.position(of: "movable_bounds"))
  }

  fileprivate var sameTaps: Diagnostic? {
    guard let tap = parameters.gestures.tap, tap == parameters.gestures.doubleTap else { return nil }
    return Diagnostic(
      .warning, "same-taps", "double_tap does the same as tap, and delays each tap",
      hint: "remove it", at: positions.position(of: "double_tap"))
  }
}

extension LookSettings {
  /// In millimetres per second: slower is a tremor, and few swipes are faster.
  private static let swipes = 10.0...1000

  fileprivate var unusualSensitivity: Diagnostic? {
    let speed = parameters.sensitivity
    guard target != .mouse, !Self.swipes.contains(speed) else { return nil }
    return Diagnostic(
      .warning, "unusual-sensitivity",
      "\(quoted(name)) is fully deflected by a finger at \(plain(speed)) mm/s, which is "
        + (speed < Self.swipes.lowerBound ? "hardly a movement" : "faster than most swipes"),
      hint: "use a sensitivity of \(plain(Self.swipes.lowerBound)) to \(plain(Self.swipes.upperBound))",
      about: name, at: positions.position(of: "sensitivity"))
  }
}

extension Length {
  fileprivate var isZero: Bool { millimetres(of: 0) == 0 && millimetres(of: 100) == 0 }
}
