internal import Diagnostics

/// A time in the file.
struct Time: Equatable {
  /// Milliseconds.
  var milliseconds: Double

  /// Makes a time from milliseconds.
  init(milliseconds: Double) {
    self.milliseconds = milliseconds
  }

  /// Makes a time from microseconds.
  init(microseconds: Int64) {
    milliseconds = Double(microseconds) / 1000
  }

  /// In the notation of the file.
  var text: String {
    let seconds = milliseconds / 1000
    return seconds >= 1 && seconds == seconds.rounded()
      ? "\(plain(seconds))s" : "\(plain(milliseconds))ms"
  }

  /// Reads `200ms` or `0.5s`; nil for any other text.
  init?(_ text: String) {
    var rest = Substring(text)
    guard let number = rest.takeDecimal() else { return nil }
    rest.dropSpaces()
    switch rest {
    case "ms": milliseconds = number
    // Rounded to microseconds, so that 4.001s equals 4001ms.
    case "s": milliseconds = (number * 1_000_000).rounded() / 1000
    default: return nil
    }
  }

  /// The time in the model's unit. It must be in range.
  var microseconds: Int64 { Int64((milliseconds * 1000).rounded()) }
}
