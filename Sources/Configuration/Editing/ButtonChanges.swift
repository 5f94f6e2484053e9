internal import JoystickModel

// What a button does, as the edit mode changes it.
extension PlacedTable {
  /// The settings of a button without a sequence; nil for any other control.
  private var button: ButtonSettings? {
    (settings.table as? ButtonSettings).flatMap { $0.action.isSequence ? nil : $0 }
  }

  /// The words of all that it holds, or changes, at once; empty for a control that is not a button.
  package var heldOutputs: [String] {
    button.map { $0.output.pad.map(\.label) + ($0.output.layerChange.map { [$0.label] } ?? []) } ?? []
  }

  /// Whether it is a button, to which outputs can be added.
  package var holdsSeveral: Bool { button != nil }

  /// Whether it stays down from one press to the next; nil if it cannot.
  package var isToggle: Bool? {
    button.flatMap { $0.canLatch ? $0.action.mode == .toggle : nil }
  }

  /// Whether it can be pressed again and again while it is down.
  package var canRepeat: Bool { button?.canRepeat ?? false }

  /// How often that is, in hertz; 0 is never.
  package var turbo: Double {
    guard let halfPeriod = button?.action.turboHalf else { return 0 }
    return 1_000_000 / Double(2 * halfPeriod)
  }

  package func changes(toOutputs words: [String]) -> [TextChange] {
    [change("output", words.count == 1 ? .word(words[0]) : .words(words))]
  }

  package func changes(toToggle isToggle: Bool) -> [TextChange] {
    // Without the key, it is the default: "hold".
    [change("mode", isToggle ? .word("toggle") : nil)]
  }

  package func changes(toTurbo frequency: Double) -> [TextChange] {
    [change("turbo", frequency > 0 ? .text("\(plain(frequency))Hz") : nil)]
  }
}
