internal import Configuration
internal import JoystickModel
internal import Recordings

/// The drawing of one control in a layout's picture.
struct ControlDrawing {
  let control: Control
  let panel: SurfacePanel

  /// The kind and its colour, for the legend.
  var kind: (name: String, color: Color) {
    switch control {
    case .stick: ("stick", .blue)
    case .button: ("button", .vermilion)
    case .directionPad: ("d-pad", .green)
    case .trigger: ("trigger", .purple)
    case .look: ("look pad", .blue)
    case .slider: ("slider", .purple)
    case .wheel: ("wheel", .green)
    case .ignore: ("ignored", .muted)
    }
  }

  /// What it does on the pad.
  var label: String {
    switch control {
    case .stick(let stick): stick.target.label
    case .button(let button): KeyboardKey.shortened(button.action.label)
    case .directionPad(let pad): StickTarget.direction(pad.output).label
    case .trigger(let trigger): trigger.target.label
    case .look(let look): "look: \(look.target)" + (look.target == .mouse ? "" : " stick")
    case .slider(let slider): slider.output.label
    case .wheel(let wheel): wheel.output.rawValue
    case .ignore: "ignore"
    }
  }

  /// Its name, with its effect if that differs.
  var description: String {
    let name = control.name == label ? label : "\(control.name) (\(label))"
    return ([name] + details).joined(separator: ", ")
  }

  /// Whether the name says more than its effect.
  private var isNamed: Bool {
    let name = control.name
    switch control {
    case .stick(let stick): return name != stick.target.word
    case .button: return name != label && !name.hasSuffix(" \(label)")
    case .directionPad: return name != "dpad"
    case .trigger(let trigger): return name != trigger.target.controlName
    case .look, .slider, .wheel, .ignore: return control.isNamed
    }
  }

  private var details: [String] {
    switch control {
    case .stick(let stick): stick.stick.parameters.gestures.details
    case .trigger(let trigger): (trigger.pull.note.map { [$0] } ?? []) + reachNote(trigger.reach)
    case .button(let button): button.action.details + reachNote(button.reach)
    case .look(let look): look.parameters.details
    case .slider(let slider): slider.stays ? ["stays"] : []
    case .wheel(let wheel): ["\(decimal(wheel.range))°"]
    case .directionPad, .ignore: []
    }
  }

  private func reachNote(_ reach: Double) -> [String] { reach > 0 ? ["reach \(decimal(reach)) mm"] : [] }

  /// The region and its contents.
  var shapes: SVGElement {
    let title = SVGElement("title", text: description)
    return SVGElement("g", children: [title, region] + parts)
  }

  /// The region's outline is two pixels inside its edge, so that neighbours can be distinguished.
  private var region: SVGElement {
    // Fainter for sticks and look pads, which may be large.
    let isLook = if case .look = control { true } else { false }
    let paint = Paint(
      fill: kind.color, fillOpacity: stick == nil && !isLook ? 0.16 : 0.06, stroke: kind.color,
      dash: LayoutLine.region.dash)
    switch control.region {
    case .circle(let circle):
      return .circle(panel.at(circle.center), radius: max(circle.radius * panel.scale - 2, 0), paint)
    case .rectangle(let rectangle):
      let box = panel.box(rectangle)
      let inset = Box(
        x: box.x + 2, y: box.y + 2, width: max(box.width - 4, 0), height: max(box.height - 4, 0))
      return .rectangle(inset, rounding: 4, paint)
    }
  }

  private var parts: [SVGElement] { stick?.all ?? cross?.shapes ?? motion }

  /// The arrows of a look pad, the rest of a slider, and the spokes of a wheel.
  private var motion: [SVGElement] {
    let box = panel.box(control.region.bounds)
    let middle = box.center
    switch control {
    case .look:
      let length = min(8 * panel.scale, control.region.inradius * panel.scale)
      return [(0.0, -1.0), (1, 0), (0, 1), (-1, 0)].map { x, y in
        .arrow(middle.moved(x * length / 4, y * length / 4), middle.moved(x * length, y * length), kind.color)
      }
    case .slider(let slider):
      let rest = panel.at(Layout(surface: control.region.bounds, controls: [control]).report(at: 0).base)
      let (x, y) = slider.direction == .vertical ? (box.width / 2, 0) : (0, box.height / 2)
      // From both edges: between them is the label.
      return [-1.0, 1].map { side in
        .line(
          rest.moved(side * x, side * y), rest.moved(side * x / 2, side * y / 2),
          .stroke(kind.color, width: 2.5))
      }
    case .wheel:
      let radius = control.region.inradius * panel.scale
      let line = Paint.stroke(kind.color, width: 2)
      let spokes = [(0.0, -1.0), (0.866, 0.5), (-0.866, 0.5)].map { x, y in
        SVGElement.line(middle, middle.moved(x * radius * 0.8, y * radius * 0.8), line)
      }
      return [.circle(middle, radius: radius * 0.8, line)] + spokes
    case .stick, .button, .directionPad, .trigger, .ignore: return []
    }
  }

