import JoystickModel
@testable import EventPipeline

/// Numbers for states: equal ones for states that no sequence can tell apart.
///
/// The rows of contacts stand for their numbers, which only tell contacts apart. Times are those of the events, so a
/// sequence must end at time 0. Values of a free slot are left out, because each new contact reports its own.
struct StateDigest {
  /// A layout as a key. Its fields are private, but it can be compared.
  private struct Key: Hashable {
    let layout: Layout

    func hash(into hasher: inout Hasher) {
      StateDigest.combine(layout.gamepadState, &hasher)
      hasher.combine(layout.deadline)
      hasher.combine(layout.sticks[0].stick.base.x)
      hasher.combine(layout.sticks[0].stick.owner)
    }
  }

  /// Reflection is slow, and states have the same few layouts.
  private var layouts: [Key: Fields] = [:]

  mutating func digest(of explored: borrowing ExploredPipeline) -> Int {
    var hasher = Hasher()
    hasher.combine(explored.fingers)
    hasher.combine(explored.isRotated)
    hasher.combine(explored.isLosingEvents)
    hasher.combine(explored.isUpToDate)
    hasher.combine(explored.desktop.keys)
    combine(explored.pipeline, &hasher)
    return hasher.finalize()
  }

  private mutating func combine(_ pipeline: borrowing TouchPipeline, _ hasher: inout Hasher) {
    hasher.combine(pipeline.wantsOn)
    hasher.combine(pipeline.isOn)
    hasher.combine(pipeline.acceptsContacts)
    hasher.combine(pipeline.deadline)
    hasher.combine(pipeline.keyboard.pressedKeys)
    hasher.combine(pipeline.passThrough.isAtRest)
    hasher.combine(pipeline.tracker.state.isPressed)
    var rows: [ContactID: Int] = [:]
    for row in pipeline.tracker.table.contacts.indices {
      let contact = pipeline.tracker.table.contacts[row]
      if contact.state != .free { rows[contact.id] = row }
      hasher.combine(contact.state)
      hasher.combine(contact.owner == .nobody)
      hasher.combine(contact.owner == .desktop)
      hasher.combine(contact.isPalm)
      Self.combine(slot: row, of: pipeline.tracker.state, &hasher)
      hasher.combine(pipeline.passThrough.clone.trackingID(inSlot: row))
    }
    for pad in pipeline.pads {
      fields(of: pad.layout).combine(rows, &hasher)
      Self.combine(pad.gamepadState, &hasher)
    }
    Fields(of: pipeline.gesture as Any).combine(rows, &hasher)
  }

  private static func combine(_ state: GamepadState, _ hasher: inout Hasher) {
    hasher.combine(state.leftStick.x)
    hasher.combine(state.leftStick.y)
    hasher.combine(state.buttons)
  }

  private static func combine(slot: Int, of state: borrowing DeviceState, _ hasher: inout Hasher) {
    hasher.combine(state[trackingIDIn: slot])
    guard state[trackingIDIn: slot] >= 0 else { return }
    for axis in [EventCode.absMTPositionX, .absMTPositionY, .absMTToolType, .absMTDistance] {
      hasher.combine(state[axis: axis.code, inSlot: slot])
    }
  }

  private mutating func fields(of layout: Layout) -> Fields {
    let key = Key(layout: layout)
    if let known = layouts[key] { return known }
    let fields = Fields(of: layout)
    layouts[key] = fields
    return fields
  }
}

/// All stored properties of a value, except parameters.
private struct Fields {
  private var hasher = Hasher()
  private var contacts: [ContactID] = []

  init(of value: Any) { add(value) }

  func combine(_ rows: [ContactID: Int], _ hasher: inout Hasher) {
    var own = self.hasher
    for contact in contacts { own.combine(rows[contact]) }
    hasher.combine(own.finalize())
  }

  private mutating func add(_ value: Any) {
    if let contact = value as? ContactID {
      hasher.combine("contact")
      return contacts.append(contact)
    }
    let mirror = Mirror(reflecting: value)
    guard !mirror.children.isEmpty else { return hasher.combine("\(value)") }
    for child in mirror.children where child.label != "parameters" {
      hasher.combine(child.label)
      add(child.value)
    }
  }
}
