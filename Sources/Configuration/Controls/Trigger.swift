internal import EventPipeline
package import JoystickModel

/// A `[[trigger]]` table.
struct TriggerSettings: ControlTable {
  var common = ControlCommon()
  var target = TriggerTarget.left
  /// How far a touch pulls it. The default is all the way.
  var pull = TriggerPull.full
  /// How far a finger slides for a full pull, above 0, if it is pulled by sliding. It replaces the distance in
  /// ``pull``.
  var distance = Length.millimetres(15)
  /// How far beside its region a contact can land that pulls it.
  var reach = Length.zero

  static let newRegion = Region.around(width: 20, height: 14)
  var defaultName: String { target.controlName }
  var uniqueNames: [String] { positions.has("name") || positions.has("target") ? [name] : [] }
  var outputKey: String? { "target" }
  var outputWord: String { "\(target)" }

  func controls(on surface: ScaledSurface) -> [Control] {
    var pull = pull
    if case .slide = pull { pull = .slide(distance: surface.length(distance)) }
    var trigger = TriggerControl(name: name, region: surface.region(area), target: target, pull: pull)
    (trigger.isNamed, trigger.appearance) = (isNamed, appearance)
    trigger.reach = surface.length(reach)
    return [.trigger(trigger)]
  }

  func warnings(on surface: ScaledSurface) -> [Diagnostic] {
    guard case .slide = pull else { return [] }
    let distance = surface.length(distance)
    let farthest = surface.farthestSlide(from: surface.region(area))
    guard distance > farthest else { return [] }
    return [
      Diagnostic(
        .warning, "slide-too-long",
        "distance is \(rounded(distance)) mm, but a finger can slide at most \(rounded(farthest)) mm from region",
        hint: "reduce it", at: positions.position(of: "distance", "pull"))
    ]
  }

  func warning(for device: DeviceDescription) -> Diagnostic? {
    guard pull == .pressure, !device.reportsPressure else { return nil }
    return Diagnostic(
      .warning, "no-pressure",
      "\(quoted(device.name)) does not report pressure, so a touch pulls all the way",
      hint: "use pull = \"full\" or \"slide\"", at: positions.position(of: "pull"))
  }
}

extension TriggerTarget {
  package var controlName: String { "\(self) trigger" }
}

extension ScaledSurface {
  /// From a corner of the visible part of the region to a corner of the surface.
  fileprivate func farthestSlide(from region: Region) -> Double {
    let starts = visibleBox(of: region).corners
    return bounds.corners.flatMap { corner in starts.map { (corner - $0).length } }.max() ?? 0
  }
}

extension TriggerSettings {
  static let kind = ConfigurationTable.trigger
  static let introduction = "An analog trigger."
  static let rows: [Row<Self>] = [
    .name(of: "trigger", defaultText: "the target's name, such as `left trigger`"),
    .region(
      "The part of the surface where a touch must land to pull the trigger."),
    Row(
      "target", \.target, .words(["left": .left, "right": .right]), isRequired: true,
      "Which trigger of the pad this control pulls."),
    // The distance comes from the key `distance`.
    Row(
      "pull", \.pull, .words(["full": .full, "slide": .slide(distance: 0), "pressure": .pressure]),
      """
      How far a touch pulls the trigger:

      - `"full"`: all the way.
      - `"slide"`: as far as the finger slides from where it landed.
      - `"pressure"`: the harder the finger or pen presses, the farther; all the way on a device without pressure.
      """),
    Row(
      "distance", \.distance, .length(.sizes), only: sliding,
      """
      With `pull = "slide"`: how far the finger slides to pull the trigger all the way.
      """),
    .reach(\.reach),
    .when,
    .layer,
    .label,
    .icon,
    .show,
  ]
}

private let sliding = Condition<TriggerSettings>("pull = \"slide\"") {
  if case .slide = $0.pull { true } else { false }
}
