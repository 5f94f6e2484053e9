internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import JoystickModel
internal import System
internal import Recordings

/// Writes what a device sends to a file, until a signal or the end of a time.
struct DeviceRecorder: ~Copyable {
  private let device: EventNode
  private let output: RecordingFile
  /// The time of the first event, in microseconds: the recording begins at 0.
  private var start: Int64?
  private var hasPositions = false

  /// Writes the device's description.
  ///
  /// - Throws: ``CommandError`` if the file cannot be written.
  init(_ device: EventNode, to output: consuming RecordingFile) throws(CommandError) {
    try output.write(EvemuWriter.header(description: device.description))
    self.device = device
    self.output = output
  }

  /// Records until SIGINT, SIGTERM or SIGHUP, or for this long.
  ///
  /// - Throws: ``DeviceError/cannotRead(node:errno:)`` if the device is gone, and ``CommandError`` if the file cannot be
  ///   written.
  mutating func run(in loop: EventLoop, seconds: Double?, _ sensors: RecordedSensors? = nil) throws {
    let signals = [SIGINT, SIGTERM, SIGHUP]
    EventLoop.block(signals)
    var isOver = false
    var sources = [try loop.whenReadable(device.fileDescriptor) {}]
    for signal in signals { sources.append(try loop.whenSignalled(signal) { isOver = true }) }
    let timer = try loop.timer { isOver = true }
    try timer.set(to: seconds.map { loop.now + Int64($0 * 1_000_000) })
    // At the end, too, so that everything that the device sent before is recorded.
    repeat {
      try loop.runOnce()
      try record()
      // Its own frames have come first.
      if let sensors { try write(sensors.takeSamples()) }
    } while !isOver
    withExtendedLifetime((sources, timer)) {}
  }

  /// Writes the waiting events at once, so that nothing is lost however this program ends.
  private mutating func record() throws {
    while true {
      var events = try device.readUnchanged()
      guard let first = events.first else { return }
      if !hasPositions { events = device.positionFrame(time: first.time) + events }
      hasPositions = true
      let begin = start ?? first.time
      start = begin
      try output.write(
        events.map { event in
          var event = event
          event.time -= begin
          return EvemuWriter.line(for: event)
        }.joined())
    }
  }
}

extension DeviceRecorder {
  /// Writes samples of motion sensors, which are on the clock of the touches. They go between two frames.
  mutating func write(_ samples: [MotionSample]) throws {
    guard let first = samples.first else { return }
    let begin = start ?? first.time
    start = begin
    try output.write(
      samples.map { sample in
        var sample = sample
        sample.time -= begin
        return EvemuWriter.line(for: sample)
      }.joined())
  }
}

struct RecordingFile: ~Copyable {
  private let path: String
  private let file: OwnedFileDescriptor

  /// Creates or overwrites it, readable for its owner only; `-` is the standard output.
  init(_ path: String, isForced: Bool) throws(CommandError) {
    do throws(SystemError) {
      if path == "-" {
        file = OwnedFileDescriptor(owning: dup(STDOUT_FILENO))
      } else {
        let other = isForced ? O_TRUNC : O_EXCL
        let opened = try OwnedFileDescriptor(opening: path, O_WRONLY | O_CREAT | other, mode: 0o600)
        if isForced { try opened.restrictToOwner() }
        file = opened
      }
    } catch {
      guard error.errno == EEXIST else { throw CommandError(unwritable: path.printable, error) }
      throw CommandError(
        "\(path.printable): exists; choose another name, or overwrite it with --force",
        status: EX_IOERR)
    }
    // Last, because Swift 6.2 destroys it twice if this initialiser, a noncopyable type's, throws after it.
    self.path = path == "-" ? "standard output" : path
  }

  func write(_ lines: String) throws(CommandError) {
    do throws(SystemError) {
      try writeAll(lines.utf8, to: file.number)
    } catch {
      throw CommandError(unwritable: path.printable, error)
    }
  }
}

extension OwnedFileDescriptor {
  /// Lets only the owner read a regular file. Others, such as /dev/null, stay as they are.
  fileprivate func restrictToOwner() throws(SystemError) {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    guard fchmod(number, 0o600) == 0 else { throw .last }
  }
}
