/// The colours of the pictures.
///
/// The first three line colours are from the palette by Masataka Okabe and Kei Ito, 2008, and the fourth is from one by
/// Paul Tol, 2021. Colour-blind people can tell them apart.
public enum Color: String, Sendable {
  /// The card.
  case paper = "#ffffff"
  /// A panel on the card.
  case panel = "#f6f8fa"
  /// Lines that only guide the eye.
  case faint = "#d1d9e0"
  /// The base, and lines that limit something.
  case base = "#8c959f"
  /// The inside of the base.
  case baseInside = "#e6eaef"
  /// Explanations.
  case muted = "#59636e"
  /// Text.
  case ink = "#1f2328"
  /// The handle, and the first line of a plot.
  case blue = "#0072b2"
  /// The finger, and the second line of a plot.
  case vermilion = "#d55e00"
  /// The pad's output, and the third line of a plot.
  case green = "#009e73"
  /// The fourth line of a plot.
  case purple = "#aa4499"
  /// Something that is wrong.
  case red = "#cf222e"
}
