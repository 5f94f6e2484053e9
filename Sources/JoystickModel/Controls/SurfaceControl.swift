/// What a ``Layout`` does with a control, whatever its kind.
///
/// Each kind is a type of its own in a file of its own. `Control.swift` lists the kinds, and the compiler finds what a new
/// one lacks there.
protocol SurfaceControl: Equatable, Sendable {
  var name: String { get }
  var isNamed: Bool { get }
  var appearance: Appearance { get }
  /// Where a contact must land to hold it.
  var region: Region { get }
  /// How far beside it, in millimetres, a contact can land that holds it, if no control is there; at least 0.
  var reach: Double { get }
  /// Whether it can change without a contact. That never changes, unlike ``deadline``.
  var hasTimer: Bool { get }
  /// When to call ``advance(to:)``, unless a contact changes it; nil is never.
  var deadline: Int64? { get }
  /// Whether a contact holds it.
  var isTouched: Bool { get }
  /// As in ``ControlReport/isTouched``.
  var isInUse: Bool { get }
  /// Whether a new contact can hold it.
  var isFree: Bool { get }
  /// As in ``Layout/presses(at:)``.
  var presses: UInt16 { get }
  /// As in ``Layout/travel(at:)``.
  var travel: Double { get }
  /// The keys of a keyboard that it holds at any time.
  var keys: [KeyboardKey] { get }
  /// Those that it holds now.
  var heldKeys: [KeyboardKey] { get }
  /// What it can do to the controls that motion moves.
  var motionCommands: MotionCommands { get }
  /// What it does to them now.
  var heldMotionCommands: MotionCommands { get }
  /// The control as one of the kinds.
  var control: Control { get }

  /// Adds its effect to the pad's state.
  func apply(to state: inout GamepadState)
  /// Its state, except for what its layer does. `hidesPositions` is as in ``Layout/report(at:hidesPositions:)``.
  func report(hidesPositions: Bool) -> ControlReport

  /// A contact begins to hold it.
  mutating func begin(_ contact: ContactEvent, time: Int64)
  /// The contact that holds it moved.
  mutating func move(_ contact: ContactEvent, time: Int64)
  /// The contact lifted.
  mutating func end(time: Int64)
  /// The contact no longer counts.
  mutating func cancel(time: Int64)
  /// Releases everything.
  mutating func reset(time: Int64)
  /// Its layer is hidden.
  mutating func hide(time: Int64)
  /// Runs the timers that are due.
  mutating func advance(to time: Int64)
}

// What most kinds do: they hold one contact at a time, have no timers, and a contact that no longer counts resets them.
extension SurfaceControl {
  var reach: Double { 0 }
  var hasTimer: Bool { false }
  var deadline: Int64? { nil }
  var isInUse: Bool { isTouched }
  var isFree: Bool { !isTouched }
  var presses: UInt16 { 0 }
  var travel: Double { 0 }
  var appearance: Appearance { Appearance() }
  var keys: [KeyboardKey] { [] }
  var heldKeys: [KeyboardKey] { [] }
  var motionCommands: MotionCommands { [] }
  var heldMotionCommands: MotionCommands { [] }

  func apply(to state: inout GamepadState) {}
  func report(hidesPositions: Bool) -> ControlReport { ControlReport(isTouched: isInUse) }

  mutating func move(_ contact: ContactEvent, time: Int64) {}
  mutating func cancel(time: Int64) { reset(time: time) }
  mutating func reset(time: Int64) { end(time: time) }
  mutating func hide(time: Int64) { reset(time: time) }
  mutating func advance(to time: Int64) {}
}

/// Something that happens to a control.
enum ControlEvent {
  case begin(ContactEvent), move(ContactEvent), end, cancel, reset, hide, advance
}

extension SurfaceControl {
  @inline(__always) mutating func apply(_ event: ControlEvent, time: Int64) {
    switch event {
    case .begin(let contact): begin(contact, time: time)
    case .move(let contact): move(contact, time: time)
    case .end: end(time: time)
    case .cancel: cancel(time: time)
    case .reset: reset(time: time)
    case .hide: hide(time: time)
    case .advance: advance(to: time)
    }
  }
}

/// Reads something of a control of any kind. Unlike a closure, it does not box the control.
protocol ControlReader {
  associatedtype Answer
  mutating func read(_ control: some SurfaceControl) -> Answer
}

/// Reads what does not depend on contacts.
struct TraitReader: ControlReader {
  @inline(__always)
  func read(_ control: some SurfaceControl) -> (name: String, isNamed: Bool, region: Region, hasTimer: Bool) {
    (control.name, control.isNamed, control.region, control.hasTimer)
  }
}

struct AppearanceReader: ControlReader {
  @inline(__always) func read(_ control: some SurfaceControl) -> Appearance { control.appearance }
}

struct KeyReader: ControlReader {
  @inline(__always) func read(_ control: some SurfaceControl) -> [KeyboardKey] { control.keys }
}

struct HeldKeyReader: ControlReader {
  @inline(__always) func read(_ control: some SurfaceControl) -> [KeyboardKey] { control.heldKeys }
}

struct MotionCommandReader: ControlReader {
  @inline(__always) func read(_ control: some SurfaceControl) -> MotionCommands { control.motionCommands }
}

struct HeldMotionCommandReader: ControlReader {
  @inline(__always) func read(_ control: some SurfaceControl) -> MotionCommands { control.heldMotionCommands }
}

/// Reads what counts for a contact that lands.
struct HitReader: ControlReader {
  @inline(__always)
  func read(_ control: some SurfaceControl) -> (region: Region, reach: Double, isFree: Bool) {
    (control.region, control.reach, control.isFree)
  }
}

/// Reads what fingers feel.
struct FeelReader: ControlReader {
  @inline(__always)
  func read(_ control: some SurfaceControl) -> (isInUse: Bool, presses: UInt16, travel: Double) {
    (control.isInUse, control.presses, control.travel)
  }
}

struct DeadlineReader: ControlReader {
  @inline(__always) func read(_ control: some SurfaceControl) -> Int64? { control.deadline }
}

/// Adds up the effects of controls on the pad.
struct EffectReader: ControlReader {
  var state = GamepadState()

  @inline(__always) mutating func read(_ control: some SurfaceControl) { control.apply(to: &state) }
}

struct ReportReader: ControlReader {
  let hidesPositions: Bool

  @inline(__always) func read(_ control: some SurfaceControl) -> ControlReport {
    control.report(hidesPositions: hidesPositions)
  }
}

struct CopyReader: ControlReader {
  func read(_ control: some SurfaceControl) -> Control { control.control }
}
