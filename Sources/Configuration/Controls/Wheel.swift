internal import JoystickModel

/// A `[[wheel]]` table.
struct WheelSettings: ControlTable {
  var common = ControlCommon()
  var output = WheelSettings.model.output
  /// The turn from one end to the other, in degrees.
  var range = WheelSettings.model.range
  /// In degrees per second.
  var returnSpeed = WheelSettings.model.returnSpeed

  private static let model = WheelControl(name: "", region: StickParameters.defaults.region)

  static let newRegion = Region.around(radius: 20)
  var defaultName: String { "wheel" }
  var outputKey: String? { "output" }
  var outputWord: String { output.rawValue }

  /// A wheel that returns slowly keeps the axis deflected without a finger.
  func check(_ reader: inout SettingsReader) {
    reader.claimNames(of: self)
    guard returnSpeed < range / 10 else { return }
    reader.report(
      "return_speed (\(plain(returnSpeed)) degrees/s) must be at least a tenth of range "
        + "(\(plain(range)) degrees), so that the wheel returns within 5 s",
      at: "return_speed", "range", of: positions)
  }

  func controls(on surface: ScaledSurface) -> [Control] {
    var wheel = WheelControl(
      name: name, region: surface.region(area), output: output, range: range, returnSpeed: returnSpeed)
    (wheel.isNamed, wheel.appearance) = (isNamed, appearance)
    return [.wheel(wheel)]
  }

  func fingerSize(in box: Rectangle) -> FingerSize? { .motion(min(box.width, box.height)) }
}

extension WheelSettings {
  static let kind = ConfigurationTable.wheel
  static let introduction =
    """
    A steering wheel. The turn of the finger around the middle of the region moves an axis. When the finger lifts, the
    wheel returns.
    """
  static let rows: [Row<Self>] = [
    .name(of: "wheel"),
    .region(
      "The part of the surface where a touch must land to turn the wheel, around its middle."),
    Row(
      "output", \.output, .rawValues, "The axis of the pad that the wheel turns; clockwise is right or up."),
    Row(
      "range", \.range, .angle(.from(10, to: 3600)),
      "How far the wheel turns from one end to the other. In its middle, the axis is at 0."),
    Row(
      "return_speed", \.returnSpeed, .number(.from(1, to: 100_000), .degreesPerSecond),
      "How fast the wheel returns when the finger lifts. It must be at least a tenth of `range`."),
    .when,
    .layer,
    .label,
    .icon,
    .show,
  ]
}
