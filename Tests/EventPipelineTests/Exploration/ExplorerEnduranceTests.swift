import Testing
import TestSupport

@Suite("Every sequence of steps")
struct ExplorerEnduranceTests {
  // Unoptimised code takes twenty times as long.
  private static let depth =
    isOptimised ? Endurance.count(6, ordinarily: 5) : Endurance.count(4, ordinarily: 3)

  @Test(
    "Two fingers, the kernel and the daemon: after every sequence of up to 3 steps or more, all guarantees hold"
  )
  func explore() throws {
    var explorer = Explorer()
    try explorer.explore(depth: Self.depth)
    let sequences = explorer.sequences(depth: Self.depth)
    print(
      "explorer: \(Int(sequences.reduce(0, +))) sequences of up to \(Self.depth) steps, \(explorer.states) states"
    )
    // Otherwise most steps are impossible, or the digest overlooks what they do.
    #expect(sequences[2] > 10_000)
    #expect(explorer.states > 2000)
  }
}
