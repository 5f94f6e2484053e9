import Testing

@testable import touchstickd

@Suite("Calls on the bus")
struct CallBudgetTests {
  @Test("Each user has 20 calls a second")
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

  @Test("Several calls count together")
  func severalCalls() {
    var budget = CallBudget()
    #expect(budget.spend(0, calls: 16, now: 1) && budget.spend(0, calls: 4, now: 2))
    #expect(!budget.spend(0, calls: 1, now: 3) && budget.spend(1, calls: 20, now: 3))
  }
}
