/// A colour of the overlay or of a picture, with an opacity.
package struct Color: Equatable, Hashable, Sendable {
  /// The red part, 0 to 1, and likewise the others; they are not multiplied by the opacity.
  package var red, green, blue: Double
  /// The opacity, 0 to 1.
  package var alpha: Double

  /// Makes a colour of its parts, 0 to 1.
  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Makes an opaque colour of a number such as 0xrrggbb.
  package init(_ rgb: UInt32) {
    func part(_ shift: UInt32) -> Double { Double(rgb >> shift & 0xff) / 255 }
    self.init(red: part(16), green: part(8), blue: part(0))
  }

  /// Makes a colour of a text such as `#0072b2` or, with an opacity, `#0072b280`; nil for any other text.
  package init?(_ text: String) {
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
  package func faded(to factor: Double) -> Color {
    var copy = self
    copy.alpha *= factor
    return copy
  }

  package var opaque: Color { Color(red: red, green: green, blue: blue) }

  /// A mixture with another colour, with this one's opacity.
  ///
  /// - Parameter share: The other colour's part, 0 to 1.
  package func mixed(with other: Color, _ share: Double) -> Color {
    func mix(_ mine: Double, _ others: Double) -> Double { mine + (others - mine) * share }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue), alpha: alpha)
  }

  /// Black or white, whichever differs more, with the same opacity.
  package var contrasting: Color {
    // About the luminance, which is 0.18 in the middle (WCAG 2.2, "contrast ratio").
    let isLight = 0.2 * red * red + 0.7 * green * green + 0.1 * blue * blue > 0.18
    return (isLight ? Color.black : .white).faded(to: alpha)
  }

  package static let white = Color(0xffffff)
  package static let black = Color(0)
}

/// The colours of the guide's pictures.
///
/// The first three line colours are from the palette by Masataka Okabe and Kei Ito, 2008, and the fourth is from one by
/// Paul Tol, 2021. Colour-blind people can tell them apart.
extension Color {
  package static let paper = white
  package static let panel = Color(0xf6f8fa)
  /// Lines that only guide the eye.
  package static let faint = Color(0xd1d9e0)
  package static let base = Color(0x8c959f)
  package static let baseInside = Color(0xe6eaef)
  package static let muted = Color(0x59636e)
  package static let ink = Color(0x1f2328)
  /// The handle, and the first line of a plot.
  package static let blue = Color(0x0072b2)
  /// The finger, and the second line of a plot.
  package static let vermilion = Color(0xd55e00)
  /// The pad's output, and the third line of a plot.
  package static let green = Color(0x009e73)
  /// The fourth line of a plot.
  package static let purple = Color(0xaa4499)
  package static let red = Color(0xcf222e)
}

extension Color: CustomStringConvertible {
  /// In the notation of ``init(_:)-(String)``.
  package var description: String {
    let parts = alpha == 1 ? [red, green, blue] : [red, green, blue, alpha]
    return "#"
      + parts.map { part in
        let text = String(Int((part * 255).rounded()), radix: 16)
        return text.utf8.count == 1 ? "0" + text : text
      }.joined()
  }
}
