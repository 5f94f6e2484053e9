internal import Drawing
internal import EventPipeline
internal import JoystickModel
internal import System

/// The touch devices with their controls as characters, and the last events below.
struct MonitorDrawing {
  private static let maxColumns = 60
  private static let maxRows = 24
  /// With fewer, a picture shows nothing.
  private static let (minRows, minColumns) = (5, 20)
  private static let eventLines = 6

  private var events: [String] = []
  /// What motion sensors measure, a line for each.
  var motion: [String] = []

  mutating func add(_ line: String) { events = (events + [line]).suffix(Self.eventLines) }

  /// The lines that fill a terminal: the devices, as far as there is room for them, and the events.
  func lines(_ surfaces: [MonitorEvents.Surface], in terminal: Terminal) -> [String] {
    // Below them is the cursor, and each device has a title and an empty line.
    let room = (terminal.rows - 1 - Self.eventLines - motion.count) / max(surfaces.count, 1) - 2
    guard room >= Self.minRows, terminal.columns >= Self.minColumns else {
      return (motion + events).suffix(terminal.rows - 1)
    }
    let pictures = surfaces.flatMap { surface in
      let layout = surface.layout
      let size = SurfaceSize(width: Double(layout.width), height: Double(layout.height)).phrase
      let rows = Self.rows(surface, columns: min(Self.maxColumns, terminal.columns - 3), maxRows: room)
      return ["\(layout.device.printable), \(size)"] + rows.map { "  " + $0 } + [""]
    }
    return pictures + motion + events
  }

  /// The picture of a device. A character is about twice as high as wide.
  static func rows(
    _ surface: MonitorEvents.Surface, columns: Int = maxColumns, maxRows: Int = maxRows
  ) -> [String] {
    let (width, height) = (Double(surface.layout.width), Double(surface.layout.height))
    let ideal = Int(Double(columns) * height / width / 2)
    let rowCount = min(max(6, ideal), maxRows, Self.maxRows)
    var rows = (0..<rowCount).map { row in
      (0..<columns).map { column in
        let x = (Double(column) + 0.5) / Double(columns) * width
        let y = (Double(row) + 0.5) / Double(rowCount) * height
        return character(at: Point(x: x, y: y), surface)
      }
    }
    func draw(_ text: some StringProtocol, at point: Point) {
      let row = max(0, min(Int(point.y / height * Double(rowCount)), rowCount - 1))
      let middle = max(0, min(Int(point.x / width * Double(columns)), columns - 1))
      let start = max(0, min(middle - text.count / 2, columns - text.count))
      for (character, column) in zip(text, start..<columns) { rows[row][column] = character }
    }
    for (control, state) in zip(surface.layout.controls, surface.controls) where !state.isHidden {
      if control.base != nil {
        draw("+", at: state.base)
      } else {
        let room = Int((control.region.bounds.width / width * Double(columns)).rounded())
        draw(control.drawing.characters(on: control).prefix(max(1, room)), at: control.region.center)
      }
      if control.drawing.hasHandle(state) { draw(state.isTouched ? "●" : "○", at: state.handle) }
    }
    for case let position? in surface.contacts.map(\.position) { draw("x", at: position) }
    return rows.map { String($0) }
  }

  private static func character(at point: Point, _ surface: MonitorEvents.Surface) -> Character {
    let shown = zip(surface.layout.controls, surface.controls).filter { !$1.isHidden }
    for (control, state) in shown {
      // Of a stick only the base fills up: its region may be half of the surface.
      if let base = control.base {
        if state.isTouched, Region.circle(Circle(center: state.base, radius: base.radius)).contains(point) {
          return "▒"
        }
      } else if control.region.contains(point), !control.drawing.isOutline {
        return state.isTouched ? "▒" : "░"
      }
    }
    return shown.contains { $0.0.region.contains(point) } ? "·" : " "
  }
}
