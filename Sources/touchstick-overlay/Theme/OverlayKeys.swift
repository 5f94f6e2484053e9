internal import Configuration
internal import Drawing
internal import JoystickModel
internal import System

// The keys of a file for the overlay. The theme comes first, because the others change it.
extension OverlaySettings: RowTable {
  static let rows: [Row<Self>] = [
    Row(
      "theme", \.themeName, .words(Theme.shipped.map { (word: $0.key, $0.key) }),
      "The looks that all other keys change."),
    Row(
      "opacity", \.theme.opacity, .number(.from(0.1, to: 1)),
      "What all opacities are multiplied by: 1 shows the controls as the theme says, less shows more of the game."
    ),
    Row(
      "handle", \.handle, .rawValues,
      """
      When the menu's handle is at the upper edge: `"on"`, while the pads are on; `"always"`, also while they are off, when a
      tap switches them on; or `"never"`. A layout can have a button with the output `"menu"` instead.
      """),
    Row(
      "output", optional: \.output, .text(limit: 64), defaultText: "the output of the touchscreen",
      "The output to draw on, such as `\"eDP-1\"`."),
    Row(
      "hide_for_gamepads", \.hidesForGamepads, .flag,
      """
      Whether the controls disappear when you use a gamepad that is connected to the computer, until you touch a control,
      the pads go on, also after a lock, or you disconnect it.
      """),
    Row(
      "rumble", \.theme.rumble, .rawValues,
      """
      When bars at the left and right edge show that a game has the pads rumble: the left one the strong motor, the right one
      the weak one. `"without_motor"` is where no motor shakes.
      """),
    Row(
      "background", optional: \.theme.background, .color, defaultText: "none",
      """
      The colour behind the controls, such as `"#000000"` on a second screen that is only a pad. It hides what is below
      while the pads are on.
      """),
    Row(
      "show", \.theme.visibility, .rawValues,
      """
      When controls are drawn: `"always"`, `"touched"` only while a finger is on them, or `"never"`. They work in any case.
      A layout can say so for a control.
      """),
    Row("labels", \.theme.hasLabels, .flag, "Whether controls have labels."),
    Row(
      "label_size", \.theme.labelSize, .number(.from(0.5, to: 2)),
      "What the height of labels and icons is multiplied by."),
    Row(
      "letters", \.theme.letters, .rawValues,
      """
      The console whose letters the buttons have: `"positions"` shows which of the four buttons it is. What a button does
      stays.
      """),
    Row("label_color", \.theme.labelColor, .color, "The colour of the labels."),
    Row(
      "pad_colors", \.theme.padColors, .colors,
      "The colours of the pads, the first one's first. After the last colour, they begin again."),
  ]
}

extension StickLooks: RowTable {
  static let rows: [Row<Self>] = [
    Row(
      "base_image", optional: \.baseImage, .imagePath, defaultText: "a circle",
      """
      The base's picture: a PNG file, up to 4096 pixels wide and high, or 2048 with 16 bits for a colour. A path that does
      not begin with a slash begins in this file's folder, and must not leave it, also not by a link.
      """),
    Row(
      "handle_image", optional: \.handleImage, .imagePath, defaultText: "a circle", "The handle's picture."),
    Row("base_alpha", \.baseAlpha, .part, "The opacity of a base at rest."),
    Row("base_alpha_in_use", \.baseAlphaInUse, .part, "The opacity of a base in use."),
    Row("handle_alpha", \.handleAlpha, .part, "The opacity of a handle at rest."),
    Row("handle_alpha_in_use", \.handleAlphaInUse, .part, "The opacity of a handle in use."),
    Row(
      "handle_tint_color", optional: \.handleTintColor, .color,
      defaultText: "the pad's colour for a circle, none for a picture", "The tint of the handle."),
    Row(
      "handle_size_ratio", \.handleSizeRatio, .number(.above(0, to: 2)),
      "The handle's diameter as a part of the base's."),
    Row(
      "color_fill_handle_image", \.colorFillHandleImage, .flag,
      """
      How `handle_tint_color` colours the handle's picture: true makes the picture a mask that is filled with the tint,
      false keeps its lightness.
      """),
    Row(
      "base_color", optional: \.baseColor, .color, defaultText: "the pad's colour",
      "The colour of a base without a picture."),
    Row(
      "shaded", \.isShaded, .flag, "Whether a base and a handle without pictures look like a knob in a well."),
  ]

