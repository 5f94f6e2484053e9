import Testing

@testable import Daemon

@Suite("The calls that users have")
struct CallBudgetTests {
  @Test("are 20 a second, for each by itself")
  func calls() {
    var budget = CallBudget()
    for second in [5, 6, 8] as [Int64] {
      for user in [0, 1000] as [UInt32] {
        for call in 1...30 {
          #expect(budget.spend(user, now: second * 1_000_000 + Int64(call)) == (call <= 20))
        }
      }
    }
  }
}
