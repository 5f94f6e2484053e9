internal import Configuration
internal import JoystickModel
internal import Pictures

/// What a layout's picture shows of one control.
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
    }
  }

  /// What it does on the pad.
  var label: String {
    switch control {
    case .stick(let own): own.target.label
    case .button(let own): own.output.label
    case .directionPad(let own): StickTarget.direction(own.output).label
    case .trigger(let own): own.target == .left ? "LT" : "RT"
    }
  }

  /// Its name, with what it does where that is something else.
  var description: String { control.name == label ? label : "\(control.name) (\(label))" }

  /// The region and what is in it.
  var shapes: SVGElement {
    let title = SVGElement("title", text: description)
    return SVGElement("g", children: [title, region] + parts)
  }

  /// The region's outline is two pixels within its edge, so that those of neighbours can be told apart.
  private var region: SVGElement {
    let isFixed = control.isPressedWhereItIs
    let paint = Paint(
      fill: kind.color, fillOpacity: isFixed ? 0.16 : 0.06, stroke: kind.color, dash: LayoutLine.region.dash)
    switch control.region {
    case .circle(let circle):
      return .circle(panel.at(circle.center), radius: max(circle.radius * panel.scale - 2, 0), paint)
    case .rectangle(let own):
      let box = panel.box(own)
      let inset = Box(
        x: box.x + 2, y: box.y + 2, width: max(box.width - 4, 0), height: max(box.height - 4, 0))
      return .rectangle(inset, rounding: 4, paint)
    }
  }

  private var parts: [SVGElement] {
    switch control {
    case .stick(let own):
      StickShapes(parameters: own.stick.parameters, target: own.target, color: kind.color, panel: panel).all
    case .directionPad(let own):
      DirectionCross(
        center: panel.at(own.region.center), radius: own.region.inradius * panel.scale,
        deadZone: own.deadZone,
        output: own.output, color: kind.color
      ).all
    case .button, .trigger: []
    }
  }

  /// The lines that it has, for the legend.
  var lines: [LayoutLine] {
    switch control {
    case .stick(let own):
      let parameters = own.stick.parameters
      return [.region, .base]
        + (parameters.travel == 1 ? [] : [.reach])
        + (parameters.response.hasDeadZone ? [.deadZone] : [])
        + (parameters.movableBounds == nil ? [] : [.movableBounds])
    case .directionPad(let own): return own.deadZone > 0 ? [.region, .deadZone] : [.region]
    case .button, .trigger: return [.region]
    }
  }
}

extension ControlDrawing {
  /// The texts, which stand above all shapes.
  var labels: [SVGElement] {
    switch control {
    case .stick(let own):
      let parameters = own.stick.parameters
      return [labelBeside(parameters.center, radius: max(parameters.radius, parameters.reach))]
    case .directionPad(let own): return [labelBeside(own.region.center, radius: own.region.inradius)]
    case .button(let own): return labelWithin(own.region, note: nil)
    case .trigger(let own): return labelWithin(own.region, note: own.pull.note)
    }
  }

  private func style(_ size: Double) -> TextStyle {
    TextStyle(anchor: .middle, color: kind.color, size: size, isBold: true, hasHalo: true)
  }

  /// Below a circle, for there is something in it; above it where below is no room.
  private func labelBeside(_ center: Point, radius: Double) -> SVGElement {
    let (place, radius) = (panel.at(center), radius * panel.scale)
    let below = place.moved(0, radius + 14)
    let above = place.moved(0, max(-radius - 5, panel.box.y + 14 - place.y))
    let free = below.y + 4 <= panel.box.bottom ? below : above
    return .text(label, at: panel.keep(free, label, size: 13), style(13))
  }

  /// In the middle of what is on the surface, as large as there is room for.
  private func labelWithin(_ region: Region, note: String?) -> [SVGElement] {
    let box = panel.visibleBox(region)
    let size = max(8, min(14, (box.width - 6) / textWidth(label, size: 1)))
    let place = box.center.moved(0, size * 0.36 - (note == nil ? 0 : 6))
    let text = SVGElement.text(label, at: panel.keep(place, label, size: size), style(size))
    guard let note else { return [text] }
    let second = panel.keep(place.moved(0, 14), note, size: 10)
    return [
      text, .text(note, at: second, TextStyle(anchor: .middle, color: .muted, size: 10, hasHalo: true)),
    ]
  }
}

extension Control {
  /// Whether a touch anywhere in its region does the same.
  fileprivate var isPressedWhereItIs: Bool {
    switch self {
    case .button, .trigger, .directionPad: true
    case .stick: false
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
  /// How it is pulled, where a touch alone does not pull it all the way.
  fileprivate var note: String? {
    switch self {
    case .full: nil
    case .slide(let distance): "slide \(decimal(distance)) mm"
    case .pressure: "by pressure"
    }
  }
}

extension StickResponse {
  /// Whether some of the travel does not deflect.
  var hasDeadZone: Bool { deadZoneShape != .none && deadZone > 0 }
}
