internal import EventPipeline
internal import JoystickModel

// What is written on a control, or drawn as a symbol.
extension ControlShapes {
  /// The side of a symbol in millimetres.
  private static let maximumSymbol = 4.5

  /// The label inside `room`, shortened if it is too long, or else beside the control; nil has no room inside.
  ///
  /// - Parameter button: The one whose symbol is drawn instead, if it has one.
  func label(in room: LabelRoom?, symbol button: GamepadButton? = nil) -> [Shape] {
    guard theme.hasLabels else { return [] }
    if !feed.isNamed, let room, let button {
      let symbol = symbol(of: button, in: room.square(upTo: mapping.length(Self.maximumSymbol)))
      guard symbol.isEmpty else { return symbol }
    }
    let candidates = LabelText.candidates(
      feed.isNamed ? feed.name : feed.drawing.label ?? KeyboardKey.shortened(feed.name))
    let minimum = mapping.length(labelHeights.lowerBound)
    if let room, let text = candidates.first(where: { room.height(of: $0) >= minimum }) {
      return [shape(text, room.center, min(room.height(of: text), mapping.length(labelHeights.upperBound)))]
    }
    let text = candidates.first { $0.width * minimum <= mapping.bounds.width } ?? candidates.last
    return text.map { [shape($0, middle(besideControl: $0, minimum), minimum)] } ?? []
  }

  /// The room inside the lines of a region.
  var labelRoom: LabelRoom {
    let gap = Self.gap + 1.5 * theme.button.lineWidth
    let area = mapping.rectangle(feed.region.bounds).inset(by: mapping.length(gap))
    return if case .circle = feed.region { .ellipse(area) } else { .rectangle(area) }
  }

  private var labelColor: Color { theme.labelColor.faded(to: (state.isTouched ? 1 : 0.9) * opacity) }

  private func shape(_ text: LabelText, _ middle: PixelPoint, _ height: Double) -> Shape {
    let area = PixelRectangle(around: middle, width: text.width * height, height: text.height * height)
    return Shape(.text(text.text, area, height: height), fill: labelColor)
  }

  /// Below the control, or above it at the lower edge.
  private func middle(besideControl text: LabelText, _ height: Double) -> PixelPoint {
    let (area, bounds) = (mapping.rectangle(feed.region.bounds), mapping.bounds)
    let (halfWidth, halfHeight) = (text.width * height / 2, text.height * height / 2)
    let below = area.bottom + halfHeight
    return PixelPoint(
      x: max(bounds.x + halfWidth, min(area.center.x, bounds.right - halfWidth)),
      y: below + halfHeight <= bounds.bottom ? below : area.y - halfHeight)
  }

  /// Two windows for Back, three lines for Start, and a house for Guide; nothing for other buttons.
  private func symbol(of button: GamepadButton, in area: PixelRectangle) -> [Shape] {
    let width = area.width * 0.11
    func place(_ x: Double, _ y: Double) -> PixelPoint {
      PixelPoint(x: area.x + x * area.width, y: area.y + y * area.height)
    }
    func shape(_ form: Shape.Form) -> Shape { Shape(form, line: labelColor, lineWidth: width) }
    switch button {
    case .select:
      return [(0.0, 0.05), (0.32, 0.4)].map { x, y in
        let corners = PixelRectangle(around: [place(x, y), place(x + 0.68, y + 0.55)])
        return shape(.rectangle(corners, rounding: 1.5 * width))
      }
    case .start: return [0.2, 0.5, 0.8].map { shape(.polygon([place(0.1, $0), place(0.9, $0)])) }
    case .mode:
      let house = [(0.5, 0.1), (0.9, 0.5), (0.9, 0.9), (0.1, 0.9), (0.1, 0.5)]
      return [shape(.polygon(house.map(place)))]
    default: return []
    }
  }
}

/// Where a label can be.
enum LabelRoom {
  case ellipse(PixelRectangle)
  case rectangle(PixelRectangle)

  private var area: PixelRectangle {
    switch self {
    case .ellipse(let area), .rectangle(let area): area
    }
  }

  var center: PixelPoint { area.center }

  /// The height of capitals with which a text fits.
  func height(of text: LabelText) -> Double {
    let parts = (text.width / max(area.width, 1), text.height / max(area.height, 1))
    return switch self {
    case .ellipse: 1 / (parts.0 * parts.0 + parts.1 * parts.1).squareRoot()
    case .rectangle: 1 / max(parts.0, parts.1)
    }
  }

  /// The largest square inside, up to this side.
  func square(upTo limit: Double) -> PixelRectangle {
    let isEllipse = if case .ellipse = self { true } else { false }
    let side = min(limit, min(area.width, area.height) * (isEllipse ? 0.5.squareRoot() : 1))
    return PixelRectangle(around: center, width: side, height: side)
  }
}

/// A label, with its size as multiples of the height of a capital. It is estimated for DejaVu Sans Bold, which is wider
/// than most fonts; the canvas measures it.
package struct LabelText {
  package let text: String
  package let width: Double
  /// That of capitals and digits, or that from an accent to a descender.
  package let height: Double

  package init(_ text: String) {
    self.text = text
    width = text.reduce(Self.outline) { $0 + Self.width(of: $1) }
    let letters = text.utf8.allSatisfy(Self.isOnLine) ? 1 : text.utf8.allSatisfy { $0 < 0x80 } ? 1.4 : 1.7
    height = letters + Self.outline
  }

  /// The text, and then what is left of it if its end is cut off, with a dot: at least two letters.
  static func candidates(_ text: String) -> LazyMapCollection<[String], LabelText> {
    guard !text.allSatisfy(\.isWhitespace) else { return [].lazy.map(LabelText.init) }
    let shortened = stride(from: text.count - 1, to: 1, by: -1).map { text.prefix($0) }
    let all = [text] + shortened.filter { $0.last?.isWhitespace == false }.map { "\($0)." }
    // Measuring is expensive, and the first one fits as a rule.
    return all.lazy.map(LabelText.init)
  }

  /// The height of a capital as a part of the size of DejaVu Sans Bold.
  package static let capitalHeight = 0.73

  /// The outline of letters, on both sides.
  private static let outline = 0.2

  /// Whether a letter is as high as a capital, without a descender.
  private static func isOnLine(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "J"), UInt8(ascii: "Q"): false
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func width(of letter: Character) -> Double {
    switch letter {
    case "I", "J", "i", "j", "l", ".", ",", ":", "'", "!", "|", " ": 0.55
    case "f", "r", "t": 0.7
    case "M", "W", "m", "w", "%", "@": 1.55
    case "a"..."z", "0"..."9": 1
    default: letter.isASCII ? 1.2 : 1.8
    }
  }
}
