internal import Configuration
internal import JoystickModel

// Other programs press all controls under a finger. Here a finger belongs to one control: of several in the same place, the
// others would be dead.
extension ImportDraft {
  /// Makes one button, with a list of outputs, of those in the same place.
  mutating func mergeSameButtons() {
    replacePairs { first, second, draft in
      first.kind == .button && second.kind == .button ? draft.merged(first, second).map { [$0] } : nil
    }
  }

  /// Has sticks hold the buttons that are laid over them. What else is in the same place as a stick or a direction pad
  /// becomes buttons that press both.
  mutating func mergeSameControls() {
    replacePairs { first, second, draft in
      guard let stick = [first, second].first(where: { $0.kind == .stick }),
        let button = [first, second].first(where: { $0.kind == .button })
      else { return draft.buttonsPressingBoth(first, second) }
      return stick.holding(button).map { [$0] } ?? draft.buttonsPressingBoth(first, second)
    }
  }

  /// Replaces pairs of controls that exist together by what a function makes of them, if it makes something. The second one of
  /// a pair is gone then. The first one becomes the result, and is in no further pair if that is several controls.
  private mutating func replacePairs(
    _ replacement: (DraftTable, DraftTable, inout ImportDraft) -> [DraftTable]?
  ) {
    var (gone, several): (Set<Int>, [Int: [DraftTable]]) = ([], [:])
    for group in placedGroups({ _ in true }) {
      for (position, first) in group.enumerated() {
        for second in group[(position + 1)...] {
          guard !gone.contains(first), !gone.contains(second), several[first] == nil,
            // An exclusive control gets its touch alone, and so presses nothing together with one that is not.
            tables[first].isExclusive == tables[second].isExclusive,
            let new = replacement(tables[first], tables[second], &self)
          else { continue }
          gone.insert(second)
          if new.count == 1 { tables[first] = new[0] } else { several[first] = new }
        }
      }
    }
    tables = tables.indices.filter { !gone.contains($0) }.flatMap { several[$0] ?? [tables[$0]] }
  }

  /// One button instead of two in the same place that work alike.
  private mutating func merged(_ first: DraftTable, _ second: DraftTable) -> DraftTable? {
    guard first.isInPlace(of: second), first.ownKeys == second.ownKeys else { return nil }
    let both = button(first.outputs + second.outputs, first.regionKey, at: first.offset)
    var table = first
    (table.outputs, table.defaultName) = (both.outputs, both.defaultName)
    table.isHelper = first.isHelper && second.isHelper
    let labels = [first.label, second.label].compactMap(\.self)
    table.label = labels.count == 2 && labels[0] != labels[1] ? labels.joined(separator: "+") : labels.first
    return table
  }

  /// For two controls of which at least one has directions.
  private mutating func buttonsPressingBoth(_ first: DraftTable, _ second: DraftTable) -> [DraftTable]? {
    let both = [first, second]
    guard first.isInPlace(of: second), both.contains(where: { $0.directions != nil }),
      let place = first.place,
      both.allSatisfy({ $0.directions != nil || $0.isPlainButton && $0.targetLayer == nil })
    else { return nil }
    if first.directions?.names == second.directions?.names { return [first] }
    warn(
      "controls in the same place as a stick or a direction pad became buttons that press both",
      hint: "a finger belongs to one control", at: second.offset)
    let outputs = (0..<4).map { way in both.flatMap { $0.directions.map { [$0.names[way]] } ?? $0.outputs } }
    return directions(outputs, place, at: first.offset).map { table in
      var table = table
      (table.when, table.layer) = (first.when, first.layer)
      return table
    }
  }
}

extension DraftTable {
  fileprivate func isInPlace(of other: DraftTable) -> Bool {
    place.flatMap { place in other.place.map(place.isSame) } ?? false
  }

  /// Where it is, which is always the first key.
  fileprivate var regionKey: (key: String, value: String) { keys[0] }

  /// What says how it works, and not where.
  fileprivate var ownKeys: [String] {
    keys.filter { !["region", "press_margin", "reach"].contains($0.key) }.map { "\($0.key) = \($0.value)" }
  }

  fileprivate var isPlainButton: Bool { kind == .button && ownKeys.isEmpty }

  /// The stick that also presses what a button laid over it does: while a finger is on it if the button covers it, and
  /// with a tap if a click of the stick is in its middle. Nil if it cannot.
  fileprivate func holding(_ button: DraftTable) -> DraftTable? {
    // A stick holds buttons of the pad, but neither keys nor layers.
    guard let place, let other = button.place, button.isPlainButton,
      !keys.contains(where: { ["touch", "tap"].contains($0.key) }),
      button.outputs.allSatisfy({ LayerChange($0) == nil && !$0.hasPrefix("KEY_") })
    else { return nil }
    let isClick = ["L3", "R3"].contains { button.outputs == [$0] }
    if place.isSame(as: other) || isClick && other.isLaid(over: place) {
      return with(("touch", button.outputs.asOutputs))
    }
    return isClick && place.hasInMiddle(other) ? with(("tap", button.outputs[0].asTOML)) : nil
  }
}

extension ImportedRegion {
  /// Whether a finger cannot tell them apart: no edge is farther away than a tenth of the size.
  fileprivate func isSame(as other: ImportedRegion) -> Bool {
    let (x, y) = (0.1 * min(width, other.width), 0.1 * min(height, other.height))
    return (left - other.left).magnitude <= x && (right - other.right).magnitude <= x
      && (top - other.top).magnitude <= y && (bottom - other.bottom).magnitude <= y
  }

  /// Whether it covers another place, and is not much larger.
  fileprivate func isLaid(over other: ImportedRegion) -> Bool {
    width < 2 * other.width && height < 2 * other.height && left <= other.left && other.right <= right
      && top <= other.top && other.bottom <= bottom
  }

  fileprivate func hasInMiddle(_ other: ImportedRegion) -> Bool {
    (other.center.x - center.x).magnitude < width / 8 && (other.center.y - center.y).magnitude < height / 8
      && other.width < width && other.height < height
  }
}
