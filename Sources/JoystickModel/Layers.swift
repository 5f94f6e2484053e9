// Layers: groups of controls of which one exists at a time.
extension Layout {
  /// The layer of a control; nil for one that always exists.
  ///
  /// - Parameter control: Its place in the order of priority.
  public func layer(ofControl control: Int) -> String? { layerOfControl[control].map { layers[$0] } }

  /// Whether contacts can hold a control: it is in the layer that exists, or in none, or it is what shows that layer.
  public func exists(_ control: Int) -> Bool {
    guard let own = layerOfControl[control] else { return true }
    return own == layer || showing.contains(control)
  }

  /// Changes the layers as a button that was just pressed asks for.
  mutating func changeLayer(by button: Int, _ control: Int) {
    guard buttons[button].isNewlyPressed else { return }
    switch buttons[button].action.layerChange {
    case .show:
      guard buttons[button].isDown else { return stopShowing(control) }
      showing.append(control)
    case .switchTo(let name):
      chosenLayer = layers.firstIndex(of: name) ?? chosenLayer
      endLatchedShows()
    case .next:
      chosenLayer = (chosenLayer + 1) % max(layers.count, 1)
      endLatchedShows()
    case nil: return
    }
    hasLayerChange = true
  }

  /// Releases the buttons that show a layer without a contact. Otherwise nobody would see the layer that was chosen.
  private mutating func endLatchedShows() {
    for control in showing {
      if case .button(let index) = places[control], !buttons[index].isPressed { buttons[index].reset() }
    }
    showing.removeAll { [places, buttons] control in
      if case .button(let index) = places[control] { !buttons[index].isDown } else { true }
    }
  }

  mutating func stopShowing(_ control: Int) {
    showing.removeAll { $0 == control }
    hasLayerChange = true
  }

  /// Shows the layer that is to exist now, and releases all controls that no longer exist. Their contacts do nothing
  /// until they lift.
  mutating func updateLayer(time: Int64) {
    // A button that is released here may have shown a layer.
    while hasLayerChange {
      hasLayerChange = false
      layer = showing.last.flatMap(shownLayer) ?? chosenLayer
      dropHiddenContacts(time: time)
    }
    for control in places.indices where !exists(control) { hide(control, time: time) }
  }

  private func shownLayer(by control: Int) -> Int? {
    guard case .button(let index) = places[control], let name = buttons[index].action.layerChange?.layer
    else { return nil }
    return layers.firstIndex(of: name)
  }

  private mutating func dropHiddenContacts(time: Int64) {
    var index = 0
    while index < holdings.count {
      guard exists(holdings[index].control) else {
        letGo(index, isLifted: false, time: time)
        continue
      }
      if let pressed = holdings[index].button, !exists(pressed) {
        holdings[index].button = nil
        release(pressed)
      }
      index += 1
    }
  }

  private mutating func hide(_ control: Int, time: Int64) {
    switch places[control] {
    case .stick(let index): sticks[index].stick.reset(time: time)
    case .button(let index): if !buttons[index].staysHidden { buttons[index].reset() }
    case .directionPad(let index): directionPads[index].end()
    case .trigger(let index): triggers[index].end()
    case .look(let index): looks[index].reset(time: time)
    case .slider(let index): sliders[index].reset()
    case .wheel(let index): wheels[index].reset()
    case .ignore(let index): ignored[index].reset()
    }
  }
}
