internal import JoystickModel

/// A `[[slider]]` table.
struct SliderSettings: Equatable, Sendable {
  /// The name, for logs and pictures, 1 to 64 bytes.
  var name = "slider"
  var region = RegionSettings.rectangle(AreaSettings())
  var output = SliderOutput.triggers
  var direction = SliderDirection.vertical
  /// What it does when the finger lifts.
  var release = SliderRelease.return
  var deadZone = SliderSettings.model.deadZone
  var isInverted = false
  var when: SurfaceOrientation?
  /// The layer in which it exists; nil is always.
  var layer: String?

  var positions = SourcePositions()

  private static let model = SliderControl(
    name: "", region: StickParameters.defaults.region, output: .triggers)
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

  var word: String { Self.words.first { $0.output == self }?.word ?? "" }
}

extension SliderControl {
  init(_ settings: SliderSettings, on surface: ScaledSurface) {
    self.init(
      name: settings.name, region: surface.region(settings.region), output: settings.output,
      direction: settings.direction)
    (stays, deadZone, isInverted) = (settings.release == .stay, settings.deadZone, settings.isInverted)
    isNamed = settings.name != SliderSettings().name
  }
}

/// A `[[wheel]]` table.
struct WheelSettings: Equatable, Sendable {
  /// The name, for logs and pictures, 1 to 64 bytes.
  var name = "wheel"
  var region = RegionSettings.rectangle(AreaSettings())
  var output = WheelSettings.model.output
  /// The turn from one end to the other, in degrees.
  var range = WheelSettings.model.range
  /// In degrees per second.
  var returnSpeed = WheelSettings.model.returnSpeed
  var when: SurfaceOrientation?
  /// The layer in which it exists; nil is always.
  var layer: String?

  var positions = SourcePositions()

  private static let model = WheelControl(name: "", region: StickParameters.defaults.region)
}

extension WheelControl {
  init(_ settings: WheelSettings, on surface: ScaledSurface) {
    self.init(
      name: settings.name, region: surface.region(settings.region), output: settings.output,
      range: settings.range, returnSpeed: settings.returnSpeed)
    isNamed = settings.name != WheelSettings().name
  }
}
