internal import JoystickModel

/// A `[[look]]` table.
struct LookSettings: Equatable, Sendable {
  /// The name, for logs and pictures, 1 to 64 bytes.
  var name = "look"
  var region = RegionSettings.rectangle(AreaSettings())
  var target = LookTarget.right
  var parameters = LookParameters()
  /// How far a finger must move so that its touch is neither a tap nor a hold. It replaces that of the parameters.
  var movedTolerance = Length.millimetres(LookParameters().movedTolerance)
  var when: SurfaceOrientation?
  /// The layer in which it exists; nil is always.
  var layer: String?

  var positions = SourcePositions()
}

extension LookControl {
  init(_ settings: LookSettings, on surface: ScaledSurface) {
    var parameters = settings.parameters
    parameters.movedTolerance = surface.length(settings.movedTolerance)
    self.init(
      name: settings.name, region: surface.region(settings.region), target: settings.target,
      parameters: parameters)
    isNamed = settings.name != LookSettings().name
  }
}
