/// What a number in the file may be.
public struct NumericParameter: Equatable, Sendable {
  /// What a number counts.
  public enum Unit: Equatable, Sendable {
    /// A length along x: millimetres, or a percentage of the surface's width.
    case lengthAlongX
    /// A length along y: millimetres, or a percentage of the surface's height.
    case lengthAlongY
    /// Any other length: millimetres, or a percentage of the surface's shorter side.
    case length
    /// Millimetres.
    case millimetres
    /// A part of something, without a unit.
    case part
    /// A factor or an exponent, without a unit.
    case factor
    /// Milliseconds; text can give seconds.
    case milliseconds
    /// Hertz.
    case hertz
    /// Hertz for each millimetre a second.
    case hertzPerSpeed
    /// Degrees of an angle.
    case degrees
    /// A whole number of things.
    case count
    /// A whole number that names something, best written in hexadecimal.
    case identifier
  }

  /// What holds when the file does not have it.
  public enum Default: Equatable, Sendable {
    /// The table that it is in cannot do without it.
    case required
    /// This value, in millimetres for a length, milliseconds for a time.
    case value(Double)
    /// This word, which the key takes as well.
    case word(String)
    /// The value of another parameter of the same table, with this name.
    case parameter(String)
    /// The middle of the region.
    case middleOfRegion
    /// Any value is as good.
    case any
    /// What the device says of itself.
    case device
    /// What the pad's identity has.
    case identity
  }

  /// The table that it is in.
  public let table: ConfigurationTable
  /// Its key.
  public let name: String
  /// What it counts.
  public let unit: Unit
  /// The values that it can have, in millimetres for a length, milliseconds for a time.
  public let range: NumericRange
  /// What holds without it.
  public let defaultValue: Default

  /// The percentages that it can have, for a length: never more than the whole surface.
  public var percentages: NumericRange {
    NumericRange(lower: range.lower < 0 ? -100 : 0, includesLower: range.includesLower, upper: 100)
  }

  init(
    _ table: ConfigurationTable, _ name: String, _ unit: Unit, _ range: NumericRange,
    _ defaultValue: Default = .required
  ) {
    self.table = table
    self.name = name
    self.unit = unit
    self.range = range
    self.defaultValue = defaultValue
  }
}

/// The numbers between two bounds.
public struct NumericRange: Equatable, Sendable {
  /// The lower bound.
  public let lower: Double
  /// Whether the lower bound itself is in the range.
  public let includesLower: Bool
  /// The upper bound.
  public let upper: Double
  /// Whether the upper bound itself is in the range.
  public let includesUpper: Bool

  init(lower: Double, includesLower: Bool = true, upper: Double, includesUpper: Bool = true) {
    self.lower = lower
    self.includesLower = includesLower
    self.upper = upper
    self.includesUpper = includesUpper
  }

  /// Whether the number is in the range; never so for one that is not a number.
  public func contains(_ number: Double) -> Bool {
    (includesLower ? number >= lower : number > lower)
      && (includesUpper ? number <= upper : number < upper)
  }
}
