import EventPipeline
import TestSupport

private typealias Events = [(EventCode, Int32)]

/// A touchpad whose two slots are the corners of a box around up to three fingers (semi-mt). It has one contact.
struct RandomSemiMT: RandomSurface {
  static let description = DeviceDescription.surface(
    "Random semi-mt touchpad", properties: [.pointer, .semiMT],
    keys: Set([.btnTouch, .btnLeft] + RandomTouchpad.fingerCounts.prefix(3)),
    more: [.absMTSlot: 0...1, .absMTTrackingID: 0...65535], isMultitouch: true)

  private(set) var shown = ShownTouches()
  private var fingers: [(x: Int32, y: Int32)] = []
  private var lastID: Int32 = 65_400
  private var ids: [Int32] = [-1, -1]
  private var touchNumber: Int32 = 0
  var hasReplaced: Bool { false }

  var touches: [RandomTouch] {
    fingers.isEmpty ? [] : [RandomTouch(key: 0, id: touchNumber, x: shown.x, y: shown.y)]
  }

  mutating func play(_ random: inout SeededGenerator) -> [(EventCode, Int32)] {
    if fingers.isEmpty { touchNumber += 1 }
    if fingers.isEmpty || (fingers.count < 3 && random.chance(0.15)) {
      fingers.append((random.integer(0...2559), random.integer(0...1599)))
    } else if random.chance(0.2) {
      fingers.remove(at: random.integer(0...fingers.count - 1))
    } else {
      fingers[random.integer(0...fingers.count - 1)] = (random.integer(0...2559), random.integer(0...1599))
    }
    return report()
  }

  mutating func liftAll() -> [(EventCode, Int32)] {
    fingers = []
    return report()
  }

  private mutating func report() -> Events {
    let (xs, ys) = (fingers.map(\.x), fingers.map(\.y))
    let corners = [(xs.min(), ys.min()), (xs.max(), ys.max())]
    var events: Events = []
    shown.contacts = []
    for slot in 0...1 {
      let isThere = fingers.count > slot
      if isThere, ids[slot] < 0 { lastID = (lastID + 1) & 0xffff }
      ids[slot] = !isThere ? -1 : ids[slot] < 0 ? lastID : ids[slot]
      events += [(.absMTSlot, Int32(slot)), (.absMTTrackingID, ids[slot])]
      guard isThere, let x = corners[slot].0, let y = corners[slot].1 else { continue }
      events += [(.absMTPositionX, x), (.absMTPositionY, y)]
      shown.contacts.append(.init(slot: Int32(slot), id: ids[slot], x: x, y: y))
    }
    if let first = shown.contacts.first { (shown.x, shown.y) = (first.x, first.y) }
    let counts = RandomTouchpad.fingerCounts.prefix(3)
    shown.keys = fingers.isEmpty ? [] : [EventCode.btnTouch.code, counts[fingers.count - 1].code]
    for key in [.btnTouch] + counts { events.append((key, shown.keys.contains(key.code) ? 1 : 0)) }
    return events + [(.absX, shown.x), (.absY, shown.y)]
  }
}

/// A drawing tablet. Its pen hovers, touches, leaves without a lift, and lifts and touches within a frame.
struct RandomPen: RandomSurface {
  static let description = DeviceDescription.surface(
    "Random tablet", properties: [.pointer], keys: [.btnTouch, .btnToolPen, .btnStylus],
    more: [.absPressure: 0...1023], isMultitouch: false)

  private(set) var shown = ShownTouches()
  private(set) var hasReplaced = false
  private var isNear: Bool { shown.keys.contains(EventCode.btnToolPen.code) }
  private var touchNumber: Int32 = 0

  var touches: [RandomTouch] {
    shown.isPressed ? [RandomTouch(key: 0, id: touchNumber, x: shown.x, y: shown.y)] : []
  }

  mutating func play(_ random: inout SeededGenerator) -> [(EventCode, Int32)] {
    hasReplaced = false
    guard isNear else { return comeNear(&random) }
    switch random.integer(0...9) {
    case 0: return leave()
    case 1...3:
      let isDown = !shown.isPressed
      if isDown { touchNumber += 1 }
      let moved = random.chance(0.5) ? move(&random) : []
      return press(isDown) + moved
    case 4 where shown.isPressed:
      touchNumber += 1
      hasReplaced = true
      return press(false) + press(true) + move(&random)
    default: return move(&random)
    }
  }

  mutating func liftAll() -> [(EventCode, Int32)] {
    hasReplaced = false
    return press(false) + leave()
  }

  /// BTN_TOUCH is down if the pen left without a lift.
  private mutating func comeNear(_ random: inout SeededGenerator) -> Events {
    shown.keys = [EventCode.btnToolPen.code]
    return [(.btnTouch, 0), (.btnToolPen, 1)] + move(&random)
  }

  private mutating func leave() -> Events {
    shown.keys = []
    return [(.btnToolPen, 0)]
  }

  private mutating func press(_ isDown: Bool) -> Events {
    if isDown {
      shown.keys.insert(EventCode.btnTouch.code)
    } else {
      shown.keys.remove(EventCode.btnTouch.code)
    }
    return [(.btnTouch, isDown ? 1 : 0), (.absPressure, isDown ? 500 : 0)]
  }

  private mutating func move(_ random: inout SeededGenerator) -> Events {
    (shown.x, shown.y) = (random.integer(0...2559), random.integer(0...1599))
    return [(.absX, shown.x), (.absY, shown.y)]
  }
}
