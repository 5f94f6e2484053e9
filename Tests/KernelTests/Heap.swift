import Foundation
import Testing
import TestSupport

/// The heap of a daemon, counted piece by piece: see Tests/HeapCounter.
struct Heap: Equatable {
  /// The bytes that were requested and not freed.
  let bytes: Int
  /// The number of pieces.
  let pieces: Int

  /// The environment that makes a program count.
  static func environment() throws -> [String: String] {
    let library = try #require(
      ProcessInfo.processInfo.environment["TOUCHSTICK_HEAP_COUNTER"],
      "set TOUCHSTICK_HEAP_COUNTER to the output of scripts/heap-counter, as scripts/test kernel does")
    return ["LD_PRELOAD": library, "HEAP_COUNTER_FOLDER": try folder.get()]
  }

  private static let folder = Result { try Programs.files([:]).path }

  init(of process: Int32) throws {
    let counted = try Data(contentsOf: URL(filePath: Self.folder.get()).appending(path: "\(process)"))
    let numbers = unsafe counted.withUnsafeBytes { bytes in
      unsafe bytes.bindMemory(to: Int64.self).map(Int.init)
    }
    try #require(numbers.count == 2 && numbers[1] > 0, "the heap of \(process) is not counted")
    (bytes, pieces) = (numbers[0], numbers[1])
  }
}
