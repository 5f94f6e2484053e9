import Foundation
import Testing

/// How long the tests of endurance go on: for minutes with `make endurance`, else for seconds, which shows that they
/// work, and what leaks much.
enum Endurance {
  static let isFull = ProcessInfo.processInfo.environment["TOUCHSTICK_ENDURANCE"] == "1"

  static func count(_ full: Int, ordinarily few: Int) -> Int { isFull ? full : few }

  /// Says what was measured, where somebody waits for that.
  static func report(_ text: String) {
    if isFull { print("endurance: \(text)") }
  }
}

extension KernelTests {
  @Suite("What goes on for long", .serialized)
  struct EnduranceTests {}
}

/// What a process has of the system's.
struct Resources: Equatable, CustomStringConvertible {
  /// Open files.
  let files: Int
  /// The pages that it alone has and has written: its heap, stack and data, in kilobytes. Unlike the resident set,
  /// this does not change with the pages of programs and libraries that the kernel happens to map or to drop.
  let written: Int
  /// The resident set, in kilobytes.
  let resident: Int

  init(of process: Int32) throws {
    let folder = "/proc/\(process)"
    files = try FileManager.default.contentsOfDirectory(atPath: folder + "/fd").count
    let map = try String(contentsOfFile: folder + "/smaps_rollup", encoding: .utf8)
    written = try #require(map.firstMatch(of: /Private_Dirty:\s+(\d+) kB/).flatMap { Int($0.1) })
    resident = try #require(map.firstMatch(of: /Rss:\s+(\d+) kB/).flatMap { Int($0.1) })
  }

  var description: String { "\(files) files, \(written) kB written, \(resident) kB resident" }

  /// What the heap may grow by, in kilobytes, without anything having leaked: malloc keeps some freed memory of each
  /// size, which some hundred rounds of anything fill up. Of 200 rounds, a leak of 330 bytes in each would be more.
  /// After few rounds most of that is still to come: then it is what malloc keeps at the end of a heap before it gives
  /// any back (mallopt(3), M_TRIM_THRESHOLD).
  static let heapGrowth = Endurance.isFull ? 64 : 128

  /// Checks that nothing has become more, but for so many kilobytes.
  func expectNoMore(
    than before: Resources, kilobytes: Int = heapGrowth, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(files == before.files, "\(before); then \(self)", sourceLocation: sourceLocation)
    #expect(written <= before.written + kilobytes, "\(before); then \(self)", sourceLocation: sourceLocation)
  }
}
