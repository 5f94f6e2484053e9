import EventPipeline
import Glibc
import Testing

@testable import InputDevices

@Suite("The queue of a node's events")
struct EventQueueTests {
  /// A pipe instead of a node: both give as many events to a read as there are, up to the size of the queue.
  private final class Device {
    private var files: [Int32] = [0, 0]
    var node: Int32 { files[0] }

    init() throws {
      let status = unsafe pipe(&files)
      try #require(status == 0 && fcntl(files[0], F_SETFL, O_NONBLOCK) == 0)
    }

    deinit { for file in files { close(file) } }

    func send(_ values: Range<Int32>) {
      for value in values {
        // struct input_event: two seconds, five microseconds, EV_ABS and ABS_X, and the value.
        let event: [UInt32] = [2, 0, 5, 0, 3, UInt32(value)]
        let written = unsafe write(files[1], event, 24)
        #expect(written == 24)
      }
    }
  }

  /// The values of the events that wait.
  private func values(in queue: inout EventQueue) -> [Int32] {
    var values: [Int32] = []
    while let event = queue.next() { values.append(event.value) }
    return values
  }

  @Test("All events come once, in their order, however many there are")
  func all() throws {
    let device = try Device()
    var queue = EventQueue()
    device.send(0..<150)
    try queue.fill(from: device.node)
    #expect(queue.next() == InputEvent(time: 2_000_005, .absX, 0))
    #expect(values(in: &queue) == Array(1..<64))
    try queue.fill(from: device.node)
    #expect(values(in: &queue) == Array(64..<128))
    try queue.fill(from: device.node)
    #expect(values(in: &queue) == Array(128..<150))
  }

  @Test("After a read of all there was, the next fill finds nothing, unless more is expected")
  func drained() throws {
    let device = try Device()
    var queue = EventQueue()
    device.send(0..<2)
    try queue.fill(from: device.node)
    #expect(values(in: &queue) == [0, 1])
    device.send(2..<3)
    try queue.fill(from: device.node)
    #expect(values(in: &queue) == [])
    try queue.fill(from: device.node)
    #expect(values(in: &queue) == [2])
    device.send(3..<4)
    queue.expectMore()
    try queue.fill(from: device.node)
    #expect(values(in: &queue) == [3])
  }

  @Test("Removed events do not come back, and later ones do")
  func cleared() throws {
    let device = try Device()
    var queue = EventQueue()
    device.send(0..<3)
    try queue.fill(from: device.node)
    #expect(queue.next()?.value == 0)
    queue.clear()
    #expect(values(in: &queue) == [])
    device.send(3..<4)
    try queue.fill(from: device.node)
    #expect(values(in: &queue) == [3])
  }

  @Test("Nothing to read is no error, and a file that is closed is one")
  func errors() throws {
    let device = try Device()
    var queue = EventQueue()
    try queue.fill(from: device.node)
    #expect(queue.next() == nil)
    #expect(throws: (any Error).self) { try queue.fill(from: -1) }
  }
}

@Suite("Playing a recorded SYN_DROPPED")
struct WrittenSurfaceTests {
  /// The events that lift everything that `events` put on a surface, each as its code and value.
  private static func lifts(_ state: inout DeviceState, after events: [(EventCode, Int32)] = [])
    -> [String]
  {
    for (code, value) in events { state.apply(InputEvent(time: 0, code, value)) }
    let lifts = state.lifts(time: 0)
    for event in lifts { state.apply(event) }
    return lifts.map { "\(EventCode($0.type, $0.code).name ?? "?") \($0.value)" }
  }

  private static var state: DeviceState {
    DeviceState(
      of: DeviceDescription(
        name: "Screen", id: DeviceID(bus: 0, vendor: 0, product: 0, version: 0), codes: [.btnTouch],
        axes: Dictionary(
          uniqueKeysWithValues: [.absMTSlot, .absMTTrackingID, .absMTPositionX, .absMTPositionY].map {
            (code: EventCode) in (code.code, AbsoluteAxis(minimum: 0, maximum: 9))
          })))
  }

  @Test("Each contact lifts once, whatever its slot and tracking ID")
  func slots() {
    var state = Self.state
    #expect(
      Self.lifts(
        &state,
        after: [
          (.absMTTrackingID, 0), (.absMTSlot, 3), (.absMTTrackingID, 7), (.absMTSlot, 4),
          (.absMTTrackingID, 8),
          (.absMTTrackingID, -1), (.btnTouch, 1),
        ]) == [
          "ABS_MT_SLOT 0", "ABS_MT_TRACKING_ID -1", "ABS_MT_SLOT 3", "ABS_MT_TRACKING_ID -1", "BTN_TOUCH 0",
          "SYN_REPORT 0",
        ])
    #expect(Self.lifts(&state) == ["SYN_REPORT 0"])
  }

  @Test("An untouched surface lifts nothing")
  func untouched() {
    var state = Self.state
    #expect(Self.lifts(&state, after: [(.btnTouch, 1), (.btnTouch, 0)]) == ["SYN_REPORT 0"])
  }
}
