package import EventPipeline
internal import System

/// A connection to the session's display: a Wayland compositor or an X server.
package protocol SessionDisplay: AnyObject {
  /// The outputs, as of the last ``read()``.
  var outputs: [Output] { get }
  /// Is readable when ``read()`` has something to do.
  var fileDescriptor: Int32 { get }
  /// Reads what the display has sent. It never waits for more.
  ///
  /// - Throws: ``DisplayError/lost``.
  func read() throws(DisplayError)
  /// The name of the output that the display maps the touches on event nodes to; nil if it does not report one.
  ///
  /// - Parameter nodes: Such as `/dev/input/event5`. The first one that is mapped counts.
  func output(mappedFrom nodes: [String]) -> String?
}

/// Connects to the session's display, which WAYLAND_DISPLAY or else DISPLAY names, and waits until its outputs are known.
///
/// The X server of a Wayland session only repeats what the compositor reports.
package func openSessionDisplay() throws(DisplayError) -> any SessionDisplay {
  if let name = environment("WAYLAND_DISPLAY") { return try WaylandDisplay(name) }
  if let name = environment("DISPLAY") { return try XDisplay(name) }
  throw .none
}

/// Why there is no connection to a display.
package enum DisplayError: Error, Equatable {
  case none
  /// The display with this name cannot be reached, or lacks a necessary feature.
  case unreachable(String)
  case lost

  package var sentence: String {
    switch self {
    case .none: "there is no display: neither WAYLAND_DISPLAY nor DISPLAY is set"
    case .unreachable(let name): "cannot connect to the display \(name), or it does not report its outputs"
    case .lost: "the connection to the display has ended"
    }
  }
}

/// An output of the session: a screen that shows its picture.
package struct Output: Equatable, Sendable {
  /// The connector, such as `eDP-1`; nil if the display does not report it.
  package var name: String?
  /// The rotation of the picture; nil until the display has reported it.
  package var rotation: Rotation?
  /// Its size; nil if the display does not know a plausible one. The sides of a rotated picture may be swapped.
  package var size: SurfaceSize?

  package init(name: String? = nil, rotation: Rotation? = nil, size: SurfaceSize? = nil) {
    self.name = name
    self.rotation = rotation
    self.size = size
  }
}

extension SurfaceSize {
  /// Makes a size of a display's whole millimetres; nil for one that no surface has, such as 0 for an unknown one.
  init?(width: some BinaryInteger, height: some BinaryInteger) {
    self.init(width: Double(width), height: Double(height))
    guard isPlausible else { return nil }
  }
}
