internal import EventPipeline
internal import JoystickModel

// Requirements of a file that a touch device does not meet.
extension Settings {
  func warnings(ofWhatLacks device: DeviceDescription) -> [Diagnostic] {
    let toggled = [toggle?.warning(for: device)?.located(in: fileName)].compactMap { $0 }
    return controls.compactMap { $0.table.warning(for: device)?.located(in: controlsFileName) } + toggled
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
    case .panelNotDevice, .sessionNotDevice:
      let screen = surface.sizeSource == .panelNotDevice ? "its panel" : "the screen of the session"
      return Diagnostic(
        .warning, "size-disagrees",
        "\(quoted(device.name)) states a size of \(surface.statedSize?.phrase ?? ""), but \(screen) has \(size.phrase), "
          + "which touchstick uses",
        hint: "if that is wrong, measure the surface, and set size in [device]", at: positions.table)
    case .device, .panel, .session: return nil
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
