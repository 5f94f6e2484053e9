internal import CLibevdev
internal import EventPipeline
internal import Glibc
internal import OperatingSystem

/// The events of a node that were read with one call, and wait to be processed.
struct EventQueue: ~Copyable {
  private var events = InlineArray<64, input_event>(repeating: input_event())
  /// The events that wait are those from `first` to before `end`.
  private var (first, end) = (0, 0)
  /// Whether the last read(2) returned all that there was.
  private var isDrained = false

  /// Removes and returns the next event; nil if none waits.
  mutating func next() -> InputEvent? {
    guard first < end else { return nil }
    defer { first += 1 }
    return InputEvent(events[first])
  }

  /// Has the next ``fill(from:)`` read, although the last one returned all that there was then.
  mutating func expectMore() { isDrained = false }

  /// Removes all events.
  mutating func clear() { (first, end, isDrained) = (0, 0, false) }

  /// Replaces the events by the next ones of a node, unless the last call returned all that there was. read(2)
  ///
  /// What arrives after such a call wakes up whoever waits for the node.
  mutating func fill(from file: Int32) throws(SystemError) {
    guard !isDrained else { return clear() }
    var bytes = events.mutableSpan
    let length = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
    guard length >= 0 || errno == EAGAIN || errno == EINTR else { throw .last }
    (first, end) = (0, length < 0 ? 0 : length / MemoryLayout<input_event>.stride)
    isDrained = 0 < end && end < events.count
  }
}
