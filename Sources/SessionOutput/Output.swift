public import EventPipeline

/// An output of the session: a screen that shows its picture.
public struct Output: Equatable, Sendable {
  /// The connector, such as `eDP-1`; nil if the display does not report it.
  public var name: String?
  /// The rotation of the picture; nil until the display has reported it.
  public var rotation: Rotation?
  /// Its size; nil if the display does not know a plausible one. The sides of a rotated picture may be swapped.
  public var size: SurfaceSize?

  /// Makes an output.
  public init(name: String? = nil, rotation: Rotation? = nil, size: SurfaceSize? = nil) {
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

extension [Output] {
  /// The output under a built-in touchscreen: the only built-in one, else the only one. Nil if several are possible.
  public var touched: Output? {
    let builtIn = filter { $0.name.map(Screen.isBuiltIn) ?? false }
    let choice = builtIn.isEmpty ? self : builtIn
    return choice.count == 1 ? choice[0] : nil
  }
}
