/// The looks of the overlay.
public struct Theme: Equatable, Sendable {
  /// The looks of sticks.
  public var stick = StickLooks()
  /// The looks of buttons, direction pads and triggers.
  public var button = ButtonLooks()
  /// The fading while nothing is touched.
  public var fade = FadeLooks()
  /// The colours of the pads, the first one's first. If there are more pads, it starts again. At least one.
  public var padColors = ([0x56b4e9, 0xe69f00, 0x009e73, 0xcc79a7] as [UInt32]).map { ThemeColor($0) }
  /// Whether controls have labels.
  public var hasLabels = true
  /// The colour of the labels.
  public var labelColor = ThemeColor.white

  /// Makes the quiet theme.
  public init() {}

  /// The colour of a pad, counted from 0.
  public func color(ofPad pad: Int) -> ThemeColor {
    padColors.isEmpty ? .white : padColors[pad % padColors.count]
  }
}

/// The looks of a stick, with the names of JoyStickView's settings.
public struct StickLooks: Equatable, Sendable {
  /// The path of the base's picture, a PNG file; nil draws a circle.
  public var baseImage: String?
  /// The path of the handle's picture, a PNG file; nil draws a circle.
  public var handleImage: String?
  /// The opacity of a base at rest, 0 to 1.
  public var baseAlpha = 0.3
  /// The opacity of a base in use.
  public var baseAlphaInUse = 0.55
  /// The opacity of a handle at rest.
  public var handleAlpha = 0.3
  /// The opacity of a handle in use.
  public var handleAlphaInUse = 0.7
  /// The tint of the handle; nil is the pad's colour for a circle, and none for a picture.
  public var handleTintColor: ThemeColor?
  /// The handle's diameter as a part of the base's.
  public var handleSizeRatio = 0.85
  /// How the tint colours a handle's picture: true makes the picture a mask that is filled with the tint, false keeps
  /// its lightness.
  public var colorFillHandleImage = false
  /// The colour of a base that is a circle; nil is the pad's.
  public var baseColor: ThemeColor?
  /// Whether circles are shaded like a knob.
  public var isShaded = false

  /// Makes those of the quiet theme.
  public init() {}
}

/// The looks of a button, a direction pad and a trigger.
public struct ButtonLooks: Equatable, Sendable {
  /// The opacity of the inside at rest, 0 to 1.
  public var alpha = 0.12
  /// The opacity of the inside while it is pressed.
  public var alphaInUse = 0.6
  /// The opacity of the outline.
  public var lineAlpha = 0.8
  /// The width of the outline in millimetres.
  public var lineWidth = 0.35
  /// The colours of single buttons, by their numbers in GamepadButton; others have the pad's.
  public var colors: [UInt8: ThemeColor] = [:]

  /// Makes those of the quiet theme.
  public init() {}
}

/// The fading of the overlay while nothing is touched.
public struct FadeLooks: Equatable, Sendable {
  /// How long nothing is touched until it begins, in microseconds; nil is never.
  public var delay: Int64? = 5_000_000
  /// How long it lasts, in microseconds.
  public var duration: Int64 = 500_000
  /// What all opacities are multiplied by in the end, 0 to 1.
  public var alpha = 0.5

  /// Makes that of the quiet theme.
  public init() {}
}
