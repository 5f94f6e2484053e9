import Configuration
import EventPipeline
import JoystickModel

@testable import touchstick_overlay

/// Fingers on an editor.
struct Hand {
  var editor: LayoutEditor
  private(set) var requests: [EditRequest] = []

  init(_ text: String, width: Double = 200, height: Double = 100) throws {
    let text = try ProfileText(Array(text.utf8), file: "test.toml")
    editor = try LayoutEditor(text, name: "test", size: SurfaceSize(width: width, height: height))
    // Out of the way.
    editor.barTop = Point(x: width / 2, y: 0)
  }

  var text: String { String(decoding: editor.text.bytes, as: UTF8.self) }

  /// What the bar says below its cells.
  var said: String { editor.bar.lines.dropFirst().map(\.text).joined(separator: " ") }

  mutating func touch(_ touch: EditTouch, by id: Int = 0) {
    if let request = editor.touch(touch, by: id) { requests.append(request) }
  }

  mutating func drag(_ from: (Double, Double), to end: (Double, Double)) {
    touch(.began(Point(x: from.0, y: from.1)))
    touch(.moved(Point(x: (from.0 + end.0) / 2, y: (from.1 + end.1) / 2)))
    touch(.moved(Point(x: end.0, y: end.1)))
    touch(.ended)
  }

  mutating func tap(_ x: Double, _ y: Double) {
    touch(.began(Point(x: x, y: y)))
    touch(.ended)
  }

  /// Presses the cell with this label. Returns whether there is one.
  @discardableResult
  mutating func press(_ label: String) -> Bool {
    guard let cell = editor.bar.cells.first(where: { $0.label == label }) else { return false }
    tap(cell.area.center.x, cell.area.center.y)
    return true
  }
}
