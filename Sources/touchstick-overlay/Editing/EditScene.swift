internal import Drawing
internal import EventPipeline
internal import JoystickModel

/// What the overlay shows while a layout is edited.
struct EditScene: Sendable {
  /// The looks of the controls.
  var theme: Theme
  /// How the device is held, in degrees.
  var rotation: Int

  init(theme: Theme, rotation: Int) { (self.theme, self.rotation) = (theme, rotation) }

  /// The picture for an output.
  func picture(of editor: LayoutEditor, on output: OutputPicture) -> OverlayPicture {
    let mapping = mapping(of: editor, on: output)
    let all = PixelRectangle(x: 0, y: 0, width: Double(output.width), height: Double(output.height))
    let dimmed = Shape(.rectangle(all, rounding: 0), fill: Color.black.faded(to: 0.4))
    let bar = bar(editor.bar, on: mapping)
    if let trial = editor.trial {
      return OverlayPicture([[dimmed]] + [ShownControl](trial).shapes(on: mapping, theme) + [bar])
    }
    let tables = editor.tables.map { table in
      table.controls.flatMap { shapes(of: $0, on: mapping) }
        + table.parts.map { ring(around: $0.outline, Color.white.faded(to: 0.35), 0.3, on: mapping) }
    }
    let marks = (editor.selected.map { handles(of: $0, on: mapping) } ?? []) + guides(of: editor, on: mapping)
    return OverlayPicture([[dimmed]] + tables + [marks, bar])
  }

  /// Where a pixel is on the surface, in millimetres.
  func point(of pixel: PixelPoint, in editor: LayoutEditor, on output: OutputPicture) -> Point {
    mapping(of: editor, on: output).point(at: pixel)
  }

  private func mapping(of editor: LayoutEditor, on output: OutputPicture) -> SurfaceMapping {
    SurfaceMapping(width: editor.size.width, height: editor.size.height, rotation: rotation, output)
  }

  private func shapes(of control: Control, on mapping: SurfaceMapping) -> [Shape] {
    let state = Layout(surface: control.region.bounds, controls: [control]).report(at: 0)
    return ControlShapes(
      control: FeedControl(control, pad: 0), state: state, mapping: mapping, theme: theme, opacity: 1
    ).all
  }

  private func ring(around region: Region, _ color: Color, _ width: Double, on mapping: SurfaceMapping)
    -> Shape
  {
    let area = mapping.rectangle(region.bounds)
    let form: Shape.Form = if case .circle = region { .ellipse(area) } else { .rectangle(area, rounding: 0) }
    return Shape(form, line: color, lineWidth: mapping.length(width))
  }

  /// A ring, and dots where a finger resizes.
  private func handles(of part: EditedPart, on mapping: SurfaceMapping) -> [Shape] {
    let box = part.outline.bounds
    let isRectangle = if case .rectangle = part.outline { true } else { false }
    let dots =
      [(0, 0.5), (1, 0.5), (0.5, 0), (0.5, 1)] + (isRectangle ? [(0, 0), (1, 0), (0, 1), (1, 1)] : [])
    return [ring(around: part.outline, Self.mark, 0.7, on: mapping)]
      + dots.map { x, y in
        let middle = Point(x: box.x + x * box.width, y: box.y + y * box.height)
        let circle = Circle(center: middle, radius: 1.2)
        return Shape(.ellipse(mapping.rectangle(around: circle)), fill: Self.mark)
      }
  }

  private func guides(of editor: LayoutEditor, on mapping: SurfaceMapping) -> [Shape] {
    let (width, height) = (editor.size.width, editor.size.height)
    return editor.guides.map { guide in
      let line =
        switch guide {
        case .vertical(let x): Rectangle(x: x - 0.15, y: 0, width: 0.3, height: height)
        case .horizontal(let y): Rectangle(x: 0, y: y - 0.15, width: width, height: 0.3)
        }
      return Shape(.rectangle(mapping.rectangle(line), rounding: 0), fill: Self.mark)
    }
  }

  private func bar(_ bar: EditBar, on mapping: SurfaceMapping) -> [Shape] {
    let drawing = PanelDrawing(mapping: mapping)
    let lines = bar.lines.map { line in
      drawing.text(line.text, in: line.area, line.isWarning ? Self.mark : .white, height: 2.2)
    }
    return [drawing.back(bar.area)] + lines
      + bar.cells.flatMap { cell in
        let style = PanelDrawing.CellStyle(isEnabled: cell.isEnabled, isChosen: cell.isChosen)
        let area = cell.area
        let inner = Rectangle(
          x: area.x + 0.5, y: area.y + 0.5, width: area.width - 1, height: area.height - 1)
        return [
          drawing.cell(inner, style),
          drawing.text(cell.label, in: area, .white.faded(to: style.textAlpha), height: 2.6),
        ]
      }
  }

  private static let mark = PanelDrawing.mark
}
