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
