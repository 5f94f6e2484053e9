internal import Configuration
internal import EventPipeline
internal import JoystickModel

// Trying the layout without leaving the editor: the controls work as in a game, but only on the screen.
extension LayoutEditor {
  mutating func startTrial() {
    trial = try? text.settings.layout(width: size.width, height: size.height, deviceClass: .touchscreen)
    if trial != nil { page = .trial }
  }

  mutating func endTrial() { (trial, page) = (nil, .actions) }

  /// When a control changes by itself, such as a button with turbo; nil is never.
  var trialDeadline: Int64? { trial?.deadline }

  mutating func advanceTrial(to time: Int64) { trial?.advance(to: time) }

  /// Hands a touch to the controls.
  mutating func tryOut(_ touch: EditTouch, _ id: Int, at time: Int64) {
    trial?.tryOut(touch, id, at: time)
  }

  /// The names of the controls that are in use.
  var touchedNames: String {
    guard let trial else { return "" }
    let touched = trial.controls.enumerated().filter { trial.report(at: $0.offset).isTouched }
    return touched.map(\.element.name).joined(separator: ", ")
  }
}

extension Layout {
  /// Hands a touch to the controls, which nobody else uses.
  ///
  /// - Parameter time: In microseconds.
  mutating func tryOut(_ touch: EditTouch, _ id: Int, at time: Int64) {
    let contact = ContactID(UInt32(truncatingIfNeeded: id))
    func event(_ phase: ContactPhase, _ point: Point = Point(x: 0, y: 0)) -> ContactEvent {
      ContactEvent(id: contact, phase: phase, position: point)
    }
    advance(to: time)
    switch touch {
    case .began(let point):
      // Its lift was lost.
      apply(event(.cancelled), time: time)
      apply(event(.began, point), time: time)
    case .moved(let point): apply(event(.moved, point), time: time)
    case .ended: apply(event(.ended), time: time)
    case .cancelled: reset(time: time)
    }
  }
}
