/// One of a pad's two triggers.
public enum TriggerTarget: Equatable, Sendable, CaseIterable {
  /// ABS_Z.
  case left
  /// ABS_RZ.
  case right

  /// The label on an Xbox pad.
  public var label: String { self == .left ? "LT" : "RT" }
}

/// How far a touch pulls a trigger.
public enum TriggerPull: Equatable, Sendable {
  /// All the way.
  case full
  /// As far as the finger slides from where it landed: all the way at this many millimetres, above 0.
  case slide(distance: Double)
  /// As hard as the finger or pen presses; all the way on a device without pressure.
  case pressure
}

/// A trigger on the surface. The contact that holds it pulls it until it lifts, wherever it goes.
public struct TriggerControl: Equatable, Sendable {
  /// The name, for logs and pictures.
  public let name: String
  /// Whether the name is the user's, and not a default.
  public var isNamed = false
  /// Where a contact must land to hold it.
  public var region: Region
  /// The trigger of the pad.
  public let target: TriggerTarget
  /// How far a touch pulls it.
  public let pull: TriggerPull
  /// How far beside it, in millimetres, a contact can land that holds it, if no control is there; at least 0.
  public var reach: Double = 0
  /// Whether a contact holds it.
  public private(set) var isTouched = false
  /// How far it is pulled, 0 to 255.
  public private(set) var value: UInt8 = 0

  private var start = Point(x: 0, y: 0)

  /// Makes a trigger without a contact.
  public init(name: String, region: Region, target: TriggerTarget, pull: TriggerPull = .full) {
    self.name = name
    self.region = region
    self.target = target
    self.pull = pull
  }

  mutating func begin(at position: Point, pressure: Double?) {
    isTouched = true
    start = position
    move(to: position, pressure: pressure)
  }

  mutating func move(to position: Point, pressure: Double?) {
    let part =
      switch pull {
      case .full: 1.0
      case .slide(let distance): (position - start).length / distance
      case .pressure: pressure ?? 1
      }
    value = triggerValue(part)
  }

  mutating func end() {
    isTouched = false
    value = 0
  }
}

/// A trigger's pull of 0 to 1 as the pad's axis: 0 to 255, rounded half up.
func triggerValue(_ pull: Double) -> UInt8 {
  UInt8(max(0, min((pull * 255).rounded(.toNearestOrAwayFromZero), 255)))
}
