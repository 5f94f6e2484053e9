// Sliding from button to button.
extension Layout {
  /// Presses the button that a contact is on now, and releases the previous one.
  ///
  /// A contact that landed on a `holdFirst` button presses that button until it lifts, and also the one that it is on.
  ///
  /// - Parameter index: The index, among the holdings, of a contact that landed on a button.
  mutating func slide(_ index: Int, to position: Point) {
    let holding = holdings[index]
    let next = pressed(by: holding, at: position)
    guard next != holding.button else { return }
    if let last = holding.button { release(last) }
    if let next, case .button(let index) = places[next] { buttons[index].press() }
    holdings[index].button = next
  }

  /// Ends a contact's press of the button with this index.
  mutating func release(_ control: Int) {
    if case .button(let index) = places[control] { buttons[index].release() }
  }

  /// The index of the control that a contact presses at this position.
  private func pressed(by holding: Holding, at position: Point) -> Int? {
    // The margin is for a finger that leaves the button, not for controls on top of a large button.
    if let last = holding.button, case .button(let index) = places[last],
      buttons[index].keeps(position), !buttons[index].region.contains(position)
    {
      return last
    }
    guard case .button(let first) = places[holding.control] else { return nil }
    switch buttons[first].slide {
    case .off: return buttons[first].region.contains(position) ? holding.control : nil
    case .over: return slidingButton(at: position)
    case .holdFirst: return slidingButton(at: position).flatMap { $0 == holding.control ? nil : $0 }
    }
  }

  /// The index of the first button at this position to which a finger can slide.
  private func slidingButton(at position: Point) -> Int? {
    places.firstIndex { place in
      guard case .button(let index) = place else { return false }
      return buttons[index].slide != .off && buttons[index].region.contains(position)
    }
  }
}