  private var stick: StickShapes? {
    guard case .stick(let stick) = control else { return nil }
    return StickShapes(
      parameters: stick.stick.parameters, target: stick.target, color: kind.color, panel: panel)
  }

  /// The arrows or buttons of a control with directions.
  private var cross: DirectionCross? {
    guard case .directionPad(let pad) = control else { return stick?.cross }
    return DirectionCross(
      center: panel.at(pad.region.center), radius: pad.region.inradius * panel.scale,
      deadZone: pad.deadZone, output: pad.output, color: kind.color)
  }

  /// Its lines, for the legend.
  var lines: [LayoutLine] {
    switch control {
    case .stick(let stick):
      let parameters = stick.stick.parameters
      return [.region, .base]
        + (parameters.travel == 1 ? [] : [.reach])
        + (parameters.response.hasDeadZone ? [.deadZone] : [])
        + (parameters.movableBounds == nil ? [] : [.movableBounds])
        + (parameters.gestures.outerRing == nil ? [] : [.outerRing])
    case .directionPad(let pad): return pad.deadZone > 0 ? [.region, .deadZone] : [.region]
    case .button, .trigger, .look, .slider, .wheel, .ignore: return [.region]
    }
  }
}

extension ControlDrawing {
  /// The texts, which are above all shapes.
  var labels: [LayoutLabel] { (cross?.labels ?? []) + mainLabels }

  /// The area that labels of other controls should not cover: the base of a stick, and the whole region of others.
  var obstacle: Box {
    guard let parameters = stick?.parameters else { return panel.visibleBox(control.region) }
    return panel.visibleBox(.circle(Circle(center: parameters.center, radius: parameters.radius)))
  }

  /// All its texts, on one line if there is room.
  private var mainLabels: [LayoutLabel] {
    switch control {
    case .stick(let stick):
      let parameters = stick.stick.parameters
      let radius = max(parameters.radius, parameters.reach) * panel.scale
      return [block(size: 13).around(panel.at(parameters.center), radius: radius)]
    case .directionPad, .wheel:
      let radius = control.region.inradius * panel.scale
      return [block(size: 13).around(panel.at(control.region.center), radius: radius)]
    case .look:
      return [block(size: 13).around(panel.at(control.region.center), radius: 8 * panel.scale)]
    case .button, .trigger, .slider, .ignore:
      let box = panel.visibleBox(control.region)
      let size = max(10, min(15, (box.width - 6) / textWidth(label, size: 1), box.height - 4))
      let radius = min(box.width, box.height) / 2
      let whole = block(size: size)
      let fits = whole.box(at: box.center).width <= box.width
      let within = fits ? whole.lines : Array(whole.lines.prefix(1))
      let others = whole.lines.dropFirst(within.count)
      let inside = LayoutLabel(
        lines: within, positions: [box.center] + whole.around(box.center, radius: radius).positions, rank: 0)
      return [inside]
        + (others.isEmpty
          ? [] : [LayoutLabel(lines: Array(others), positions: []).around(box.center, radius: radius)])
    }
  }

  /// Its effect, its name and its other effects, one below the other.
  private func block(size: Double) -> LayoutLabel {
    let others = (isNamed ? ["“\(shortened(control.name))”"] : []) + details
    return LayoutLabel(
      lines: [LayoutLabel.Line(label, kind.color, size: size, isBold: true)]
        + others.map { LayoutLabel.Line($0, .muted, size: 11) },
      positions: [])
  }
}

extension ButtonAction {
  /// How it is held, if not just while it is pressed, in words.
  fileprivate var details: [String] {
    guard !isSequence else { return [counted(steps.count, "step")] }
    let part = value < 1 && steps.contains { $0.contains(where: \.isAnalog) }
    let turbo = turboHalf.map { ["turbo \(decimal(500_000 / Double($0))) Hz"] } ?? []
    return (mode == .toggle ? ["toggle"] : []) + turbo + (part ? ["\(decimal(value * 100)) %"] : [])
  }
}

extension StickGestures {
  /// The effects of the gestures, in words.
  fileprivate var details: [String] {
    let actions = [("tap", tap), ("double tap", doubleTap), ("hold", hold)]
    return actions.compactMap { word, action in action.map { "\(word): \($0.label)" } }
      + (outerRing.map { ["outer ring: \($0.label)"] } ?? [])
  }
}

extension LookParameters {
  /// The effects of the gestures, in words.
  fileprivate var details: [String] {
    [("tap", tap), ("hold", hold)].compactMap { word, button in button.map { "\(word): \($0.label)" } }
  }
}

