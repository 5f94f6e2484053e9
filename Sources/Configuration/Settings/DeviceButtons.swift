public import EventPipeline

// The buttons of the touch device itself, which are not on the surface.
extension ButtonSettings {
  /// The buttons of touch devices, with the kernel's names.
  static let inputs: [(word: String, code: EventCode)] =
    [
      EventCode.btnLeft, .btnRight, .btnMiddle, .btnSide, .btnExtra, .btnForward, .btnBack, .btnStylus,
      .btnStylus2, .btnStylus3,
    ].compactMap { code in code.name.map { ($0, code) } }
}

extension Settings {
  /// The buttons of the device itself that press one of the pad's, in the order of the file.
  ///
  /// - Parameter size: The size of the surface. Some buttons exist in one orientation only.
  public func deviceButtons(on size: SurfaceSize) -> [ButtonSettings] {
    controls(on: size).compactMap { control in
      if case .button(let button) = control, button.input != nil { button } else { nil }
    }
  }
}

extension ControlSettings {
  /// Whether the control is on the surface.
  var isOnSurface: Bool {
    if case .button(let button) = self { button.input == nil } else { true }
  }
}
