internal import EventPipeline
internal import JoystickModel

// The shapes of look pads, sliders and wheels.
extension ControlShapes {
  /// In millimetres.
  private static let (arrows, dot) = (9.0, 4.0)

  /// A look pad may be half of the screen, so only its outline is drawn, with arrows or its name in the middle and a dot
  /// under the finger.
  var look: [Shape] {
    let outline = Shape(regionForm, line: edge(padColor), lineWidth: mapping.length(theme.button.lineWidth))
    let middle = Circle(center: control.region.center, radius: min(Self.arrows, control.region.inradius))
    let finger = Circle(center: state.handle, radius: Self.dot)
    let dot = Shape(
      .ellipse(mapping.rectangle(around: finger)),
      fill: padColor.faded(to: theme.button.alphaInUse * opacity))
    return [outline] + (state.isTouched ? [dot] : [])
      + (control.isNamed ? label(in: labelRoom) : arrows(on: .circle(middle)))
  }

  /// The outline fills from where the slider rests to where it is.
  func slider(_ direction: SliderDirection) -> [Shape] {
    let (box, rest, now) = (control.region.bounds, state.base, state.handle)
    let level =
      switch direction {
      case .vertical:
        Rectangle(x: box.x, y: min(rest.y, now.y), width: box.width, height: abs(now.y - rest.y))
      case .horizontal:
        Rectangle(x: min(rest.x, now.x), y: box.y, width: abs(now.x - rest.x), height: box.height)
      }
    let fill = padColor.faded(to: theme.button.alphaInUse * opacity)
    let isOff = level.width == 0 || level.height == 0
    let filled = isOff ? [] : [Shape(regionForm, fill: fill, clip: mapping.rectangle(level))]
    return filled + [body(regionForm, of: 0, padColor), mark(at: now, direction)]
  }

  /// A bar across a slider.
  private func mark(at point: Point, _ direction: SliderDirection) -> Shape {
    let box = control.region.bounds
    let (long, thick) = (0.5, 1.2)
    let bar =
      switch direction {
      case .vertical:
        Rectangle(
          x: point.x - box.width * long / 2, y: point.y - thick / 2, width: box.width * long, height: thick)
      case .horizontal:
        Rectangle(
          x: point.x - thick / 2, y: point.y - box.height * long / 2, width: thick, height: box.height * long)
      }
    let area = mapping.rectangle(bar)
    return Shape(
      .rectangle(area, rounding: min(area.width, area.height) / 2),
      fill: padColor.faded(to: opacity), line: edge(padColor), lineWidth: mapping.length(0.15))
  }

  /// A rim, a hub and three spokes, of which the first leads to the handle.
  var wheel: [Shape] {
    let (center, radius) = (control.region.center, control.region.inradius)
    func circle(_ part: Double) -> Shape.Form {
      .ellipse(
        mapping.rectangle(around: Circle(center: center, radius: radius * part)).inset(
          by: mapping.length(Self.gap)))
    }
    let way = state.handle - center
    let length = way.length
    let first = length > 0 ? (way.dx / length, way.dy / length) : (0, -1)
    // Turned by thirds of a full turn.
    let (cosine, sine) = (-0.5, 0.75.squareRoot())
    let spokes = [
      first, (cosine * first.0 - sine * first.1, sine * first.0 + cosine * first.1),
      (cosine * first.0 + sine * first.1, -sine * first.0 + cosine * first.1),
    ].enumerated().map { index, way in spoke(along: way, isFirst: index == 0) }
    let rim = Shape(circle(0.8), line: edge(padColor), lineWidth: mapping.length(theme.button.lineWidth))
    return [body(circle(1), of: state.isTouched ? 1 : 0, padColor), rim] + spokes
      + [body(circle(0.25), of: 1, padColor)]
  }

  private func spoke(along way: (Double, Double), isFirst: Bool) -> Shape {
    let (center, radius) = (control.region.center, control.region.inradius)
    let (half, start, end) = (0.06, 0.22, isFirst ? 0.97 : 0.8)
    let corners = [(start, -half), (end, -half), (end, half), (start, half)].map { along, aside in
      mapping.at(
        Point(
          x: center.x + radius * (along * way.0 - aside * way.1),
          y: center.y + radius * (along * way.1 + aside * way.0)))
    }
    let alpha = isFirst ? 1 : theme.button.alphaInUse
    return Shape(
      .polygon(corners), fill: padColor.faded(to: alpha * opacity), line: edge(padColor),
      lineWidth: mapping.length(0.15))
  }
}
