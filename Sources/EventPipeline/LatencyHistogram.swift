/// Counts the latency of frames, in a fixed number of ranges.
///
/// Below 16 microseconds, each value has its own range. Above, each power of two is split into eight ranges, so a
/// percentile is at most an eighth too high, and never too low, up to 67 seconds.
public struct LatencyHistogram: Sendable {
  /// The summary of a histogram, in microseconds.
  public struct Summary: Equatable, Sendable {
    public let frames: UInt64
    /// The median: half of the frames took no longer.
    public let p50: Int64
    /// Nine out of ten frames took no longer.
    public let p90: Int64
    /// 99 out of 100 frames took no longer.
    public let p99: Int64
    public let maxLatency: Int64
  }

  /// A power of two is split into 1 << 3 ranges.
  private static let partBits = 3
  /// Values of at most so many bits have a range each.
  private static let firstBits = partBits + 1
  /// In microseconds: 67 seconds. Longer latencies count as this.
  private static let limit: Int64 = (1 << 26) - 1

  /// An Array and not an InlineArray, which a borrow of the histogram's owner would copy.
  private var counts = [UInt64](repeating: 0, count: index(of: limit) + 1)
  private var maxLatency: Int64 = 0

  public init() {}

  /// Counts a frame.
  ///
  /// - Parameter latency: In microseconds. A negative latency, after the clock was set, counts as 0.
  public mutating func count(_ latency: Int64) {
    maxLatency = max(maxLatency, latency)
    counts[Self.index(of: min(max(latency, 0), Self.limit))] += 1
  }

  public mutating func reset() {
    for index in counts.indices { counts[index] = 0 }
    maxLatency = 0
  }

  public var summary: Summary? {
    var frames: UInt64 = 0
    for index in counts.indices { frames += counts[index] }
    guard frames > 0 else { return nil }
    return Summary(
      frames: frames, p50: percentile(50, of: frames), p90: percentile(90, of: frames),
      p99: percentile(99, of: frames), maxLatency: maxLatency)
  }

  private func percentile(_ percent: UInt64, of frames: UInt64) -> Int64 {
    let wanted = (frames * percent + 99) / 100
    var count: UInt64 = 0
    for index in counts.indices {
      count += counts[index]
      if count >= wanted { return min(Self.end(of: index), maxLatency) }
    }
    return maxLatency
  }

  /// The range of a latency: its first bits, after eight ranges for each bit that was cut off.
  private static func index(of latency: Int64) -> Int {
    let bits = Int64.bitWidth - latency.leadingZeroBitCount
    guard bits > firstBits else { return Int(latency) }
    let shift = bits - firstBits
    return (shift << partBits) + Int(latency >> shift)
  }

  /// The greatest latency of a range.
  private static func end(of index: Int) -> Int64 {
    let shift = max((index >> partBits) - 1, 0)
    let part = index - (shift << partBits)
    return ((Int64(part) + 1) << shift) - 1
  }
}
