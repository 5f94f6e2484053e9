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
  /// returns, and it does not sleep while it has something to read, except in a pause.
  func settle(sourceLocation: SourceLocation = #_sourceLocation) {
    let isAtRest = Bed.wait {
      // Without a state it has ended, and its exit status was read.
      (try? ProcessState.isAsleep(processIdentifier) && !isPaused()) ?? true
    }
    #expect(isAtRest, "it does not come to rest", sourceLocation: sourceLocation)
  }

  /// Whether it sleeps although something is not processed: a device sends too much (`FrameBudget`), and is not in its epoll
  /// set, or the release of a late press waits (`PadWriter`), and its timer ends soon.
  private func isPaused() throws -> Bool {
    let folder = "/proc/\(processIdentifier)"
    var (nodes, polled): (Set<String>, Set<String>) = ([], [])
    for file in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/fd") {
      // A file that was closed meanwhile has no target.
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/fd/\(file)")
      if target?.hasPrefix("/dev/input/event") == true { nodes.insert(file) }
      if target == "anon_inode:[timerfd]",
        try endsSoon(String(contentsOfFile: "\(folder)/fdinfo/\(file)", encoding: .utf8))
      {
        return true
      }
      guard target == "anon_inode:[eventpoll]" else { continue }
      let info = try String(contentsOfFile: "\(folder)/fdinfo/\(file)", encoding: .utf8)
      for line in info.split(separator: "\n") where line.hasPrefix("tfd:") {
        polled.insert(String(line.split(separator: " ")[1]))
      }
    }
    return !nodes.isSubset(of: polled)
  }

  /// Whether a timer ends within the time that a press stays on the pad, by its `it_value: (seconds, nanoseconds)`. proc(5)
  private func endsSoon(_ timer: String) -> Bool {
    guard let line = timer.split(separator: "\n").first(where: { $0.hasPrefix("it_value:") }) else {
      return false
    }
    let numbers = line.split { !$0.isNumber }.compactMap { Int($0) }
    return numbers.count == 2 && numbers[0] == 0 && 1...40_000_000 ~= numbers[1]
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
