internal import System

/// The looks of the overlay.
struct Theme: Equatable, Sendable {
  var stick = StickLooks()
  /// The looks of buttons, direction pads and triggers.
  var button = ButtonLooks()
  /// The fading while nothing is touched.
  var fade = FadeLooks()
  /// The colours of the pads, the first one's first. If there are more pads, it starts again. At least one.
  var padColors = ([0x56b4e9, 0xe69f00, 0x009e73, 0xcc79a7] as [UInt32]).map { ThemeColor($0) }
  var hasLabels = true
  /// The colour of the labels.
  var labelColor = ThemeColor.white
  var rumble = RumbleVisibility.withoutMotor

  init() {}

  /// The colour of a pad, counted from 0.
  func color(ofPad pad: Int) -> ThemeColor {
    padColors.isEmpty ? .white : padColors[pad % padColors.count]
  }
}

/// When the overlay shows that games have the pads rumble.
enum RumbleVisibility: String, CaseIterable, Sendable {
  case withoutMotor = "without_motor"
  case always, never
}

/// The looks of a stick, with the names of JoyStickView's settings.
struct StickLooks: Equatable, Sendable {
  /// The base's picture, a PNG file; nil draws a circle.
  var baseImage: PicturePath?
  /// The handle's picture, a PNG file; nil draws a circle.
  var handleImage: PicturePath?
  /// The opacity of a base at rest, 0 to 1.
  var baseAlpha = 0.3
  /// The opacity of a base in use.
  var baseAlphaInUse = 0.55
  /// The opacity of a handle at rest.
  var handleAlpha = 0.3
  /// The opacity of a handle in use.
  var handleAlphaInUse = 0.7
  /// The tint of the handle; nil is the pad's colour for a circle, and none for a picture.
  var handleTintColor: ThemeColor?
  /// The handle's diameter as a part of the base's.
  var handleSizeRatio = 0.85
  /// How the tint colours a handle's picture: true makes the picture a mask that is filled with the tint, false keeps
  /// its lightness.
  var colorFillHandleImage = false
  /// The colour of a base that is a circle; nil is the pad's.
  var baseColor: ThemeColor?
  /// Whether circles are shaded like a knob.
  var isShaded = false

  /// Makes those of the quiet theme.
  init() {}
}

/// Where a picture is.
struct PicturePath: Hashable, Sendable {
  /// The folder that the picture must be in, or below; nil if the user wrote its whole path.
  let folder: String?
  /// The path, which begins in the folder.
  let name: String

  /// - Parameters:
  ///   - name: The path as a file has it.
  ///   - file: That file, in whose folder a path begins that is not whole.
  init(_ name: String, in file: String) {
    self.name = name
    folder = name.hasPrefix("/") ? nil : parent(of: file)
  }

  var whole: String { folder.map { "\($0)/\(name)" } ?? name }
}

/// The looks of a button, a direction pad and a trigger.
struct ButtonLooks: Equatable, Sendable {
  /// The opacity of the inside at rest, 0 to 1.
  var alpha = 0.12
  /// The opacity of the inside while it is pressed.
  var alphaInUse = 0.6
  /// The opacity of the outline.
  var lineAlpha = 0.8
  /// The width of the outline in millimetres.
  var lineWidth = 0.35
  /// The colours of single buttons, by their numbers in GamepadButton; others have the pad's.
  var colors: [UInt8: ThemeColor] = [:]

  /// Makes those of the quiet theme.
  init() {}
}

/// The fading of the overlay while nothing is touched.
struct FadeLooks: Equatable, Sendable {
  /// How long nothing is touched until it begins, in microseconds; nil is never.
  var delay: Int64? = 5_000_000
  /// How long it lasts, in microseconds.
  var duration: Int64 = 500_000
  /// What all opacities are multiplied by in the end, 0 to 1.
  var alpha = 0.5

  /// Makes that of the quiet theme.
  init() {}
}

extension Theme {
  /// The themes that come with touchstick, by their names in overlay.toml.
  static let shipped: KeyValuePairs<String, Theme> = [
    "quiet": Theme(), "knob": .knob, "high_contrast": .highContrast,
  ]

