import Drawing
import EventPipeline
import JoystickModel
import Testing

@testable import touchstick_overlay

/// A touchscreen of 200 mm x 100 mm with a look pad, two sliders and a wheel.
struct Cockpit {
  private(set) var layout: Layout

  init(isNamed: Bool = false) {
    let areas = [
      Rectangle(x: 100, y: 10, width: 60, height: 80), Rectangle(x: 5, y: 10, width: 16, height: 80),
      Rectangle(x: 30, y: 5, width: 60, height: 14),
    ].map(Region.rectangle)
    var look = LookControl(name: "aim", region: areas[0])
    look.isNamed = isNamed
    var throttle = SliderControl(name: "gas", region: areas[1], output: .triggers)
    throttle.stays = true
    let tilt = SliderControl(name: "tilt", region: areas[2], output: .trigger(.left), direction: .horizontal)
    let wheel = WheelControl(
      name: "wheel", region: .circle(Circle(center: Point(x: 60, y: 60), radius: 30)))
    layout = Layout(
      surface: Rectangle(x: 0, y: 0, width: 200, height: 100),
      controls: [.look(look), .slider(throttle), .slider(tilt), .wheel(wheel)])
  }

  /// Each control under a finger, the wheel turned by 60 degrees.
  static var inUse: Cockpit {
    var cockpit = Cockpit()
    let places = [Point(x: 130, y: 40), Point(x: 13, y: 26), Point(x: 54, y: 12), Point(x: 60, y: 40)]
    for (finger, place) in places.enumerated() { cockpit.apply(.began, UInt32(finger), place) }
    cockpit.apply(.moved, 3, Point(x: 60 + 20 * 0.75.squareRoot(), y: 50))
    return cockpit
  }

  mutating func apply(_ phase: ContactPhase, _ finger: UInt32, _ place: Point) {
    layout.apply(ContactEvent(id: ContactID(finger), phase: phase, position: place), time: 0)
  }

  var controls: [FeedControl] { layout.controls.map { FeedControl($0, pad: 0) } }

  var state: FeedState {
    let reports = (0..<layout.controlCount).map { layout.report(at: $0) }
    return FeedState(generation: 1, surface: 0, controls: reports)
  }

  /// The shapes of each control, with 10 pixels for a millimetre.
  func shapes(_ theme: Theme = Glasses.plain) -> [[Shape]] {
    let mapping = SurfaceMapping(Glasses.layout(controls), Glasses.output)
    return zip(controls, state.controls).map { control, state in
      ControlShapes(control: control, state: state, mapping: mapping, theme: theme, opacity: 1).all
    }
  }
}

@Suite("Look pads, sliders and wheels on the overlay")
struct MotionSceneTests {
  @Test("A look pad has arrows or its name at rest, and marks and a dot in use")
  func look() {
    let (rest, used) = (Cockpit().shapes()[0], Cockpit.inUse.shapes()[0])
    // The middle of the game stays visible.
    #expect(rest.count == 4 && rest.allSatisfy { $0.bounds.width < 50 })
    #expect(used.count == 6)
    guard case .strokes(let corners) = used[0].form else { return #expect(Bool(false)) }
    #expect(corners.count == 4)
    #expect(used[0].form.area == PixelRectangle(x: 1004, y: 104, width: 592, height: 792))
    #expect(used[1].form == .ellipse(PixelRectangle(x: 1260, y: 360, width: 80, height: 80)))
    let named = Cockpit(isNamed: true).shapes(Theme())[0]
    let texts = named.compactMap { if case .text(let text, _, _) = $0.form { text } else { nil } }
    #expect(texts == ["aim"] && named.count == 1)
  }

  @Test("A slider fills from where it rests to where it is, and its bar is there")
  func slider() {
    let (rest, used) = (Cockpit().shapes(), Cockpit.inUse.shapes())
    #expect(rest[1].allSatisfy { $0.clip == nil } && rest[2].allSatisfy { $0.clip == nil })
    // The finger is 24 mm above the middle, less by the dead zone.
    let level = used[1][0].clip
    #expect(
      level.map { abs($0.y - 268.42) < 0.01 && abs($0.y + $0.height - 500) < 0.01 } == true, "\(level as Any)"
    )
    let tilt = used[2][0].clip
    #expect(
      tilt.map { $0.x == 300 && abs($0.width - 221.05) < 0.01 && $0.height == 140 } == true, "\(tilt as Any)")
    let bars = [rest[1], used[1], rest[2], used[2]].compactMap(\.last?.bounds)
    #expect(bars.map { ($0.top + $0.bottom) / 2 } == [500, 268, 120, 120])
    #expect(bars.map { ($0.left + $0.right) / 2 } == [130, 130, 322, 521])
  }

  @Test("A wheel's spokes turn with it")
  func wheel() {
    let (rest, used) = (Cockpit().shapes()[3], Cockpit.inUse.shapes()[3])
    #expect(rest.count == 6 && used.count == 6)
    let spokes = [rest[2], used[2]].map(\.bounds)
    // Upright at first, then at two o'clock.
    #expect(spokes[0].left > 570 && spokes[0].right < 630 && spokes[0].top < 360)
    #expect(spokes[1].left > 600 && spokes[1].right > 790 && spokes[1].top > 430 && spokes[1].bottom < 600)
  }
}
