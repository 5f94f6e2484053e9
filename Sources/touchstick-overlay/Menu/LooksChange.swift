internal import Configuration
internal import Drawing

/// A change of the file with the looks, as the menu makes it.
enum LooksChange: Equatable, Sendable {
  case theme(String)
  case opacity(Double)
  case labels(Bool)
  /// How long nothing is touched until the controls fade, in microseconds; nil is never.
  case fade(after: Int64?)
  case hidesForGamepads(Bool)
  case handle(HandleVisibility)
  /// Nil is the touchscreen's.
  case output(String?)
}

extension OverlaySettings {
  /// The values that the menu changes.
  var menuValues: [MenuValue] {
    let themes = Theme.shipped.map(\.key)
    return [
      value("Theme", themes, at: themeName, \.self) { .theme($0) },
      value("Opacity", (1...10).map { Double($0) / 10 }, at: theme.opacity, { "\(Int(($0 * 100).rounded())) %" }) {
        .opacity($0)
      },
      value("Fade after", Self.delays, at: theme.fade.delay, { $0.map { "\($0 / 1_000_000) s" } ?? "never" }) {
        .fade(after: $0)
      },
      value("Labels", [false, true], at: theme.hasLabels, Self.word) { .labels($0) },
      value("Hide for gamepads", [false, true], at: hidesForGamepads, Self.word) { .hidesForGamepads($0) },
      value("Handle", HandleVisibility.allCases, at: handle, \.rawValue) { .handle($0) },
    ]
  }

  private static let delays: [Int64?] = [1, 2, 5, 10, 30].map { $0 * 1_000_000 } + [nil]

  private static func word(_ isOn: Bool) -> String { isOn ? "yes" : "no" }

  /// A value with its neighbours among some choices.
  private func value<Value: Equatable>(
    _ label: String, _ choices: [Value], at current: Value, _ text: (Value) -> String,
    _ change: (Value) -> LooksChange
  ) -> MenuValue {
    let index = choices.firstIndex(of: current)
    func step(_ index: Int?) -> MenuAction? {
      index.flatMap { choices.indices.contains($0) ? .perform(.setLooks(change(choices[$0]))) : nil }
    }
    // A value that is none of the choices, such as one from the file, goes to the first or the last.
    return MenuValue(
      label: label, text: text(current), less: step(index.map { $0 - 1 } ?? 0),
      more: step(index.map { $0 + 1 } ?? choices.count - 1))
  }
}

extension LooksChange {
  /// The table, the key and the value; no value removes the key.
  var edit: (table: String?, key: String, value: TextChange.Value?) {
    switch self {
    case .theme(let name): (nil, "theme", .word(name))
    case .opacity(let part): (nil, "opacity", .number(part))
    case .labels(let isOn): (nil, "labels", .flag(isOn))
    case .fade(let delay):
      (
        OverlayTable.fade.rawValue, "after",
        delay.map { .text(Time(microseconds: $0).text) } ?? .word("never")
      )
    case .hidesForGamepads(let isOn): (nil, "hide_for_gamepads", .flag(isOn))
    case .handle(let visibility): (nil, "handle", .word(visibility.rawValue))
    case .output(let name): (nil, "output", name.map { .text($0) })
    }
  }
}
