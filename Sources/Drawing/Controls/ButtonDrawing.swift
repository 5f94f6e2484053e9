internal import EventPipeline
package import JoystickModel

struct ButtonDrawing: ControlDrawing {
  let button: GamepadButton?

  func shapes(_ control: ControlShapes) -> [Shape] {
    let own = color(of: control)
    let body = control.body(control.regionForm, of: control.state.isTouched ? 1 : 0, own: own)
    let badge = control.badge
    let room = badge.isEmpty ? control.labelRoom : control.labelRoom(above: control.mapping.length(3.2))
    return [body] + control.label(in: room, on: control.filling(own)) + badge
  }

  func halo(_ control: ControlShapes) -> [Shape] {
    control.state.isTouched ? control.ring(around: control.regionForm, color(of: control)) : []
  }

  private func color(of control: ControlShapes) -> Color? {
    control.theme.color(of: button, control.feed.appearance)
  }

  func caption(_ letters: Letters) -> Caption? { button.map(letters.caption) }
  var label: String? { button?.label }
  func title(of control: FeedControl) -> String { label ?? control.name }
}

extension ControlShapes {
  /// A switch for a toggle, and two arrows for turbo, in the lower part of a button. The name of a turbo button says so.
  fileprivate var badge: [Shape] {
    let box = feed.region.bounds
    let isTurbo = feed.isTurbo && (!feed.isNamed || !feed.appearance.label.isEmpty)
    guard feed.isToggle || isTurbo, min(box.width, box.height) >= 9 else { return [] }
    // On a circle, where it is still wide enough.
    let isCircle = if case .circle = feed.region { true } else { false }
    let middle = mapping.at(
      Point(x: box.center.x, y: box.y + box.height - (isCircle ? box.height * 0.19 : 2.4)))
    let ink = inkColor(on: filling())
    if isTurbo {
      let icon = ControlIcon.fastForward.icon
      let side = mapping.length(2.6)
      return [
        Shape(
          icon.form(in: PixelRectangle(around: middle, width: side, height: side)), line: ink,
          lineWidth: mapping.length(0.35))
      ]
    }
    let (width, height) = (mapping.length(3.4), mapping.length(1.7))
    let knob = middle.moved((state.isTouched ? 1 : -1) * (width - height) / 2, 0)
    return [
      Shape(
        .rectangle(PixelRectangle(around: middle, width: width, height: height), rounding: height / 2),
        line: ink, lineWidth: mapping.length(0.2)),
      Shape(.ellipse(PixelRectangle(around: knob, width: height * 0.5, height: height * 0.5)), fill: ink),
    ]
  }
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
