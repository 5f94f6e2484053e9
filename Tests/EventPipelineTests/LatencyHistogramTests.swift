import Testing
@testable import EventPipeline

@Suite("Latencies")
struct LatencyHistogramTests {
  private static func summary(of latencies: some Sequence<Int64>) -> LatencyHistogram.Summary? {
    var histogram = LatencyHistogram()
    for latency in latencies { histogram.count(latency) }
    return histogram.summary
  }

  @Test("Without frames, there is no summary")
  func empty() {
    #expect(Self.summary(of: []) == nil)
  }

  @Test("Percentiles up to 16 microseconds are exact")
  func exact() {
    let summary = Self.summary(of: (0..<100).map { $0 < 50 ? 3 : $0 < 90 ? 7 : $0 < 99 ? 12 : 15 })
    #expect(summary == .init(frames: 100, p50: 3, p90: 7, p99: 12, longest: 15))
  }

  @Test(
    "A single frame is every percentile",
    arguments: [0, 1, 15, 16, 17, 31, 32, 100, 999, 66_000_000] as [Int64])
  func single(_ latency: Int64) {
    #expect(
      Self.summary(of: [latency])
        == .init(frames: 1, p50: latency, p90: latency, p99: latency, longest: latency))
  }

  @Test("A percentile is never too low, and at most an eighth too high")
  func accuracy() throws {
    for latency in 1...100_000 as ClosedRange<Int64> where latency < 2000 || latency % 97 == 0 {
      let summary = try #require(Self.summary(of: [latency, latency, .max / 2]))
      #expect(summary.p50 >= latency && summary.p50 <= latency + latency / 8, "\(latency): \(summary.p50)")
    }
  }

  @Test("Times beyond any clock count at the ends")
  func extremes() {
    let summary = Self.summary(of: [.min, -1, .max])
    #expect(summary?.frames == 3)
    #expect(summary?.p50 == 0)
    #expect(summary?.longest == .max)
    #expect(Self.summary(of: [70_000_000, .max])?.p50 == 67_108_863)
  }
}
