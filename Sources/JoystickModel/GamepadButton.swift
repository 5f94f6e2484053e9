/// A button of the pad, named by its place, as in the kernel's gamepad convention.
///
/// The raw value is the button's bit in ``GamepadState/buttons``.
public enum GamepadButton: UInt8, Sendable, CaseIterable {
  /// The lower face button: A on an Xbox pad.
  case south
  /// The right face button: B on an Xbox pad.
  case east
  /// BTN_NORTH, which the Xbox driver sends for X, the left face button.
  case north
  /// BTN_WEST, which the Xbox driver sends for Y, the upper face button.
  case west
  /// The left shoulder button.
  case leftShoulder
  /// The right shoulder button.
  case rightShoulder
  /// Back, select or view.
  case select
  /// Start or menu.
  case start
  /// The button with the vendor's logo.
  case mode
  /// The left stick pressed down.
  case leftThumb
  /// The right stick pressed down.
  case rightThumb

  /// The label on an Xbox pad, or its common name, such as `A` or `LB`.
  public var label: String {
    switch self {
    case .south: "A"
    case .east: "B"
    case .north: "X"
    case .west: "Y"
    case .leftShoulder: "LB"
    case .rightShoulder: "RB"
    case .leftThumb: "L3"
    case .rightThumb: "R3"
    case .select: "Back"
    case .start: "Start"
    case .mode: "Guide"
    }
  }

  /// The button's bit in ``GamepadState/buttons``.
  var mask: UInt16 { 1 << rawValue }
}
