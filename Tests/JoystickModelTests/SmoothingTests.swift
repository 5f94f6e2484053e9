import Foundation
import Testing

@testable import JoystickModel

@Suite("Smoothing")
struct SmoothingTests {
  private static let origin = Point(x: 10, y: 20)

  private static func filter(minCutoff: Double = 1, beta: Double = 0) -> PositionFilter {
    var parameters = Smoothing()
    parameters.minCutoff = minCutoff
    parameters.beta = beta
    return PositionFilter(parameters, at: origin, time: 0)
  }

  @Test("The first position is not smoothed")
  func first() {
    #expect(Self.filter().position == Self.origin)
    #expect(Self.filter().deadline == nil)
  }

  @Test("A step of 1 mm after 10 ms, at 1 Hz, moves as far as the paper's formula says")
  func step() {
    var filter = Self.filter()
    filter.move(to: Point(x: 11, y: 20), time: 10_000)
    // alpha = 1 / (1 + 1 / (2 pi 1 Hz 0.01 s))
    #expect(abs(filter.position.x - (10 + 0.0591173984)) < 1e-9)
    #expect(filter.position.y == 20)
    filter.move(to: Point(x: 11, y: 20), time: 20_000)
    // x = 11 - (1 - alpha)^2
    #expect(abs(filter.position.x - (11 - pow(1 - 0.0591173984, 2))) < 1e-8)
  }

  @Test("The cutoff rises with the smoothed speed")
  func speed() {
    var filter = Self.filter(beta: 0.5)
    filter.move(to: Point(x: 11, y: 20), time: 10_000)
    // The speed is 100 mm/s, smoothed at 1 Hz 5.91173984 mm/s, so that f = 1 + 0.5 x 5.91 = 3.95586992 Hz.
    let cutoff = 1 + 0.5 * 5.91173984
    let alpha = 1 / (1 + 1 / (2 * Double.pi * cutoff * 0.01))
    #expect(abs(filter.position.x - (10 + alpha)) < 1e-7)
  }

  @Test("The filter reaches a resting finger although its device is silent, and then nothing is due")
  func settles() {
    var filter = Self.filter(minCutoff: 3, beta: 0.05)
    filter.move(to: Point(x: 15, y: 12), time: 8_000)
    var steps = 0
    var distances = [Double.infinity]
    while let deadline = filter.deadline, steps < 10_000 {
      #expect(deadline > 8_000)
      filter.settle(time: deadline)
      let distance = (filter.target - filter.position).length
      #expect(distance < distances[distances.count - 1])
      distances.append(distance)
      steps += 1
    }
    #expect(filter.position == Point(x: 15, y: 12))
    #expect((2..<1000).contains(steps))
  }

  @Test("At the end of all times the filter reaches the finger at once")
  func endOfTime() {
    var filter = Self.filter()
    filter.move(to: Point(x: 15, y: 12), time: .max - 1)
    for _ in 0..<3 {
      guard let deadline = filter.deadline else { break }
      filter.settle(time: deadline)
    }
    #expect(filter.deadline == nil)
    #expect(filter.position == Point(x: 15, y: 12))
  }

  @Test("The filter waits 40 ms for the next sample, and then moves every 10 ms")
  func silence() {
    var filter = Self.filter()
    filter.move(to: Point(x: 11, y: 20), time: 10_000)
    #expect(filter.deadline == 50_000)
    filter.move(to: Point(x: 12, y: 20), time: 49_000)
    #expect(filter.deadline == 89_000)
    filter.settle(time: 89_000)
    #expect(filter.deadline == 99_000)
    filter.move(to: Point(x: 13, y: 20), time: 95_000)
    #expect(filter.deadline == 135_000)
  }

  @Test("Samples with the same or an earlier time do not move the filter, and do not hold it back")
  func sameTime() {
    for time in [Int64(0), -1_000_000, .min] {
      var filter = Self.filter()
      filter.move(to: Point(x: 11, y: 20), time: time)
      #expect(filter.position == Self.origin)
      #expect(filter.deadline != nil)
      filter.move(to: Point(x: 11, y: 20), time: time.saturatingAdd(10_000_000))
      #expect(filter.position.x > 10.9)
    }
  }

  @Test("A stick starts each touch unsmoothed, follows the finger, and is at 0 after it")
  func stick() {
    var parameters = StickParameters(region: TouchScript.everywhere, center: TouchScript.home)
    parameters.smoothing = Smoothing()
    var stick = Stick(parameters)
    for start in [Int64(0), 10_000_000] {
      stick.begin(ContactID(1), at: Point(x: 30, y: 30), time: start)
      #expect(stick.report.polar.displacement == 0)
      stick.move(to: Point(x: 35, y: 30), time: start + 10_000)
      #expect(stick.report.polar.displacement > 0)
      #expect(stick.report.polar.displacement < 5.0 / 9)
      while let deadline = stick.deadline { stick.advance(to: deadline) }
      #expect(stick.report.polar.displacement == 5.0 / 9)
      stick.end(time: start + 9_000_000)
      #expect(stick.deflection == .zero)
      #expect(stick.deadline == nil)
    }
  }
}

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
