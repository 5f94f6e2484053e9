import EventPipeline
import TestSupport

/// A touch device with up to five fingers, or a pen, that do anything possible.
protocol RandomSurface {
  /// Its description.
  static var description: DeviceDescription { get }
  /// Its touches, in the order of a frame's reports.
  var touches: [RandomTouch] { get }
  /// Its own state.
  var shown: ShownTouches { get }
  /// Its state in between, if the last frame ended one touch and began another in its place.
  var hasReplaced: Bool { get }

  /// The events of the next frame.
  mutating func play(_ random: inout SeededGenerator) -> [(EventCode, Int32)]
  /// The frame in which everything lifts.
  mutating func liftAll() -> [(EventCode, Int32)]
}

/// A touch on a surface.
struct RandomTouch: Equatable {
  /// Its place, such as a slot, which no other touch has at the same time.
  var key: Int
  /// A number that no other recent touch has had.
  var id: Int32
  var x: Int32
  var y: Int32
  var isPalm = false
  var hovers = false
}

extension DeviceDescription {
  /// A surface of 256 mm by 160 mm, with 10 units per millimetre.
  static func surface(
    _ name: String, properties: Set<DeviceProperty>, keys: Set<EventCode>,
    more: [EventCode: ClosedRange<Int32>],
    isMultitouch: Bool
  ) -> DeviceDescription {
    let (x, y) = (
      AbsoluteAxis(minimum: 0, maximum: 2559, resolution: 10),
      AbsoluteAxis(minimum: 0, maximum: 1599, resolution: 10)
    )
    var axes: [UInt16: AbsoluteAxis] = [EventCode.absX.code: x, EventCode.absY.code: y]
    if isMultitouch { axes[EventCode.absMTPositionX.code] = x }
    if isMultitouch { axes[EventCode.absMTPositionY.code] = y }
    for (code, range) in more {
      axes[code.code] = AbsoluteAxis(minimum: range.lowerBound, maximum: range.upperBound)
    }
    return DeviceDescription(
      name: name, id: DeviceID(bus: 3, vendor: 0x1234, product: 0x5678, version: 1), properties: properties,
      codes: keys, axes: axes)
  }
}

/// The fingers of multi-touch devices: touching, hovering and palms.
struct RandomFingers {
  /// The possible actions of fingers on a device.
  struct Habits {
    var hover = false
    var palms = false
    /// Whether the device's readers must tell its contacts apart by position. Fingers then keep a distance, and move
    /// slowly.
    var staysInItsCell = false
  }

  private static let most = 5
  private static let slots = 10
  private static let cell: (width: Int32, height: Int32) = (426, 400)

  private(set) var touches: [RandomTouch] = []
  private(set) var hasReplaced = false
  private let habits: Habits
  // Near the end of the numbers, which then start again.
  private var lastID: Int32 = 65_000
  /// The fingers that have acted in this frame, and may not act again.
  private var busy: Set<Int> = []

  init(_ habits: Habits) { self.habits = habits }

  /// One to three fingers act.
  mutating func play(_ random: inout SeededGenerator) {
    busy = []
    hasReplaced = false
    for _ in 0..<random.integer(1...3) {
      let idle = touches.indices.filter { !busy.contains(touches[$0].key) }
      if touches.count < Self.most, idle.isEmpty || random.chance(0.3) {
        touchDown(&random)
      } else if let index = idle.randomElement(using: &random) {
        change(index, &random)
      }
    }
  }

  mutating func liftAll() {
    touches = []
    hasReplaced = false
  }

  private mutating func touchDown(_ random: inout SeededGenerator) {
    let taken = busy.union(touches.map(\.key))
    guard let key = (0..<Self.slots).filter({ !taken.contains($0) }).randomElement(using: &random) else {
      return
    }
    touches.append(newTouch(key, &random))
    busy.insert(key)
  }

