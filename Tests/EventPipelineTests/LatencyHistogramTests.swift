import Testing
@testable import EventPipeline

@Suite("How long frames take")
struct LatencyHistogramTests {
  private static func summary(of latencies: some Sequence<Int64>) -> LatencyHistogram.Summary? {
    var histogram = LatencyHistogram()
    for latency in latencies { histogram.count(latency) }
    return histogram.summary
  }

  @Test("without a frame it says nothing")
  func empty() {
    #expect(Self.summary(of: []) == nil)
  }

  @Test("up to 16 microseconds percentiles are exact")
  func exact() {
    let summary = Self.summary(of: (0..<100).map { $0 < 50 ? 3 : $0 < 90 ? 7 : $0 < 99 ? 12 : 15 })
    #expect(summary == .init(frames: 100, p50: 3, p90: 7, p99: 12, longest: 15))
  }

  @Test(
    "one frame is every percentile",
    arguments: [0, 1, 15, 16, 17, 31, 32, 100, 999, 66_000_000] as [Int64])
  func single(_ latency: Int64) {
    #expect(
      Self.summary(of: [latency])
        == .init(frames: 1, p50: latency, p90: latency, p99: latency, longest: latency))
  }

  @Test("a percentile is never too low, and at most an eighth too high")
  func accuracy() throws {
    for latency in 1...100_000 as ClosedRange<Int64> where latency < 2000 || latency % 97 == 0 {
      let summary = try #require(Self.summary(of: [latency, latency, .max / 2]))
      #expect(summary.p50 >= latency && summary.p50 <= latency + latency / 8, "\(latency): \(summary.p50)")
    }
  }

  @Test("what no clock can tell is counted at the ends")
  func extremes() {
    let summary = Self.summary(of: [.min, -1, .max])
    #expect(summary?.frames == 3)
    #expect(summary?.p50 == 0)
    #expect(summary?.longest == .max)
  }
}
