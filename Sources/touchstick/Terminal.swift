internal import CLinux
internal import Glibc

/// A terminal whose screen is drawn again and again.
struct Terminal {
  /// In characters.
  let rows, columns: Int
}

extension Terminal {
  /// The terminal of the standard output, with its current size. One that does not know its size has the usual one.
  init() {
    var (rows, columns) = (Int32(0), Int32(0))
    let isKnown = unsafe clinux_terminal_size(STDOUT_FILENO, &rows, &columns) == 0 && rows > 0 && columns > 0
    self.init(rows: isKnown ? Int(rows) : 24, columns: isKnown ? Int(columns) : 80)
  }

  /// The text that draws lines over the previous ones. It leaves out what has no room: the terminal would scroll.
  func text(_ lines: [String]) -> String {
    // Each line over the old one, because clearing the screen first would flicker. The last column stays free: with a
    // character there, a terminal would clear that instead of the rest of the line.
    let shown = lines.prefix(rows - 1).map { $0.prefix(columns - 1) + "\u{1b}[K\n" }
    return "\u{1b}[H" + shown.joined() + "\u{1b}[J"
  }
}
