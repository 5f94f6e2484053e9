import Foundation

/// A game: a process that uses SDL2.
struct SDLGame {
  /// What sdl.py prints.
  struct Report: Decodable {
    let name: String
    let is_controller: Bool
    let axes: Int
    let hats: Int
    let buttons: Int
    let left: [[Int]]
    let right: [[Int]]
    /// SDL's names of what was pressed or pulled, in the order of that.
    let pressed: [String]
    /// Those that are down at the end.
    let down: [String]
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init() throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "sdl.py")
    // Debian's own interpreter, for which pygame is a package.
    process.arguments = ["/usr/bin/python3", script.path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  func readLine() -> String {
    var line = Data()
    while let byte = try? output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) {
      line += byte
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Tells it to stop. Returns what it has seen.
  func finish() throws -> Report {
    try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    let rest = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try JSONDecoder().decode(Report.self, from: rest)
  }
}
