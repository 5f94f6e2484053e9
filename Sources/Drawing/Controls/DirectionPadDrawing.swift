internal import EventPipeline
package import JoystickModel

struct DirectionPadDrawing: ControlDrawing {
  /// A cross whose arms are bright where a direction is held.
  func shapes(_ control: ControlShapes) -> [Shape] {
    let region = control.feed.region
    // Half of the width of an arm, and its end, in radii.
    let (arm, tip) = (0.32, 0.9)
    let rounding = control.mapping.length(0.13 * region.inradius)
    let outline = ControlShapes.directions.flatMap { direction in
      [(arm, -arm), (tip, -arm), (tip, arm)].map { control.place($0, $1, direction, in: region) }
    }
    let held = ControlShapes.directions.filter(control.isHeld).map { direction in
      let corners = [(0, 0), (arm, -arm), (tip, -arm), (tip, arm), (arm, arm)]
      return Shape(
        .polygon(corners.map { control.place($0, $1, direction, in: region) }, rounding: rounding),
        fill: control.useColor)
    }
    // The arms show what is held, and leave no room for an inner label.
    return [control.body(.polygon(outline, rounding: rounding), of: 0)] + held
      + control.arrows(on: region, areLit: true) + control.label(in: nil)
  }

  func halo(_ control: ControlShapes) -> [Shape] {
    guard ControlShapes.directions.contains(where: control.isHeld) else { return [] }
    let region = control.feed.region
    let disc = control.mapping.form(.circle(Circle(center: region.center, radius: region.inradius)))
      .inset(by: control.mapping.length(ControlShapes.gap))
    return control.ring(around: disc)
  }

  func characters(on control: FeedControl) -> String { "D-pad" }
  func title(of control: FeedControl) -> String { "direction pad" }
}

extension DirectionPadControl: DescribedControl {
  package var effect: String { output.effect }
  package var details: [String] { output.details }

  package func guides(on mapping: SurfaceMapping) -> [Guide] {
    let ring = Guide(.deadZone, region.center, region.inradius * deadZone, on: mapping)
    return [Guide(region: region, on: mapping)] + (deadZone > 0 ? [ring] : [])
  }
}

extension DirectionOutput {
  var effect: String { self == .hat ? "d-pad" : "directions" }

  /// The buttons, if there are four.
  var details: [String] {
    guard case .buttons(let up, let right, let down, let left) = self else { return [] }
    return ["↑ \(up.label), → \(right.label)", "↓ \(down.label), ← \(left.label)"]
  }
}
