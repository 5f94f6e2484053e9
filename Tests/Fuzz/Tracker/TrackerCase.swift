import Configuration
import JoystickModel
import Synchronization
import TestSupport
@testable import EventPipeline

/// One input: a device's events, and requests to the pipeline among them.
struct TrackerCase: ~Copyable {
  private let source: Source
  private let settings: Settings
  private var pipeline: TouchPipeline
  /// The device's state in the kernel, whether its events arrived or not.
  private var state: DeviceState
  /// Whether the pipeline has seen all events since the start, or since it was given the state.
  private var isUpToDate = true
  private var desktop: Desktop
  private var time: Int64 = 0

  /// The number of frames so far, in all inputs.
  static let frames = Atomic(0)

  /// Traps if a condition does not hold.
  static func run(_ bytes: [UInt8]) {
    guard bytes.count > 3 + Record.size else { return }
    let device = Source.all[Int(bytes[0]) % Source.all.count]
    var settings = Controls.all[Int(bytes[1]) % Controls.all.count]
    let options = Options(rawValue: bytes[2])
    settings.device.passThrough = options.contains(.passesThrough)
    settings.toggle = options.contains(.toggle) ? ToggleSettings() : nil
    guard var own = TrackerCase(device, settings) else { return }
    for start in stride(from: 3, through: bytes.count - Record.size, by: Record.size) {
      own.take(Record(bytes[start..<start + Record.size], codes: device.codes))
    }
    own.end()
  }

  private init?(_ source: Source, _ settings: Settings) {
    do {
      pipeline = try [settings].pipeline(for: source.description, class: source.deviceClass)
    } catch {
      return nil
    }
    self.source = source
    self.settings = settings
    state = DeviceState(of: source.description)
    desktop = Desktop(hasSlots: source.description.supports(.absMTSlot))
  }

  private mutating func take(_ record: Record) {
    switch record.meaning {
    case .event(let code):
      take(InputEvent(time: time &+ record.delay, code, record.value), isLost: record.isLost)
    case .jump: time = Int64(record.value) << 31
    case .act: act(record.value)
    }
  }

  private mutating func take(_ event: InputEvent, isLost: Bool) {
    time = event.time
    state.apply(event)
    // After lost events, and when the kernel releases the device, the pipeline lets go of everything.
    if isLost || event.is(.synDropped) || (event.is(.synReport) && event.value != 0) { isUpToDate = false }
    guard !isLost else { return }
    while pipeline.advance(before: time) != nil { check() }
    if event.is(.synReport) { Self.frames.add(1, ordering: .relaxed) }
    guard pipeline.consume(event) else { return }
    check()
    precondition(!isUpToDate || pipeline.isUpToDate(with: state), "a state that does not follow the events")
    orTrap { () throws(Violation) in try pipeline.checkFrame() }
  }

  private mutating func end() {
    pipeline.cancelAll(time: time)
    check()
    orTrap { () throws(Violation) in
      try pipeline.checkReleased()
      try desktop.checkReleased()
    }
  }
}

extension TrackerCase {
  /// A request that the daemon makes now and then.
  private mutating func act(_ number: Int32) {
    switch number & 7 {
    case 0: pipeline.cancelControls(time: time)
    case 1, 2: pipeline.set(on: number & 7 == 1, time: time)
    case 3, 4:
      pipeline.setAcceptsContacts(number & 7 == 3)
      return
    case 5, 6:
      state.forgetStaleTouch()
      if number & 7 == 5 {
        pipeline.resynchronise(to: state, time: time)
      } else {
        pipeline.startAnew(from: state, time: time)
      }
      isUpToDate = true
    default:
      reload()
      return
    }
    check()
  }

  /// Reloads the same settings, with the device and its clone unchanged.
  private mutating func reload() {
    do {
      var next = try [settings].pipeline(for: source.description, class: source.deviceClass)
      next.takeOver(pipeline)
      pipeline = next
    } catch {
      preconditionFailure("settings that fitted before do not fit")
    }
  }

  private mutating func check() {
    orTrap { () throws(Violation) in
      try desktop.take(pipeline.passedEvents)
      try pipeline.checkStep()
    }
  }
}
