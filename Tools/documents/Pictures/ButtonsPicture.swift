import JoystickModel
import Drawing

extension Picture {
  static var buttons: Picture {
    Picture(
      "buttons", "Toggles, turbo and sequences over time",
      height: ButtonCase.all.reduce(74) { $0 + $1.height },
      """
      Bars for a finger that is down and for what it holds on the pad. With a toggle, one touch presses the button and \
      the next one releases it. With turbo, the button is pressed in each half of a repetition. A sequence is played \
      once for each touch, whenever the finger lifts; an output of two steps stays down in between.
      """
    ) { area in
      let timeline = Timeline(field: area.inset(left: 62, right: 12, bottom: 34), end: ButtonCase.end)
      var y = area.y
      let rows = ButtonCase.all.flatMap { button in
        defer { y += button.height }
        return button.elements(timeline, y: y)
      }
      return timeline.scale(each: 100) + rows
        + [.note("time, ms", timeline.field.center.x, area.bottom - 2)]
    }
  }
}

/// A button, and the touches on it.
private struct ButtonCase {
  static let end = 1000.0

  let title: String
  let action: ButtonAction
  let touches: [Span]
  /// What to show of the pad.
  var outputs: [PadOutput] = [.button(.south)]

  var height: Double { Double(outputs.count) * 18 + 52 }

  static var all: [ButtonCase] {
    var toggle = ButtonAction([.button(.south)])
    toggle.mode = .toggle
    var turbo = ButtonAction([.button(.south)])
    turbo.turboHalf = 50_000
    var both = turbo
    both.mode = .toggle
    var sequence = ButtonAction([])
    sequence.steps = [[.hat(.down)], [.hat(.down), .hat(.right)], [.hat(.right), .button(.south)]]
    sequence.isSequence = true
    return [
      ButtonCase(title: "mode = \"toggle\"", action: toggle, touches: [(40, 160), (620, 740)]),
      ButtonCase(title: "turbo = \"10Hz\"", action: turbo, touches: [(40, 540)]),
      ButtonCase(
        title: "mode = \"toggle\", turbo = \"10Hz\"", action: both, touches: [(40, 160), (620, 740)]),
      ButtonCase(
        title: "sequence = [[\"Down\"], [\"Down\", \"Right\"], [\"Right\", \"A\"]]", action: sequence,
        touches: [(40, 100), (500, 800)], outputs: [.hat(.down), .hat(.right), .button(.south)]),
    ]
  }

  /// The pad after each millisecond.
  private var states: [GamepadState] {
    let area = Rectangle(x: 0, y: 0, width: 20, height: 20)
    let button = ButtonControl(name: "button", region: .rectangle(area), action: action)
    var layout = Layout(surface: area, controls: [.button(button)])
    return (0...Int(Self.end)).map { millisecond in
      let time = Int64(millisecond) * 1000
      layout.advance(to: time)
      for touch in touches {
        let phase: ContactPhase? =
          Double(millisecond) == touch.start ? .began : Double(millisecond) == touch.end ? .ended : nil
        guard let phase else { continue }
        let place = Point(x: 10, y: 10)
        layout.apply(ContactEvent(id: ContactID(1), phase: phase, position: place), time: time)
      }
      return layout.gamepadState
    }
  }

  func elements(_ timeline: Timeline, y: Double) -> [SVGElement] {
    let states = states
    let presses = outputs.enumerated().flatMap { number, output in
      let spans = spans(of: states.map { $0.holds(output) })
      return timeline.row(output.label, spans, .blue, y + 42 + Double(number) * 18)
    }
    return [.code(title, timeline.x(0) + 6, y + 16, .start)]
      + timeline.row("finger", touches, .vermilion, y + 24) + presses
  }

  /// When it is down, by the state at each millisecond.
  private func spans(of isDown: [Bool]) -> [Span] {
    var spans: [Span] = []
    for (time, isDown) in isDown.enumerated() where isDown {
      if let last = spans.last, last.end == Double(time) {
        spans[spans.count - 1].end += 1
      } else {
        spans.append((Double(time), Double(time) + 1))
      }
    }
    return spans
  }
}

extension GamepadState {
  fileprivate func holds(_ output: PadOutput) -> Bool {
    var state = self
    state.add(GamepadState([output]))
    return state == self
  }
}
