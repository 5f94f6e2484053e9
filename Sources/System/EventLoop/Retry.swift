/// Attempts at growing intervals.
package final class Retry {
  private static let longestDelay: UInt64 = 30

  private let loop: EventLoop
  private let failed: (SystemError) -> Void
  private var source: EventSource?
  /// In seconds.
  private var delay: UInt64 = 1

  /// - Parameter failed: Is called if an attempt cannot be scheduled.
  package init(_ loop: EventLoop, failed: @escaping (SystemError) -> Void) {
    (self.loop, self.failed) = (loop, failed)
  }

  /// Schedules one attempt: after a second, and after twice as long each time, up to half a minute. While one is
  /// scheduled, no other is added.
  package func later(_ attempt: @escaping () -> Void) {
    guard source == nil else { return }
    do throws(SystemError) {
      source = try loop.after(seconds: delay, attempt)
      delay = min(delay * 2, Self.longestDelay)
    } catch {
      failed(error)
    }
  }

  /// Cancels the scheduled attempt, because it is made now.
  package func cancel() { source = nil }

  /// Resets the delay to a second, after a success.
  package func reset() { delay = 1 }
}
