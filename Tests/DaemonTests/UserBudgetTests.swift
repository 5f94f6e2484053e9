import Testing

@testable import touchstickd

@Suite("What a user's messages may cost")
struct UserBudgetTests {
  @Test("A twentieth of a processor is allowed forever")
  func allowed() {
    var budget = UserBudget()
    for second in 0..<1000 {
      let isBlocked = budget.charge(50_000, now: Int64(second) * 1_000_000)
      #expect(!isBlocked)
    }
  }

  @Test("More is a block of three seconds, and then counts anew")
  func block() {
    var budget = UserBudget()
    var now: Int64 = 0
    while !budget.charge(100_000, now: now) { now += 1_000_000 }
    #expect(now > 1_000_000)
    #expect(budget.isBlocked(now: now + 2_999_999))
    #expect(!budget.isBlocked(now: now + 3_000_000))
    let isBlockedAgain = budget.charge(50_000, now: now + 3_000_000)
    #expect(!isBlockedAgain)
  }

  @Test("Whoever goes on during a block stays blocked")
  func goesOn() {
    var budget = UserBudget()
    for now in stride(from: Int64(0), to: 60_000_000, by: 100_000) {
      _ = budget.charge(50_000, now: now)
      #expect(now < 500_000 || budget.isBlocked(now: now))
    }
    #expect(!budget.isBlocked(now: 63_000_000))
  }
}
