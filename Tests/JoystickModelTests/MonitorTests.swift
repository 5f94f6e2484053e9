import JoystickModel
import Testing

@Suite("Reports of movements")
struct MonitorTests {
  /// Whether there is a report after each step.
  private static func reports(
    _ steps: [TouchStep], _ change: (inout StickParameters) -> Void
  ) -> [Bool] {
    var script = TouchScript(change)
    var monitor = StickMonitor(script.stick)
    return steps.map { step in
      script.take(step)
      return monitor.change(of: script.stick) != nil
    }
  }

  @Test("A base that the finger moves is reported, even if the handle stays in the middle")
  func floating() {
    #expect(
      Self.reports([.down(0, 50, 50), .up(10), .down(20, 30, 30), .up(30)]) { _ in } == [
        false, false, true, false,
      ])
  }

  @Test("A base that returned home is reported when a finger moves it to the same place again")
  func sameAgain() {
    let steps: [TouchStep] = [.down(0, 20, 20), .move(10, 25, 20), .up(20), .down(30, 20, 20)]
    #expect(Self.reports(steps) { $0.homeReturn = .release } == [true, true, true, true])
  }

  @Test("A base that returns by itself and a repeated sample are not reported")
  func silence() {
    var script = TouchScript { $0.homeReturn = .after(1000) }
    script.take(.down(0, 20, 20))
    script.take(.up(10))
    var monitor = StickMonitor(script.stick)
    script.finish()
    #expect(script.stick.base == TouchScript.home)
    #expect(monitor.change(of: script.stick) == nil)
    #expect(
      Self.reports([.down(0, 20, 20), .move(10, 25, 20), .move(20, 25, 20)]) { _ in } == [true, true, false])
  }

  @Test("A base at the edge of its bounds does not creep under a resting finger")
  func creeping() {
    var script = TouchScript {
      $0.origin = .fixed
      $0.movableBounds = Rectangle(x: 40, y: 40, width: 20, height: 20)
    }
    script.take(.down(0, 50, 50))
    script.take(.move(10, 90, 48))
    let base = script.stick.base
    script.take(.move(20, 90, 48))
    #expect(script.stick.base == base)
  }
}
