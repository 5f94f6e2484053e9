package import JoystickModel

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
  package var letters = Letters.xbox
  /// What the height of labels and icons is multiplied by, 0.5 to 2.
  package var labelSize = 1.0
  /// When controls are drawn, unless they are drawn less often by their layout.
  package var visibility = ControlVisibility.always
  /// The colour behind the controls, which hides what is below; nil is none.
  package var background: Color?
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

extension Theme {
  /// Whether a control can be seen.
  package func shows(_ visibility: ControlVisibility, isTouched: Bool) -> Bool {
    ![visibility, self.visibility].contains(.never)
      && (isTouched || ![visibility, self.visibility].contains(.touched))
  }

  /// The colour of a button, if it has one of its own: the user's, or else the layout's, or else that of its letter.
  ///
  /// - Parameter button: Nil if it presses not exactly one button of the pad.
  package func color(of button: GamepadButton?, _ appearance: Appearance = Appearance()) -> Color? {
    if let own = button.flatMap({ self.button.colors[$0.rawValue] }) { return own }
    guard self.button.hasLetterColors else { return nil }
    // A PlayStation's shape has its colour there.
    let shapes: [ControlIcon] = [.cross, .circle, .square, .triangle]
    let letters = appearance.icon.map(shapes.contains) == true ? .playstation : letters
    return appearance.color?.color ?? button.flatMap(letters.color)
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
  /// The colour of the inside at rest; nil is the pad's.
  package var color: Color?
  /// The opacity of the inside at rest, 0 to 1.
  package var alpha = 0.12
  /// The opacity of the inside while it is pressed.
  package var alphaInUse = 0.6
  /// The colour of the outline; nil is the pad's.
  package var lineColor: Color?
  /// The opacity of the outline.
  package var lineAlpha = 0.8
  /// The width of the outline in millimetres.
  package var lineWidth = 0.35
  /// The opacity of the ring around what is pressed, which a finger does not cover.
  package var haloAlpha = 0.7
  /// Whether round buttons are shaded.
  package var isShaded = false
  /// Whether the four buttons have the colours of their letters.
  package var hasLetterColors = false
  /// The colours of single buttons, by their numbers in GamepadButton.
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
  /// The themes that come with touchstick, by their names in overlay.toml. The first one is the default.
  package static let shipped: KeyValuePairs<String, Theme> = [
    "glass": .glass, "quiet": Theme(), "high_contrast": .highContrast, "paper": .paper,
  ]

  /// Dark glass with light rims, shaded sticks, and buttons in the colours of their letters.
  package static let glass: Theme = {
    var theme = Theme()
    let dark = Color(0x141a22)
    theme.padColors = ([0xe9eff6, 0xffb347, 0x5fd3a5, 0xf2a0d0] as [UInt32]).map { Color($0) }
    theme.stick.isShaded = true
    theme.stick.baseColor = dark
    theme.stick.baseAlpha = 0.4
    theme.stick.baseAlphaInUse = 0.55
    theme.stick.handleTintColor = Color(0x5c6876)
    theme.stick.handleAlpha = 0.6
    theme.stick.handleAlphaInUse = 0.95
    theme.stick.handleSizeRatio = 0.62
    theme.button.color = dark
    theme.button.alpha = 0.45
    theme.button.alphaInUse = 0.9
    theme.button.lineAlpha = 0.85
    theme.button.lineWidth = 0.35
    theme.button.isShaded = true
    theme.button.hasLetterColors = true
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
    theme.stick.handleSizeRatio = 0.62
    theme.button.color = .black
    theme.button.alpha = 0.75
    theme.button.alphaInUse = 1
    theme.button.lineAlpha = 1
    theme.button.lineWidth = 0.6
    theme.button.haloAlpha = 1
    theme.fade.delay = nil
    theme.padColors = ([0xffff00, 0x00ffff, 0xffffff, 0xff8cff] as [UInt32]).map { Color($0) }
    return theme
  }()

  /// Ink on white paper.
  package static let paper: Theme = {
    var theme = Theme()
    let (paper, ink) = (Color(0xfbf8f1), Color(0x26221c))
    theme.padColors = [ink, Color(0xb3541e), Color(0x1f6f50), Color(0x8a3a6b)]
    theme.labelColor = ink
    theme.stick.baseColor = paper
    theme.stick.baseAlpha = 0.6
    theme.stick.baseAlphaInUse = 0.75
    theme.stick.handleTintColor = ink
    theme.stick.handleAlpha = 0.55
    theme.stick.handleAlphaInUse = 0.9
    theme.stick.handleSizeRatio = 0.62
    theme.button.color = paper
    theme.button.alpha = 0.7
    theme.button.alphaInUse = 0.95
    theme.button.lineColor = ink
    theme.button.lineAlpha = 0.9
    theme.button.lineWidth = 0.35
    theme.fade.alpha = 0.65
    return theme
  }()
}
