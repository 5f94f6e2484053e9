internal import Drawing
internal import EventPipeline
internal import JoystickModel

/// How the bar of the edit mode and the menu look.
struct PanelDrawing {
  let mapping: SurfaceMapping

  /// The colour of what needs attention.
  static let mark = Color(0xe69f00)

  struct CellStyle {
    var isEnabled = true
    var isChosen = false
    var isPressed = false
    /// Whether a gamepad has chosen it.
    var hasFocus = false

    var textAlpha: Double { isEnabled ? 1 : 0.4 }
    var fillAlpha: Double { isPressed ? 0.8 : isEnabled ? 0.35 : 0.1 }
  }

  func back(_ area: Rectangle) -> Shape {
    Shape(
      .rectangle(mapping.rectangle(area), rounding: mapping.length(1.5)),
      fill: Color(0x20262e).faded(to: 0.92), line: .white.faded(to: 0.5), lineWidth: mapping.length(0.2))
  }

  func cell(_ area: Rectangle, _ style: CellStyle) -> Shape {
    Shape(
      .rectangle(mapping.rectangle(area), rounding: mapping.length(1)),
      fill: Color(0x56b4e9).faded(to: style.fillAlpha),
      line: style.hasFocus ? .white : style.isChosen ? Self.mark : nil,
      lineWidth: mapping.length(style.hasFocus ? 0.5 : 0.3))
  }

  func text(_ text: String, in area: Rectangle, _ color: Color, height: Double) -> Shape {
    Shape(
      .text(text, mapping.rectangle(area).inset(by: mapping.length(0.3)), height: mapping.length(height)),
      fill: color)
  }

  /// A whole surface, as large as it fits.
  func miniature(
    _ controls: [ShownControl], of size: SurfaceSize, _ theme: Theme, in room: Rectangle
  ) -> [Shape] {
    let part = min(room.width / size.width, room.height / size.height)
    let (width, height) = (size.width * part, size.height * part)
    let area = Rectangle(
      x: room.x + (room.width - width) / 2, y: room.y + (room.height - height) / 2, width: width,
      height: height)
    let small = SurfaceMapping(width: size.width, height: size.height, in: mapping.rectangle(area))
    // As bright as a game, and with thicker lines, so that dark glass can be seen on it.
    let ground = Shape(
      .rectangle(mapping.rectangle(area), rounding: mapping.length(0.8)), fill: Color(0x6c7a89))
    var theme = theme
    theme.button.lineWidth *= 2
    return [ground] + controls.shapes(on: small, theme, labels: false).flatMap { $0 }
  }

  /// One line below a panel, or at the lower edge where there is no room.
  func note(_ text: String, below panel: Rectangle, on size: SurfaceSize) -> [Shape] {
    let y = min(panel.y + panel.height + 1, size.height - 7)
    let area = Rectangle(x: panel.x, y: y, width: panel.width, height: 6)
    return [back(area), self.text(text, in: area, Self.mark, height: 2.4)]
  }
}

extension String {
  /// Whether it fits in one line with capitals of this height.
  private func fits(_ width: Double, _ height: Double) -> Bool { LabelText(self).width * height <= width }

  /// As much as fits in one line, so that all lines have letters of the same size: whole words, if there are several. What is
  /// cut ends with three dots.
  func cut(toWidth width: Double, height: Double) -> String {
    guard !fits(width, height) else { return self }
    let ends = Array(indices.reversed())
    let parts = (ends.filter { self[$0] == " " } + ends).lazy.map { end in
      let part = self[..<end]
      return (part.hasSuffix(",") ? part.dropLast() : part) + "..."
    }
    return parts.first { String($0).fits(width, height) }.map { String($0) } ?? self
  }

  /// The first lines of this text, of whole words. The last one is cut if there are more.
  func wrapped(toWidth width: Double, height: Double, lines count: Int) -> [String] {
    let lines = split(separator: " ").reduce(into: [String]()) { lines, word in
      if let last = lines.last, lines.count == count || "\(last) \(word)".fits(width, height) {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.map { $0.cut(toWidth: width, height: height) }
  }

  /// Lines of whole words with at most this many letters, except that a line has at least one word.
  func wrapped(at letters: Int) -> [String] {
    split(separator: " ").reduce(into: []) { lines, word in
      if let last = lines.last, last.count + word.count < letters {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
  }
}
