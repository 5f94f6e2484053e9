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
  public let name: String
  public var isNamed = false
  public var appearance = Appearance()
  public var region: Region
  public let target: TriggerTarget
  /// How far a touch pulls it.
  public let pull: TriggerPull
  /// How far beside it, in millimetres, a contact can land that holds it, if no control is there; at least 0.
  public var reach: Double = 0
  private(set) var isTouched = false
  /// How far it is pulled, 0 to 255.
  private(set) var value: UInt8 = 0

  private var start = Point(x: 0, y: 0)

  public init(name: String, region: Region, target: TriggerTarget, pull: TriggerPull = .full) {
    self.name = name
    self.region = region
    self.target = target
    self.pull = pull
  }
}

extension TriggerControl: SurfaceControl {
  var control: Control { .trigger(self) }
  var presses: UInt16 { value > 0 ? 1 : 0 }

  func apply(to state: inout GamepadState) { state.pull(target, value) }

  func report(hidesPositions: Bool) -> ControlReport {
    ControlReport(isTouched: isTouched, pull: value)
  }

  mutating func begin(_ contact: ContactEvent, time: Int64) {
    isTouched = true
    start = contact.position
    move(contact, time: time)
  }

  mutating func move(_ contact: ContactEvent, time: Int64) {
    let part =
      switch pull {
      case .full: 1.0
      case .slide(let distance): (contact.position - start).length / distance
      case .pressure: contact.pressure ?? 1
      }
    value = triggerValue(part)
  }

  mutating func end(time: Int64) {
    isTouched = false
    value = 0
  }
}

/// A trigger's pull of 0 to 1 as the pad's axis: 0 to 255, rounded half up.
func triggerValue(_ pull: Double) -> UInt8 {
  UInt8(max(0, min((pull * 255).rounded(.toNearestOrAwayFromZero), 255)))
}
