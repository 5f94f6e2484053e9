/// A colour of the overlay, with an opacity.
public struct ThemeColor: Equatable, Hashable, Sendable {
  /// The red part, 0 to 1, and likewise the others; they are not multiplied by the opacity.
  public var red, green, blue: Double
  /// The opacity, 0 to 1.
  public var alpha: Double

  /// Makes a colour of its parts, 0 to 1.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Makes an opaque colour of a number such as 0xrrggbb.
  public init(_ rgb: UInt32) {
    func part(_ shift: UInt32) -> Double { Double(rgb >> shift & 0xff) / 255 }
    self.init(red: part(16), green: part(8), blue: part(0))
  }

  /// Makes a colour of a text such as `#0072b2` or, with an opacity, `#0072b280`; nil for any other text.
  public init?(_ text: String) {
    let digits = text.utf8.dropFirst().compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == text.utf8.count - 1,
      digits.count == 6 || digits.count == 8
    else { return nil }
    let number: UInt32 = digits.reduce(0) { $0 << 4 | UInt32($1) }
    let isOpaque = digits.count == 6
    self.init(isOpaque ? number : number >> 8)
    if !isOpaque { alpha = Double(number & 0xff) / 255 }
  }

  /// The same colour with its opacity multiplied.
  public func faded(to factor: Double) -> ThemeColor {
    var copy = self
    copy.alpha *= factor
    return copy
  }

  /// A mixture with another colour, with this one's opacity.
  ///
  /// - Parameter share: The other colour's part, 0 to 1.
  public func mixed(with other: ThemeColor, _ share: Double) -> ThemeColor {
    func mix(_ mine: Double, _ others: Double) -> Double { mine + (others - mine) * share }
    return ThemeColor(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue), alpha: alpha)
  }

  /// Black or white, whichever differs more, with the same opacity.
  public var contrasting: ThemeColor {
    // About the luminance, which is 0.18 in the middle (WCAG 2.2, "contrast ratio").
    let isLight = 0.2 * red * red + 0.7 * green * green + 0.1 * blue * blue > 0.18
    return (isLight ? ThemeColor.black : .white).faded(to: alpha)
  }

  /// Opaque white.
  public static let white = ThemeColor(0xffffff)
  /// Opaque black.
  public static let black = ThemeColor(0)
}

extension ThemeColor: CustomStringConvertible {
  /// In the notation of ``init(_:)-(String)``.
  public var description: String {
    let parts = alpha == 1 ? [red, green, blue] : [red, green, blue, alpha]
    return "#"
      + parts.map { part in
        let text = String(Int((part * 255).rounded()), radix: 16)
        return text.utf8.count == 1 ? "0" + text : text
      }.joined()
  }
}
