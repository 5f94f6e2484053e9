public import EventPipeline

/// An output of the session: a screen that shows its picture.
public struct Output: Equatable, Sendable {
  /// The connector, such as `eDP-1`; nil if the display does not report it.
  public var name: String?
  /// The rotation of the picture; nil until the display has reported it.
  public var rotation: Rotation?

  /// Makes an output.
  public init(name: String? = nil, rotation: Rotation? = nil) {
    self.name = name
    self.rotation = rotation
  }

  /// Whether it is part of the machine.
  fileprivate var isBuiltIn: Bool { name.map(Screen.isBuiltIn) ?? false }
}

extension [Output] {
  /// The output under a built-in touchscreen: the only built-in one, else the only one. Nil if several are possible.
  public var touched: Output? {
    let builtIn = filter(\.isBuiltIn)
    let choice = builtIn.isEmpty ? self : builtIn
    return choice.count == 1 ? choice[0] : nil
  }
}
