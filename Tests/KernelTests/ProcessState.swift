import Foundation
import Testing
import TestSupport

/// Whether a process runs, and how often it has.
struct ProcessState: Equatable {
  /// Whether it waits for something, or has been stopped, or has ended.
  let isAsleep: Bool
  /// How often it went to sleep by itself, because there was nothing more to do.
  let sleeps: Int
  /// How often something else had it wait for the processor.
  private let interruptions: Int

  init(of process: Int32) throws {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    var values: [Substring: Substring] = [:]
    for line in status.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1)
      values[parts[0]] = parts.count > 1 ? parts[1] : ""
    }
    isAsleep = values["State:"].map { !$0.hasPrefix("R") && !$0.hasPrefix("D") } ?? false
    sleeps = try #require(values["voluntary_ctxt_switches:"].flatMap { Int($0) })
    interruptions = try #require(values["nonvoluntary_ctxt_switches:"].flatMap { Int($0) })
  }
}

extension RunningDaemon {
  /// Waits until it has dealt with all that has reached it. Who writes to what it waits for has the kernel wake it before
  /// that returns; and it does not sleep while there is something to read.
  func settle(sourceLocation: SourceLocation = #_sourceLocation) {
    // Without a state it has ended, and somebody has asked how.
    let isAsleep = Bed.wait { (try? ProcessState(of: processIdentifier))?.isAsleep ?? true }
    #expect(isAsleep, "it does not come to rest", sourceLocation: sourceLocation)
  }

  /// Waits until it has learned of all devices that have come and gone.
  func settleWithUdev() throws {
    #expect(try Programs.run("udevadm", ["settle", "--timeout=\(Int(Bed.patience))"]).status == 0)
    settle()
  }

  /// Waits until it has woken up by itself so many times.
  func waitForWakeUps(_ count: Int) throws {
    let before = try ProcessState(of: processIdentifier).sleeps
    #expect(try Bed.wait { try ProcessState(of: processIdentifier).sleeps >= before + count })
  }
}
