internal import Drawing
internal import EventPipeline
internal import JoystickModel

/// What the overlay shows while the menu is open.
struct MenuScene: Sendable {
  /// How the device is held, in degrees.
  var rotation: Int
  /// The controls of the layout in use, behind the menu.
  var controls: [ShownControl] = []

  /// The picture for an output.
  func picture(of menu: Menu, on output: OutputPicture) -> OverlayPicture {
    let mapping = mapping(of: menu, on: output)
    let drawing = PanelDrawing(mapping: mapping)
    let theme = menu.contents.looks.theme
    let back = drawing.back(menu.panel.area)
    // An edge of a control that looks out from behind the panel looks like a mistake. While they are tried, all are there.
    let controls =
      menu.trial.map { [ShownControl]($0).shapes(on: mapping, theme) }
      ?? controls.shapes(on: mapping, theme).filter { control in
        let covered = control.bounds.intersection(back.bounds)
        return covered.isEmpty || 2 * covered.area <= control.bounds.area
      }
    let all = PixelRectangle(x: 0, y: 0, width: Double(output.width), height: Double(output.height))
    let dimmed = Shape(.rectangle(all, rounding: 0), fill: Color.black.faded(to: 0.3))
    let panel = menu.panel
    let cells = panel.cells.enumerated().map { index, cell in
      shapes(
        of: cell, isPressed: cell.item.action != nil && cell.item.action == menu.pressed,
        hasFocus: index == menu.focus,
        menu.size, theme, drawing)
    }
    let lines = panel.lines.map { [drawing.text($0.text, in: $0.area, .white, height: 2.4)] }
    let message = menu.message.map { [drawing.note($0, below: panel.area, on: menu.size)] } ?? []
    return OverlayPicture(
      [[dimmed]] + controls + [[back]] + cells + lines + message)
  }

  /// Where a pixel is on the surface, in millimetres.
  func point(of pixel: PixelPoint, in menu: Menu, on output: OutputPicture) -> Point {
    mapping(of: menu, on: output).point(at: pixel)
  }

  private func mapping(of menu: Menu, on output: OutputPicture) -> SurfaceMapping {
    SurfaceMapping(width: menu.size.width, height: menu.size.height, rotation: rotation, output)
  }

  private func shapes(
    of cell: MenuCell, isPressed: Bool, hasFocus: Bool, _ menuSize: SurfaceSize, _ theme: Theme,
    _ drawing: PanelDrawing
  ) -> [Shape] {
    let (item, area) = (cell.item, cell.area)
    let style = PanelDrawing.CellStyle(
      isEnabled: item.action != nil, isChosen: item.isChosen, isPressed: isPressed, hasFocus: hasFocus)
    let back = drawing.cell(area, style)
    // A row has room for what goes below the line.
    func line(_ text: String, _ middle: Double, _ height: Double, _ alpha: Double) -> Shape {
      let row = Rectangle(
        x: area.x + 0.5, y: area.y + middle - height, width: area.width - 1, height: 2 * height)
      let text = text.cut(toWidth: row.width - 0.6, height: height)
      return drawing.text(text, in: row, .white.faded(to: alpha * style.textAlpha), height: height)
    }
    guard let card = item.card else {
      guard !item.detail.isEmpty else { return [back, line(item.label, area.height / 2, 2.6, 1)] }
      return [back, line(item.label, 3.6, 2.6, 1), line(item.detail, 7.8, 2.2, 0.8)]
    }
    let texts = item.detail.wrapped(toWidth: area.width - 1.6, height: 2.2, lines: 2)
    let top = area.height - 3.4 * Double(texts.count) - 0.6
    let room = Rectangle(x: area.x + 1.5, y: area.y + 5.4, width: area.width - 3, height: top - 5.8)
    return [back, line(item.label, 3, 2.3, 1)]
      + texts.enumerated().map { line($1, top + 1.7 + 3.4 * Double($0), 2.2, 0.8) }
      + drawing.miniature(card.controls, of: menuSize, theme, in: room)
  }
}

/// A control at rest, as it is drawn.
struct ShownControl: Equatable, Sendable {
  let feed: FeedControl
  let state: ControlReport
}

extension [ShownControl] {
  /// The controls that exist at first.
  init(_ layout: Layout) {
    self = layout.controls.enumerated().map { index, control in
      ShownControl(feed: FeedControl(control, pad: 0), state: layout.report(at: index))
    }
  }

  /// The shapes of each.
  func shapes(on mapping: SurfaceMapping, _ theme: Theme, labels: Bool = true) -> [[Shape]] {
    var theme = theme
    theme.hasLabels = theme.hasLabels && labels
    return filter { !$0.state.isHidden }.map { control in
      ControlShapes(
        control: control.feed, state: control.state, mapping: mapping, theme: theme, opacity: theme.opacity
      ).all
    }
  }
}
