/// The values that a key can have.
public indirect enum ExpectedValue: Equatable, Sendable {
  /// One line of text, with at most this many bytes.
  case text(limit: Int?)
  /// An absolute path.
  case path
  /// True or false.
  case boolean
  /// A number, a length or a time.
  case number(Quantity)
  /// Both sides of a surface.
  case size
  /// `[x, y]`, two lengths.
  case pair(Quantity)
  /// One of these words. A word that looks like a number or a boolean means that value.
  case words([String])
  /// A button of the pad.
  case button
  /// A rectangle or a circle.
  case region
  /// A table that has all keys of this one.
  case keys(ConfigurationTable)
  /// Any of these.
  case either([ExpectedValue])
}
