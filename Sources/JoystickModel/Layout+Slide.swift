// How a finger slides from button to button.
extension Layout {
  /// Presses the button that a contact is on now, in place of the one before.
  ///
  /// A contact that came down on a button that holds presses that one until it lifts, and beside it the one
  /// that it is on.
  ///
  /// - Parameter index: The index of the contact among the holdings.
  mutating func slide(_ index: Int, to position: Point) {
    let holding = holdings[index]
    guard case .button(let first) = controls[holding.control] else { return }
    let next = button(of: holding, first, at: position)
    guard next != holding.button else { return }
    if let last = holding.button { controls[last].release() }
    if let next { controls[next].press() }
    holdings[index].button = next
  }

  private func button(of holding: Holding, _ first: ButtonControl, at position: Point) -> Int? {
    // The margin is for a finger that is about to leave, not for what lies on top of a large button.
    if let last = holding.button, let button = controls[last].button,
      button.keeps(position), !button.region.contains(position)
    {
      return last
    }
    switch first.slide {
    case .off: return first.region.contains(position) ? holding.control : nil
    case .over: return slidingButton(at: position)
    case .holdFirst: return slidingButton(at: position).flatMap { $0 == holding.control ? nil : $0 }
    }
  }

  /// The first button at this position to which a finger can slide.
  private func slidingButton(at position: Point) -> Int? {
    controls.firstIndex { control in
      guard let button = control.button else { return false }
      return button.slide != .off && button.region.contains(position)
    }
  }
}
