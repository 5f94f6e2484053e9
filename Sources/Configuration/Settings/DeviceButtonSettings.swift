public import EventPipeline
public import JoystickModel

/// A `[[button]]` table with an `input`: a button that the touch device itself has, such as the one on the side of
/// a pen, or the click of a touchpad. It has no place on the surface.
public struct DeviceButtonSettings: Equatable, Sendable {
  /// The name, for logs, 1 to 64 bytes. The default is that of the output, as it is written.
  public var name: String
  /// The device's button, a key; no two tables of a file have the same.
  public var input: EventCode
  /// The button of the pad.
  public var output: GamepadButton
  /// The orientation of the surface in which it exists; nil is both.
  public var when: SurfaceOrientation?

  /// Where the table and its keys are in the file.
  var places = Places()

  /// The buttons that touch devices have beside what is touched, with the kernel's names.
  package static let inputs: [(word: String, code: EventCode)] =
    [
      EventCode.btnLeft, .btnRight, .btnMiddle, .btnSide, .btnExtra, .btnForward, .btnBack, .btnStylus,
      .btnStylus2, .btnStylus3,
    ].compactMap { code in code.name.map { ($0, code) } }
}

extension Settings {
  /// The buttons of the device itself that press one of the pad's, in the order of the file.
  ///
  /// - Parameter size: The size of the surface, on which some may not exist.
  public func deviceButtons(on size: SurfaceSize) -> [DeviceButtonSettings] {
    controls(on: size).compactMap { control in
      if case .deviceButton(let button) = control { button } else { nil }
    }
  }
}

extension ControlSettings {
  /// Whether the table puts something on the surface.
  var isOnSurface: Bool {
    if case .deviceButton = self { false } else { true }
  }
}
