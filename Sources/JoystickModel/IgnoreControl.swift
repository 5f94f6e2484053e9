/// A part of the surface where contacts do nothing. It holds any number of them, so that neither another control nor the
/// desktop gets them.
public struct IgnoreControl: Equatable, Sendable {
  /// The name, for logs and pictures.
  public let name: String
  /// Whether the name is the user's, and not a default.
  public var isNamed = false
  /// Where a contact must land.
  public var region: Region

  private var contacts = 0

  /// Makes a part of the surface without a contact.
  public init(name: String, region: Region) {
    self.name = name
    self.region = region
  }

  /// Whether it holds a contact.
  public var isTouched: Bool { contacts > 0 }

  mutating func begin() { contacts += 1 }

  mutating func end() { contacts -= 1 }

  mutating func reset() { contacts = 0 }
}
