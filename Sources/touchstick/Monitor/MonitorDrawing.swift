internal import JoystickModel
internal import OperatingSystem
internal import OverlayFeed

/// The touch devices with their controls as characters, and the last events below.
struct MonitorDrawing {
  private static let columns = 60
  private static let eventLines = 8

  private var lines: [String] = []

  /// Keeps the last lines.
  mutating func add(_ line: String) { lines = (lines + [line]).suffix(Self.eventLines) }

  /// The text that replaces the whole screen of the terminal.
  func text(_ surfaces: [MonitorEvents.Surface]) -> String {
    let pictures = surfaces.map { surface in
      let layout = surface.layout
      return
        "\(layout.device.printable), \(Int(layout.width.rounded())) x \(Int(layout.height.rounded())) mm\n"
        + Self.rows(surface).map { "  " + $0 + "\n" }.joined()
    }
    // Home, then all at once: clearing the screen first would flicker.
    return "\u{1b}[H\u{1b}[J" + (pictures + [lines.map { $0 + "\n" }.joined()]).joined(separator: "\n")
  }

  /// A character is about twice as high as wide.
  static func rows(_ surface: MonitorEvents.Surface) -> [String] {
    let (width, height) = (Double(surface.layout.width), Double(surface.layout.height))
    let rowCount = max(6, min(Int(Double(columns) * height / width / 2), 24))
    var rows = (0..<rowCount).map { row in
      (0..<columns).map { column in
        let x = (Double(column) + 0.5) / Double(columns) * width
        let y = (Double(row) + 0.5) / Double(rowCount) * height
        return character(at: Point(x: x, y: y), surface)
      }
    }
    func draw(_ text: String, at point: Point) {
      let row = max(0, min(Int(point.y / height * Double(rowCount)), rowCount - 1))
      let middle = max(0, min(Int(point.x / width * Double(columns)), columns - 1))
      for (index, character) in text.enumerated() {
        let column = middle - text.count / 2 + index
        if rows[row].indices.contains(column) { rows[row][column] = character }
      }
    }
    for (control, state) in zip(surface.layout.controls, surface.controls) {
      draw(
        control.base == nil ? control.title : "+",
        at: control.base == nil ? control.region.center : state.base)
      if control.base != nil { draw(state.isTouched ? "●" : "○", at: state.handle) }
    }
    for case let position? in surface.contacts.map(\.position) { draw("x", at: position) }
    return rows.map { String($0) }
  }

  private static func character(at point: Point, _ surface: MonitorEvents.Surface) -> Character {
    let index = surface.layout.controls.firstIndex { $0.region.contains(point) }
    return index.map { surface.controls[$0].isTouched ? "▒" : "·" } ?? " "
  }
}
