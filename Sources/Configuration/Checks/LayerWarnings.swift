internal import JoystickModel

// Layers that no finger can reach, or leave.
extension Settings {
  /// - Parameter controls: Those that exist on a surface.
  func layerWarnings(of controls: [ControlSettings]) -> [Diagnostic] {
    let buttons = controls.compactMap { control -> LayerButton? in
      guard let button = control.table as? ButtonSettings, let change = button.action.layerChange
      else { return nil }
      return LayerButton(button: button, change: change)
    }
    let layers = layers(of: controls)
    guard layers.count > 1 else { return buttons.compactMap(\.withoutNext) }
    // In this orientation, a layer can have no controls, and no switch leads to it.
    let full = layers.filter { layer in controls.contains { $0.layer == layer } }
    return full.filter { $0 != layers[0] }.compactMap { unreachable($0, buttons) }
      + full.compactMap { oneWay($0, among: full, buttons) }
      + layers.compactMap { empty($0, controls, buttons) }
  }

  /// A layer that a button leads to, though all its controls are for the other orientation.
  private func empty(
    _ layer: String, _ controls: [ControlSettings], _ buttons: [LayerButton]
  ) -> Diagnostic? {
    guard !controls.contains(where: { $0.layer == layer }),
      layer == layers.first || buttons.contains(where: { $0.leads(to: layer) }),
      let other = self.controls.first(where: { $0.layer == layer })?.when
    else { return nil }
    // A file for one orientation only is not about its layers.
    guard controls.contains(where: { $0.layer != nil }) else { return nil }
    let here = other == .portrait ? "landscape" : "portrait"
    return Diagnostic(
      .warning, "empty-layer", "the layer \(quoted(layer)) has no controls in \(here)",
      hint: "add a control with layer = \(quoted(layer)) and when = \"\(here)\"", about: layer,
      at: position(of: layer))
  }

  private struct LayerButton {
    let button: ButtonSettings
    let change: LayerChange

    var withoutNext: Diagnostic? {
      guard change == .next else { return nil }
      return Diagnostic(
        .warning, "no-next-layer", "there is no next layer", hint: "give controls a layer",
        at: button.positions.position(of: "output"))
    }

    func exists(in layer: String) -> Bool { button.layer == nil || button.layer == layer }

    func switches(to layer: String) -> Bool { change == .switchTo(layer) || change == .next }
    func leads(to layer: String) -> Bool { switches(to: layer) || change == .show(layer) }
  }

  private func unreachable(_ layer: String, _ buttons: [LayerButton]) -> Diagnostic? {
    let others = buttons.filter { $0.button.layer != layer }
    guard !others.contains(where: { $0.change == .next || $0.change.layer == layer }) else { return nil }
    return Diagnostic(
      .warning, "unreachable-layer", "no button leads to the layer \(quoted(layer))",
      hint: "add a [[button]] with output = \(quoted("show " + layer))", about: layer, at: position(of: layer)
    )
  }

  private func oneWay(_ layer: String, among layers: [String], _ buttons: [LayerButton]) -> Diagnostic? {
    guard buttons.contains(where: { $0.switches(to: layer) }), !canLeave(layer, to: layers, buttons) else {
      return nil
    }
    return Diagnostic(
      .warning, "one-way-layer", "no button leads away from the layer \(quoted(layer))",
      hint: "add a [[button]] with output = \"next layer\"", about: layer, at: position(of: layer))
  }

  /// Whether a button switches from a layer to another: one that exists in it, or in what such a button shows.
  private func canLeave(_ layer: String, to layers: [String], _ buttons: [LayerButton]) -> Bool {
    var shown = [layer]
    var index = 0
    while index < shown.count {
      for button in buttons where button.exists(in: shown[index]) {
        switch button.change {
        case .show(let name): if !shown.contains(name) { shown.append(name) }
        case .switchTo(let name): if name != layer, layers.contains(name) { return true }
        case .next: return true
        }
      }
      index += 1
    }
    return false
  }

  private func position(of layer: String) -> SourcePosition? {
    controls.first { $0.layer == layer }?.positions.position(of: "layer")
  }
}
