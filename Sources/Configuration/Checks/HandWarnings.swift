internal import EventPipeline
internal import Glibc
internal import JoystickModel

// What thumbs cannot reach or hit, if hands hold the screen. Only layouts that say what they are made for have these warnings.
extension Settings {
  /// How far from its joint a thumb reaches, in millimetres.
  private static let reach = 70.0
  /// The least width of a button, in millimetres: for one of two thumbs, and for the one that does everything.
  private static let (buttonOfTwo, buttonOfOne) = (9.0, 10.0)
  /// How far from A, B, X and Y a stick or a look pad must begin, in millimetres.
  private static let guardDistance = 4.0

  /// The warnings about thumbs on a surface that the file is made for, and that its controls fit on.
  func handWarnings(on surface: ScaledSurface) -> [Diagnostic] {
    guard madeFor.contains(HeldScreen(of: surface.size)) else { return [] }
    let controls = surface.placedControls(controls(on: surface.size).filter { $0.table.isOnSurface })
    let joints = joints(on: surface.size)
    let smallest = joints.count == 1 ? Self.buttonOfOne : Self.buttonOfTwo
    let all = controls.flatMap { control in
      [
        control.isRare ? nil : tooFar(control, from: joints),
        tooSmall(control, smallest),
        control.control.isFace ? beside(control, among: controls, on: surface) : nil,
      ].compactMap(\.self) + bases(of: control, among: controls, on: surface)
    }
    return all.map { $0.located(in: controlsFileName) }
  }

  private func tooFar(_ control: PlacedControl, from joints: [Point]) -> Diagnostic? {
    let distance = joints.map { control.distance(from: $0) }.min() ?? 0
    guard distance > Self.reach + ScaledSurface.slack else { return nil }
    let name = control.control.name
    return Diagnostic(
      .warning, "out-of-reach",
      "\(quoted(name)) is \(rounded(distance)) mm from the joint of the thumb, at the side of the screen",
      hint: "a thumb reaches \(plain(Self.reach)) mm", about: name, at: control.position)
  }

  private func tooSmall(_ control: PlacedControl, _ smallest: Double) -> Diagnostic? {
    // What no finger can hit has another warning.
    guard let size = control.fingerSize, size.code == FingerSize.button(0).code,
      size.length >= size.min - ScaledSurface.slack, size.length < smallest - ScaledSurface.slack
    else { return nil }
    let name = control.control.name
    return Diagnostic(
      .warning, size.code, "\(quoted(name)) is only \(rounded(size.length)) mm wide or high",
      hint: "a thumb needs at least \(plain(smallest)) mm", about: name, at: control.position)
  }

  /// A touch that just misses a button must not hold a stick.
  private func beside(
    _ face: PlacedControl, among controls: [PlacedControl], on surface: ScaledSurface
  ) -> Diagnostic? {
    let others = controls.filter { $0.meets(face) }
    for distance in stride(from: 0.25, to: Self.guardDistance, by: 0.25) {
      for point in face.region.points(beside: distance) where surface.bounds.contains(point) {
        guard let other = others.first(where: { $0.region.contains(point) }), other.isWide else { continue }
        let (name, face) = (other.control.name, face.control.name)
        return Diagnostic(
          .warning, "beside-button",
          "\(quoted(name)) gets touches \(rounded(distance)) mm beside \(quoted(face))",
          hint:
            "it must begin \(plain(Self.guardDistance)) mm from it: use another region, or [[ignore]] before it",
          about: [name, face], at: other.position)
      }
    }
    return nil
  }

  /// The base of a stick at rest that is drawn over another control, or beyond an edge.
  private func bases(
    of stick: PlacedControl, among controls: [PlacedControl], on surface: ScaledSurface
  ) -> [Diagnostic] {
    guard let base = stick.control.base else { return [] }
    let name = stick.control.name
    let beyond = surface.largestOverhang(of: base).map { edge, length in
      Diagnostic(
        .warning, "base-cut-off",
        "at rest, the base of \(quoted(name)) extends \(rounded(length)) mm beyond the \(edge.rawValue) edge of the surface",
        hint: "move its center", about: name, at: stick.position)
    }
    let covered = controls.filter { other in
      other.control != stick.control && !other.isGlass && other.meets(stick)
    }
    return [beyond].compactMap(\.self)
      + covered.compactMap { other in
        let length = base.overlap(with: other.control.base ?? other.region)
        guard length > ScaledSurface.slack else { return nil }
        return Diagnostic(
          .warning, "base-over-control",
          "at rest, the base of \(quoted(name)) covers \(rounded(length)) mm of \(quoted(other.control.name))",
          hint: "move its center", about: [name, other.control.name], at: stick.position)
      }
  }

  /// The joints of the thumbs that use the layout. One hand is enough for a layout whose controls are all on its side, however
  /// wide the screen is.
  private func joints(on size: SurfaceSize) -> [Point] {
    let wide = ScaledSurface(size: SurfaceSize(width: 4 * size.width, height: 4 * size.height))
    let used = wide.placedControls(controls(on: size).filter { $0.table.isOnSurface }).filter { !$0.isRare }
    let (left, right) = HeldScreen.joints(on: size)
    func all(are isOnSide: (Double) -> Bool) -> Bool {
      used.allSatisfy { isOnSide($0.region.center.x - wide.size.width / 2) }
    }
    return all { $0 < 0 } ? [left] : all { $0 > 0 } ? [right] : [left, right]
  }
}

extension PlacedControl {
  /// Whether others are meant to lie on it.
  fileprivate var isGlass: Bool { control.isIgnored || isWide && control.base == nil }

  /// How far a thumb must reach: to the middle, but only to the nearest part of glass that is not drawn.
  fileprivate func distance(from joint: Point) -> Double {
    isGlass ? region.distance(to: joint) : ((control.base ?? region).center - joint).length
  }

  /// Whether nobody needs it in the middle of a fight: Back, Start and Guide, the menu, layers, and keys of a keyboard.
  fileprivate var isRare: Bool {
    switch control {
    case .ignore: true
    case .button(let button):
      button.action.layerChange != nil
        || button.action.steps.allSatisfy { step in
          step.allSatisfy { output in
            switch output {
            case .button(.select), .button(.start), .button(.mode), .menu, .key, .gyroOn, .gyroOff,
              .centreTilt:
              true
            default: false
            }
          }
        }
    default: false
    }
  }
}

extension Control {
  fileprivate var isIgnored: Bool { if case .ignore = self { true } else { false } }

  /// A, B, X and Y.
  fileprivate var isFace: Bool {
    guard case .button(let button) = self else { return false }
    return [.south, .east, .north, .west].contains(button.action.button)
  }

  /// The base of a stick at rest.
  fileprivate var base: Region? {
    guard case .stick(let stick) = self else { return nil }
    let parameters = stick.stick.parameters
    return .circle(Circle(center: parameters.center, radius: parameters.radius))
  }
}

extension Region {
  /// Points all around it, at this distance in millimetres or a little less.
  fileprivate func points(beside distance: Double) -> [Point] {
    let count = 90
    return (0..<count).map { index in
      let turn = 2 * Double.pi * Double(index) / Double(count)
      func way(_ length: Double) -> Vector { Vector(dx: cos(turn) * length, dy: sin(turn) * length) }
      return switch self {
      case .circle(let circle): circle.center.moved(by: way(circle.radius + distance))
      case .rectangle(let area):
        area.clamp(area.center.moved(by: way(area.width + area.height))).moved(by: way(distance))
      }
    }
  }
}
