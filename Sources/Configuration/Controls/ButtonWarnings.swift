internal import JoystickModel

// What a button holds, though it is of no use or dangerous.
extension ButtonSettings {
  var outputWarnings: [Diagnostic] {
    [
      action.steps.lazy.compactMap(repetition).first ?? action.steps.lazy.compactMap(opposites).first,
      emptySequence, action.steps.lazy.compactMap(dangerousKeys).first,
    ].compactMap(\.self)
  }

  private var outputPosition: SourcePosition? { positions.position(of: "output", "sequence") }

  private func repetition(in step: [PadOutput]) -> Diagnostic? {
    let repeated = step.indices.first { step[..<$0].contains(step[$0]) }
    return repeated.map { index in
      Diagnostic(
        .warning, "repeated-output", "\(quoted(name)) holds \(step[index].label) twice at once",
        hint: "remove one of them", about: name, at: outputPosition)
    }
  }

  private func opposites(in step: [PadOutput]) -> Diagnostic? {
    for output in step {
      guard let opposite = output.opposite, step.contains(opposite) else { continue }
      return Diagnostic(
        .warning, "opposite-outputs",
        "\(quoted(name)) holds \(output.label) and \(opposite.label), of which only \(output.label) counts",
        hint: "remove one of them", about: name, at: outputPosition)
    }
    return nil
  }

  private var emptySequence: Diagnostic? {
    guard action.isSequence, action.steps.allSatisfy(\.isEmpty), positions.has("sequence") else { return nil }
    return Diagnostic(
      .warning, "empty-sequence", "\(quoted(name)) presses nothing: all steps of its sequence are empty",
      hint: "write an output in one of them", about: name, at: outputPosition)
  }

  private func dangerousKeys(in step: [PadOutput]) -> Diagnostic? {
    DangerousKeys(among: step.compactMap(\.key)).map { found in
      Diagnostic(
        .warning, "dangerous-keys", "\(quoted(name)) presses \(found.phrase)",
        hint: "a finger on the glass can do that by accident; use other keys", about: name, at: outputPosition
      )
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
