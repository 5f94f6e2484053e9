public import EventPipeline

/// A length, as the file gives it.
public enum Length: Equatable, Sendable {
  /// Millimetres.
  case millimetres(Double)
  /// A percentage of the surface's width for what runs along x, of its height for what runs along y, of its
  /// shorter side for anything else.
  case percent(Double)

  /// Reads `12mm` or `40%`; nil for all else.
  init?(_ text: String) {
    var rest = Substring(text)
    guard let number = rest.takeDecimal() else { return nil }
    rest.dropSpaces()
    switch rest {
    case "mm": self = .millimetres(number)
    case "%": self = .percent(number)
    default: return nil
    }
  }

  static let zero = Length.millimetres(0)

  /// As a file has it.
  var text: String {
    switch self {
    case .millimetres(let length): "\(decimal(length))mm"
    case .percent(let part): "\(decimal(part))%"
    }
  }

  /// The length where the whole is this many millimetres.
  func millimetres(of whole: Double) -> Double {
    switch self {
    case .millimetres(let length): length
    case .percent(let part): whole * part / 100
    }
  }
}

extension SurfaceSize {
  /// Reads what a configuration file can have as the size of a surface, such as `217mm x 136mm` or `217x136`,
  /// each side 1 to 10000 mm; nil for all else.
  public static func configured(_ text: String) -> SurfaceSize? {
    guard let size = SurfaceSize(text) else { return nil }
    return [size.width, size.height].allSatisfy(Quantity.side.range.contains) ? size : nil
  }

  /// Reads `217mm x 136mm` or `217 x 136`; nil for all else.
  init?(_ text: String) {
    var rest = Substring(text)
    guard let width = rest.takeSide(), rest.take("x"), let height = rest.takeSide(), rest.isEmpty
    else { return nil }
    self.init(width: width, height: height)
  }
}

extension Substring {
  /// Takes a decimal number, such as -1.5, from the front. Other than `Double.init`, it knows no
  /// infinity, no hexadecimal digits and no exponent.
  mutating func takeDecimal() -> Double? {
    var rest = self
    if !rest.take("-") { _ = rest.take("+") }
    guard rest.takeDigits() else { return nil }
    if rest.take("."), !rest.takeDigits() { return nil }
    defer { self = rest }
    return Double(self[startIndex..<rest.startIndex])
  }

  /// Takes a number of millimetres, with or without its unit, and the spaces around it.
  fileprivate mutating func takeSide() -> Double? {
    dropSpaces()
    guard let number = takeDecimal() else { return nil }
    dropSpaces()
    if take("m"), !take("m") { return nil }
    dropSpaces()
    return number
  }

  fileprivate mutating func take(_ character: Character) -> Bool {
    guard first == character else { return false }
    removeFirst()
    return true
  }

  private mutating func takeDigits() -> Bool {
    let digits = prefix { $0.isASCII && $0.isNumber }
    self = self[digits.endIndex...]
    return !digits.isEmpty
  }

  mutating func dropSpaces() {
    self = drop { $0 == " " }
  }
}
