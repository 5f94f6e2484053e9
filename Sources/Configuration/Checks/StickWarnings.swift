internal import JoystickModel

// What a table says that has no effect or is surely not meant, whatever the surface.
extension ControlSettings {
  var warnings: [ScaledSurface.LocatedWarning] {
    switch self {
    case .stick(let own):
      let directions: [ScaledSurface.LocatedWarning] =
        if case .direction(let output) = own.target { sameDirections(output, own.effectiveName) } else { [] }
      return own.warnings.map { (.stick($0.warning), $0.place) } + directions
    case .directionPad(let own): return sameDirections(own.output, own.name)
    case .button, .deviceButton, .buttonGroup, .trigger: return []
    }
  }

  private func sameDirections(_ output: DirectionOutput, _ name: String) -> [ScaledSurface.LocatedWarning] {
    guard case .buttons(let up, let right, let down, let left) = output,
      [right, down, left].allSatisfy({ $0 == up })
    else { return [] }
    return [(.control(.sameDirections(name, button: up.label)), places.place(of: "output", "target"))]
  }
}

extension StickSettings {
  typealias Located = (warning: StickWarning, place: SourcePosition?)

  fileprivate var warnings: [Located] { withoutUse + boundsWithoutRoom + sameTaps }

  /// A value that is the default is one that was copied: it need not have an effect.
  private var withoutUse: [Located] {
    Self.rows.compactMap { row in
      guard let only = row.only, !only.isMet(self), !row.isStandard(self) else { return nil }
      return (.withoutUse(row.key.name, with: only.phrase), places.place(of: row.key.name))
    }
  }

  private var boundsWithoutRoom: [Located] {
    guard let bounds = movableBounds, bounds.width.isZero, bounds.height.isZero, canMove else { return [] }
    return [(.boundsWithoutRoom, places.place(of: "movable_bounds"))]
  }

  private var sameTaps: [Located] {
    guard let tap = parameters.gestures.tap, tap == parameters.gestures.doubleTap else { return [] }
    return [(.sameTaps, places.place(of: "double_tap"))]
  }
}

extension Length {
  fileprivate var isZero: Bool {
    switch self {
    case .millimetres(let length): length == 0
    case .percent(let part): part == 0
    case .sum(let part, let length): part == 0 && length == 0
    }
  }
}
