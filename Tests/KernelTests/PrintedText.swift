import Foundation
import Synchronization

/// What a process prints, as far as it has.
final class PrintedText: Sendable {
  private struct State {
    var bytes = Data()
    var isComplete = false
  }

  private let state = Mutex(State())

  /// Reads to the end, by a thread of its own: Foundation's handlers share a few, which one that waits keeps from others.
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

  /// Whether there will be no more of it.
  var isComplete: Bool { state.withLock(\.isComplete) }

  var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

  /// The lines that are finished.
  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() }

  /// Forgets what there is so far, which takes the longer to look through the more there is of it.
  func forget() { state.withLock { $0.bytes.removeAll() } }
}
