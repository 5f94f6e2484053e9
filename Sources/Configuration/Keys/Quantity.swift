package struct Quantity: Equatable, Sendable {
  package enum Unit: Equatable, Sendable {
    /// A part, a factor or an exponent.
    case number
    /// Millimetres, or a percentage of the surface's width, height or shorter side.
    case length
    /// Milliseconds; text can give seconds.
    case milliseconds
    case hertz
    /// Hertz for each millimetre per second.
    case hertzPerSpeed
    case degrees
    case degreesPerSecond
    /// Millimetres per second.
    case speed
    case count
    /// A whole number that names something, best written in hexadecimal.
    case identifier
  }

  package let unit: Unit
  /// The range, in millimetres for a length, in milliseconds for a time.
  package let range: NumericRange

  /// The range of percentages, for a length: never more than the whole surface.
  package var percentages: NumericRange {
    NumericRange(lower: range.lower < 0 ? -100 : 0, includesLower: range.includesLower, upper: 100)
  }

  package init(_ unit: Unit, _ range: NumericRange) {
    self.unit = unit
    self.range = range
  }

  /// The width or the height of a surface.
  package static let side = Quantity(.length, .from(1, to: NumericRange.maxLength))
}

package struct NumericRange: Equatable, Sendable {
  package let lower: Double
  package let includesLower: Bool
  package let upper: Double
  package let includesUpper: Bool

  fileprivate init(
    lower: Double, includesLower: Bool = true, upper: Double, includesUpper: Bool = true
  ) {
    self.lower = lower
    self.includesLower = includesLower
    self.upper = upper
    self.includesUpper = includesUpper
  }

  package func contains(_ number: Double) -> Bool {
    (includesLower ? number >= lower : number > lower)
      && (includesUpper ? number <= upper : number < upper)
  }
}

extension NumericRange {
  package static func from(_ lower: Double, to upper: Double) -> Self { Self(lower: lower, upper: upper) }

  package static func from(_ lower: Double, below upper: Double) -> Self {
    Self(lower: lower, upper: upper, includesUpper: false)
  }

  package static func above(_ lower: Double, to upper: Double) -> Self {
    Self(lower: lower, includesLower: false, upper: upper)
  }

  /// Ten metres: some walls are touch devices.
  package static let maxLength = 10_000.0
  package static let positions = from(0, to: maxLength)
  /// Positions that can be beyond an edge, or on either side of a base.
  package static let offsets = from(-maxLength, to: maxLength)
  package static let distances = from(0, to: maxLength)
  package static let sizes = above(0, to: maxLength)
}
