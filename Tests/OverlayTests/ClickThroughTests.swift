import Foundation
import OverlayFeed
import TestSupport
import Testing

@Suite("Clicks through the overlay", .serialized)
struct ClickThroughTests {
  /// Places on and beside the controls of `Glasses`, on an output with 2 pixels for a millimetre.
  private static let places = [(360, 160), (60, 100), (200, 60), (350, 10), (240, 160), (300, 190)]

  @Test("reach the window below, wherever they are")
  func through() throws {
    let sway = try HeadlessSway()
    let below = try ClickedWindow(sway)
    let overlay = try RunningOverlay(["WAYLAND_DISPLAY": sway.display, "XDG_RUNTIME_DIR": sway.folder.path])
    try overlay.send(.layout(Glasses.layout()), .state(Glasses.state()))
    try patiently {
      guard try sway.screenshot("click").pixel(360, 160) != 0 else { throw Missing(what: "the overlay") }
    }
    for (x, y) in Self.places {
      try below.click(x, y)
      #expect(try below.line() == "pressed \(x) \(y)")
    }
    withExtendedLifetime(overlay) {}
  }

  @Test("do not reach it through a layer that takes touches")
  func counterCheck() throws {
    let sway = try HeadlessSway()
    let below = try ClickedWindow(sway)
    let above = try ClickedWindow(sway, ["--above"])
    for (x, y) in Self.places {
      try below.click(x, y)
      #expect(try above.line() == "pressed \(x) \(y)")
    }
    above.end()
    try below.click(7, 7)
    #expect(try below.line() == "pressed 7 7")
  }
}

/// The window of window.py, without a border.
final class ClickedWindow {
  private let process = Process()
  private let input = Pipe()
  private let output = Lines()
  private var lineCount = 0

  init(_ sway: HeadlessSway, _ arguments: [String] = []) throws {
    try sway.ask("default_border", "none")
    let script = URL(filePath: #filePath).appending(path: "../window.py").standardized.path
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", script] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["WAYLAND_DISPLAY": sway.display]) {
      $1
    }
    process.standardInput = input
    process.standardOutput = output.pipe
    try Programs.starting.withLock { [process] _ in try process.run() }
    guard try line() == "shown" else { throw Missing(what: "a window") }
  }

  deinit { end() }

  func end() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func click(_ x: Int, _ y: Int) throws { try drag([x, y]) }

  /// Presses at the first place, moves to all others, and lifts.
  func drag(_ places: [Int]) throws {
    let line = places.map(String.init).joined(separator: " ") + "\n"
    try input.fileHandleForWriting.write(contentsOf: Data(line.utf8))
  }

  /// What it prints next.
  func line() throws -> String {
    defer { lineCount += 1 }
    return try patiently {
      let lines = output.read().split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      guard lineCount < lines.count else { throw Missing(what: "line \(lineCount + 1) of the window") }
      return String(lines[lineCount])
    }
  }
}
