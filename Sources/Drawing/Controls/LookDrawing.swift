internal import EventPipeline
package import JoystickModel

struct LookDrawing: ControlDrawing {
  /// In millimetres.
  private static let (arrows, dot) = (9.0, 4.0)

  /// Only the outline is drawn, with arrows or its name in the middle and a dot under the finger.
  func shapes(_ control: ControlShapes) -> [Shape] {
    let outline = Shape(
      control.regionForm, line: control.edge(control.padColor),
      lineWidth: control.mapping.length(control.theme.button.lineWidth))
    let finger = Circle(center: control.state.handle, radius: Self.dot)
    let dot = Shape(.ellipse(control.mapping.rectangle(around: finger)), fill: control.useColor)
    let middle =
      control.feed.isNamed
      ? control.label(in: control.labelRoom) : control.arrows(on: figure(of: control.feed))
    return [outline] + (control.state.isTouched ? [dot] : []) + middle
  }

  func title(of control: FeedControl) -> String { control.title("look pad") }
  func hasHandle(_ state: ControlReport) -> Bool { state.isTouched }
  var isOutline: Bool { true }

  /// The arrows.
  func figure(of control: FeedControl) -> Region {
    .circle(Circle(center: control.region.center, radius: min(Self.arrows, control.region.inradius)))
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
