internal import Foundation

/// The heap of a program, counted piece by piece: see Tests/HeapCounter.
package struct Heap: Equatable {
  /// The bytes that were requested and not freed.
  package let bytes: Int
  /// The number of pieces.
  package let pieces: Int

  /// Whether two counts are the same, although a device may have come back with a longer number: after input99 comes
  /// input100. A leak adds pieces, or whole elements to a list.
  package static func == (first: Heap, second: Heap) -> Bool {
    first.pieces == second.pieces && abs(first.bytes - second.bytes) < 8
  }

  /// The environment that makes a program count.
  package static func environment() throws -> [String: String] {
    ["LD_PRELOAD": try library.get(), "HEAP_COUNTER_FOLDER": try folder.get()]
  }

  /// The virtual machine of the kernel tests, in which nothing is built, is told.
  private static let library = Result {
    if let known = ProcessInfo.processInfo.environment["TOUCHSTICK_HEAP_COUNTER"] { return known }
    let script = URL(filePath: #filePath).appending(path: "../../../scripts/heap-counter").standardized
    let (status, printed) = try Programs.run(script.path, [])
    guard status == 0 else { throw Missing(what: printed) }
    return printed.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static let folder = Result { try Programs.files([:]).path }

  package init(of process: Int32) throws {
    let counted = try Data(contentsOf: URL(filePath: Self.folder.get()).appending(path: "\(process)"))
    let numbers = unsafe counted.withUnsafeBytes { bytes in
      unsafe bytes.bindMemory(to: Int64.self).map(Int.init)
    }
    guard numbers.count == 2, numbers[1] > 0 else {
      throw Missing(what: "the count of the heap of \(process)")
    }
    (bytes, pieces) = (numbers[0], numbers[1])
  }
}
