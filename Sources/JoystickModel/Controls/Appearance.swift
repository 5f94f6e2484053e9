/// How a control is drawn by programs that show it. Nothing in the model depends on it.
public struct Appearance: Equatable, Sendable {
  /// What is written on the control instead of its name; empty is the name, if the user chose it.
  public var label = ""
  /// What is drawn on it instead of the label.
  public var icon: ControlIcon?
  /// The colour of a button; nil is that of its letter or its pad.
  public var color: ControlColor?
  public var visibility = ControlVisibility.always

  public init() {}
}

/// When a control is drawn.
public enum ControlVisibility: String, CaseIterable, Sendable {
  case always, touched, never
}

/// The colours that a layout can choose, in themes that have colours.
public enum ControlColor: String, CaseIterable, Sendable {
  case red, orange, yellow, green, blue, violet, grey
}

/// What can be drawn on a control instead of a label.
public enum ControlIcon: String, CaseIterable, Sendable {
  case save, load
  case fastForward = "fast_forward"
  case rewind, menu, pause, keyboard, weapon, fire, aim, jump, crouch, run, brake, gas, horn, camera, map
  case layers
  case select, cross, circle, square, triangle
  case up, right, down, left
}
