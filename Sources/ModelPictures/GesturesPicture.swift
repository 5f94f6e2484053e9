internal import JoystickModel
internal import Pictures

extension Picture {
  /// Taps, double taps and holds over time.
  static var gestures: Picture {
    let rows = GestureCase.all.reduce(0) { $0 + $1.height }
    let height = rows + 74
    let area = area(height: height)
    let timeline = Timeline(field: area.inset(left: 62, right: 12, bottom: 34), end: 1000)
    var elements = timeline.scale(each: 100)
    var y = area.y
    for gesture in GestureCase.all {
      elements += gesture.elements(timeline, y: y)
      y += gesture.height
    }
    let below = SVGPoint(x: timeline.field.center.x, y: area.bottom - 2)
    elements.append(
      .text(
        "time, ms (a finger's bar is paler where the stick is deflected)", at: below, .note.anchored(.middle))
    )
    let times = StickGestures()
    return Picture(
      name: "gestures", title: "Taps, double taps and holds over time",
      summary: """
        Bars for a finger that is down and for buttons that are down. A tap presses its button for 40 ms when \
        it lifts. With a double tap bound it waits \(times.doubleTapTime / 1000) ms for a second touch. A double tap presses its button \
        when the second touch begins. A hold presses its button after \(times.holdTime / 1000) ms until the finger lifts. A touch \
        that reached the moved tolerance is none of them.
        """,
      height: height, elements: elements)
  }
}

/// One gesture, and the buttons that it could press.
private struct GestureCase {
  let title: String
  let buttons: [(key: WritableKeyPath<StickGestures, GestureAction?>, name: String, button: GamepadButton)]
  /// When the finger is down.
  let touches: [(start: Double, end: Double)]
  /// How long after its touch-down each finger goes 5 mm; nil is never.
  var moves: Double?

  var height: Double { Double(buttons.count) * 18 + 52 }

  static var all: [GestureCase] {
    let tap = (key: \StickGestures.tap, name: "A", button: GamepadButton.south)
    let doubleTap = (key: \StickGestures.doubleTap, name: "B", button: GamepadButton.east)
    let hold = (key: \StickGestures.hold, name: "X", button: GamepadButton.north)
    return [
      GestureCase(
        title: "tap = \"A\": a tap, and a touch that is too long", buttons: [tap],
        touches: [(40, 160), (400, 720)]),
      GestureCase(
        title: "tap = \"A\", double_tap = \"B\": one tap", buttons: [tap, doubleTap], touches: [(40, 160)]),
      GestureCase(
        title: "tap = \"A\", double_tap = \"B\": two taps", buttons: [tap, doubleTap],
        touches: [(40, 160), (310, 430)]),
      GestureCase(title: "hold = \"X\"", buttons: [hold], touches: [(40, 800)]),
      GestureCase(
        title: "tap = \"A\", hold = \"X\": the finger moves", buttons: [tap, hold],
        touches: [(40, 170), (300, 900)], moves: 60),
    ]
  }

  private var parameters: StickParameters {
    var parameters = StickParameters.example()
    for (key, _, button) in buttons { parameters.gestures[keyPath: key] = .press(button) }
    return parameters
  }

  private var moments: [StickRun.Moment] {
    var run = StickRun(parameters)
    for touch in touches {
      run.touchDown(at: Point(x: 0, y: 0), time: touch.start)
      if let moves { run.move(to: Point(x: 5, y: 0), time: touch.start + moves) }
      run.lift(time: touch.end)
    }
    run.wait(until: 1000)
    return run.moments
  }

  func elements(_ timeline: Timeline, y: Double) -> [SVGElement] {
    let moments = moments
    let title = SVGPoint(x: timeline.x(0) + 6, y: y + 16)
    var elements: [SVGElement] = [.text(self.title, at: title, .code)]
    let finger = Timeline.spans(of: moments) { $0.finger != nil }
    elements += row("finger", finger, .vermilion, timeline, y + 24)
    let deflected = Timeline.spans(of: moments) { $0.deflection != .zero }
    elements += deflected.map { timeline.bar($0, y: y + 24, .fill(.paper, opacity: 0.5)) }
    for (number, entry) in buttons.enumerated() {
      let spans = Timeline.spans(of: moments) { $0.pad.isDown(entry.button) }
      elements += row(entry.name, spans, .blue, timeline, y + 42 + Double(number) * 18)
    }
    return elements
  }

  private func row(
    _ name: String, _ spans: [(start: Double, end: Double)], _ color: Color, _ timeline: Timeline,
    _ y: Double
  ) -> [SVGElement] {
    let line = SVGElement.line(
      SVGPoint(x: timeline.field.x, y: y + 12), SVGPoint(x: timeline.field.right, y: y + 12), .stroke(.faint))
    return [line, .text(name, at: SVGPoint(x: timeline.field.x - 8, y: y + 10), .note.anchored(.end))]
      + spans.flatMap { [timeline.bar($0, y: y, .fill(color)), timeline.length(of: $0, y: y)] }
  }
}
