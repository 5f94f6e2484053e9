// Layers: groups of controls of which one exists at a time.
extension Layout {
  /// The layer of a control; nil for one that always exists.
  ///
  /// - Parameter control: Its place in the order of priority.
  public func layer(ofControl control: Int) -> String? { layerOfControl[control].map { layers[$0] } }

  /// Whether contacts can hold a control: it is in the layer that exists, or in none, or it is what shows that layer, or a
  /// contact presses it that has changed the layer with it.
  public func exists(_ control: Int) -> Bool {
    guard let own = layerOfControl[control] else { return true }
    return own == layer || showing.contains(control) || isHeldSwitch(control)
  }

  /// Whether a contact presses a button that has other outputs than the change of the layer: they last until it lifts.
  private func isHeldSwitch(_ control: Int) -> Bool {
    guard case .button(let index) = order[control] else { return false }
    let action = store.buttons[index].action
    return action.layerChange != nil && !action.holdsNothing && store.buttons[index].isPressed
  }

  /// Changes the layers as a button that was just pressed asks for.
  mutating func changeLayer(by button: Int, _ control: Int, time: Int64) {
    guard store.buttons[button].isNewlyPressed else { return }
    switch store.buttons[button].action.layerChange {
    case .show:
      guard store.buttons[button].isDown else { return stopShowing(control) }
      showing.append(control)
    case .switchTo(let name):
      if let layer = layers.firstIndex(of: name), hasControls(layer) { chosenLayer = layer }
      endLatchedShows(time: time)
    case .next:
      chosenLayer = nextLayer
      endLatchedShows(time: time)
    case nil: return
    }
    needsLayerUpdate = true
  }

  /// Whether a layer has a control. In one without, nobody would see how to leave it.
  private func hasControls(_ layer: Int) -> Bool { layerOfControl.contains(layer) }

  /// The layer after the chosen one, of those with a control.
  private var nextLayer: Int {
    var next = chosenLayer
    for _ in layers.indices {
      next = (next + 1) % layers.count
      if hasControls(next) { return next }
    }
    return chosenLayer
  }

  /// Releases the buttons that show a layer without a contact. Otherwise nobody would see the layer that was chosen.
  private mutating func endLatchedShows(time: Int64) {
    for control in showing {
      if case .button(let index) = order[control], !store.buttons[index].isPressed {
        store.buttons[index].reset(time: time)
      }
    }
    showing.removeAll { [order, buttons = store.buttons] control in
      if case .button(let index) = order[control] { !buttons[index].isDown } else { true }
    }
  }

  mutating func stopShowing(_ control: Int) {
    showing.removeAll { $0 == control }
    needsLayerUpdate = true
  }

  /// Shows the layer that is to exist now, and releases all controls that no longer exist. Contacts that are on them do
  /// nothing until they lift; others go on, wherever they landed.
  mutating func updateLayer(time: Int64) {
    // A button that is released here may have shown a layer.
    while needsLayerUpdate {
      needsLayerUpdate = false
      layer = showing.last.flatMap(shownLayer) ?? chosenLayer
      dropHiddenContacts(time: time)
    }
    for control in order.indices where !exists(control) { store.change(order[control], .hide, time: time) }
  }

  private func shownLayer(by control: Int) -> Int? {
    guard case .button(let index) = order[control], let name = store.buttons[index].action.layerChange?.layer
    else { return nil }
    return layers.firstIndex(of: name)
  }

  private mutating func dropHiddenContacts(time: Int64) {
    var index = 0
    while index < holdings.count {
      let holding = holdings[index]
      if let control = controlUnder(holding), !exists(control) {
        letGo(index, isLifted: false, time: time)
        continue
      }
      if let pressed = holding.button, !exists(pressed) {
        holdings[index].button = nil
        release(pressed, time: time)
      }
      index += 1
    }
  }

  /// The control that a contact is on; nil if it slides between buttons.
  func controlUnder(_ holding: Holding) -> Int? {
    guard case .button(let index) = order[holding.control], store.buttons[index].slide != .holdFirst else {
      return holding.control
    }
    return holding.button
  }
}
