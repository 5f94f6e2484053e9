internal import EventPipeline
internal import Glibc
internal import InputDevices
internal import JoystickModel
internal import System

/// Finds the motion sensors that layouts need, and reads them while somebody plays. Otherwise none is open, and nothing wakes
/// this process.
final class SensorBroker {
  /// Called with each sample, turned to the natural orientation of the screen.
  var handler: (MotionSample) -> Void = { _ in }
  /// Called when the samples of sensors have ended for now.
  var lossHandler: (MotionSensors) -> Void = { _ in }
  /// Called when ``status`` or ``problems(of:)`` may have changed.
  var changeHandler: () -> Void = {}

  private let loop: EventLoop
  private(set) var wanted: MotionSensors = []
  private var used: [UsedSensor] = []
  /// The only sensor that wakes this process, if there are several: those of a hub send at the same time, and a wake-up costs
  /// more than a sample.
  private var leader: UsedSensor?
  /// The threads of sensors that were read. One may need seconds to put its sensor to rest, and then reads it again.
  private var threads: [(sensor: ChosenSensor, thread: SensorThread)] = []
  private var monitor: (DeviceMonitor, EventSource)?
  /// Looks for silent sensors, and for such as have come without a word of udev.
  private var timer: Timer?
  /// What was logged since the sensors were last wanted.
  private var logged: [String] = []

  init(_ loop: EventLoop) { self.loop = loop }

  /// Reads these sensors from now on, and no others.
  func want(_ sensors: MotionSensors) {
    guard sensors != wanted else { return }
    wanted = sensors
    if sensors.isEmpty {
      rest()
    } else {
      watch()
      assign()
    }
    changeHandler()
  }

  /// Lets all sensors rest before the process ends.
  func end() {
    want([])
    let end = nanoseconds(on: CLOCK_MONOTONIC) / 1000 + Self.patience
    for (_, thread) in threads { thread.end(before: end) }
    threads = []
  }

  /// How long a sensor may need to rest at the end, in microseconds.
  private static let patience: Int64 = 1_000_000

  private func rest() {
    for sensor in used { sensor.stop() }
    (used, leader, monitor, timer, logged) = ([], nil, nil, nil, [])
  }

  /// Starts to look for sensors that come and go.
  private func watch() {
    guard timer == nil else { return }
    do throws(SystemError) {
      timer = try loop.timer { [unowned self] in look() }
      // Without udev, the timer finds what changes.
      guard let monitor = try? DeviceMonitor(of: "iio") else { return }
      let source = try loop.whenReadable(monitor.fileDescriptor) { [unowned self] in
        monitor.discardChanges()
        assign()
      }
      self.monitor = (monitor, source)
    } catch {
      loop.fail(.eventLoop(error))
    }
  }

  /// Reads the sensors that there are.
  private func assign() {
    let all = SurveyedSensor.all()
    let chosen = all.chosen(for: wanted)
    threads.removeAll { known in !all.contains { $0 == known.sensor.sensor } }
    for sensor in used where !chosen.contains(sensor.chosen) {
      sensor.stop()
      lossHandler(sensor.chosen.sensors)
    }
    used.removeAll { !chosen.contains($0.chosen) }
    forgetLeader()
    for sensor in chosen where !used.contains(where: { $0.chosen == sensor }) { use(sensor) }
    setTimer()
    changeHandler()
  }

  private func use(_ chosen: ChosenSensor) {
    do throws(SystemError) {
      let sensor = UsedSensor(chosen, loop.now)
      let thread = try thread(of: chosen)
      used.append(sensor)
      sensor.start(thread)
    } catch {
      loop.fail(.eventLoop(error))
    }
  }

  private func thread(of chosen: ChosenSensor) throws(SystemError) -> SensorThread {
    if let known = threads.first(where: { $0.sensor == chosen.reading([]) }) { return known.thread }
    let thread = try SensorThread(chosen, loop) { [unowned self] result in
      guard let sensor = used.first(where: { $0.chosen.sensor == chosen.sensor }) else { return }
      handle(result, of: sensor)
    }
    threads.append((chosen.reading([]), thread))
    return thread
  }

