public import JoystickModel

/// The keyboard for the keys that buttons of the pads on a device hold. Two that hold the same key share it.
public struct KeyboardEncoder: Sendable {
  /// The keys that it can send, each once, modifiers first; empty if there is no keyboard.
  public let keys: [KeyboardKey]
  /// The events of the last step, with SYN_REPORT at their end; empty if nothing changed.
  public private(set) var events: [InputEvent] = []
  public private(set) var hasPress = false

  private var down = KeySet()

  init(for pads: [SurfacePad]) {
    let all: [KeyboardKey] = pads.flatMap(\.keys).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    keys = all.filter(\.isModifier) + all.filter { !$0.isModifier }
    events.reserveCapacity(keys.isEmpty ? 0 : keys.count + 1)
  }

  /// The keys that are down after all events so far.
  public var pressedKeys: [KeyboardKey] { keys.filter { down[$0.code] } }

  /// Writes the events that lead to what the pads hold now into ``events``. A modifier is down before the keys that it
  /// changes, and until they are released.
  mutating func encode(_ held: KeySet, time: Int64) {
    events.clear()
    hasPress = false
    guard held != down else { return }
    for key in keys.reversed() where down[key.code] && !held[key.code] {
      events.append(InputEvent(time: time, EventCode(.key, key.code), 0))
    }
    for key in keys where held[key.code] && !down[key.code] {
      hasPress = true
      events.append(InputEvent(time: time, EventCode(.key, key.code), 1))
    }
    down = held
    events.append(InputEvent(time: time, .synReport, 0))
  }
}
