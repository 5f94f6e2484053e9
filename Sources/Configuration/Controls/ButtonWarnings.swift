internal import JoystickModel

// What a button holds, though it is of no use or dangerous.
extension ButtonSettings {
  var outputWarnings: [Diagnostic] {
    [
      action.steps.lazy.compactMap { uselessOutput(in: $0, at: outputPosition) }.first, emptySequence,
      action.steps.lazy.compactMap { dangerousKeys(in: $0, at: outputPosition) }.first,
    ].compactMap(\.self)
  }

  private var outputPosition: SourcePosition? { positions.position(of: "output", "sequence") }

  private var emptySequence: Diagnostic? {
    guard action.isSequence, action.steps.allSatisfy(\.isEmpty), positions.has("sequence") else { return nil }
    return Diagnostic(
      .warning, "empty-sequence", "\(quoted(name)) presses nothing: all steps of its sequence are empty",
      hint: "write an output in one of them", about: name, at: outputPosition)
  }
}

// The same for what any control holds at once.
extension ControlTable {
  /// The first warning about the outputs of a key.
  func warning(of outputs: [PadOutput], at key: String) -> Diagnostic? {
    let position = positions.position(of: key)
    return uselessOutput(in: outputs, at: position) ?? dangerousKeys(in: outputs, at: position)
  }

  fileprivate func uselessOutput(in outputs: [PadOutput], at position: SourcePosition?) -> Diagnostic? {
    repetition(in: outputs, at: position) ?? opposites(in: outputs, at: position)
  }

  private func repetition(in outputs: [PadOutput], at position: SourcePosition?) -> Diagnostic? {
    let repeated = outputs.indices.first { outputs[..<$0].contains(outputs[$0]) }
    return repeated.map { index in
      Diagnostic(
        .warning, "repeated-output", "\(quoted(name)) holds \(outputs[index].label) twice at once",
        hint: "remove one of them", about: name, at: position)
    }
  }

  private func opposites(in outputs: [PadOutput], at position: SourcePosition?) -> Diagnostic? {
    for output in outputs {
      guard let opposite = output.opposite, outputs.contains(opposite) else { continue }
      return Diagnostic(
        .warning, "opposite-outputs",
        "\(quoted(name)) holds \(output.label) and \(opposite.label), of which only \(output.label) counts",
        hint: "remove one of them", about: name, at: position)
    }
    return nil
  }

  fileprivate func dangerousKeys(in outputs: [PadOutput], at position: SourcePosition?) -> Diagnostic? {
    DangerousKeys(among: outputs.compactMap(\.key)).map { found in
      Diagnostic(
        .warning, "dangerous-keys", "\(quoted(name)) presses \(found.phrase)",
        hint: "a finger on the glass can do that by accident; use other keys", about: name, at: position)
    }
  }
}

extension ControlTable {
  /// In millimetres: as far as no thumb rolls.
  private static var widestMargin: Double { 50 }

  /// A warning if a finger can hardly leave the control's buttons.
  func warnings(ofPressMargin margin: Length, on surface: ScaledSurface) -> [Diagnostic] {
    let length = surface.length(margin)
    guard length > Self.widestMargin else { return [] }
    return [
      Diagnostic(
        .warning, "wide-margin",
        "a finger that presses \(quoted(name)) can move \(rounded(length)) mm beyond it, also onto other buttons",
        hint:
          "use a few millimetres, or slide = \"hold_first\" for a press that lasts until the finger lifts",
        about: name, at: positions.position(of: "press_margin"))
    ]
  }
}
