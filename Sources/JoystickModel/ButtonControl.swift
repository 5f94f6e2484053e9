/// How a sliding finger presses buttons.
public enum Slide: Equatable, Sendable, CaseIterable {
  /// It presses the button where it landed while it is on it, and no other. Fingers from other buttons cannot slide to
  /// this one.
  case off
  /// It presses the button that it is on.
  case over
  /// It presses the button where it landed until it lifts, and also the one that it is on.
  case holdFirst
}

/// A button on the surface. It is down while at least one contact presses it.
public struct ButtonControl: Equatable, Sendable {
  /// The name, for logs and pictures.
  public let name: String
  /// Whether the name is the user's, and not a default.
  public var isNamed = false
  /// Where a contact presses it.
  public var region: Region
  /// The button of the pad.
  public let output: GamepadButton
  /// How far beyond its region, in millimetres, a contact that presses it can move; at least 0.
  public var pressMargin: Double = 2
  /// What a sliding finger does.
  public var slide: Slide = .over

  private var presses = 0

  /// Makes a button that is not pressed.
  public init(name: String, region: Region, output: GamepadButton) {
    self.name = name
    self.region = region
    self.output = output
  }

  /// Whether a contact presses it.
  public var isPressed: Bool { presses > 0 }

  /// Whether a contact that presses it still presses it at this position.
  func keeps(_ position: Point) -> Bool { region.grown(by: pressMargin).contains(position) }

  mutating func press() { presses += 1 }

  mutating func release() { presses -= 1 }

  mutating func reset() { presses = 0 }
}
