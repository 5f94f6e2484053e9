import EventPipeline
import TestSupport

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
