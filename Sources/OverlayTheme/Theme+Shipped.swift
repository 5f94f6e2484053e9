extension Theme {
  /// The themes that come with touchstick, by their names in overlay.toml.
  public static let shipped: KeyValuePairs<String, Theme> = [
    "quiet": Theme(), "knob": .knob, "high_contrast": .highContrast,
  ]

  /// Shaded knobs in wells, in the manner of JoyStickView's pictures, and buttons in the colours of an Xbox pad.
  public static let knob: Theme = {
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
  public static let highContrast: Theme = {
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
