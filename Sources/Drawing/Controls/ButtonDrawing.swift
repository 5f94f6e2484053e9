internal import EventPipeline
package import JoystickModel

struct ButtonDrawing: ControlDrawing {
  let button: GamepadButton?

  func shapes(_ control: ControlShapes) -> [Shape] {
    let color = button.flatMap { control.theme.button.colors[$0.rawValue] } ?? control.padColor
    let body = control.body(control.regionForm, of: control.state.isTouched ? 1 : 0, color)
    return [body] + control.label(in: control.labelRoom, symbol: button)
  }

  var label: String? { button?.label }
  func title(of control: FeedControl) -> String { label ?? control.name }
}

extension ButtonControl: DescribedControl {
  package var effect: String { KeyboardKey.shortened(action.label) }
  package var details: [String] { action.details + reachNote(reach) }
}

extension ButtonAction {
  /// How it is held, if not just while it is pressed, in words.
  fileprivate var details: [String] {
    guard !isSequence else { return ["\(steps.count) steps"] }
    let part = value < 1 && steps.contains { $0.contains(where: \.isAnalog) }
    let turbo = turboHalf.map { ["turbo \(decimal(500_000 / Double($0))) Hz"] } ?? []
    return (mode == .toggle ? ["toggle"] : []) + turbo + (part ? ["\(decimal(value * 100)) %"] : [])
  }
}
