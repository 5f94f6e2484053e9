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

  /// A label with a slash names both ends: the upper or right one first. Any other names the end that is farther from where
  /// the slider rests, if it fits there.
  private func labels(_ control: ControlShapes) -> [Shape] {
    guard case .text(let text)? = control.feed.caption(control.theme.letters), control.theme.hasLabels
    else { return control.label(in: nil) }
    let box = control.feed.region.bounds
    let rooms = ends(of: box).map {
      LabelRoom.rectangle(control.mapping.rectangle($0).inset(by: control.mapping.length(1.5)))
    }
    guard let slash = text.firstIndex(of: "/") else {
      let (rest, middle) = (control.state.base, box.center)
      let isFirst = direction == .vertical ? rest.y >= middle.y : rest.x <= middle.x
      let room = rooms[isFirst ? 0 : 1]
      let fits = height(of: text, in: room) >= control.mapping.length(control.labelHeights.lowerBound)
      return control.label(in: fits ? room : nil)
    }
    let texts = [String(text[..<slash]), String(text[text.index(after: slash)...])]
    // Both with letters of the same size.
    let limit = zip(texts, rooms).map(height).min()
    return zip(texts, rooms).flatMap { text, room in
      control.label(text, in: room, control.inkColor(on: nil), upTo: limit)
    }
  }

  /// The room for labels at the upper or right end, and at the other one.
  private func ends(of box: Rectangle) -> [Rectangle] {
    switch direction {
    case .vertical:
      [box.y, box.y + box.height - 9].map { Rectangle(x: box.x, y: $0, width: box.width, height: 9) }
    case .horizontal:
      [box.x + box.width - 12, box.x].map { Rectangle(x: $0, y: box.y, width: 12, height: box.height) }
    }
  }

  private func height(of text: String, in room: LabelRoom) -> Double {
    LabelBlock.all(text).map(room.height).max() ?? 0
  }

  /// A bar across a slider, inside its outline also at an end.
  private func mark(at point: Point, _ control: ControlShapes) -> Shape {
    let (box, thickness) = (control.feed.region.bounds, 1.2)
    let (width, height) =
      switch direction {
      case .vertical: (box.width / 2, thickness)
      case .horizontal: (thickness, box.height / 2)
      }
    let end = ControlShapes.gap + 2 * control.theme.button.lineWidth + thickness
    let x = max(box.x + end, min(point.x, box.x + box.width - end))
    let y = max(box.y + end, min(point.y, box.y + box.height - end))
    let bar = Rectangle(x: x - width / 2, y: y - height / 2, width: width, height: height)
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
