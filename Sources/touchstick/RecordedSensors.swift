internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import JoystickModel
internal import System

/// The motion sensors of this machine, while a recording lasts.
final class RecordedSensors {
  private var threads: [SensorThread] = []
  private var streams: [Stream] = []
  private let rotation: Rotation
  private var samples: [MotionSample] = []

  private final class Stream {
    private var scans: SensorScans
    var source: EventSource?

    init(_ stream: SensorStream) { scans = SensorScans(stream) }

    // Before the file is closed.
    deinit { source = nil }

    func read(into samples: inout [MotionSample]) {
      if scans.read(into: &samples) == nil { source = nil }
    }
  }

  /// Starts to read them. A sensor that cannot be read is missing in the recording.
  ///
  /// - Parameter rotation: How the screen is held, so that the samples are those that touchstickd would use.
  init(_ rotation: Rotation, _ loop: EventLoop) throws(SystemError) {
    self.rotation = rotation
    for sensor in SurveyedSensor.all().chosen(for: [.accelerometer, .gyroscope]) {
      let thread = try SensorThread(sensor, loop) { [unowned self] result in
        guard case .success(let stream) = result else { return }
        let new = Stream(stream)
        new.source = try? loop.whenReadable(stream.fileDescriptor) { [unowned self, unowned new] in
          new.read(into: &samples)
        }
        streams.append(new)
      }
      thread.start(sensor.sensors)
      threads.append(thread)
    }
  }

  /// Lets them rest, before the process ends.
  func end() {
    streams = []
    let end = nanoseconds(on: CLOCK_MONOTONIC) / 1000 + 1_000_000
    for thread in threads { thread.end(before: end) }
  }

  var isEmpty: Bool { threads.isEmpty }

  /// The samples since the last call.
  func takeSamples() -> [MotionSample] {
    defer { samples.removeAll(keepingCapacity: true) }
    return samples.map { $0.turned(rotation) }.sorted { $0.time < $1.time }
  }
}
