internal import Foundation

/// The standard output, written in large pieces.
struct BufferedOutput {
  private static let pieceSize = 1 << 16
  private var buffer = Data()

  mutating func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.pieceSize { flush() }
  }

  /// Writes what is left. A reader that has gone away ends the program, as it does for every filter.
  mutating func flush() {
    do {
      try FileHandle.standardOutput.write(contentsOf: buffer)
    } catch {
      exit(EXIT_FAILURE)
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
