internal import EventPipeline
package import JoystickModel

struct SliderDrawing: ControlDrawing {
  let direction: SliderDirection

  /// The outline fills from where the slider rests to where it is.
  func shapes(_ control: ControlShapes) -> [Shape] {
    let (box, rest, now) = (control.feed.region.bounds, control.state.base, control.state.handle)
    let level =
      switch direction {
      case .vertical:
        Rectangle(x: box.x, y: min(rest.y, now.y), width: box.width, height: abs(now.y - rest.y))
      case .horizontal:
        Rectangle(x: min(rest.x, now.x), y: box.y, width: abs(now.x - rest.x), height: box.height)
      }
    let isOff = level.width == 0 || level.height == 0
    return (isOff ? [] : [control.level(level)])
      + [control.body(control.regionForm, of: 0), mark(at: now, control)] + labels(control)
  }

  /// A label with a slash names both ends: the upper or right one first.
  private func labels(_ control: ControlShapes) -> [Shape] {
    guard case .text(let text)? = control.feed.caption(control.theme.letters),
      let slash = text.firstIndex(of: "/"), control.theme.hasLabels
    else { return control.label(in: nil) }
    let box = control.feed.region.bounds
    let (half, room) = (4.0, 9.0)
    let ends: [(String, Rectangle)] =
      switch direction {
      case .vertical:
        [
          (String(text[..<slash]), Rectangle(x: box.x, y: box.y, width: box.width, height: room)),
          (
            String(text[text.index(after: slash)...]),
            Rectangle(x: box.x, y: box.y + box.height - room, width: box.width, height: room)
          ),
        ]
      case .horizontal:
        [
          (
            String(text[..<slash]),
            Rectangle(x: box.x + box.width - 2 * half - 4, y: box.y, width: 2 * half + 4, height: box.height)
          ),
          (
            String(text[text.index(after: slash)...]),
            Rectangle(x: box.x, y: box.y, width: 2 * half + 4, height: box.height)
          ),
        ]
      }
    let rooms = ends.map { _, area in
      LabelRoom.rectangle(control.mapping.rectangle(area).inset(by: control.mapping.length(1.5)))
    }
    // Both with letters of the same size.
    let height = zip(ends, rooms).map { end, room in
      LabelBlock.all(end.0).map(room.height).max() ?? 0
    }.min()
    return zip(ends, rooms).flatMap { end, room in
      control.label(end.0, in: room, control.inkColor(on: nil), upTo: height)
    }
  }

  /// A bar across a slider.
  private func mark(at point: Point, _ control: ControlShapes) -> Shape {
    let (box, thickness) = (control.feed.region.bounds, 1.2)
    let (width, height) =
      switch direction {
      case .vertical: (box.width / 2, thickness)
      case .horizontal: (thickness, box.height / 2)
      }
    let bar = Rectangle(x: point.x - width / 2, y: point.y - height / 2, width: width, height: height)
    let area = control.mapping.rectangle(bar)
    return control.detail(.rectangle(area, rounding: min(area.width, area.height) / 2), 1)
  }

  func title(of control: FeedControl) -> String { control.title("slider") }
  func hasHandle(_ state: ControlReport) -> Bool { true }
}

extension SliderControl: DescribedControl {
  package var effect: String {
    switch output {
    case .axis(let axis): axis.rawValue
    case .trigger(let target): target.label
    case .triggers: "RT/LT"
    }
  }

  package var details: [String] { stays ? ["stays"] : [] }
}
