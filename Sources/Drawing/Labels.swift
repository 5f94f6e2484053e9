internal import EventPipeline
internal import JoystickModel

// What is written or drawn on a control.
extension ControlShapes {
  /// The side of an icon in millimetres.
  private static let maximumIcon = 6.5

  /// The label or icon inside `room`. A label that is too long is beside the control, or else shortened; nil has no room
  /// inside.
  ///
  /// - Parameter inside: What is below the label, as in ``inkColor(on:)``.
  func label(in room: LabelRoom?, on inside: Color? = nil) -> [Shape] {
    guard theme.hasLabels else { return [] }
    let ink = inkColor(on: room == nil ? nil : inside)
    switch feed.caption(theme.letters) {
    case .icon(let icon):
      let side = mapping.length(Self.maximumIcon * theme.labelSize)
      let area = (room ?? labelRoom).square(upTo: side)
      return [
        Shape(icon.form(in: area.inset(by: area.width * 0.06)), line: ink, lineWidth: area.width * 0.1)
      ]
    case .text(let text): return label(text, in: room, ink)
    case nil: return []
    }
  }

  /// A text as a label.
  ///
  /// - Parameter limit: The largest height of capitals, in pixels; nil is that of the theme.
  func label(
    _ text: String, in room: LabelRoom?, _ ink: Color, upTo limit: Double? = nil
  ) -> [Shape] {
    guard !text.allSatisfy(\.isWhitespace) else { return [] }
    let heights =
      labelHeights.lowerBound * min(1, theme.labelSize)...labelHeights.upperBound * theme.labelSize
    let minimum = mapping.length(heights.lowerBound)
    let maximum = max(minimum, min(limit ?? .infinity, mapping.length(heights.upperBound)))
    if let room {
      let blocks = LabelBlock.all(text).map { ($0, min(room.height(of: $0), maximum)) }
      // Two lines only if that makes the letters larger.
      if let (block, height) = blocks.max(by: { $0.1 < $1.1 * 0.999 }), height >= minimum {
        return block.shapes(around: room.center, height, ink)
      }
      let shortened = LabelText.shortened(text).map(LabelBlock.init(line:))
      if let block = shortened.first(where: { room.height(of: $0) >= minimum }) {
        return block.shapes(around: room.center, min(room.height(of: block), maximum), ink)
      }
    }
    let candidates = ([LabelText(text)] + LabelText.shortened(text)).lazy
    let fitting = candidates.first { $0.width * minimum <= mapping.bounds.width } ?? candidates.last
    return fitting.map {
      LabelBlock(line: $0).shapes(around: middle(besideControl: $0, minimum), minimum, ink)
    } ?? []
  }

  /// The room inside the lines of a region.
  var labelRoom: LabelRoom { labelRoom(above: 0) }

  /// - Parameter rest: What is left free at its lower end, in pixels.
  func labelRoom(above rest: Double) -> LabelRoom {
    let gap = Self.gap + 1.5 * theme.button.lineWidth
    var area = mapping.rectangle(feed.region.bounds).inset(by: mapping.length(gap))
    area.height -= rest
    return if case .circle = feed.region { .ellipse(area) } else { .rectangle(area) }
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
}

extension FeedControl {
  /// What is on it: what its layout says, or else what its kind has.
  func caption(_ letters: Letters) -> Caption? {
    if let icon = appearance.icon { return .icon(icon.icon) }
    if !appearance.label.isEmpty { return .text(appearance.label) }
    return isNamed ? .text(name) : drawing.caption(letters) ?? .text(KeyboardKey.shortened(name))
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

  /// The height of capitals with which a label fits.
  func height(of block: LabelBlock) -> Double {
    let parts = (block.width / max(area.width, 1), block.height / max(area.height, 1))
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

/// A label on one line, or on two.
struct LabelBlock {
  let lines: [LabelText]

  init(line: LabelText) { lines = [line] }
  private init(lines: [LabelText]) { self.lines = lines }

  /// The text on one line, and with each way to break it between two words.
  static func all(_ text: String) -> [LabelBlock] {
    let breaks = text.indices.filter { text[$0] == " " && $0 > text.startIndex }.map { place in
      LabelBlock(
        lines: [text[..<place], text[text.index(after: place)...]].map { LabelText(String($0)) })
    }
    return [LabelBlock(line: LabelText(text))] + breaks
  }

  /// From one line to the next, in heights of a capital.
  private static let pitch = 1.5

  var width: Double { lines.reduce(0) { max($0, $1.width) } }
  var height: Double { Double(lines.count - 1) * Self.pitch + lines.reduce(0) { max($0, $1.height) } }

  func shapes(around middle: PixelPoint, _ height: Double, _ color: Color) -> [Shape] {
    lines.enumerated().map { index, line in
      let offset = (Double(index) - Double(lines.count - 1) / 2) * Self.pitch * height
      let area = PixelRectangle(
        around: middle.moved(0, offset), width: line.width * height, height: line.height * height)
      return Shape(.text(line.text, area, height: height), fill: color)
    }
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

  /// What is left of a text if its end is cut off, with a dot: at least two letters. The longest comes first.
  static func shortened(_ text: String) -> [LabelText] {
    stride(from: text.count - 1, to: 1, by: -1).map { text.prefix($0) }
      .filter { $0.last?.isWhitespace == false }.map { LabelText("\($0).") }
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
