internal import JoystickModel

// What one stick's table says that has no effect, whatever the surface.
extension StickSettings {
  typealias Located = (warning: StickWarning, place: SourcePosition?)

  var warnings: [Located] { withoutUse + boundsWithoutRoom + sameTaps }

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
