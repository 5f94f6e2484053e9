/// The looks of the overlay.
package struct Theme: Equatable, Sendable {
  package var stick = StickLooks()
  /// The looks of buttons, direction pads and triggers.
  package var button = ButtonLooks()
  /// The fading while nothing is touched.
  package var fade = FadeLooks()
  /// The colours of the pads, the first one's first. If there are more pads, it starts again. At least one.
  package var padColors = ([0x56b4e9, 0xe69f00, 0x009e73, 0xcc79a7] as [UInt32]).map { Color($0) }
  package var hasLabels = true
  /// What all opacities are multiplied by, 0.1 to 1.
  package var opacity = 1.0
  /// The colour of the labels.
  package var labelColor = Color.white
  package var rumble = RumbleVisibility.withoutMotor

  package init() {}

  /// The colour of a pad, counted from 0.
  package func color(ofPad pad: Int) -> Color {
    padColors.isEmpty ? .white : padColors[pad % padColors.count]
  }
}

/// When the overlay shows that games have the pads rumble.
package enum RumbleVisibility: String, CaseIterable, Sendable {
  case withoutMotor = "without_motor"
  case always, never
}

/// The looks of a stick, with the names of JoyStickView's settings.
package struct StickLooks: Equatable, Sendable {
  /// The base's picture, a PNG file; nil draws a circle.
  package var baseImage: PicturePath?
  /// The handle's picture, a PNG file; nil draws a circle.
  package var handleImage: PicturePath?
  /// The opacity of a base at rest, 0 to 1.
  package var baseAlpha = 0.3
  /// The opacity of a base in use.
  package var baseAlphaInUse = 0.55
  /// The opacity of a handle at rest.
  package var handleAlpha = 0.3
  /// The opacity of a handle in use.
  package var handleAlphaInUse = 0.7
  /// The tint of the handle; nil is the pad's colour for a circle, and none for a picture.
  package var handleTintColor: Color?
  /// The handle's diameter as a part of the base's.
  package var handleSizeRatio = 0.85
  /// How the tint colours a handle's picture: true makes the picture a mask that is filled with the tint, false keeps
  /// its lightness.
  package var colorFillHandleImage = false
  /// The colour of a base that is a circle; nil is the pad's.
  package var baseColor: Color?
  /// Whether circles are shaded like a knob.
  package var isShaded = false

  package init() {}
}

/// Where a picture is.
package struct PicturePath: Hashable, Sendable {
  /// The folder that the picture must be in, or below; nil if the user wrote its whole path.
  package let folder: String?
  /// The path, which begins in the folder.
  package let name: String

  /// - Parameter folder: That of the file with the path. A whole path has none.
  package init(_ name: String, in folder: String? = nil) {
    self.name = name
    self.folder = name.hasPrefix("/") ? nil : folder
  }

  package var whole: String { folder.map { "\($0)/\(name)" } ?? name }
}

/// The looks of a button, a direction pad and a trigger.
package struct ButtonLooks: Equatable, Sendable {
  /// The opacity of the inside at rest, 0 to 1.
  package var alpha = 0.12
  /// The opacity of the inside while it is pressed.
  package var alphaInUse = 0.6
  /// The opacity of the outline.
  package var lineAlpha = 0.8
  /// The width of the outline in millimetres.
  package var lineWidth = 0.35
  /// The colours of single buttons, by their numbers in GamepadButton; others have the pad's.
  package var colors: [UInt8: Color] = [:]

  package init() {}
}

/// The fading of the overlay while nothing is touched.
package struct FadeLooks: Equatable, Sendable {
  /// How long nothing is touched until it begins, in microseconds; nil is never.
  package var delay: Int64? = 5_000_000
  /// How long it lasts, in microseconds.
  package var duration: Int64 = 500_000
  /// What all opacities are multiplied by in the end, 0 to 1.
  package var alpha = 0.5

  package init() {}
}

extension Theme {
  /// The themes that come with touchstick, by their names in overlay.toml.
  package static let shipped: KeyValuePairs<String, Theme> = [
    "quiet": Theme(), "knob": .knob, "high_contrast": .highContrast,
  ]

  /// Shaded knobs in wells, in the manner of JoyStickView's pictures, and buttons in the colours of an Xbox pad.
  package static let knob: Theme = {
    var theme = Theme()
    theme.stick.isShaded = true
    theme.stick.baseColor = Color(0x30363d)
    theme.stick.baseAlpha = 0.6
    theme.stick.baseAlphaInUse = 0.8
    theme.stick.handleAlpha = 0.7
    theme.stick.handleAlphaInUse = 0.95
    theme.button.alpha = 0.35
    theme.button.alphaInUse = 0.85
    theme.button.lineAlpha = 0.9
    // GamepadButton: south, east, north (X on an Xbox pad) and west (Y).
    theme.button.colors = [
      0: Color(0x4caf50), 1: Color(0xe5484d), 2: Color(0x3b82f6), 3: Color(0xf5c518),
    ]
    return theme
  }()

  /// Opaque shapes in black, white and yellow, without fading.
  package static let highContrast: Theme = {
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
    theme.padColors = ([0xffff00, 0x00ffff, 0xffffff, 0xff8cff] as [UInt32]).map { Color($0) }
    return theme
  }()
}
