internal import CCairo

/// The font of the labels: the bold one that fontconfig prefers for "sans-serif".
///
/// cairo would choose the same one, but fontconfig would then keep what it knows of all fonts in memory: some megabytes.
enum LabelFont {
  /// Nil, which is cairo's default, without memory.
  nonisolated(unsafe) static let face: OpaquePointer? = {
    defer { FcFini() }
    guard let pattern = unsafe FcPatternCreate() else { return nil }
    defer { unsafe FcPatternDestroy(pattern) }
    unsafe FcPatternAddString(pattern, FC_FAMILY, "sans-serif")
    unsafe FcPatternAddInteger(pattern, FC_WEIGHT, FC_WEIGHT_BOLD)
    unsafe FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN)
    unsafe FcConfigSubstitute(nil, pattern, FcMatchPattern)
    unsafe FcDefaultSubstitute(pattern)
    var result = FcResultMatch
    // Without any font, cairo draws no letters.
    guard let match = unsafe FcFontMatch(nil, pattern, &result) else { return nil }
    defer { unsafe FcPatternDestroy(match) }
    return unsafe cairo_ft_font_face_create_for_pattern(match)
  }()
}
