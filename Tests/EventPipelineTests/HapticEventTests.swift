import CAllocationCounter
import EventPipeline
import JoystickModel
import TestSupport
import Testing

@Suite("Haptic events")
struct HapticEventTests {
  /// A button at 10 mm, a trigger at 28, a direction pad at 48, a stick at 68 and one with four directions at 88.
  private static func makePipeline(
    _ action: ButtonAction = ButtonAction([.button(.south)]), findsHapticEvents: Bool = true
  ) throws -> TouchPipeline {
    let device = DeviceDescription.touchscreen()
    let surface = try Surface(of: device, class: .touchscreen)
    func circle(_ x: Double, _ radius: Double = 8) -> Region {
      .circle(Circle(center: Point(x: x, y: 30), radius: radius))
    }
    func stick(_ x: Double, _ change: (inout StickParameters) -> Void = { _ in }) -> StickControl {
      var parameters = StickParameters(region: circle(x, 9))
      parameters.origin = .fixed
      parameters.movable = false
      parameters.radius = 10
      change(&parameters)
      return StickControl(name: "\(x)", target: .left, stick: Stick(parameters))
    }
    let controls: [Control] = [
      .button(ButtonControl(name: "A", region: circle(10), action: action)),
      .trigger(TriggerControl(name: "LT", region: circle(28), target: .left)),
      .directionPad(DirectionPadControl(name: "d-pad", region: circle(48, 10))), .stick(stick(68)),
      .stick(stick(88) { $0.response.directions = .four }),
    ]
    let layout = Layout(surface: surface.bounds, controls: controls)
    return TouchPipeline(
      device: device, surface: surface,
      pads: [SurfacePad(layout: layout, findsHapticEvents: findsHapticEvents)])
  }

  private static func run(_ pipeline: inout TouchPipeline, _ text: String) throws -> [HapticEvents] {
    var events: [HapticEvents] = []
    for event in try Scenario.events(text) where pipeline.consume(event) {
      events.append(pipeline.pads[0].hapticEvents)
    }
    return events
  }

  @Test(
    "A tick is for each press and release, another direction, and the way to the rim, and for nothing else",
    arguments: [
      ("a button", "id 1 mx 100 my 300 | mx 101 | id -1 |", [.press, [], .release]),
      ("a trigger", "id 1 mx 280 my 300 | mx 281 | id -1 |", [.press, [], .release]),
      (
        "a direction pad", "id 1 mx 540 my 300 | mx 545 | mx 480 my 360 | my 300 | id -1 |",
        [.direction, [], .direction, [], []]
      ),
      (
        "a stick",
        "id 1 mx 680 my 300 | mx 730 | mx 880 | mx 890 | mx 775 | mx 880 | mx 760 | mx 880 | id -1 |",
        [[], [], .rim, [], [], [], [], .rim, []]
      ),
      (
        "a stick with directions", "id 1 mx 880 my 300 | mx 930 | mx 940 | mx 880 my 350 | id -1 |",
        [[], .direction, [], .direction, []]
      ),
      ("beside the controls", "id 1 mx 680 my 700 | mx 690 | id -1 |", [[], [], []]),
      (
        "two at once", "slot 0 id 1 mx 100 my 300 slot 1 id 2 mx 540 my 300 | id -1 slot 0 id -1 |",
        [[.press, .direction], .release]
      ),
    ] as [(String, String, [HapticEvents])])
  func kinds(_ name: String, _ text: String, _ events: [HapticEvents]) throws {
    var pipeline = try Self.makePipeline()
    let found = try Self.run(&pipeline, text)
    #expect(found == events, "\(found.map(\.rawValue))")
    var without = try Self.makePipeline(findsHapticEvents: false)
    #expect(try Self.run(&without, text).allSatisfy(\.isEmpty))
  }

  private static func action(_ outputs: [PadOutput], turboHalf: Int64? = nil) -> ButtonAction {
    var action = ButtonAction(outputs)
    action.turboHalf = turboHalf
    return action
  }

  private static let sequence: ButtonAction = {
    var action = ButtonAction([])
    action.steps = [[.button(.east)], [], [.button(.west)]]
    action.isSequence = true
    return action
  }()

  @Test(
    "A button ticks once when it goes down and once when it goes up, whatever it holds, repeats or plays",
    arguments: [
      (action(KeyboardKey("KEY_F1").map { [.key($0)] } ?? []), [.press, .release]),
      (action([.hat(.up)]), [.press, .release]),
      (
        action([.button(.south)], turboHalf: 20_000),
        [.press] + Array(repeating: [], count: 5) + [.release]
      ),
      (sequence, [.press, [], [], [], .release]),
    ] as [(ButtonAction, [HapticEvents])])
  func actions(_ action: ButtonAction, _ expected: [HapticEvents]) throws {
    var pipeline = try Self.makePipeline(action)
    var events = try Self.run(&pipeline, "id 1 mx 100 my 300 |")
    while pipeline.advance(before: 110_000) != nil { events.append(pipeline.pads[0].hapticEvents) }
    let lift = [(EventCode.absMTTrackingID, Int32(-1)), (.synReport, 0)]
    for (code, value) in lift where pipeline.consume(InputEvent(time: 110_000, code, value)) {
      events.append(pipeline.pads[0].hapticEvents)
    }
    while pipeline.advance(before: 1_000_000) != nil { events.append(pipeline.pads[0].hapticEvents) }
    #expect(events == expected, "\(events.map(\.rawValue))")
  }

  @Test("A toggle ticks when it goes down and when it goes up, and not when its fingers lift")
  func toggle() throws {
    var action = ButtonAction([.button(.south)])
    action.mode = .toggle
    var pipeline = try Self.makePipeline(action)
    let events = try Self.run(&pipeline, "id 1 mx 100 my 300 | id -1 | id 2 mx 100 my 300 | id -1 |")
    #expect(events == [.press, [], .release, []], "\(events.map(\.rawValue))")
  }

  @Test("Switching the pads off releases what is down, once")
  func off() throws {
    var pipeline = try Self.makePipeline()
    _ = try Self.run(&pipeline, "id 1 mx 100 my 300 |")
    pipeline.switchOffAtOnce(time: 10)
    #expect(pipeline.pads[0].hapticEvents == .release)
    #expect(try Self.run(&pipeline, "mx 110 | id -1 |") == [[], []])
  }

  @Test("Finding haptic events allocates nothing")
  func allocations() throws {
    let text = "id 1 mx 100 my 300 | id -1 | id 2 mx 680 my 300 | mx 880 | mx 680 | id -1 |"
    let events = try Scenario.events(text)
    func allocations(_ findsHapticEvents: Bool) throws -> UInt {
      var pipeline = try Self.makePipeline(findsHapticEvents: findsHapticEvents)
      func play(_ rounds: Int) {
        for _ in 0..<rounds { for event in events { _ = pipeline.consume(event) } }
      }
      play(2)
      let before = allocation_count()
      play(100)
      return allocation_count() - before
    }
    // What the test itself needs.
    let minimum = try allocations(false)
    #expect(try allocations(true) == minimum)
  }
}
