/// A part of the surface where contacts do nothing. It holds any number of them, so that neither another control nor the
/// desktop gets them.
public struct IgnoreControl: Equatable, Sendable {
  public let name: String
  public var isNamed = false
  /// Where a contact must land.
  public var region: Region

  private var contacts = 0

  public init(name: String, region: Region) {
    self.name = name
    self.region = region
  }
}

extension IgnoreControl: SurfaceControl {
  var control: Control { .ignore(self) }
  var isTouched: Bool { contacts > 0 }
  var isFree: Bool { true }

  mutating func begin(_ contact: ContactEvent, time: Int64) { contacts += 1 }
  mutating func end(time: Int64) { contacts -= 1 }
  mutating func cancel(time: Int64) { contacts -= 1 }
  mutating func reset(time: Int64) { contacts = 0 }
}