  private mutating func newTouch(_ key: Int, _ random: inout SeededGenerator) -> RandomTouch {
    lastID = (lastID + 1) & 0xffff
    var touch = RandomTouch(key: key, id: lastID, x: 0, y: 0)
    touch.isPalm = habits.palms && random.chance(0.05)
    touch.hovers = habits.hover && !touch.isPalm && random.chance(0.15)
    place(&touch, &random)
    return touch
  }

  private mutating func change(_ index: Int, _ random: inout SeededGenerator) {
    let key = touches[index].key
    busy.insert(key)
    switch random.integer(0...19) {
    case 0...4: touches.remove(at: index)
    case 5...6 where !habits.staysInItsCell:
      touches[index] = newTouch(key, &random)
      hasReplaced = true
    case 7 where habits.palms: touches[index].isPalm = true
    case 8...9 where habits.hover && !touches[index].isPalm: touches[index].hovers.toggle()
    default: place(&touches[index], &random)
    }
  }

  /// A finger's next position: anywhere, or within 4 mm of the middle of its own cell, in the first or third of four
  /// rows of six.
  private func place(_ touch: inout RandomTouch, _ random: inout SeededGenerator) {
    guard habits.staysInItsCell else {
      touch.x = random.integer(0...2559)
      touch.y = random.integer(0...1599)
      return
    }
    let cell = Int32(touch.key)
    touch.x = (cell % 6) * Self.cell.width + Self.cell.width / 2 + random.integer(-40...40)
    touch.y = 2 * (cell / 6) * Self.cell.height + Self.cell.height / 2 + random.integer(-40...40)
  }
}

private typealias Events = [(EventCode, Int32)]

/// A touchscreen with slots, whose fingers hover, are palms, and replace each other within a frame.
struct RandomTouchscreen: RandomSurface {
  static let description = DeviceDescription.surface(
    "Random touchscreen", properties: [.direct], keys: [.btnTouch],
    more: [.absMTSlot: 0...9, .absMTTrackingID: 0...65535, .absMTToolType: 0...2, .absMTDistance: 0...1],
    isMultitouch: true)

  private var slots = RandomSlots(RandomFingers(.init(hover: true, palms: true)))
  var touches: [RandomTouch] { slots.touches }
  var shown: ShownTouches { slots.shown }
  var hasReplaced: Bool { slots.fingers.hasReplaced }

  mutating func play(_ random: inout SeededGenerator) -> [(EventCode, Int32)] {
    slots.report(keys: []) { $0.play(&random) }
  }
  mutating func liftAll() -> [(EventCode, Int32)] { slots.report(keys: []) { $0.liftAll() } }
}

/// A touchpad with slots that reports the number of fingers.
struct RandomTouchpad: RandomSurface {
  static let description = DeviceDescription.surface(
    "Random touchpad", properties: [.pointer], keys: Set([.btnTouch, .btnLeft] + fingerCounts),
    more: [.absMTSlot: 0...9, .absMTTrackingID: 0...65535], isMultitouch: true)
  /// BTN_TOOL_FINGER to BTN_TOOL_QUINTTAP, by their number of fingers.
  static let fingerCounts = [0x145, 0x14d, 0x14e, 0x14f, 0x148].map { EventCode(.key, $0) }

  private var slots = RandomSlots(RandomFingers(.init()))
  var touches: [RandomTouch] { slots.touches }
  var shown: ShownTouches { slots.shown }
  var hasReplaced: Bool { slots.fingers.hasReplaced }

  mutating func play(_ random: inout SeededGenerator) -> [(EventCode, Int32)] {
    slots.report(keys: Self.fingerCounts) { $0.play(&random) }
  }
  mutating func liftAll() -> [(EventCode, Int32)] {
    slots.report(keys: Self.fingerCounts) { $0.liftAll() }
  }
}

/// The reports of a device with slots, as in drivers/input/input-mt.c.
private struct RandomSlots {
  var fingers: RandomFingers
  var shown = ShownTouches()
  var touches: [RandomTouch] { fingers.touches.sorted { $0.key < $1.key } }

