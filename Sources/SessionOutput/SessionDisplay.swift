internal import OperatingSystem

/// A connection to the session's display: a Wayland compositor or an X server.
public protocol SessionDisplay: AnyObject {
  /// The outputs, as of the last ``read()``.
  var outputs: [Output] { get }
  /// Is readable when ``read()`` has something to do.
  var fileDescriptor: Int32 { get }
  /// Reads what the display has sent. It never waits for more.
  ///
  /// - Throws: ``DisplayError/lost``.
  func read() throws(DisplayError)
}

/// Connects to the session's display, which WAYLAND_DISPLAY or else DISPLAY names, and waits until its outputs are known.
///
/// The X server of a Wayland session only repeats what the compositor reports.
public func openSessionDisplay() throws(DisplayError) -> any SessionDisplay {
  if let name = environment("WAYLAND_DISPLAY") { return try WaylandDisplay(name) }
  if let name = environment("DISPLAY") { return try XDisplay(name) }
  throw .none
}

/// Why there is no connection to a display.
public enum DisplayError: Error, Equatable {
  /// The environment names none.
  case none
  /// The display with this name cannot be reached, or lacks a necessary feature.
  case unreachable(String)
  /// The connection has ended.
  case lost

  /// The message.
  public var sentence: String {
    switch self {
    case .none: "there is no display: neither WAYLAND_DISPLAY nor DISPLAY is set"
    case .unreachable(let name): "cannot connect to the display \(name), or it does not report its outputs"
    case .lost: "the connection to the display has ended"
    }
  }
}
