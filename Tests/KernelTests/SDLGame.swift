import Foundation
import Testing

/// A game: a process that uses SDL2.
final class SDLGame: Sendable {
  /// SDL's description of the controller.
  struct Controller: Decodable {
    let name: String
    let is_controller: Bool
    let axes: Int
    let hats: Int
    let buttons: Int
  }

  /// The controller's state.
  struct State: Decodable {
    let left: [Int]
    let right: [Int]
    /// SDL's names of pressed buttons and pulled triggers.
    let down: [String]
  }

  private let process: Process
  private let printed: PrintedText

  /// Starts the game, and waits until it has opened the controller.
  init() throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "sdl.py")
    process = Process(running: "python3", [script.path])
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    printed = PrintedText(from: output)
    try #require(Bed.wait { !lines.isEmpty }, "SDL has no controller")
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private var lines: [Data] { printed.lines.map { Data($0.utf8) } }

  var controller: Controller {
    get throws { try JSONDecoder().decode(Controller.self, from: #require(lines.first)) }
  }

  /// The controller's state after each event.
  var states: [State] {
    get throws { try lines.dropFirst().map { try JSONDecoder().decode(State.self, from: $0) } }
  }

  /// Waits until the controller shows something.
  func wait(
    sourceLocation: SourceLocation = #_sourceLocation, until condition: (State) -> Bool
  ) throws {
    var last: State?
    let isSeen = try Bed.wait {
      last = try lines.dropFirst().last.map { try JSONDecoder().decode(State.self, from: $0) }
      return last.map(condition) ?? false
    }
    #expect(isSeen, "\(String(describing: last))", sourceLocation: sourceLocation)
  }
}
