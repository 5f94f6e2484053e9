internal import JoystickModel

/// An `[[ignore]]` table.
struct IgnoreSettings: ControlTable {
  var common = ControlCommon()

  static let newRegion = Region.around(width: 20, height: 20)
  var defaultName: String { "ignore" }
  /// Several can have the default name.
  var uniqueNames: [String] { positions.has("name") ? [name] : [] }
  var outputWord: String { "nothing" }
  var holdsAnyNumber: Bool { true }
  var needsGrab: Bool { true }

  func controls(on surface: ScaledSurface) -> [Control] {
    var ignored = IgnoreControl(name: name, region: surface.region(area))
    ignored.isNamed = isNamed
    return [.ignore(ignored)]
  }
}

extension IgnoreSettings {
  static let kind = ConfigurationTable.ignore
  static let introduction =
    """
    A part of the surface where touches do nothing: neither a control nor the desktop gets them. It is for edges and
    resting palms. Controls before it in the file work as without it. With `grab = false`, the desktop gets them.
    """
  static let rows: [Row<Self>] = [
    .name(
      of: "part", defaultText: "`\"ignore\"`",
      "The name in logs and pictures. Several `[[ignore]]` tables can have the default."),
    .region(
      "The part of the surface where touches do nothing."),
    .when,
    .layer,
  ]
}
