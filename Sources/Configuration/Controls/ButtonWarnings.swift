internal import JoystickModel

// What a button holds, though it is of no use or dangerous.
extension ButtonSettings {
  var outputWarnings: [Diagnostic] {
    [
      action.steps.lazy.compactMap { contradiction(in: $0, at: outputPosition) }.first, emptySequence,
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
    return contradiction(in: outputs, at: position) ?? dangerousKeys(in: outputs, at: position)
  }

  fileprivate func contradiction(in outputs: [PadOutput], at position: SourcePosition?) -> Diagnostic? {
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

/// Keys that end a session or stop the machine.
struct DangerousKeys {
  let phrase: String

  private static let alone = [
    "KEY_POWER": "switches the machine off", "KEY_SLEEP": "suspends the machine",
    "KEY_SUSPEND": "suspends the machine",
  ]
  /// Each key with the modifiers that must be down. For the kernel, both keys of a pair are the same.
  private static let combinations: [(modifiers: [String], key: String, effect: String)] = [
    (["ALT"], "KEY_SYSRQ", "are commands to the kernel, such as a restart"),
    (["CTRL", "ALT"], "KEY_DELETE", "restart the machine or end the session"),
    (["CTRL", "ALT"], "KEY_BACKSPACE", "can end the session"),
  ]

  /// - Parameter keys: Keys that can be down together.
  init?(among keys: [KeyboardKey]) {
    let names = keys.map(\.name)
    if let name = names.first(where: { Self.alone[$0] != nil }) {
      phrase = "\(name), which \(Self.alone[name] ?? "")"
      return
    }
    for (modifiers, key, effect) in Self.combinations where names.contains(key) {
      let held = modifiers.map { modifier in
        names.first { $0 == "KEY_LEFT" + modifier || $0 == "KEY_RIGHT" + modifier }
      }
      guard held.allSatisfy({ $0 != nil }) else { continue }
      phrase = "\(list(held.compactMap(\.self) + [key], "and")), which together \(effect)"
      return
    }
    return nil
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
