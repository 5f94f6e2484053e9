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

/// A button on the surface. It is pressed while at least one contact is on it.
///
/// Times are in microseconds. It has no clock, as the ``Layout`` has none.
public struct ButtonControl: Equatable, Sendable {
  public let name: String
  public var isNamed = false
  public var appearance = Appearance()
  /// Where a contact presses it.
  public var region: Region
  /// What it does on the pad.
  public let action: ButtonAction
  /// How far beyond its region, in millimetres, a contact that presses it can move; at least 0.
  public var pressMargin: Double = 2
  /// What a sliding finger does.
  public var slide: Slide = .over
  /// How far beside it, in millimetres, a contact can land that presses it, if no control is there; at least 0.
  public var reach: Double = 0

  /// What each step of the action holds on the pad.
  private let effects: [GamepadState]
  /// The keys of a keyboard that each step holds.
  private let keysOfSteps: [[KeyboardKey]]
  /// What each step does to the controls that motion moves.
  private let motionCommandsOfSteps: [MotionCommands]
  private var contacts = 0
  /// Whether it stays down until the next press.
  public private(set) var isLatched = false
  /// The step that is on the pad; nil if the pad's outputs are released.
  private var step: Int?
  /// When it changes by itself; nil is never.
  private(set) var deadline: Int64?

  public init(name: String, region: Region, action: ButtonAction) {
    self.name = name
    self.region = region
    self.action = action
    effects = action.steps.map { GamepadState($0, value: action.value) }
    keysOfSteps = action.steps.map { $0.compactMap(\.key) }
    motionCommandsOfSteps = action.steps.map(MotionCommands.init)
  }

  /// Makes a button that holds one of the pad's while it is pressed.
  public init(name: String, region: Region, output: GamepadButton) {
    self.init(name: name, region: region, action: ButtonAction([.button(output)]))
  }

  /// Whether a contact presses it.
  public var isPressed: Bool { contacts > 0 }

  /// Whether it is down: pressed, or latched by an earlier press. A sequence is never down.
  var isDown: Bool { isLatched || contacts > 0 && action.mode == .hold && !action.isSequence }

  /// Whether a press has just begun, because its first contact has come.
  var isNewlyPressed: Bool { contacts == 1 }

  /// Whether it stays down while it is hidden.
  var staysHidden: Bool { isLatched && action.keepsWhileHidden }

  /// Whether it is pressed, stays down, or plays its sequence.
  public var isInUse: Bool { contacts > 0 || isLatched || step != nil }

  /// Leaves out repetitions that are due more than `limit` microseconds before a time. The rhythm stays.
  mutating func skipRepetitions(before time: Int64, limit: Int64) {
    guard let due = deadline, let half = action.turboHalf, !action.isSequence,
      due.saturatingAdd(limit) < time
    else { return }
    let (late, isBeyond) = time.subtractingReportingOverflow(due)
    let period = half.saturatingAdd(half)
    guard !isBeyond else { return deadline = time }
    deadline = due.saturatingAdd((late - limit) / period * period)
  }
}

extension ButtonControl: SurfaceControl {
  var control: Control { .button(self) }
  var isTouched: Bool { isPressed }
  var isFree: Bool { true }
  var hasTimer: Bool { action.hasTimer }
  var keys: [KeyboardKey] { action.keys }
  var heldKeys: [KeyboardKey] { step.map { keysOfSteps[$0] } ?? [] }
  var motionCommands: MotionCommands { motionCommandsOfSteps.reduce(into: []) { $0.formUnion($1) } }
  var heldMotionCommands: MotionCommands { step.map { motionCommandsOfSteps[$0] } ?? [] }
  /// Fingers feel that it is down. What it repeats or plays is one press.
  var presses: UInt16 { isDown || action.isSequence && step != nil ? 1 : 0 }

  @inline(__always) func apply(to state: inout GamepadState) {
    if let step { state.add(effects[step]) }
  }

  func report(hidesPositions: Bool) -> ControlReport {
    ControlReport(isTouched: isInUse, buttons: step.map { effects[$0].buttons } ?? 0)
  }

  /// Only the first of several contacts counts.
  mutating func begin(_ contact: ContactEvent, time: Int64) {
    contacts += 1
    guard contacts == 1 else { return }
    if action.isSequence {
      (step, deadline) = (effects.isEmpty ? nil : 0, time.saturatingAdd(action.stepTime))
    } else if action.mode == .toggle, isLatched {
      (isLatched, step, deadline) = (false, nil, nil)
    } else {
      isLatched = action.mode == .toggle
      (step, deadline) = (0, action.turboHalf.map(time.saturatingAdd))
    }
  }

  mutating func end(time: Int64) {
    contacts -= 1
    if contacts == 0, !isLatched, !action.isSequence { (step, deadline) = (nil, nil) }
  }

  /// What a palm has latched must not stay.
  mutating func cancel(time: Int64) {
    end(time: time)
    if !isPressed { reset(time: time) }
  }

  mutating func hide(time: Int64) {
    if !staysHidden { reset(time: time) }
  }

  mutating func reset(time: Int64) {
    (contacts, isLatched, step, deadline) = (0, false, nil, nil)
  }

  /// Goes on to the next step, or to the other half of a repetition. Several that are due happen together.
  mutating func advance(to time: Int64) {
    guard let due = deadline, due <= time else { return }
    let duration = action.isSequence ? action.stepTime : action.turboHalf ?? .max
    let (difference, isBeyond) = time.subtractingReportingOverflow(due)
    let late = isBeyond ? .max : difference
    deadline = time.saturatingAdd(duration - late % duration)
    let count = late / duration + 1
    if action.isSequence {
      let next = Int64(step ?? 0).saturatingAdd(count)
      step = next < effects.count ? Int(next) : nil
      if step == nil { deadline = nil }
    } else if !count.isMultiple(of: 2) {
      step = step == nil ? 0 : nil
    }
  }
}
