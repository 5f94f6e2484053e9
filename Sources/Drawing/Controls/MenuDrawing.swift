internal import EventPipeline
internal import JoystickModel

/// A button that opens the overlay's menu: a tab with three lines.
struct MenuDrawing: ControlDrawing {
  func shapes(_ control: ControlShapes) -> [Shape] {
    let tab = control.mapping.form(.rectangle(MenuHandle.tab(of: control.feed.region.bounds)))
      .inset(by: control.mapping.length(ControlShapes.gap))
    let body = control.body(
      .rectangle(tab.area, rounding: control.mapping.length(1)), of: control.state.isTouched ? 1 : 0)
    let middle = tab.area.center
    let unit = control.mapping.length(0.8)
    let lines = [-1.0, 0, 1].map { line in
      let bar = PixelRectangle(
        around: middle.moved(0, line * unit), width: 5 * unit, height: max(1, unit / 2))
      return Shape(.rectangle(bar, rounding: 0), fill: control.inkColor(on: control.filling()))
    }
    return [body] + lines
  }

  func characters(on control: FeedControl) -> String { "≡" }
  func title(of control: FeedControl) -> String { control.title("menu") }
}
