/// What a finger that slides does to buttons.
public enum Slide: Equatable, Sendable, CaseIterable {
  /// It presses the button on which it came down, while it is on it, and no other; and none that slides
  /// comes to this one.
  case off
  /// It presses the button that it is on.
  case over
  /// It presses the button on which it came down until it lifts, and with it the one that it is on.
  case holdFirst
}

/// A button on the surface. It is down while at least one contact presses it.
public struct ButtonControl: Equatable, Sendable {
  /// The name, for logs and pictures.
  public let name: String
  /// Where a contact presses it.
  public let region: Region
  /// The button of the pad.
  public let output: GamepadButton
  /// How far beyond its region, in millimetres, a contact that presses it can go, at least 0.
  public var pressMargin: Double = 2
  /// What becomes of a finger that slides.
  public var slide: Slide = .over

  private var presses = 0

  /// Makes a button that nobody presses.
  public init(name: String, region: Region, output: GamepadButton) {
    self.name = name
    self.region = region
    self.output = output
  }

  /// Whether a contact presses it.
  public var isPressed: Bool { presses > 0 }

  /// Whether a contact that presses it still does at this position.
  func keeps(_ position: Point) -> Bool { region.grown(by: pressMargin).contains(position) }

  mutating func press() { presses += 1 }

  mutating func release() { presses -= 1 }

  mutating func reset() { presses = 0 }
}