  private func handle(_ result: Result<SensorStream, SensorError>, of sensor: UsedSensor) {
    switch result {
    case .success(let stream):
      loop.endOnError { () throws(SystemError) in
        try sensor.listen(to: stream, loop) { [unowned self, unowned sensor] in read(sensor) }
      }
      forgetLeader()
      log("reading \(sensor.phrase)", isFault: false)
    case .failure(let error):
      sensor.fail(error)
      forgetLeader()
      log("\(error.sentence); \(sensor.kind) cannot be used for now", isFault: true)
      lossHandler(sensor.chosen.sensors)
    }
    changeHandler()
  }

  /// Each once: a faulty sensor repeats it all the time.
  private func log(_ message: String, isFault: Bool) {
    guard !logged.contains(message), logged.count < 20 else { return }
    logged.append(message)
    if isFault { Journal.warning(message) } else { Journal.info(message) }
  }
}

// Samples and silence.
extension SensorBroker {
  private func read(_ sensor: UsedSensor) {
    readAlone(sensor)
    guard used.count > 1, sensor.isRead else { return }
    if leader == nil { lead(sensor) }
    guard leader === sensor else { return }
    for other in used where other !== sensor && other.isRead {
      readAlone(other)
      if other.samples.count > Self.maxSamplesOfFollower { lead(other) }
    }
  }

  /// One that sends faster than the leader leads.
  private static let maxSamplesOfFollower = 3
  /// How long the leader may be silent until the others are heard without it, in microseconds. It is less than the time after which
  /// a sensor counts as lost.
  private static let maxSilenceOfLeader: Int64 = 100_000

  private func lead(_ sensor: UsedSensor) {
    leader = sensor
    for other in used { other.setAwake(other === sensor) }
    setTimer()
  }

  /// Hears all sensors until one of them leads.
  private func forgetLeader() {
    guard leader != nil else { return }
    leader = nil
    for sensor in used { sensor.setAwake(true) }
  }

  private func readAlone(_ sensor: UsedSensor) {
    let wasPaused = sensor.isPaused
    guard sensor.read(now: loop.now) else {
      sensor.follow(endAt: loop.now)
      forgetLeader()
      lossHandler(sensor.chosen.sensors)
      return changeHandler()
    }
    // A handler may put the sensor to rest.
    for sample in sensor.samples { handler(sample) }
    if sensor.isPaused != wasPaused {
      if sensor.isPaused {
        log("\(sensor.chosen.sensor.node): the sensor sends too much; the rest is ignored", isFault: true)
      }
      setTimer()
    }
  }

  /// Has silent sensors start anew.
  private func look() {
    let now = loop.now
    var isMissing = used.isEmpty
    if let leader, leader.lastHeard + Self.maxSilenceOfLeader <= now { forgetLeader() }
    for sensor in used {
      if let end = sensor.pauseEnd, now >= end { read(sensor) }
      if sensor.error != nil { isMissing = true }
      guard sensor.silenceEnd <= now else { continue }
      isMissing = true
      sensor.restart(now)
      forgetLeader()
    }
    // A sensor may be gone, or back, before udev says so.
    if isMissing { assign() } else { setTimer() }
  }

  private func setTimer() {
    let now = loop.now
    var next = now + SensorThread.retryDelay
    if let leader { next = max(leader.lastHeard + Self.maxSilenceOfLeader, now + 1) }
    // While nothing is there, udev says what comes.
    if used.isEmpty { next = .max }
    for sensor in used { next = min(next, sensor.pauseEnd ?? max(sensor.silenceEnd, now + 1)) }
    loop.endOnError { () throws(SystemError) in try timer?.set(to: next == .max ? nil : next) }
  }
}

// What the status says.
extension SensorBroker {
  var status: [PadStatus.Sensor] {
    used.filter(\.isRead).map { sensor in
      PadStatus.Sensor(
        name: sensor.chosen.sensor.name, node: sensor.chosen.sensor.node, kind: sensor.chosen.sensors.words,
        isBuffered: sensor.isBuffered)
    }
  }

