import Testing
import TestSupport

@Suite("Every sequence of steps")
struct ExplorerEnduranceTests {
  // As for the other random cases, the tests of `make test` are optimised.
  #if DEBUG
    private static let depth = 3
  #else
    private static let depth = Endurance.count(6, ordinarily: 5)
  #endif

  @Test(
    "Two fingers, the kernel and the daemon: after every sequence of up to 5 steps, 6 with endurance, all guarantees hold"
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
