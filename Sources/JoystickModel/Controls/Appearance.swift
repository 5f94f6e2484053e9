/// How a control is drawn by programs that show it. Nothing in the model depends on it.
public struct Appearance: Equatable, Sendable {
  /// What is written on the control instead of its name; empty is the name, if the user chose it.
  public var label = ""
  /// What is drawn on it instead of the label.
  public var icon: ControlIcon?
  public var visibility = ControlVisibility.always

  public init() {}
}

/// When a control is drawn.
public enum ControlVisibility: String, CaseIterable, Sendable {
  case always, touched, never
}

/// What can be drawn on a control instead of a label.
public enum ControlIcon: String, CaseIterable, Sendable {
  case save, load
  case fastForward = "fast_forward"
  case rewind, menu, pause, keyboard, weapon, fire, aim, jump, crouch, run, brake, gas, horn, camera, map
  case layers
  case select, cross, circle, square, triangle
}
