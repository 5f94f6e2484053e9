import EventPipeline
import TestSupport

/// A touch device on which up to five fingers, or a pen, do whatever fingers and pens can do.
protocol RandomSurface {
  /// Its description.
  static var description: DeviceDescription { get }
  /// What touches it, in the order in which a frame tells of it.
  var touches: [RandomTouch] { get }
  /// What it shows itself.
  var shown: ShownTouches { get }
  /// What it shows where the last frame ended one touch, and began another in the same place.
  var hasReplaced: Bool { get }

  /// What happens in the next frame.
  mutating func play(_ random: inout SeededGenerator) -> [(EventCode, Int32)]
  /// The frame in which everything lifts.
  mutating func liftAll() -> [(EventCode, Int32)]
}

/// Something on a surface.
struct RandomTouch: Equatable {
  /// What it has to itself while it is there: nothing else has it at the same time.
  var key: Int
  /// A number that no other touch has had for long.
  var id: Int32
  var x: Int32
  var y: Int32
  var isPalm = false
  var hovers = false
}

extension DeviceDescription {
  /// A surface of 256 mm by 160 mm, at 10 units a millimetre.
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

/// The fingers of devices with several contacts: those that touch, hover and lie there as palms.
struct RandomFingers {
  /// What fingers can do on a device.
  struct Habits {
    var hover = false
    var palms = false
    /// Whether the device's readers have to tell its contacts apart by where they are: fingers then stay far enough from
    /// each other, and go slowly.
    var staysInItsCell = false
  }

  private static let most = 5
  private static let slots = 10
  private static let cell: (width: Int32, height: Int32) = (426, 400)

  private(set) var touches: [RandomTouch] = []
  private(set) var hasReplaced = false
  private let habits: Habits
  // Near the end of the numbers, which begin anew.
  private var lastID: Int32 = 65_000
  /// Those that were touched in this frame, and may not be again.
  private var busy: Set<Int> = []

  init(_ habits: Habits) { self.habits = habits }

  /// One to three of them do something.
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

  /// Where a finger goes: anywhere, or within 4 mm of the middle of its own cell, in the first or third of four rows of six.
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
