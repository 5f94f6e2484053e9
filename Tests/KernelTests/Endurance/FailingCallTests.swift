import Foundation
import System
import TestSupport
import Testing

extension KernelTests.EnduranceTests {
  @Test(
    "After any failed call to the kernel the pad comes to rest, and the daemon goes on, or ends with the reason"
  )
  func failingCalls() throws {
    let game = try FailingGame()
    let seed = Seeds.single ?? 1
    var random = SeededGenerator(seed: seed)
    var (count, all, ends) = (0, 0, 0)
    for part in FailingGame.Part.allCases where Self.isWanted(part) {
      let kinds = try game.kinds(of: part)
      let numbers = Endurance.isFull ? Array(1...kinds.count) : Self.sample(kinds, &random)
      for number in numbers {
        let error = FailingGame.errors[(count + Int(seed)) % FailingGame.errors.count]
        count += 1
        // Not every run of a part has as many calls.
        guard let call = try game.play(part, failing: number, with: error) else { continue }
        do {
          if try !game.requireRecovery(from: part, error) { ends += 1 }
        } catch {
          Issue.record("\(part), call \(number), \(call): \(error), and it said: \(game.daemon.output)")
          try game.startAgain()
        }
      }
      all += kinds.count
      Endurance.report("\(part): \(numbers.count) of \(kinds.count) calls failed, \(ends) ends so far")
    }
    #expect(count > 0)
    Endurance.report("\(count) of \(all) calls failed; \(ends) ended the daemon")
  }

  private static func isWanted(_ part: FailingGame.Part) -> Bool {
    ProcessInfo.processInfo.environment["PARTS"]?.contains(part.rawValue) ?? true
  }

  /// The numbers of some calls: one of each kind.
  private static func sample(_ kinds: [Character], _ random: inout SeededGenerator) -> [Int] {
    Set(kinds).sorted().map { kind in
      let calls = kinds.indices.filter { kinds[$0] == kind }
      return calls[random.integer(0...calls.count - 1)] + 1
    }
  }
}
