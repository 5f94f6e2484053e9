import JoystickModel
import Drawing

extension Picture {
  static var gestures: Picture {
    let times = StickGestures()
    return Picture(
      "gestures", "Taps, double taps and holds over time",
      height: GestureCase.all.reduce(74) { $0 + $1.height },
      """
      Bars for a finger that is down and for buttons that are down. A tap presses its button for 40 ms when \
      it lifts. With a double tap bound it waits \(times.doubleTapTime / 1000) ms for a second touch. A double tap presses its button \
      when the second touch begins. A hold presses its button after \(times.holdTime / 1000) ms until the finger lifts. A touch \
      that reached the moved tolerance is none of them.
      """
    ) { area in
      let timeline = Timeline(field: area.inset(left: 62, right: 12, bottom: 34), end: 1000)
      var y = area.y
      let rows = GestureCase.all.flatMap { gesture in
        defer { y += gesture.height }
        return gesture.elements(timeline, y: y)
      }
      let unit = "time, ms (a finger's bar is paler where the stick is deflected)"
      return timeline.scale(each: 100) + rows + [.note(unit, timeline.field.center.x, area.bottom - 2)]
    }
  }
}

/// One gesture, and the buttons that it can press.
private struct GestureCase {
  typealias Button = (
    key: WritableKeyPath<StickGestures, GestureAction?>, name: String, button: GamepadButton
  )

  let title: String
  let buttons: [Button]
  /// When the finger is down.
  let touches: [Span]
  /// How long after its touch-down each finger moves 5 mm; nil is never.
  var moves: Double?

  var height: Double { Double(buttons.count) * 18 + 52 }

  static var all: [GestureCase] {
    let tap: Button = (\.tap, "A", .south)
    let doubleTap: Button = (\.doubleTap, "B", .east)
    let hold: Button = (\.hold, "X", .north)
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

  private var run: StickRun {
    let stick = StickParameters.example.with { stick in
      for (key, _, button) in buttons { stick.gestures[keyPath: key] = .press(button) }
    }
    var run = StickRun(stick)
    for touch in touches {
      run.touchDown(at: stick.center, time: touch.start)
      if let moves { run.move(to: Point(x: 5, y: 0), time: touch.start + moves) }
      run.lift(time: touch.end)
    }
    run.wait(until: 1000)
    return run
  }

  func elements(_ timeline: Timeline, y: Double) -> [SVGElement] {
    let run = run
    let fingers = timeline.row("finger", run.spans { $0.finger != nil }, .vermilion, y + 24)
    let deflected = run.spans { $0.deflection != .zero }.map {
      timeline.bar($0, y: y + 24, .fill(.paper.faded(to: 0.5)))
    }
    let presses = buttons.enumerated().flatMap { number, entry in
      timeline.row(entry.name, run.spans { $0.pad.isDown(entry.button) }, .blue, y + 42 + Double(number) * 18)
    }
    return [.code(title, timeline.x(0) + 6, y + 16, .start)] + fingers + deflected + presses
  }
}
