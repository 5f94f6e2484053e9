import CAllocationCounter
import EventPipeline
import JoystickModel
import TestSupport
import Testing

@Suite("From samples of motion to a pad's events")
struct MotionPipelineTests {
  private static func makePipeline(
    toggle: ToggleGesture? = nil, tilts: Bool = true, gyros: Bool = true
  ) throws -> TouchPipeline {
    let surface = try Surface(of: .touchscreen(), class: .touchscreen)
    var tilt = TiltControl(name: "tilt", axis: .side, output: .axis(.leftX))
    tilt.base = .angle(0)
    let gyro = GyroControl(name: "gyro", target: .mouse, activation: .always)
    let stick = StickControl(
      name: "right", target: .right, stick: Stick(StickParameters(region: .rectangle(surface.bounds))))
    let layout = Layout(
      surface: surface.bounds, controls: [.stick(stick)],
      motion: MotionControls(tilts: tilts ? [tilt] : [], gyros: gyros ? [gyro] : []))
    return TouchPipeline(
      device: .touchscreen(), surface: surface, pads: [SurfacePad(layout: layout)], toggle: toggle)
  }

  /// A device that leans by 30 degrees to the right.
  private static func leaning(_ time: Int64) -> MotionSample {
    MotionSample(.acceleration, x: -4.903325, y: 8.49281, z: 0, time: time)
  }

  /// A turn to the right, in rad/s.
  private static func turning(_ time: Int64) -> MotionSample {
    MotionSample(.rotation, x: 0, y: -1, z: 0, time: time)
  }

  @Test("A sample is a step, which only changes the pad if it changes something")
  func steps() throws {
    var pipeline = try Self.makePipeline()
    pipeline.consume(Self.leaning(1000))
    #expect(pipeline.pads[0].output.map(\.value) == [32767, 0] && pipeline.pads[0].output[0].is(.absX))
    #expect(pipeline.pads[0].output.allSatisfy { $0.time == 1000 })
    pipeline.consume(Self.leaning(2000))
    #expect(pipeline.pads[0].output.isEmpty)
    pipeline.consume(Self.turning(3000))
    #expect(pipeline.pads[0].mouseEvents.isEmpty, "the first sample starts the clock")
    pipeline.consume(Self.turning(13_000))
    // 0.573 degrees of 40 counts.
    #expect(pipeline.pads[0].mouseEvents.map(\.value) == [22, 0])
    pipeline.consume(Self.leaning(14_000))
    #expect(pipeline.pads[0].mouseEvents.isEmpty)
  }

  @Test("A sensor that is silent for 250 ms is lost: its axis is at 0, and the other sensor's goes on")
  func silence() throws {
    var pipeline = try Self.makePipeline()
    pipeline.consume(Self.leaning(1000))
    pipeline.consume(Self.turning(101_000))
    #expect(pipeline.deadline == 251_000)
    #expect(pipeline.advance(before: 251_000) == nil)
    #expect(pipeline.advance(before: 251_001) == 251_000)
    #expect(
      pipeline.pads[0].output.map(\.value) == [0, 0] && pipeline.pads[0].gamepadState == GamepadState())
    #expect(pipeline.deadline == 351_000)
    pipeline.consume(Self.leaning(300_000))
    #expect(pipeline.pads[0].gamepadState.leftStick.x == 32767)
    pipeline.loseSensors([.accelerometer], time: 300_001)
    #expect(pipeline.pads[0].output.map(\.value) == [0, 0] && pipeline.deadline == 351_000)
    #expect(pipeline.advance(before: 400_000) == 351_000 && pipeline.deadline == nil)
  }

  @Test("Sensors are wanted while the pads are on, by the controls that exist")
  func wanted() throws {
    var pipeline = try Self.makePipeline()
    #expect(pipeline.wantedSensors == [.accelerometer, .gyroscope])
    pipeline.setAcceptsContacts(false)
    #expect(pipeline.wantedSensors == [])
    pipeline.setAcceptsContacts(true)
    pipeline.consume(Self.leaning(1000))
    pipeline.switchOffAtOnce(time: 2000)
    #expect(pipeline.wantedSensors == [] && pipeline.pads[0].gamepadState == GamepadState())
    pipeline.consume(Self.leaning(3000))
    #expect(pipeline.pads[0].output.isEmpty && pipeline.pads[0].gamepadState == GamepadState())
    pipeline.set(on: true, time: 4000)
    #expect(pipeline.pads[0].gamepadState == GamepadState())
    pipeline.consume(Self.leaning(5000))
    #expect(pipeline.pads[0].gamepadState.leftStick.x == 32767)
    pipeline.cancelAll(time: 6000)
    #expect(pipeline.pads[0].gamepadState == GamepadState())
    #expect(try Self.makePipeline(tilts: false).wantedSensors == .gyroscope)
    #expect(try Self.makePipeline(tilts: false, gyros: false).wantedSensors == [])
  }

  @Test("A new pipeline continues with the gyroscope's bias")
  func takeOver() throws {
    func rest(_ time: Int64) -> MotionSample { MotionSample(.rotation, x: 0, y: -0.02, z: 0, time: time) }
    func mouse(_ pipeline: inout TouchPipeline, from start: Int64) -> Int {
      var way = 0
      for step in 0..<100 {
        pipeline.consume(rest(start + Int64(step) * 10_000))
        way += pipeline.pads[0].mouseEvents.reduce(0) { $0 + Int($1.value) }
      }
      return way
    }
    var first = try Self.makePipeline()
    #expect(mouse(&first, from: 0) > 15)
    #expect(mouse(&first, from: 1_000_000) == 0)
    var second = try Self.makePipeline()
    second.takeOver(first)
    #expect(mouse(&second, from: 2_000_000) == 0)
  }

  @Test("Thousands of samples, and frames between them, allocate nothing after the first 100")
  func allocations() throws {
    var pipeline = try Self.makePipeline()
    let down = try Scenario.events("slot 0 id 1 mx 500 my 300 touch 1 |")
    let moves = try [Scenario.events("mx 600 |"), Scenario.events("mx 510 |")]
    func take(_ events: [InputEvent], _ time: Int64) {
      for event in events {
        var event = event
        event.time = time
        _ = pipeline.consume(event)
      }
    }
    take(down, 0)
    func run(_ steps: Range<Int64>) {
      for step in steps {
        let time = step * 5000
        while pipeline.advance(before: time) != nil {}
        pipeline.consume(
          MotionSample(.acceleration, x: Double(step % 19) - 9, y: 4, z: 4, time: time))
        pipeline.consume(MotionSample(.rotation, x: 0.3, y: Double(step % 7) - 3, z: 0, time: time))
        take(moves[Int(step % 2)], time)
      }
    }
    run(1..<100)
    let before = kept_allocation_count()
    run(100..<5000)
    #expect(kept_allocation_count() <= before)
  }
}