  init(_ fingers: RandomFingers) { self.fingers = fingers }

  /// Makes a change, and reports the difference.
  mutating func report(keys: [EventCode], _ change: (inout RandomFingers) -> Void) -> Events {
    let before = fingers.touches
    change(&fingers)
    var events: Events = []
    for old in before where !fingers.touches.contains(where: { $0.id == old.id }) {
      events += [(.absMTSlot, Int32(old.key)), (.absMTTrackingID, -1)]
    }
    for touch in touches where !before.contains(touch) {
      events += [(.absMTSlot, Int32(touch.key)), (.absMTTrackingID, touch.id)]
      events += [(.absMTPositionX, touch.x), (.absMTPositionY, touch.y)]
      events += [(.absMTToolType, touch.isPalm ? 2 : 0), (.absMTDistance, touch.hovers ? 1 : 0)]
    }
    show(keys)
    for key in [.btnTouch] + keys { events.append((key, shown.keys.contains(key.code) ? 1 : 0)) }
    return events + [(.absX, shown.x), (.absY, shown.y)]
  }

  private mutating func show(_ keys: [EventCode]) {
    shown.contacts = touches.map(\.shown)
    shown.keys = []
    if shown.contacts.contains(where: \.touches) { shown.keys.insert(EventCode.btnTouch.code) }
    let count = min(touches.count, keys.count)
    if count > 0 { shown.keys.insert(keys[count - 1].code) }
    shown.followOldest()
  }
}

extension RandomTouch {
  /// The finger as a reader sees it in a slot.
  var shown: ShownTouches.Contact {
    .init(slot: Int32(key), id: id, x: x, y: y, toolType: isPalm ? 2 : 0, distance: hovers ? 1 : 0)
  }
}

extension ShownTouches {
  /// ABS_X and ABS_Y are the position of the oldest contact, and do not change without one.
  mutating func followOldest() {
    guard let oldest = contacts.max(by: { $1.isOlder(than: $0) }) else { return }
    (x, y) = (oldest.x, oldest.y)
  }
}

/// An old touchscreen that lists its contacts without names: type A.
struct RandomList: RandomSurface {
  static let description = DeviceDescription.surface(
    "Random list", properties: [.direct], keys: [.btnTouch], more: [.absMTToolType: 0...2], isMultitouch: true
  )

  private var fingers = RandomFingers(.init(palms: true, staysInItsCell: true))
  private(set) var shown = ShownTouches()
  var touches: [RandomTouch] { fingers.touches }
  var hasReplaced: Bool { false }

  mutating func play(_ random: inout SeededGenerator) -> [(EventCode, Int32)] {
    fingers.play(&random)
    return report()
  }

  mutating func liftAll() -> [(EventCode, Int32)] {
    fingers.liftAll()
    return report()
  }

  private mutating func report() -> Events {
    shown.contacts = touches.enumerated().map { index, touch in touch.listed(index) }
    shown.keys = touches.isEmpty ? [] : [EventCode.btnTouch.code]
    if let first = touches.first { (shown.x, shown.y) = (first.x, first.y) }
    var events: Events = touches.flatMap { touch -> Events in
      [
        (.absMTPositionX, touch.x), (.absMTPositionY, touch.y), (.absMTToolType, touch.isPalm ? 2 : 0),
        (.synMTReport, 0),
      ]
    }
    if touches.isEmpty { events.append((.synMTReport, 0)) }
    return events + [(.btnTouch, touches.isEmpty ? 0 : 1), (.absX, shown.x), (.absY, shown.y)]
  }
}

extension RandomTouch {
  /// The finger as a reader sees it in a list.
  func listed(_ index: Int) -> ShownTouches.Contact {
    .init(slot: Int32(index), x: x, y: y, toolType: isPalm ? 2 : 0)
  }
}

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
