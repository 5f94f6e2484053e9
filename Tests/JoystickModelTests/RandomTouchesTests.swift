import JoystickModel
import Testing
import TestSupport

@Suite("Random touches")
struct RandomTouchesTests {
  @Test("Random touches reach the interesting cases often enough", .enabled(if: Seeds.single == nil))
  func variety() {
    var counts: [String: Int] = [:]
    Seeds.forEach(2000) { random throws(Violation) in
      let touches = RandomTouches(&random)
      var seen: Set<String> = []
      var last = touches.layout
      let end = try touches.play { layout throws(Violation) in
        seen.formUnion(Self.happenings(last, layout, touches))
        last = layout
      }
      if end.deadline != nil { seen.insert("something is due after the last lift") }
      for happening in seen { counts[happening, default: 0] += 1 }
    }
    #expect(counts.count == 11, "\(counts)")
    // A hundredth of the cases.
    #expect(counts.filter { $0.value < 20 }.isEmpty, "\(counts)")
  }

  private static func happenings(_ old: Layout, _ new: Layout, _ touches: RandomTouches) -> Set<String> {
    let (before, after) = (old.stick, new.stick)
    let report = after.report
    let gestures: [GamepadButton] = [.south, .east, .north, .west]
    let isOnRim = report.polar.displacement > 0.999
    let facts = [
      "the stick is held": report.isActive,
      "the stick is deflected": after.deflection != .zero,
      "the deflection is full": after.deflection.length > 0.999,
      "the handle is on the rim": isOnRim,
      "the handle has not moved enough": report.polar.displacement > 0 && after.deflection == .zero,
      "the base follows": isOnRim && before.owner == after.owner && before.base != after.base,
      "the base is on the edge of its bounds": isOnRim && touches.parameters.isOnEdge(after.base),
      "a gesture presses a button": gestures.contains { new.gamepadState.isDown($0) },
      "the outer ring is down": new.gamepadState.isDown(StickGestures.ring),
      "the base returns": before.owner == nil && after.owner == nil && before.base != after.base,
    ]
    return Set(facts.filter(\.value).keys)
  }
}

extension StickParameters {
  fileprivate func isOnEdge(_ base: Point) -> Bool {
    guard movable, let bounds = movableBounds else { return false }
    return [bounds.x, bounds.x + bounds.width].contains(base.x)
      || [bounds.y, bounds.y + bounds.height].contains(base.y)
  }
}
