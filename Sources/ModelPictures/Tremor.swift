/// What a finger's position differs by from where its owner means it to be: the same numbers each time.
struct Tremor {
  private var state: UInt64

  /// - Parameter seed: Where the numbers start.
  init(seed: UInt64) { state = seed }

  /// The next difference, around 0, seldom above 2.
  mutating func next() -> Double {
    // The sum of twelve numbers from 0 to 1 has a variance of 1.
    (0..<12).reduce(-6) { sum, _ in sum + uniform() }
  }

  /// SplitMix64: Guy Steele, Doug Lea and Christine Flood, "Fast Splittable Pseudorandom Number Generators",
  /// 2014.
  private mutating func uniform() -> Double {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    bits ^= bits >> 31
    return Double(bits >> 11) * 0x1p-53
  }
}
