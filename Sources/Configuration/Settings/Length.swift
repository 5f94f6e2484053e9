package import EventPipeline

package enum Length: Equatable, Sendable {
  case millimetres(Double)
  /// A percentage of the surface's width for lengths along x, of its height for lengths along y, of its shorter side
  /// for all others.
  case percent(Double)
  /// The sum of a percentage and millimetres. Either can be negative.
  case sum(percent: Double, millimetres: Double)

  /// Reads `0`, `12mm`, `40%` or a sum such as `100% - 25mm`; nil for any other text.
  init?(_ text: String) {
    if text == "0" {
      self = .zero
      return
    }
    var rest = Substring(text)
    guard let first = rest.readTerm() else { return nil }
    guard !rest.isEmpty else {
      self = first
      return
    }
    rest.skipSpaces()
    let sign: Double = rest.first == "-" ? -1 : 1
    guard rest.skip("-") || rest.skip("+") else { return nil }
    rest.skipSpaces()
    guard rest.first != "-", rest.first != "+", let second = rest.readTerm(), rest.isEmpty else { return nil }
    switch (first, second) {
    case (.percent(let part), .millimetres(let length)):
      self = .sum(percent: part, millimetres: sign * length)
    case (.millimetres(let length), .percent(let part)):
      self = .sum(percent: sign * part, millimetres: length)
    default: return nil
    }
  }

  static let zero = Length.millimetres(0)

  /// In the notation of the file.
  package var text: String {
    switch self {
    case .millimetres(let length): "\(plain(length))mm"
    case .percent(let part): "\(plain(part))%"
    case .sum(let part, let length):
      "\(plain(part))% \(length < 0 ? "-" : "+") \(plain(length.magnitude))mm"
    }
  }

  /// The length, if 100 % is this many millimetres.
  func millimetres(of whole: Double) -> Double {
    switch self {
    case .millimetres(let length): length
    case .percent(let part): whole * part / 100
    case .sum(let part, let length): whole * part / 100 + length
    }
  }
}

enum LengthWhole: Sendable {
  case width, height, shorterSide

  init(key: String) {
    switch key.split(separator: ".").last {
    case "x", "width": self = .width
    case "y", "height": self = .height
    default: self = .shorterSide
    }
  }
}

/// A length in a file that is in the range on some surfaces only, such as a sum.
struct LengthSum: Sendable {
  /// The key, with the key of its table if the table is a value, such as `region.width`.
  let key: String
  let length: Length
  let whole: LengthWhole
  let quantity: Quantity
  let position: SourcePosition

  /// Whether it is beyond the same end of the range on the smallest and the largest surface, and so on all.
  var isNeverInRange: Bool {
    let ends = [0, NumericRange.maxLength].map(length.millimetres(of:))
    let range = quantity.range
    return ends.allSatisfy { range.includesLower ? $0 < range.lower : $0 <= range.lower }
      || ends.allSatisfy { $0 > range.upper }
  }
}

extension SurfaceSize {
  /// Reads the size of a surface in a configuration file, such as `217mm x 136mm` or `217x136`, each side 1 to 10000
  /// mm; nil for any other text.
  package static func configured(_ text: String) -> SurfaceSize? {
    guard let size = SurfaceSize(text) else { return nil }
    return [size.width, size.height].allSatisfy(Quantity.side.range.contains) ? size : nil
  }

  /// Reads `217mm x 136mm` or `217 x 136`; nil for any other text.
  init?(_ text: String) {
    var rest = Substring(text)
    guard let width = rest.readSide(), rest.skip("x"), let height = rest.readSide(), rest.isEmpty
    else { return nil }
    self.init(width: width, height: height)
  }
}

extension Substring {
  /// Reads a decimal number, such as -1.5, from the front. Unlike `Double.init`, it does not accept infinity,
  /// hexadecimal digits or an exponent.
  mutating func readDecimal() -> Double? {
    var rest = self
    if !rest.skip("-") { _ = rest.skip("+") }
    guard rest.skipDigits() else { return nil }
    if rest.skip("."), !rest.skipDigits() { return nil }
    defer { self = rest }
    return Double(self[startIndex..<rest.startIndex])
  }

  fileprivate mutating func readTerm() -> Length? {
    guard let number = readDecimal() else { return nil }
    skipSpaces()
    if skip("%") { return .percent(number) }
    return skip("m") && skip("m") ? .millimetres(number) : nil
  }

  /// Reads a number of millimetres, with or without its unit, and the spaces around it.
  fileprivate mutating func readSide() -> Double? {
    skipSpaces()
    guard let number = readDecimal() else { return nil }
    skipSpaces()
    if skip("m"), !skip("m") { return nil }
    skipSpaces()
    return number
  }

  fileprivate mutating func skip(_ character: Character) -> Bool {
    guard first == character else { return false }
    removeFirst()
    return true
  }

  private mutating func skipDigits() -> Bool {
    let digits = prefix { $0.isASCII && $0.isNumber }
    self = self[digits.endIndex...]
    return !digits.isEmpty
  }

  mutating func skipSpaces() {
    self = drop { $0 == " " }
  }
}

extension Double {
  /// Reads a number with this unit, such as `12Hz`; nil for any other text.
  init?(_ text: String, in unit: String) {
    var rest = Substring(text)
    guard let number = rest.readDecimal() else { return nil }
    rest.skipSpaces()
    guard rest == unit else { return nil }
    self = number
  }
}

package struct Time: Equatable {
  var milliseconds: Double

  init(milliseconds: Double) {
    self.milliseconds = milliseconds
  }

  package init(microseconds: Int64) {
    milliseconds = Double(microseconds) / 1000
  }

  /// In the notation of the file.
  package var text: String {
    let seconds = milliseconds / 1000
    return seconds >= 1 && seconds == seconds.rounded()
      ? "\(plain(seconds))s" : "\(plain(milliseconds))ms"
  }

  /// Reads `200ms` or `0.5s`; nil for any other text.
  package init?(_ text: String) {
    var rest = Substring(text)
    guard let number = rest.readDecimal() else { return nil }
    rest.skipSpaces()
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

package struct PointSettings: Equatable, Sendable {
  var x = Length.zero
  var y = Length.zero
}

struct AreaSettings: Equatable, Sendable {
  var x = Length.zero
  var y = Length.zero
  var width = Length.zero
  var height = Length.zero
}

enum RegionSettings: Equatable, Sendable {
  /// A rectangle, whose sides are above 0.
  case rectangle(AreaSettings)
  /// A circle, whose radius is above 0.
  case circle(center: PointSettings, radius: Length)
}
