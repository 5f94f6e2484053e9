import Foundation
import Synchronization

/// The output of a process so far.
final class PrintedText: Sendable {
  private struct State {
    var bytes = Data()
    var isComplete = false
  }

  private let state = Mutex(State())

  /// Reads to the end, in a thread of its own: Foundation's handlers share a few threads, and one that waits would
  /// block others.
  init(from pipe: Pipe) {
    let file = pipe.fileHandleForReading
    Thread.detachNewThread { [self] in
      while !isComplete {
        let data = file.availableData
        state.withLock {
          $0.bytes += data
          $0.isComplete = data.isEmpty
        }
      }
    }
  }

  /// Whether the output has ended.
  var isComplete: Bool { state.withLock(\.isComplete) }

  var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

  /// The complete lines.
  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() }

  /// Forgets the output so far, because searching a long output takes long.
  func forget() { state.withLock { $0.bytes.removeAll() } }
}
