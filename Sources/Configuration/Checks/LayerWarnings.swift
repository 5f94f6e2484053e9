internal import JoystickModel

// Layers that no finger can reach, or leave.
extension Settings {
  var layerWarnings: [Diagnostic] {
    let changes = controls.compactMap { control -> LayerButton? in
      guard case .button(let button) = control, let change = button.action.layerChange else { return nil }
      return LayerButton(button: button, change: change)
    }
    return changes.compactMap { $0.unknownLayer(among: layers) }
      + layers.dropFirst().compactMap { unreachable($0, changes) } + layers.compactMap { oneWay($0, changes) }
  }

  private struct LayerButton {
    let button: ButtonSettings
    let change: LayerChange

    func unknownLayer(among layers: [String]) -> Diagnostic? {
      let position = button.positions.position(of: "output")
      guard let name = change.layer else {
        guard layers.count < 2 else { return nil }
        return Diagnostic(
          .warning, "unknown-layer", "there is no next layer", hint: "give controls a layer", at: position)
      }
      guard !layers.contains(name) else { return nil }
      let nearest = nearestWord(to: name, among: layers)
      return Diagnostic(
        .warning, "unknown-layer", "no control is in the layer \(quoted(name))",
        hint: nearest.map { "did you mean \(quoted($0))?" } ?? "give a control layer = \(quoted(name))",
        at: position)
    }

    /// Whether it switches from a layer, in which it exists, to another.
    func leaves(_ layer: String) -> Bool {
      guard button.layer == nil || button.layer == layer else { return false }
      return switch change {
      case .show: false
      case .switchTo(let name): name != layer
      case .next: true
      }
    }

    func switches(to layer: String) -> Bool { change == .switchTo(layer) || change == .next }
  }

  private func unreachable(_ layer: String, _ buttons: [LayerButton]) -> Diagnostic? {
    guard !buttons.contains(where: { $0.change == .next || $0.change.layer == layer }) else { return nil }
    return Diagnostic(
      .warning, "unreachable-layer", "no button leads to the layer \(quoted(layer))",
      hint: "add a [[button]] with output = \(quoted("show " + layer))", about: layer, at: position(of: layer)
    )
  }

  private func oneWay(_ layer: String, _ buttons: [LayerButton]) -> Diagnostic? {
    guard layers.count > 1, buttons.contains(where: { $0.switches(to: layer) }),
      !buttons.contains(where: { $0.leaves(layer) })
    else { return nil }
    return Diagnostic(
      .warning, "one-way-layer", "no button leads away from the layer \(quoted(layer))",
      hint: "add a [[button]] with output = \"next layer\"", about: layer, at: position(of: layer))
  }

  private func position(of layer: String) -> SourcePosition? {
    controls.first { $0.layer == layer }?.positions.position(of: "layer")
  }
}
