internal import OverlayTheme

extension OverlayPicture {
  /// A question that fills an output.
  ///
  /// - Parameters:
  ///   - question: One line, which is as large as it fits.
  ///   - hint: One line below it, which is smaller.
  public init(question: String, hint: String, on output: OutputPicture) {
    let (width, height) = (Double(output.width), Double(output.height))
    let line = min(height / 12, width / 22)
    let middle = PixelRectangle(
      x: width * 0.05, y: height / 2 - 2 * line, width: width * 0.9, height: 4 * line)
    func part(_ top: Double, _ height: Double) -> PixelRectangle {
      PixelRectangle(
        x: middle.x + line, y: middle.y + top * line, width: middle.width - 2 * line, height: height * line)
    }
    self.init([
      [
        Shape(
          .rectangle(PixelRectangle(x: 0, y: 0, width: width, height: height), rounding: 0),
          fill: ThemeColor.black.faded(to: 0.6)),
        Shape(
          .rectangle(middle, rounding: line / 2), fill: ThemeColor(0x20262e).faded(to: 0.95),
          line: .white.faded(to: 0.5), lineWidth: line / 20),
        Shape(.text(question, part(0.7, 1.4), height: line * 0.73), fill: .white),
        Shape(.text(hint, part(2.4, 1), height: line * 0.44), fill: .white.faded(to: 0.8)),
      ]
    ])
  }
}
