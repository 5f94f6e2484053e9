/// Tries something again after a while, and less and less often while it fails.
final class Retry {
  private static let longestDelay: UInt64 = 30

  private let loop: EventLoop
  private var source: EventSource?
  /// In seconds.
  private var delay: UInt64 = 1

  init(_ loop: EventLoop) { self.loop = loop }

  /// Calls the attempt once, after a second, and after twice as long each time, up to half a minute. While one waits,
  /// no other is added.
  func later(_ attempt: @escaping () -> Void) {
    guard source == nil else { return }
    do throws(DaemonError) {
      source = try loop.after(seconds: delay, attempt)
      delay = min(delay * 2, Self.longestDelay)
    } catch {
      loop.fail(error)
    }
  }

  /// Forgets the attempt that waits, as it is made now.
  func cancel() { source = nil }

  /// Starts anew with a second, after a success.
  func reset() { delay = 1 }
}
