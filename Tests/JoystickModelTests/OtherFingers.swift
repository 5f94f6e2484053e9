import JoystickModel
import TestSupport

/// Fingers that come, move and go while another touch holds the stick.
struct OtherFingers {
  private let touches: RandomTouches
  private var down: [ContactID] = []
  /// Far from the numbers of the fingers that hold the stick.
  private var next: UInt32 = 1_000_000

  init(_ touches: RandomTouches) { self.touches = touches }

  /// Moves them between two times.
  ///
  /// - Parameter isHeld: Whether another finger holds the stick. If not, none of these begins where it would
  ///   hold the stick.
  mutating func between(
    _ start: Int64, _ end: Int64, isHeld: Bool, _ random: inout SeededGenerator
  ) -> [TouchSample] {
    var samples: [TouchSample] = []
    for _ in 0..<random.integer(0...2) {
      let time = random.integer((samples.last?.time ?? start)...end)
      let position = Point(within: touches.surface, &random)
      let mayBegin = isHeld || !touches.parameters.region.contains(position)
      guard let event = event(at: position, mayBegin: mayBegin, &random) else { continue }
      samples.append(TouchSample(event: event, time: time))
    }
    return samples
  }

  private mutating func event(
    at position: Point, mayBegin: Bool, _ random: inout SeededGenerator
  ) -> ContactEvent? {
    if mayBegin, down.isEmpty || random.chance(0.3) {
      next += 1
      down.append(ContactID(next))
      return ContactEvent(id: ContactID(next), phase: .began, position: position)
    }
    guard let index = down.indices.randomElement(using: &random) else { return nil }
    let id = down[index]
    let phase: ContactPhase = random.pick(.moved, .moved, .ended, .cancelled)
    if phase != .moved { down.remove(at: index) }
    return ContactEvent(id: id, phase: phase, position: position)
  }
}

extension RandomTouches {
  /// The samples of contacts that begin at certain places.
  func samples(ofContactsBeginning isWanted: (Point) -> Bool) -> [TouchSample] {
    var wanted: ContactID?
    return samples.filter { sample in
      if sample.event.phase == .began {
        wanted = isWanted(surface.clamp(sample.event.position)) ? sample.event.id : nil
      }
      return sample.event.id == wanted
    }
  }
}
