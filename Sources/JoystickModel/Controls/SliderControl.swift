/// An axis of one of the pad's sticks.
public enum PadAxis: String, Sendable, CaseIterable {
  /// ABS_X, to the right.
  case leftX = "left.x"
  /// ABS_Y, upwards: the pad's axis has the opposite sign.
  case leftY = "left.y"
  /// ABS_RX, to the right.
  case rightX = "right.x"
  /// ABS_RY, upwards: the pad's axis has the opposite sign.
  case rightY = "right.y"

  /// The stick that it belongs to.
  var stick: PadStick {
    switch self {
    case .leftX, .leftY: .left
    case .rightX, .rightY: .right
    }
  }

  /// The axes of that stick for a part of -1 to 1, to the right or upwards.
  func axes(_ part: Double) -> GamepadState.StickAxes {
    switch self {
    case .leftX, .rightX: GamepadState.StickAxes(Vector(dx: part, dy: 0))
    case .leftY, .rightY: GamepadState.StickAxes(Vector(dx: 0, dy: 0 - part))
    }
  }
}

/// What a slider controls on the pad.
public enum SliderOutput: Equatable, Sendable {
  /// An axis of a stick, which has its middle in the slider's.
  case axis(PadAxis)
  /// A trigger, which is released at the lower or left end.
  case trigger(TriggerTarget)
  /// Both triggers: the right one from the middle to the upper or right end, the left one from there to the other.
  case triggers

  /// Whether it is at rest in the slider's middle, and not at its end.
  var isCentered: Bool { if case .trigger = self { false } else { true } }
}

/// The direction in which a slider moves.
public enum SliderDirection: String, Sendable, CaseIterable {
  /// Down to up.
  case vertical
  /// Left to right.
  case horizontal
}

/// A slider on the surface, such as a throttle: the finger's place in its region is the value of an axis. The contact that
/// holds it moves it until it lifts, wherever it goes.
public struct SliderControl: Equatable, Sendable {
  public let name: String
  public var isNamed = false
  public var appearance = Appearance()
  /// Where a contact must land to hold it, and the way of the slider: from edge to edge.
  public var region: Region
  /// What it controls on the pad.
  public let output: SliderOutput
  /// The direction in which it moves.
  public let direction: SliderDirection
  /// Whether it stays where the finger leaves it. A contact that no longer counts releases it even then.
  public var stays = false
  /// The part of its way around its rest, 0 or more and below 1, without an effect.
  public var deadZone = 0.05
  /// Whether its ends are swapped.
  public var isInverted = false
  private(set) var isTouched = false
  /// How far it is from its rest: -1 to 1, or 0 to 1 for a trigger.
  private(set) var value = 0.0

  public init(
    name: String, region: Region, output: SliderOutput, direction: SliderDirection = .vertical
  ) {
    self.name = name
    self.region = region
    self.output = output
    self.direction = direction
  }

  /// Where it is on the surface if it has this value.
  private func position(of value: Double) -> Point {
    let box = region.bounds
    let upright = output.isCentered ? (value + 1) / 2 : value
    let part = isInverted ? 1 - upright : upright
    switch direction {
    case .vertical: return Point(x: box.center.x, y: box.y + box.height * (1 - part))
    case .horizontal: return Point(x: box.x + box.width * part, y: box.center.y)
    }
  }
}

extension SliderControl: SurfaceControl {
  var control: Control { .slider(self) }
  var isInUse: Bool { isTouched || value != 0 }

  func apply(to state: inout GamepadState) {
    guard value != 0 else { return }
    switch output {
    case .axis(let axis): state.deflect(axis.stick, axis.axes(value))
    case .trigger(let target): state.pull(target, triggerValue(value))
    case .triggers: state.pull(value > 0 ? .right : .left, triggerValue(abs(value)))
    }
  }

  func report(hidesPositions: Bool) -> ControlReport {
    let rest = position(of: 0)
    return ControlReport(isTouched: isInUse, base: rest, handle: hidesPositions ? rest : position(of: value))
  }

  mutating func begin(_ contact: ContactEvent, time: Int64) {
    isTouched = true
    move(contact, time: time)
  }

  mutating func move(_ contact: ContactEvent, time: Int64) {
    let (box, position) = (region.bounds, contact.position)
    // From 0 at the lower or left end to 1.
    var part =
      switch direction {
      case .vertical: (box.y + box.height - position.y) / box.height
      case .horizontal: (position.x - box.x) / box.width
      }
    if isInverted { part = 1 - part }
    part = max(0, min(part, 1))
    let wanted = output.isCentered ? 2 * part - 1 : part
    let excess = max(0, (abs(wanted) - deadZone) / (1 - deadZone))
    value = wanted < 0 ? 0 - excess : excess
  }

  mutating func end(time: Int64) {
    isTouched = false
    if !stays { value = 0 }
  }

  mutating func reset(time: Int64) { (isTouched, value) = (false, 0) }
}
