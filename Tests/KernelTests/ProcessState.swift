import Foundation
import Testing
import TestSupport

/// Whether a process runs, and how often it ran.
struct ProcessState: Equatable {
  /// Whether it waits for something, or has been stopped, or has ended.
  let isAsleep: Bool
  /// How often it went to sleep by itself, with nothing more to do.
  let sleeps: Int
  /// How often it had to wait for the processor.
  private let interruptions: Int

  init(of process: Int32) throws {
    isAsleep = try Self.isAsleep(process)
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    var values: [Substring: Substring] = [:]
    for line in status.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1)
      values[parts[0]] = parts.count > 1 ? parts[1] : ""
    }
    sleeps = try #require(values["voluntary_ctxt_switches:"].flatMap { Int($0) })
    interruptions = try #require(values["nonvoluntary_ctxt_switches:"].flatMap { Int($0) })
  }

  /// Tests that play recordings ask this after every few frames, and `status` takes the kernel and us much longer.
  static func isAsleep(_ process: Int32) throws -> Bool {
    let fields = try Data(contentsOf: URL(filePath: "/proc/\(process)/stat"))
    // The name in parentheses may contain any character.
    let state = try #require(fields.lastIndex(of: UInt8(ascii: ")"))) + 2
    return !"RD".utf8.contains(fields[state])
  }
}

extension RunningDaemon {
  /// Waits until it has processed everything that has reached it. The kernel wakes it before a write to its files
  /// returns, and it does not sleep while it has something to read.
  func settle(sourceLocation: SourceLocation = #_sourceLocation) {
    // Without a state it has ended, and its exit status was read.
    let isAsleep = Bed.wait { (try? ProcessState.isAsleep(processIdentifier)) ?? true }
    #expect(isAsleep, "it does not come to rest", sourceLocation: sourceLocation)
  }

  /// Waits until it knows of all devices that have come and gone.
  func settleWithUdev() throws {
    #expect(try Programs.run("udevadm", ["settle", "--timeout=\(Int(Bed.patience))"]).status == 0)
    settle()
  }

  /// Waits until it has woken up `count` more times.
  func waitForWakeUps(_ count: Int) throws {
    let before = try ProcessState(of: processIdentifier).sleeps
    #expect(try Bed.wait { try ProcessState(of: processIdentifier).sleeps >= before + count })
  }
}
