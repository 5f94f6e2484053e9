internal import EventPipeline
internal import JoystickModel

/// A button that opens the overlay's menu: a tab with an arrow down. Start has the three lines.
struct MenuDrawing: ControlDrawing {
  func shapes(_ control: ControlShapes) -> [Shape] {
    let tab = control.mapping.form(.rectangle(MenuHandle.tab(of: control.feed.region.bounds)))
      .inset(by: control.mapping.length(ControlShapes.gap))
    let body = control.body(
      .rectangle(tab.area, rounding: control.mapping.length(1)), of: control.state.isTouched ? 1 : 0)
    let (middle, unit) = (tab.area.center, control.mapping.length(1))
    let arrow = [
      middle.moved(-2 * unit, -0.5 * unit), middle.moved(0, 0.5 * unit), middle.moved(2 * unit, -0.5 * unit),
    ]
    return [
      body,
      Shape(.strokes([arrow]), line: control.inkColor(on: control.filling()), lineWidth: 0.45 * unit),
    ]
  }

  func characters(on control: FeedControl) -> String { "≡" }
  func title(of control: FeedControl) -> String { control.title("menu") }
}
