internal import Glibc
public import JoystickModel
internal import System

/// What a sensor sends, for the thread that uses it: its buffer, or a pipe from the thread that asks for its values.
public final class SensorStream: Sendable {
  public var fileDescriptor: Int32 { file.number }
  /// Whether it is the sensor's own buffer.
  public let isBuffer: Bool
  fileprivate let format: ScanFormat
  private let file: OwnedFileDescriptor

  init(_ file: consuming OwnedFileDescriptor, _ format: ScanFormat, isBuffer: Bool) {
    self.file = file
    self.format = format
    self.isBuffer = isBuffer
  }
}

/// Reads a stream without waiting, and without memory for each sample.
public struct SensorScans: ~Copyable {
  /// The maximum number of scans of one read: what the buffer keeps.
  public static let capacity = SensorReader.bufferLength

  private let stream: SensorStream
  private var bytes: [UInt8]
  private var clock = SampleClock()

  public init(_ stream: SensorStream) {
    self.stream = stream
    bytes = [UInt8](repeating: 0, count: stream.format.size * Self.capacity)
  }

  /// Reads what waits, up to the ``capacity``. read(2)
  ///
  /// - Parameter samples: Gets the plausible samples.
  /// - Returns: The number of scans; nil if the sensor is gone, or its thread has ended the stream.
  public mutating func read(into samples: inout [MotionSample]) -> Int? {
    let length = unsafe Glibc.read(stream.fileDescriptor, &bytes, bytes.count)
    if length < 0, [EAGAIN, EINTR].contains(errno) { return 0 }
    guard length > 0 else { return nil }
    let now = nanoseconds(on: CLOCK_MONOTONIC) / 1000
    let count = length / stream.format.size
    for index in 0..<count {
      let start = index * stream.format.size
      let stamp = stream.format.timestamp.map { $0.value(in: bytes, at: start) / 1000 } ?? now
      let time = clock.time(of: stamp, now: now)
      for axes in stream.format.axes {
        let sample = axes.scale.sample(
          x: axes.x.value(in: bytes, at: start), y: axes.y.value(in: bytes, at: start),
          z: axes.z.value(in: bytes, at: start), time: time)
        if let sample { samples.append(sample) }
      }
    }
    return count
  }
}
