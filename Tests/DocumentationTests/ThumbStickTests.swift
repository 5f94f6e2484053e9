import Foundation
import JoystickModel
import Testing

/// The program in the guide is the file `ThumbStick.swift` here.
@Suite("The program in the guide")
struct ThumbStickTests {
  @Test("The guide shows the tested program")
  func same() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "ThumbStick.swift")
    #expect(try Guide().block("swift") == String(contentsOf: file, encoding: .utf8))
  }

  @Test("It moves a stick and reports it")
  func moves() throws {
    var stick = ThumbStick()
    stick.touch(.began, finger: 1, at: Point(x: 50, y: 70), time: 0)
    // The base floats to the touch-down.
    let first = stick.change()
    #expect(first?.base == Point(x: 50, y: 70))
    let none = stick.change()
    #expect(none == nil)
    stick.touch(.moved, finger: 1, at: Point(x: 59, y: 70), time: 10_000)
    let second = stick.change()
    let report = try #require(second)
    #expect(report.polar.angle == 90)
    #expect(report.polar.displacement == 1)
    #expect(stick.pad.leftStick.x == 32767)
    stick.touch(.ended, finger: 1, at: Point(x: 59, y: 70), time: 20_000)
    #expect(stick.pad == GamepadState())
    #expect(stick.deadline == nil)
  }

  @Test("It presses a button for a tap, until its deadline")
  func taps() throws {
    var stick = ThumbStick()
    stick.touch(.began, finger: 1, at: Point(x: 50, y: 70), time: 0)
    stick.touch(.ended, finger: 1, at: Point(x: 50, y: 70), time: 100_000)
    #expect(stick.pad.isDown(.south))
    let deadline = try #require(stick.deadline)
    #expect(deadline == 140_000)
    stick.advance(to: deadline)
    #expect(!stick.pad.isDown(.south))
  }
}
