/// The standard output, written in large pieces.
struct BufferedOutput {
  private static let pieceSize = 1 << 16
  private var buffer: [UInt8] = []

  mutating func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.pieceSize { flush() }
  }

  /// Writes what is left.
  mutating func flush() {
    Touchstick.printOutput(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