extension SliderOutput {
  fileprivate var label: String {
    switch self {
    case .axis(let axis): axis.rawValue
    case .trigger(let target): target.label
    case .triggers: "RT/LT"
    }
  }
}

extension GestureAction {
  fileprivate var label: String {
    switch self {
    case .press(let button): button.label
    case .recenter: "recenter"
    }
  }
}

extension StickTarget {
  fileprivate var label: String {
    switch self {
    case .left: "left stick"
    case .right: "right stick"
    case .direction(.hat): "d-pad"
    case .direction(.buttons): "directions"
    }
  }
}

extension TriggerPull {
  /// How it is pulled, if a touch alone does not pull it all the way.
  fileprivate var note: String? {
    switch self {
    case .full: nil
    case .slide(let distance): "slide \(decimal(distance)) mm"
    case .pressure: "by pressure"
    }
  }
}

extension StickResponse {
  /// Whether it has a dead zone.
  var hasDeadZone: Bool { deadZoneShape != .none && deadZone > 0 }
}

struct StickShapes {
  let parameters: StickParameters
  let target: StickTarget
  let color: Color
  let panel: SurfacePanel

  private var center: SVGPoint { panel.at(parameters.center) }
  private var reach: Double { parameters.reach * panel.scale }

  /// The base, the travel of the handle, the dead zone, the handle, and the bounds of the base.
  var all: [SVGElement] {
    let base = Paint(fill: color, fillOpacity: 0.14, stroke: color, width: 1.5)
    // In steps: Swift 6.2 does not find the types of one sum in time.
    var shapes = [SVGElement.circle(center, radius: parameters.radius * panel.scale, base)]
    shapes += bounds + travel + outerRing
    shapes += cross?.shapes ?? []
    return shapes + deadZone + [handle]
  }

  /// The directions of a stick without axes.
  var cross: DirectionCross? {
    guard case .direction(let output) = target else { return nil }
    return DirectionCross(center: center, radius: reach, deadZone: 0, output: output, color: color)
  }

  private var outerRing: [SVGElement] {
    let gestures = parameters.gestures
    guard gestures.outerRing != nil else { return [] }
    return [.circle(center, radius: reach * gestures.outerRingStart, LayoutLine.outerRing.paint(color))]
  }

  private var bounds: [SVGElement] {
    guard let bounds = parameters.movableBounds else { return [] }
    return [.rectangle(panel.box(bounds), LayoutLine.movableBounds.paint(color))]
  }

  /// Empty if the handle goes to the rim.
  private var travel: [SVGElement] {
    guard parameters.travel != 1 else { return [] }
    return [.circle(center, radius: reach, LayoutLine.reach.paint(color))]
  }

  /// A dead zone for each axis, a cross of bars, is shown by the square that the bars have in common.
  private var deadZone: [SVGElement] {
    let response = parameters.response
    guard response.hasDeadZone else { return [] }
    let radius = reach * response.deadZone
    let paint = Paint(fill: .paper, stroke: color)
    switch response.deadZoneShape {
    case .axial, .scaledAxial:
      return [
        .rectangle(
          Box(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius), paint)
      ]
    case .none, .radial, .scaledRadial: return [.circle(center, radius: radius, paint)]
    }
  }

  /// A dot that leaves the ring around it visible.
  private var handle: SVGElement {
    let response = parameters.response
    let limit = response.hasDeadZone ? reach * response.deadZone / 2 : 3
    return .circle(center, radius: max(1, min(3, limit)), .fill(color))
  }
}

/// Four directions from a middle.
struct DirectionCross {
  let center: SVGPoint
  let radius: Double
  /// The dead zone, as a part of the radius.
  let deadZone: Double
  let output: DirectionOutput
  let color: Color

  private static let directions = [(0.0, -1.0), (1, 0), (0, 1), (-1, 0)]

  /// The middle, and arrows on the pad's own direction pad.
  var shapes: [SVGElement] {
    let ring =
      deadZone > 0
      ? [SVGElement.circle(center, radius: radius * deadZone, Paint(fill: .paper, stroke: color))] : []
    guard output == .hat else { return ring }
    let arrows = Self.directions.map { direction in
      SVGElement.arrow(at(max(0.25, deadZone), direction), at(0.75, direction), color)
    }
    return arrows + ring
  }

  /// The buttons, if there are four.
  var labels: [LayoutLabel] {
    guard case .buttons(let up, let right, let down, let left) = output else { return [] }
    return zip([up, right, down, left], Self.directions).map { button, direction in
      let line = LayoutLabel.Line(button.label, color, size: max(8, min(11, radius / 3)), isBold: true)
      return LayoutLabel(lines: [line], positions: [at(0.75, direction)], rank: -1)
    }
  }

  private func at(_ part: Double, _ direction: (Double, Double)) -> SVGPoint {
    center.moved(direction.0 * radius * part, direction.1 * radius * part)
  }
}
