import Testing
import TestSupport

@Suite("Every sequence of up to three steps")
struct ExplorerTests {
  @Test("Two fingers, the kernel and the daemon: after every sequence, all guarantees hold")
  func explore() throws { try Explorer.explore(depth: 3) }
}

@Suite("Every sequence of up to five steps, or six")
struct ExplorerEnduranceTests {
  @Test("Two fingers, the kernel and the daemon: after every sequence, all guarantees hold")
  func explore() throws { try Explorer.explore(depth: Endurance.count(6, ordinarily: 5)) }
}

extension Explorer {
  fileprivate static func explore(depth: Int) throws {
    var explorer = Explorer()
    try explorer.explore(depth: depth)
    let sequences = explorer.sequences(depth: depth)
    print(
      "explorer: \(Int(sequences.reduce(0, +))) sequences of up to \(depth) steps, \(explorer.states) states")
    // Otherwise most steps are impossible, or the digest overlooks what they do.
    #expect(sequences[2] > 10_000)
    #expect(explorer.states > 2000)
  }
}
