import Foundation
import TestSupport
import Testing

/// The system resources of a waiting daemon, counted exactly: nothing else on the machine changes them.
struct Resources: Equatable, CustomStringConvertible {
  /// Open files.
  let files: Int
  let heap: Heap

  init(of process: Int32) throws {
    files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
    heap = try Heap(of: process)
  }

  var description: String { "\(files) files, \(heap.bytes) bytes in \(heap.pieces) pieces" }
}

extension RunningDaemon {
  /// Its resources while it waits.
  func resources() throws -> Resources {
    try settleWithUdev()
    var resources: Resources?
    let isAtRest = try Bed.wait {
      let before = try ProcessState(of: processIdentifier)
      resources = try Resources(of: processIdentifier)
      return try before.isAsleep && ProcessState(of: processIdentifier) == before
    }
    #expect(isAtRest, "it does not come to rest")
    return try #require(resources)
  }

  /// Checks that its resources return to these values.
  func expect(_ before: Resources, sourceLocation: SourceLocation = #_sourceLocation) throws {
    var now = try Resources(of: processIdentifier)
    _ = try Bed.wait {
      now = try Resources(of: processIdentifier)
      return now == before
    }
    #expect(now == before, sourceLocation: sourceLocation)
  }
}
