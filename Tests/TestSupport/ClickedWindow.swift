internal import Foundation

/// The window of window.py, without a border.
package final class ClickedWindow {
  private let process = Process()
  private let input = Pipe()
  private let output = Lines()
  private var lineCount = 0

  package init(_ sway: HeadlessSway, _ arguments: [String] = []) throws {
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

  package func end() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  package func click(_ x: Int, _ y: Int) throws { try drag([x, y]) }

  /// Presses at the first place, moves to all others, and lifts.
  package func drag(_ places: [Int]) throws {
    let line = places.map(String.init).joined(separator: " ") + "\n"
    try input.fileHandleForWriting.write(contentsOf: Data(line.utf8))
  }

  /// What it prints next.
  package func line() throws -> String {
    defer { lineCount += 1 }
    return try patiently {
      let lines = output.read().split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      guard lineCount < lines.count else { throw Missing(what: "line \(lineCount + 1) of the window") }
      return String(lines[lineCount])
    }
  }
}
