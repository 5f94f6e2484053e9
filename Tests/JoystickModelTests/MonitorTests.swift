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

@Suite("Releasing a stick")
struct LettingGoTests {
  @Test("The base stays where it was moved, or returns at the release, at a double tap, or later")
  func homeReturn() {
    let drag: [TouchStep] = [.down(0, 50, 50), .move(10, 70, 50), .up(20)]
    func log(_ homeReturn: HomeReturn, _ more: [TouchStep] = []) -> [String] {
      Array(TouchScript.log(drag + more) { $0.homeReturn = homeReturn }.dropFirst())
    }
    #expect(log(.never) == [])
    #expect(log(.release) == ["20 base 50 50"])
    #expect(log(.after(1_000_000)) == ["1020 base 50 50"])
    #expect(log(.after(0)) == ["20 base 50 50"])
    // A touch comes before that, and the delay restarts.
    #expect(
      log(.after(1_000_000), [.down(500, 60, 50), .up(2000)]) == ["3000 base 50 50"])
    let taps: [TouchStep] = [.down(500, 60, 50), .up(600), .down(700, 60, 50), .up(800)]
    #expect(log(.doubleTap, taps) == ["700 base 50 50"])
    #expect(log(.never, taps) == [])
  }

  @Test("A cancelled touch returns the base, like a lifted one")
  func homeReturnAfterCancel() {
    #expect(
      TouchScript.log([.down(0, 70, 50), .cancel(20)]) { $0.homeReturn = .release }
        == ["0 base 70 50", "20 base 50 50"])
  }

  @Test("A reset releases all buttons and timers, and centres the handle")
  func reset() {
    let all: (inout StickParameters) -> Void = {
      GestureTests.doubleTap(&$0)
      $0.movable = true
      $0.gestures.hold = .press(.north)
      $0.gestures.outerRing = .leftThumb
      $0.homeReturn = .after(5_000_000)
    }
    let situations: [[TouchStep]] = [
      [.down(0, 50, 50), .up(100)],
      [.down(0, 50, 50), .up(100), .down(200, 50, 50)],
      [.down(0, 50, 50), .move(600, 50, 50), .move(610, 90, 50)],
      [.down(0, 50, 50), .move(10, 90, 50), .up(20)],
    ]
    for steps in situations {
      var script = TouchScript(all)
      for step in steps { script.take(step) }
      var stick = script.stick
      #expect(stick.deadline != nil || stick.buttons != 0)
      stick.reset(time: 1_000_000)
      #expect(stick.buttons == 0)
      #expect(stick.deadline == nil)
      #expect(stick.deflection == .zero)
      #expect(stick.base == TouchScript.home)
    }
  }

  @Test("Times at the end of the clock, or that run backwards, leave nothing stuck")
  func extremeTimes() {
    var parameters = TouchScript(GestureTests.doubleTap).parameters
    parameters.gestures.hold = .press(.north)
    // The last is a lift before its touch-down, which is no tap.
    for times in [[Int64.max - 1, .max], [.min, .max], [.max, .min], [5_000_000, 1_000_000]] {
      var stick = Stick(parameters)
      stick.begin(ContactID(1), at: TouchScript.home, time: times[0])
      stick.end(time: times[1])
      stick.advance(to: .max)
      stick.advance(to: .max)
      #expect(stick.buttons == 0)
      #expect(stick.deadline == nil)
    }
  }
}
