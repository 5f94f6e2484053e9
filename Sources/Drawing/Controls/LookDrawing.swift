internal import EventPipeline
package import JoystickModel

struct LookDrawing: ControlDrawing {
  /// In millimetres.
  private static let (arrows, dot, corner) = (7.0, 4.0, 6.0)

  /// At rest only arrows or its label in the middle, because it may cover the middle of the game. In use there are marks in
  /// the corners, and a dot under the finger.
  func shapes(_ control: ControlShapes) -> [Shape] {
    let finger = Circle(center: control.state.handle, radius: Self.dot)
    let dot = Shape(.ellipse(control.mapping.rectangle(around: finger)), fill: control.useColor)
    let hasCaption =
      control.feed.isNamed || control.feed.appearance.icon != nil || !control.feed.appearance.label.isEmpty
    let middle =
      hasCaption ? control.label(in: control.labelRoom) : control.arrows(on: figure(of: control.feed))
    return (control.state.isTouched ? [corners(control), dot] : []) + middle
  }

  private func corners(_ control: ControlShapes) -> Shape {
    let area = control.regionForm.area
    let length = min(control.mapping.length(Self.corner), min(area.width, area.height) / 3)
    let lines = [
      (area.x, area.y, 1.0, 1.0), (area.right, area.y, -1, 1), (area.right, area.bottom, -1, -1),
      (area.x, area.bottom, 1, -1),
    ].map { x, y, right, down in
      [
        PixelPoint(x: x + right * length, y: y), PixelPoint(x: x, y: y),
        PixelPoint(x: x, y: y + down * length),
      ]
    }
    return Shape(
      .strokes(lines), line: control.edge(control.padColor), lineWidth: control.mapping.length(0.4))
  }

  func title(of control: FeedControl) -> String { control.title("look pad") }
  func hasHandle(_ state: ControlReport) -> Bool { state.isTouched }
  var isOutline: Bool { true }

  /// The arrows: above the middle, because other controls are in its lower part, near the thumb.
  func figure(of control: FeedControl) -> Region {
    let (region, box) = (control.region, control.region.bounds)
    let radius = min(Self.arrows, region.inradius)
    let isRound = if case .circle = region { true } else { false }
    let y = isRound ? region.center.y : box.y + max(radius, box.height / 3)
    return .circle(Circle(center: Point(x: region.center.x, y: y), radius: radius))
  }
}

extension LookControl: DescribedControl {
  package var effect: String { "look: \(target)" + (target == .mouse ? "" : " stick") }

  package var details: [String] {
    [("tap", parameters.tap), ("hold", parameters.hold)].compactMap { word, button in
      button.map { "\(word): \($0.label)" }
    } + (touchOutputs?.details ?? [])
  }
}
