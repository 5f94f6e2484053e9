internal import EventPipeline
package import JoystickModel

struct TriggerDrawing: ControlDrawing {
  let target: TriggerTarget

  /// The outline fills from its lower end.
  func shapes(_ control: ControlShapes) -> [Shape] {
    let body = control.body(control.regionForm, of: 0)
    let pull = Double(control.state.pull) / 255
    guard pull > 0 else { return [body] + control.label(in: control.labelRoom) }
    let area = control.feed.region.bounds
    let height = area.height * pull
    let level = Rectangle(x: area.x, y: area.y + area.height - height, width: area.width, height: height)
    // The label is in the middle: above the level, or on it.
    return [body, control.level(level)]
      + control.label(in: control.labelRoom, on: pull > 0.5 ? control.filling() : nil)
  }

  func halo(_ control: ControlShapes) -> [Shape] {
    control.state.pull > 0 ? control.ring(around: control.regionForm) : []
  }

  var label: String? { target.label }
  func caption(_ letters: Letters) -> Caption? { letters.caption(of: target) }
  func title(of control: FeedControl) -> String { "\(target) trigger" }
}

extension TriggerControl: DescribedControl {
  package var effect: String { target.label }

  package var details: [String] {
    let note: [String] =
      switch pull {
      case .full: []
      case .slide(let distance): ["slide \(decimal(distance)) mm"]
      case .pressure: ["by pressure"]
      }
    return note + reachNote(reach)
  }
}
