public import JoystickModel

/// The keyboard for the keys that buttons of the pads on a device hold. Two that hold the same key share it.
public struct KeyboardEncoder: Sendable {
  /// The keys that it can send, each once; empty if there is no keyboard.
  public let keys: [KeyboardKey]
  /// The events of the last step, with SYN_REPORT at their end; empty if nothing changed.
  public private(set) var events: [InputEvent] = []
  public private(set) var hasPress = false

  private var down = KeySet()

  init(for pads: [SurfacePad]) {
    keys = pads.flatMap(\.keys).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    events.reserveCapacity(keys.isEmpty ? 0 : keys.count + 1)
  }

  /// The keys that are down after all events so far.
  public var pressedKeys: [KeyboardKey] { keys.filter { down[$0.code] } }

  /// Writes the events that lead to what the pads hold now into ``events``.
  mutating func encode(_ pads: [SurfacePad], time: Int64) {
    events.clear()
    hasPress = false
    for key in keys {
      let isDown = pads.indices.contains { pads[$0].holds(key) }
      guard isDown != down[key.code] else { continue }
      down[key.code] = isDown
      hasPress = hasPress || isDown
      events.append(InputEvent(time: time, EventCode(.key, key.code), isDown ? 1 : 0))
    }
    if !events.isEmpty { events.append(InputEvent(time: time, .synReport, 0)) }
  }
}
