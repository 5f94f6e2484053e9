public import EventPipeline

/// A screen that the session shows its picture on.
public struct Output: Equatable, Sendable {
  /// The connector, such as `eDP-1`; nil where the display does not say it.
  public var name: String?
  /// How the picture is turned; nil until the display has said it.
  public var rotation: Rotation?

  /// Makes an output.
  public init(name: String? = nil, rotation: Rotation? = nil) {
    self.name = name
    self.rotation = rotation
  }

  /// Whether it is part of the machine, by the name of its connector: drm_connector.c, and without dashes
  /// some X drivers.
  fileprivate var isBuiltIn: Bool {
    guard let name else { return false }
    return ["eDP", "LVDS", "DSI", "DPI"].contains { name.hasPrefix($0) }
  }
}

extension [Output] {
  /// The output that a built-in touchscreen lies on: the only built-in one, else the only one. Nil where that leaves a
  /// choice.
  public var touched: Output? {
    let builtIn = filter(\.isBuiltIn)
    let choice = builtIn.isEmpty ? self : builtIn
    return choice.count == 1 ? choice[0] : nil
  }
}