  /// Shaded knobs in wells, in the manner of JoyStickView's pictures, and buttons in the colours of an Xbox pad.
  static let knob: Theme = {
    var theme = Theme()
    theme.stick.isShaded = true
    theme.stick.baseColor = ThemeColor(0x30363d)
    theme.stick.baseAlpha = 0.6
    theme.stick.baseAlphaInUse = 0.8
    theme.stick.handleAlpha = 0.7
    theme.stick.handleAlphaInUse = 0.95
    theme.button.alpha = 0.35
    theme.button.alphaInUse = 0.85
    theme.button.lineAlpha = 0.9
    // GamepadButton: south, east, north (X on an Xbox pad) and west (Y).
    theme.button.colors = [
      0: ThemeColor(0x4caf50), 1: ThemeColor(0xe5484d), 2: ThemeColor(0x3b82f6), 3: ThemeColor(0xf5c518),
    ]
    return theme
  }()

  /// Opaque shapes in black, white and yellow, without fading.
  static let highContrast: Theme = {
    var theme = Theme()
    theme.stick.baseColor = .black
    theme.stick.baseAlpha = 0.75
    theme.stick.baseAlphaInUse = 0.9
    theme.stick.handleAlpha = 1
    theme.stick.handleAlphaInUse = 1
    theme.button.alpha = 0.35
    theme.button.alphaInUse = 1
    theme.button.lineAlpha = 1
    theme.button.lineWidth = 0.6
    theme.fade.delay = nil
    theme.padColors = ([0xffff00, 0x00ffff, 0xffffff, 0xff8cff] as [UInt32]).map { ThemeColor($0) }
    return theme
  }()
}

/// A colour of the overlay, with an opacity.
struct ThemeColor: Equatable, Hashable, Sendable {
  /// The red part, 0 to 1, and likewise the others; they are not multiplied by the opacity.
  var red, green, blue: Double
  /// The opacity, 0 to 1.
  var alpha: Double

  /// Makes a colour of its parts, 0 to 1.
  init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Makes an opaque colour of a number such as 0xrrggbb.
  init(_ rgb: UInt32) {
    func part(_ shift: UInt32) -> Double { Double(rgb >> shift & 0xff) / 255 }
    self.init(red: part(16), green: part(8), blue: part(0))
  }

  /// Makes a colour of a text such as `#0072b2` or, with an opacity, `#0072b280`; nil for any other text.
  init?(_ text: String) {
    let digits = text.utf8.dropFirst().compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == text.utf8.count - 1,
      digits.count == 6 || digits.count == 8
    else { return nil }
    let number: UInt32 = digits.reduce(0) { $0 << 4 | UInt32($1) }
    let isOpaque = digits.count == 6
    self.init(isOpaque ? number : number >> 8)
    if !isOpaque { alpha = Double(number & 0xff) / 255 }
  }

  /// The same colour with its opacity multiplied.
  func faded(to factor: Double) -> ThemeColor {
    var copy = self
    copy.alpha *= factor
    return copy
  }

  /// A mixture with another colour, with this one's opacity.
  ///
  /// - Parameter share: The other colour's part, 0 to 1.
  func mixed(with other: ThemeColor, _ share: Double) -> ThemeColor {
    func mix(_ mine: Double, _ others: Double) -> Double { mine + (others - mine) * share }
    return ThemeColor(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue), alpha: alpha)
  }

  /// Black or white, whichever differs more, with the same opacity.
  var contrasting: ThemeColor {
    // About the luminance, which is 0.18 in the middle (WCAG 2.2, "contrast ratio").
    let isLight = 0.2 * red * red + 0.7 * green * green + 0.1 * blue * blue > 0.18
    return (isLight ? ThemeColor.black : .white).faded(to: alpha)
  }

  static let white = ThemeColor(0xffffff)
  static let black = ThemeColor(0)
}

extension ThemeColor: CustomStringConvertible {
  /// In the notation of ``init(_:)-(String)``.
  var description: String {
    let parts = alpha == 1 ? [red, green, blue] : [red, green, blue, alpha]
    return "#"
      + parts.map { part in
        let text = String(Int((part * 255).rounded()), radix: 16)
        return text.utf8.count == 1 ? "0" + text : text
      }.joined()
  }
}
