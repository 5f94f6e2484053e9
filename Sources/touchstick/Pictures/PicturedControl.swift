internal import Drawing
internal import EventPipeline
internal import JoystickModel

/// A control in a layout's picture: as the overlay shows it at rest, and what the picture adds.
struct PicturedControl {
  /// What the overlay writes, where the control has room for it.
  let labels: [(shape: Shape, text: String, area: PixelRectangle)]
  let guides: [Guide]
  /// The part that notes of others should not cover.
  let figure: PixelRectangle
  private let control: Control
  private let drawing: any ControlDrawing
  private let shapes: [Shape]

  /// - Parameter others: The labels of other controls.
  init(
    _ control: Control, _ report: ControlReport, on mapping: SurfaceMapping, besides others: [PixelRectangle]
  ) {
    let drawn = FeedControl(control, pad: 0)
    // A capital with fewer pixels cannot be read in a document.
    let readable = 7.6 / mapping.length(1)
    let all = ControlShapes(
      control: drawn, state: report, mapping: mapping, theme: Theme.shipped[0].value,
      labelHeights: max(2.2, readable)...max(4, readable)
    ).all
    let room = mapping.rectangle(control.region.bounds)
    labels = all.compactMap { shape in
      guard case .text(let text, let area, _) = shape.form, room.contains(area),
        !others.contains(where: area.intersects)
      else { return nil }
      return (shape, text, area)
    }
    shapes = all.filter { if case .text = $0.form { false } else { true } }
    (self.control, drawing) = (control, drawn.drawing)
    // A dead zone behind a letter cannot be seen.
    guides = control.described.guides(on: mapping).filter { [labels] guide in
      !labels.contains { $0.area.contains(guide.form.area) }
    }
    figure = mapping.rectangle(drawing.figure(of: drawn).bounds).intersection(mapping.bounds)
  }

  /// Its name, with its effect if that differs.
  var description: String {
    let (name, effect) = (control.name, control.described.effect)
    return ([name == effect ? name : "\(name) (\(effect))"] + control.described.details).joined(
      separator: ", ")
  }

  /// The drawing between the outline of the region, which may be large, and the lines on top.
  var element: SVGElement {
    let lines = guides.map {
      ($0.kind == .region, SVGElement.form($0.form, $0.kind.paint).map { [$0] } ?? [])
    }
    return SVGElement(
      "g",
      children: [SVGElement("title", text: description)] + lines.filter(\.0).flatMap(\.1)
        + shapes.flatMap(SVGElement.elements) + lines.filter { !$0.0 }.flatMap(\.1))
  }

  /// What its label does not say: its effect, with its own name if it has one, and its other effects below. Each note says what
  /// it is about, because it may be a little away.
  var note: LayoutLabel? {
    let effect = control.described.effect
    var details = control.described.details
    var title: String? = control.isNamed ? "\(shortened(control.name)): \(effect)" : effect
    if !control.isNamed, let label = labels.first?.text, [effect, drawing.label].contains(label) {
      title = nil
      details = details.enumerated().map { $0 == 0 ? "\(label), \($1)" : $1 }
    }
    let lines =
      (title.map { [LayoutLabel.Line($0, .white, size: 12, isBold: true)] } ?? [])
      + details.map { LayoutLabel.Line($0, .faint, size: 11) }
    return lines.isEmpty ? nil : LayoutLabel(lines: lines, positions: []).around(figure)
  }
}
