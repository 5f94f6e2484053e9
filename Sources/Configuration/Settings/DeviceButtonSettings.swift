public import EventPipeline
public import JoystickModel

/// A `[[button]]` table with an `input`: a button of the touch device itself, such as the one on the side of a pen, or
/// the click of a touchpad. It is not on the surface.
public struct DeviceButtonSettings: Equatable, Sendable {
  /// The name, for logs, 1 to 64 bytes. The default is the output, as written in the file.
  public var name: String
  /// The device's button, a key. Tables that exist together have different ones.
  public var input: EventCode
  /// The button of the pad.
  public var output: GamepadButton
  /// The orientation in which it exists; nil is both.
  public var when: SurfaceOrientation?

  /// The places of the table and its keys in the file.
  var places = Places()

  /// The buttons of touch devices, with the kernel's names.
  package static let inputs: [(word: String, code: EventCode)] =
    [
      EventCode.btnLeft, .btnRight, .btnMiddle, .btnSide, .btnExtra, .btnForward, .btnBack, .btnStylus,
      .btnStylus2, .btnStylus3,
    ].compactMap { code in code.name.map { ($0, code) } }
}

extension Settings {
  /// The buttons of the device itself that press one of the pad's, in the order of the file.
  ///
  /// - Parameter size: The size of the surface. Some buttons exist in one orientation only.
  public func deviceButtons(on size: SurfaceSize) -> [DeviceButtonSettings] {
    controls(on: size).compactMap { control in
      if case .deviceButton(let button) = control { button } else { nil }
    }
  }
}

extension ControlSettings {
  /// Whether the control is on the surface.
  var isOnSurface: Bool {
    if case .deviceButton = self { false } else { true }
  }
}
