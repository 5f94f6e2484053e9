import Testing
@testable import touchstickd

@Suite("Frames read from a device")
struct FrameBudgetTests {
  /// Reads for `seconds` from a device that sends at `rate` frames a second, waking up for each frame.
  /// Returns the number of frames read, and of pauses.
  private func read(rate: Int64, seconds: Int64) -> (frames: Int64, pauses: Int) {
    var budget = FrameBudget()
    var waiting: Int64 = 0
    var (frames, pauses): (Int64, Int) = (0, 0)
    for frame in 0..<rate * seconds {
      waiting += 1
      guard budget.mayRead(now: 1_000_000_000 + frame * 1_000_000 / rate) else { continue }
      while waiting > 0 {
        waiting -= 1
        frames += 1
        guard budget.spend() else {
          pauses += 1
          // The kernel keeps no more.
          waiting = min(waiting, 256)
          break
        }
      }
    }
    return (frames, pauses)
  }

  @Test("An ordinary touch device is read without a pause", arguments: [60, 125, 250, 1000])
  func ordinary(rate: Int64) {
    let result = read(rate: rate, seconds: 60)
    #expect(result.frames == rate * 60)
    #expect(result.pauses == 0)
  }

  @Test("A flood is read at 2000 frames a second, in at most a hundred wake-ups", arguments: [8000, 100_000])
  func flood(rate: Int64) {
    let result = read(rate: rate, seconds: 10)
    #expect(result.frames <= 2000 * 10 + FrameBudget.burst)
    #expect(result.frames > 2000 * 9)
    #expect(result.pauses <= 100 * 10)
  }

  /// Spends the whole budget. Returns the number of frames.
  private func spendAll(of budget: inout FrameBudget) -> Int64 {
    var frames: Int64 = 1
    while budget.spend() { frames += 1 }
    return frames
  }

  /// Whether the budget allows a read, at each of these times.
  private func mayRead(_ budget: inout FrameBudget, at times: Int64...) -> [Bool] {
    times.map { budget.mayRead(now: $0) }
  }

  @Test("A reader that was delayed reads everything that waits: as much as the kernel keeps")
  func heldUp() {
    var budget = FrameBudget()
    #expect(spendAll(of: &budget) == 1024)
  }

  @Test("After a pause reading continues, and the unused budget returns after a while")
  func recovers() throws {
    var budget = FrameBudget()
    #expect(mayRead(&budget, at: 5) == [true])
    _ = spendAll(of: &budget)
    let end = try #require(budget.pauseEnd)
    #expect(end == 10_005)
    #expect(mayRead(&budget, at: end - 1, end) == [false, true])
    #expect(spendAll(of: &budget) == 20)
    #expect(mayRead(&budget, at: end + 60_000_000) == [true])
    #expect(spendAll(of: &budget) == 1024)
  }

  @Test("Dropped events at each read are paid for with pauses, and the next read is immediate")
  func drops() throws {
    var budget = FrameBudget()
    var (now, drops): (Int64, Int) = (0, 0)
    while now < 5_000_000 {
      if budget.mayRead(now: now) {
        drops += 1
        _ = budget.spend(FrameBudget.framesOfDrop)
      }
      now = max(budget.pauseEnd ?? 0, now + 1000)
    }
    #expect(drops <= (2000 * 5 + 1024) / 128 + 1)
    #expect(drops > 2000 * 5 / 128 - 1)
    // After the last pause, and one more: 10 ms of 20 frames each.
    let last = try #require(budget.pauseEnd)
    #expect(last - now <= 64_000)
    #expect(mayRead(&budget, at: last) == [true])
    _ = spendAll(of: &budget)
    #expect(mayRead(&budget, at: last + 10_000) == [true])
    #expect(spendAll(of: &budget) == 20)
  }

  @Test("A clock that stands still or goes back changes nothing")
  func oddClock() {
    var budget = FrameBudget()
    _ = mayRead(&budget, at: 1_000_000)
    _ = spendAll(of: &budget)
    #expect(mayRead(&budget, at: 0, .min, 1_000_000, 1_010_000) == [false, false, false, true])
  }
}

@Suite("Calls on the bus")
struct CallLimitTests {
  @Test("A user has 20 calls a second, and refused ones do not count")
  func calls() {
    var limit = UserBudget().calls
    for second in [5, 6, 8] as [Int64] {
      for call in 1...30 {
        #expect(limit.allows(now: second * 1_000_000 + Int64(call)) == (call <= 20))
      }
    }
  }

  @Test("Several calls count together")
  func severalCalls() {
    var limit = UserBudget().calls
    #expect(limit.allows(16, now: 1) && limit.allows(4, now: 2) && !limit.allows(now: 3))
  }
}