  /// Why required sensors cannot be read.
  func problems(of required: MotionSensors) -> [PadStatus.Problem] {
    let missing = used.reduce(required.intersection(wanted)) { $0.subtracting($1.chosen.sensors) }
    var problems = used.filter { !$0.chosen.sensors.isDisjoint(with: required) }.compactMap { sensor in
      sensor.error.map { error in
        PadStatus.Problem(
          "sensor", "the layout needs \(sensor.kind): \(error.sentence)",
          hint: "See what to do: sudo touchstick doctor", node: sensor.chosen.sensor.node)
      }
    }
    if !missing.isEmpty {
      problems.append(
        PadStatus.Problem(
          "no-sensor", "the layout needs \(missing.phrase), and the kernel has none",
          hint: "Without it, these controls rest. See: touchstick devices"))
    }
    return problems
  }
}

/// A sensor that is read, or will be.
private final class UsedSensor {
  let chosen: ChosenSensor
  private(set) var error: SensorError?
  private var thread: SensorThread?
  private var stream: SensorStream?
  private var source: EventSource?
  private var scans: SensorScans?
  /// The last ones.
  private(set) var samples: [MotionSample] = []
  private var budget = FrameBudget()
  private(set) var lastHeard: Int64

  init(_ chosen: ChosenSensor, _ now: Int64) {
    (self.chosen, lastHeard) = (chosen, now)
    samples.reserveCapacity(2 * SensorScans.capacity)
  }

  // Before the file is closed.
  deinit { source = nil }

  var kind: String { chosen.sensors.phrase }
  var isRead: Bool { stream != nil }
  var isBuffered: Bool { stream?.isBuffer == true }
  var isPaused: Bool { pauseEnd != nil }
  var pauseEnd: Int64? { budget.pauseEnd }
  /// When to start its buffer anew, unless it sends something. The thread that asks for values tries again by itself.
  var silenceEnd: Int64 { isBuffered ? lastHeard + SensorThread.retryDelay : .max }

  /// `accel_3d (/dev/iio:device0), an accelerometer, by its buffer`
  var phrase: String {
    "\(chosen.sensor.name) (\(chosen.sensor.node)), \(kind), \(isBuffered ? "by its buffer" : "value by value")"
  }

  func start(_ thread: SensorThread) {
    self.thread = thread
    thread.start(chosen.sensors)
  }

  func listen(
    to stream: SensorStream, _ loop: EventLoop, _ handler: @escaping () -> Void
  ) throws(SystemError) {
    source = nil
    (self.stream, error, lastHeard) = (stream, nil, loop.now)
    scans = SensorScans(stream)
    source = try loop.whenReadable(stream.fileDescriptor, handler)
  }

  func fail(_ error: SensorError) {
    endStream()
    self.error = error
  }

  /// Whether its samples wake this process. A pause ends as it has begun.
  func setAwake(_ isAwake: Bool) { if !isPaused { try? source?.set(enabled: isAwake) } }

  func restart(_ now: Int64) {
    endStream()
    lastHeard = now
    thread?.start(chosen.sensors)
  }

  /// Follows the end of what it sent. The thread that asks for values knows why.
  func follow(endAt now: Int64) { if isBuffered { restart(now) } else { endStream() } }

  private func endStream() {
    source = nil
    stream = nil
    scans = nil
  }

  func stop() {
    endStream()
    thread?.stop()
  }

  /// Reads what waits into ``samples``, unless there is too much.
  ///
  /// - Returns: Whether the sensor is still there.
  func read(now: Int64) -> Bool {
    samples.removeAll(keepingCapacity: true)
    guard scans != nil else { return true }
    let wasPaused = isPaused
    guard budget.mayRead(now: now) else { return true }
    if wasPaused { try? source?.set(enabled: true) }
    guard let count = scans?.read(into: &samples) else { return false }
    lastHeard = max(lastHeard, now)
    if !budget.spend(Int64(count)) { try? source?.set(enabled: false) }
    return true
  }
}
