internal import JoystickModel

/// A `[[dpad]]` table.
struct DirectionPadSettings: ControlTable {
  var common = ControlCommon()
  var directions = StickDirections.eight
  /// The dead zone, as a part of the radius or of half the shorter side: 0 or more, below 1.
  var deadZone = DirectionPadControl.defaultDeadZone
  /// What it controls. The default is the pad's own direction pad.
  var output = DirectionOutput.hat

  static let newRegion = Region.around(radius: 12)
  var defaultName: String { "dpad" }
  var outputKey: String? { "output" }
  var outputWord: String { "hat" }
  var warnings: [Diagnostic] { sameDirections(output) }

  func controls(on surface: ScaledSurface) -> [Control] {
    var pad = DirectionPadControl(
      name: name, region: surface.region(area), output: output, deadZone: deadZone, directions: directions)
    (pad.isNamed, pad.appearance) = (isNamed, appearance)
    return [.directionPad(pad)]
  }
}

extension ControlTable {
  /// Warns of four directions that are the same button.
  func sameDirections(_ output: DirectionOutput) -> [Diagnostic] {
    guard case .buttons(let up, let right, let down, let left) = output,
      [right, down, left].allSatisfy({ $0 == up })
    else { return [] }
    return [
      Diagnostic(
        .warning, "same-directions", "all four directions of \(quoted(name)) press \(up.label)",
        hint: "use a different button for each, or a [[button]]", about: name,
        at: positions.position(of: "output", "target"))
    ]
  }
}

extension DirectionPadSettings {
  static let kind = ConfigurationTable.dpad
  static let introduction =
    "A direction pad. The direction is where the finger is, seen from the middle of the region."
  static let rows: [Row<Self>] = [
    .name(of: "direction pad"),
    .region(
      "The part of the surface where a touch must land to use the direction pad."),
    Row(
      "directions", \.directions, .words(["4": .four, "8": .eight]),
      "The directions: up, right, down and left (4), or also the diagonals (8)."),
    Row(
      "dead_zone", \.deadZone, .number(.from(0, below: 1)),
      """
      The radius of the dead zone in the middle, as a part of the region's radius. For a rectangle, it is a part of half
      the shorter side.
      """),
    Row(
      "output", \.output, .directionOutput,
      "What the direction pad controls: the pad's own direction pad, or a button for each direction."),
    .when,
    .layer,
    .label,
    .icon,
    .show,
  ]
}
