internal import Diagnostics

/// A time, as the file gives it.
struct Time: Equatable {
  /// Milliseconds.
  var milliseconds: Double

  /// Takes so many milliseconds.
  init(milliseconds: Double) {
    self.milliseconds = milliseconds
  }

  /// Takes so many microseconds.
  init(microseconds: Int64) {
    milliseconds = Double(microseconds) / 1000
  }

  /// As a file has it.
  var text: String {
    let seconds = milliseconds / 1000
    return seconds >= 1 && seconds == seconds.rounded()
      ? "\(plain(seconds))s" : "\(plain(milliseconds))ms"
  }

  /// Reads `200ms` or `0.5s`; nil for all else.
  init?(_ text: String) {
    var rest = Substring(text)
    guard let number = rest.takeDecimal() else { return nil }
    rest.dropSpaces()
    switch rest {
    case "ms": milliseconds = number
    // By way of microseconds, so that 4.001s is not a little more than 4001ms.
    case "s": milliseconds = (number * 1_000_000).rounded() / 1000
    default: return nil
    }
  }

  /// The same as the model has it. The time has to be one that is in range.
  var microseconds: Int64 { Int64((milliseconds * 1000).rounded()) }
}
