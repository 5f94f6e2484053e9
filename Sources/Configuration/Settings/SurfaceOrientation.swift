public import EventPipeline

/// The orientation of a surface, as it is held.
public enum SurfaceOrientation: Sendable {
  /// Taller than wide.
  case portrait
  /// Not taller than wide.
  case landscape

  /// Finds the orientation of a surface of this size.
  public init(of size: SurfaceSize) {
    self = size.height > size.width ? .portrait : .landscape
  }
}

extension SurfaceOrientation? {
  /// Whether a control that has this as its `when` is on a surface of this size.
  func holds(on size: SurfaceSize) -> Bool { self == nil || self == SurfaceOrientation(of: size) }

  /// Whether controls with these two values of `when` exist together on some surface.
  func overlaps(_ other: Self) -> Bool { self == nil || other == nil || self == other }
}

extension Settings {
  /// The controls that exist on a surface of this size, including buttons of the device.
  func controls(on size: SurfaceSize) -> [ControlSettings] { controls.filter { $0.when.holds(on: size) } }
}

extension ControlSettings {
  /// The orientation in which the control exists; nil is both.
  var when: SurfaceOrientation? {
    switch self {
    case .stick(let stick): stick.when
    case .button(let button): button.when
    case .buttonGroup(let group): group.when
    case .directionPad(let pad): pad.when
    case .trigger(let trigger): trigger.when
    }
  }
}
