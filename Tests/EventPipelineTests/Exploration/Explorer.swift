import TestSupport

/// Runs every sequence of steps up to a length, the shorter ones first.
///
/// Sequences that lead to the same state continue alike, so only one of them is continued.
struct Explorer {
  private struct Node {
    let parent: Int
    let act: UInt8
  }

  /// Every nth pair of sequences with the same digest is compared: whatever comes next must lead to the same digest,
  /// too. Otherwise the digest lacks a part of the state.
  private static let comparedPairs = 500

  private(set) var steps = 0
  private var nodes = [Node(parent: 0, act: 0)]
  /// For each state that was continued, where each step leads.
  private var edges: [[Int]] = []
  private var digests = StateDigest()
  private var found: [Int: Int] = [:]
  private var repetitions = 0

  var states: Int { nodes.count }

  mutating func explore(depth: Int) throws(Violation) {
    found[digests.digest(of: ExploredPipeline(time: 0))] = 0
    for _ in 0..<depth {
      for node in edges.count..<nodes.count { try expand(node) }
    }
  }

  /// The number of sequences of each length.
  func sequences(depth: Int) -> [Double] {
    var counts = [Int: Double](uniqueKeysWithValues: [(0, 1)])
    return (0..<depth).map { _ in
      var next: [Int: Double] = [:]
      for (node, count) in counts {
        for end in edges[node] { next[end, default: 0] += count }
      }
      counts = next
      return counts.values.reduce(0, +)
    }
  }

  private mutating func expand(_ parent: Int) throws(Violation) {
    let path = path(to: parent)
    var ends: [Int] = []
    for act in Act.all.indices {
      guard let digest = try run(path + [UInt8(act)]) else { continue }
      if let known = found[digest] {
        ends.append(known)
        try meet(known, path + [UInt8(act)])
      } else {
        found[digest] = nodes.count
        ends.append(nodes.count)
        nodes.append(Node(parent: parent, act: UInt8(act)))
      }
    }
    edges.append(ends)
  }

  private mutating func meet(_ known: Int, _ path: [UInt8]) throws(Violation) {
    repetitions += 1
    guard repetitions % Self.comparedPairs == 0 else { return }
    let other = self.path(to: known)
    for act in Act.all.indices {
      let (first, second) = (try run(other + [UInt8(act)]), try run(path + [UInt8(act)]))
      try ensure(
        first == second,
        "the digest lacks something: \(Act.all[act]) differs after \(Self.text(other)) and \(Self.text(path))"
      )
    }
  }

  /// Returns the digest of the state at the end; nil if the last step is not possible there.
  private mutating func run(_ path: [UInt8]) throws(Violation) -> Int? {
    // So that the sequence ends at time 0.
    let duration = path.reduce(Int64(0)) { $0 + Act.all[Int($1)].duration }
    var explored = ExploredPipeline(time: -duration)
    steps += path.count
    do {
      for act in path {
        guard try explored.perform(Act.all[Int(act)]) else { return nil }
      }
    } catch {
      throw Violation(text: "\(Self.text(path)): \(error.text)")
    }
    return digests.digest(of: explored)
  }

  private func path(to node: Int) -> [UInt8] {
    var path: [UInt8] = []
    var node = node
    while node > 0 {
      path.append(nodes[node].act)
      node = nodes[node].parent
    }
    return path.reversed()
  }

  private static func text(_ path: [UInt8]) -> String {
    path.map { "\(Act.all[Int($0)])" }.joined(separator: ", ")
  }
}
