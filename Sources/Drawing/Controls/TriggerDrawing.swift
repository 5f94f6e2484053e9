internal import EventPipeline
package import JoystickModel

struct TriggerDrawing: ControlDrawing {
  let target: TriggerTarget

  /// The outline fills from its lower end.
  func shapes(_ control: ControlShapes) -> [Shape] {
    let rest = [control.body(control.regionForm, of: 0)] + control.label(in: control.labelRoom)
    guard control.state.pull > 0 else { return rest }
    let area = control.feed.region.bounds
    let height = area.height * Double(control.state.pull) / 255
    let level = Rectangle(x: area.x, y: area.y + area.height - height, width: area.width, height: height)
    return control.halo(control.regionForm) + [control.level(level)] + rest
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
