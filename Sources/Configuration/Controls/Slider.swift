internal import JoystickModel

/// A `[[slider]]` table.
struct SliderSettings: ControlTable {
  var common = ControlCommon()
  var output = SliderOutput.triggers
  var direction = SliderDirection.vertical
  /// What it does when the finger lifts.
  var release = SliderRelease.return
  var deadZone = SliderSettings.model.deadZone
  var isInverted = false

  private static let model = SliderControl(
    name: "", region: StickParameters.defaults.region, output: .triggers)

  static let newRegion = Region.around(width: 16, height: 46)
  var defaultName: String { "slider" }
  var appearance: Appearance {
    var appearance = common.appearance
    if appearance.label.isEmpty, !isNamed, output == .triggers { appearance.label = "RT/LT" }
    return appearance
  }
  var outputKey: String? { "output" }
  var outputWord: String { SliderOutput.words.first { $0.output == output }?.word ?? "" }

  func controls(on surface: ScaledSurface) -> [Control] {
    var slider = SliderControl(
      name: name, region: surface.region(area), output: output, direction: direction)
    (slider.stays, slider.deadZone, slider.isInverted) = (release == .stay, deadZone, isInverted)
    (slider.isNamed, slider.appearance) = (isNamed, appearance)
    return [.slider(slider)]
  }

  func fingerSize(in box: Rectangle) -> FingerSize? {
    .motion(direction == .vertical ? box.height : box.width)
  }

  func warnings(on surface: ScaledSurface) -> [Diagnostic] {
    let box = surface.region(area).bounds
    let (travel, across): (Double, Double) =
      direction == .vertical ? (box.height, box.width) : (box.width, box.height)
    guard travel < across - ScaledSurface.slack else { return [] }
    return [
      Diagnostic(
        .warning, "slides-across",
        "\(quoted(name)) is \(direction), and its way is only \(rounded(travel)) mm: its region is "
          + "\(rounded(across)) mm \(direction == .vertical ? "wide" : "high")",
        hint: "set direction, or change the region", about: name,
        at: positions.position(of: "direction", "region"))
    ]
  }
}

enum SliderRelease: String, Sendable, CaseIterable {
  case `return`
  case stay
}

extension SliderOutput {
  /// The words in the file.
  static let words: [(word: String, output: SliderOutput)] =
    [("triggers", .triggers), ("RT", .trigger(.right)), ("LT", .trigger(.left))]
    + PadAxis.allCases.map { ($0.rawValue, .axis($0)) }
}

extension SliderSettings {
  static let kind = ConfigurationTable.slider
  static let introduction =
    "A slider, such as a throttle. The value is where the finger is between two edges of the region."
  static let rows: [Row<Self>] = [
    .name(of: "slider"),
    .region(
      "The part of the surface where a touch must land to move the slider, and the slider's way from edge to edge."
    ),
    Row(
      "output", \.output, .words(SliderOutput.words),
      """
      What the slider controls on the pad:

      - `"triggers"`: from the middle up or to the right it pulls the right trigger, down or to the left the left one.
      - `"RT"`: the right trigger, from the lower or left end.
      - `"LT"`: the left trigger, from the lower or left end.
      - `"left.x"`: the horizontal axis of the left stick. Up is to the right.
      - `"left.y"`: the vertical axis of the left stick. To the right is up.
      - `"right.x"`: the horizontal axis of the right stick.
      - `"right.y"`: the vertical axis of the right stick.
      """),
    Row("direction", \.direction, .rawValues, "The direction in which the slider moves."),
    Row(
      "release", \.release, .rawValues,
      """
      What the slider does when the finger lifts: it returns to its rest (`"return"`), or stays where it is (`"stay"`).
      Its rest is the middle, or the lower or left end for one trigger. A slider that stays also returns when the pads
      are switched off, and whenever the pad releases everything.
      """),
    Row(
      "dead_zone", \.deadZone, .number(.from(0, below: 1)),
      "How far the dead zone reaches from the slider's rest, as a part of its way to an end."),
    Row("invert", \.isInverted, .flag, "Whether the ends of the slider are swapped."),
    .when,
    .layer,
    .label,
    .icon,
    .show,
  ]
}
