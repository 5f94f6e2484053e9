internal import JoystickModel

/// What fingers can feel of the controls in a frame.
public struct HapticEvents: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A button went down, or a trigger is pulled.
  public static let press = HapticEvents(rawValue: 1)
  /// A button went up, or a trigger is no longer pulled.
  public static let release = HapticEvents(rawValue: 2)
  /// A direction pad, or a stick with four or eight directions, has another direction than before.
  public static let direction = HapticEvents(rawValue: 4)
  /// A stick's handle has reached the rim.
  public static let rim = HapticEvents(rawValue: 8)
}

/// Finds the haptic events of a layout: it compares the controls with those of the last frame. It allocates nothing.
struct HapticEventFinder: Sendable {
  /// Where a handle is at the rim, as a part of the way from the middle, and where it no longer is: a thumb that rests there
  /// trembles.
  private static let (rimStart, rimEnd) = (1 - 1e-9, 0.9)

  private struct Felt {
    var presses: UInt16 = 0
    var directionX: Int8 = 0
    var directionY: Int8 = 0
    var isAtRim = false
  }

  /// For each control.
  private var last: [Felt]

  init(_ layout: Layout) { last = Array(repeating: Felt(), count: layout.controlCount) }

  mutating func events(of layout: Layout) -> HapticEvents {
    var all = HapticEvents()
    for index in last.indices { all.formUnion(events(ofControl: index, layout)) }
    return all
  }

  private mutating func events(ofControl index: Int, _ layout: Layout) -> HapticEvents {
    let (old, report) = (last[index], layout.report(at: index))
    let travel = layout.travel(at: index)
    let new = Felt(
      presses: layout.presses(at: index), directionX: report.directionX, directionY: report.directionY,
      isAtRim: travel > (old.isAtRim ? Self.rimEnd : Self.rimStart))
    last[index] = new
    var events = HapticEvents()
    if new.presses & ~old.presses != 0 { events.insert(.press) }
    if old.presses & ~new.presses != 0 { events.insert(.release) }
    let hasTurned = (new.directionX, new.directionY) != (old.directionX, old.directionY)
    if hasTurned, (new.directionX, new.directionY) != (0, 0) { events.insert(.direction) }
    if new.isAtRim, !old.isAtRim { events.insert(.rim) }
    return events
  }
}