  /// The keys whose values are paths of pictures.
  static let imageRows: [(key: String, path: Field<Self, PicturePath?>)] = [
    ("base_image", \.baseImage), ("handle_image", \.handleImage),
  ]
}

extension ButtonLooks: RowTable {
  static let rows: [Row<Self>] = [
    Row(
      "color", optional: \.color, .color, defaultText: "the pad's colour", "The colour of the inside at rest."
    ),
    Row("alpha", \.alpha, .part, "The opacity of the inside at rest."),
    Row(
      "alpha_in_use", \.alphaInUse, .part, "The opacity of the inside while it is pressed, held or pulled."),
    Row(
      "line_color", optional: \.lineColor, .color, defaultText: "the pad's colour",
      "The colour of the outline."),
    Row("line_alpha", \.lineAlpha, .part, "The opacity of the outline."),
    Row(
      "line_width", \.lineWidth, .number(.from(0, to: 10)),
      "The width of the outline in millimetres. Each of its dark or light sides is half as wide."),
    Row(
      "halo_alpha", \.haloAlpha, .part,
      "The opacity of the ring around what is pressed, which a thumb does not cover. 0 draws none."),
    Row("shaded", \.isShaded, .flag, "Whether round buttons are shaded."),
    Row(
      "letter_colors", \.hasLetterColors, .flag,
      "Whether A, B, X and Y have the colours that they have on the console of `letters`."),
  ]

  /// A colour for each button of the pad.
  static let colorRows: [Row<Self>] = GamepadButton.labels.map { label in
    Row(
      label.word, optional: \.colors[label.button.rawValue], .color,
      defaultText: "its letter's colour, or the pad's",
      "The colour of buttons that press \(label.word).")
  }
}

extension FadeLooks: RowTable {
  static let rows: [Row<Self>] = [
    Row(
      "after", \.delay, .delay,
      "How long nothing is touched until the controls fade: a time such as `\"5s\"`, or `\"never\"`."),
    Row("duration", \.duration, .time(.from(0, to: 60_000)), "How long fading lasts."),
    Row(
      "alpha", \.alpha, .part,
      "What all opacities are multiplied by after that. With 0, there is no window until the next touch."),
  ]
}

extension KeyType<Double> {
  fileprivate static var part: Self { .number(.from(0, to: 1)) }
}

extension KeyType<PicturePath> {
  fileprivate static var imagePath: Self {
    // PATH_MAX counts the final NUL.
    let limit = 4095
    return Self(.text(limit: limit), text: { quoted($0.name) }) { reader, entry in
      reader.plainString(entry, limit: limit).map { PicturePath($0, in: parent(of: reader.file)) }
    }
  }
}

extension KeyType<Color> {
  fileprivate static var color: Self {
    Self(.text(limit: nil), text: { literal($0.description) }) { $0.color($1) }
  }
}

extension KeyType<[Color]> {
  fileprivate static var colors: Self {
    Self(.text(limit: nil), text: { "[\($0.map { literal($0.description) }.joined(separator: ", "))]" }) {
      $0.colors($1)
    }
  }
}

extension KeyType<Int64?> {
  /// A time, or never.
  fileprivate static var delay: Self {
    let time = Quantity(.milliseconds, .from(0, to: 3_600_000))
    let accepts = ExpectedValue.either([.words(["never"]), .number(time)])
    return Self(accepts, text: { $0.map { literal(Time(microseconds: $0).text) } ?? literal("never") }) {
      reader, entry in
      if entry.node.value == .string("never") { return .some(nil) }
      return reader.time(entry, time, expected: accepts).map { .some($0) }
    }
  }
}

extension SettingsReader {
  private static let colorHint = "it must be a colour such as \"#0072b2\" or, with an opacity, \"#0072b280\""

  fileprivate mutating func color(_ entry: TOMLEntry) -> Color? {
    guard case .string(let text) = entry.node.value else {
      return wrongType(entry, hint: Self.colorHint)
    }
    return Color(text) ?? refuse(entry, "is \(literal(text))", hint: Self.colorHint)
  }

  fileprivate mutating func colors(_ entry: TOMLEntry) -> [Color]? {
    guard case .array(let nodes) = entry.node.value, !nodes.isEmpty else {
      return refuse(
        entry, "is not a list", hint: "it must be colours such as [\"#0072b2\", \"#d55e00\"]",
        code: "wrong-type")
    }
    let colors = nodes.map { node in
      color(TOMLEntry(key: entry.key, keyPosition: entry.keyPosition, node: node))
    }
    return colors.contains(nil) ? nil : colors.compactMap { $0 }
  }
}
