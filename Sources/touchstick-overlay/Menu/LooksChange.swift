internal import Configuration
internal import Drawing
internal import EventPipeline
internal import JoystickModel

/// A change of the file with the looks, as the menu makes it.
enum LooksChange: Equatable, Sendable {
  case theme(String)
  case opacity(Double)
  case labels(Bool)
  case labelSize(Double)
  case letters(Letters)
  case show(ControlVisibility)
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
      MenuValue("Theme", themes, at: themeName, \.self) { .setLooks(.theme($0)) },
      MenuValue(
        "Opacity", (1...10).map { Double($0) / 10 }, at: theme.opacity, { "\(Int(($0 * 100).rounded())) %" }
      ) {
        .setLooks(.opacity($0))
      },
      MenuValue(
        "Fade after", Self.delays, at: theme.fade.delay, { $0.map { "\($0 / 1_000_000) s" } ?? "never" }
      ) {
        .setLooks(.fade(after: $0))
      },
      MenuValue("Labels", [false, true], at: theme.hasLabels, Self.word) { .setLooks(.labels($0)) },
      MenuValue(
        "Label size", [0.75, 1, 1.25, 1.5, 2], at: theme.labelSize, { "\(Int(($0 * 100).rounded())) %" }
      ) {
        .setLooks(.labelSize($0))
      },
      MenuValue("Letters", Letters.allCases, at: theme.letters, \.rawValue) { .setLooks(.letters($0)) },
      MenuValue("Show", ControlVisibility.allCases, at: theme.visibility, \.rawValue) {
        .setLooks(.show($0))
      },
      MenuValue("Hide for gamepads", [false, true], at: hidesForGamepads, Self.word) {
        .setLooks(.hidesForGamepads($0))
      },
      MenuValue("Handle", HandleVisibility.allCases, at: handle, \.rawValue) { .setLooks(.handle($0)) },
    ]
  }

  private static let delays: [Int64?] = [1, 2, 5, 10, 30].map { $0 * 1_000_000 } + [nil]

  private static func word(_ isOn: Bool) -> String { isOn ? "yes" : "no" }
}

extension FeelSettings {
  /// The values that the menu changes.
  var menuValues: [MenuValue] {
    func percent(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }
    let factors = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]
    let deadZones: [Double?] = [nil, 0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4]
    return [
      MenuValue("Dead zone", deadZones, at: deadZone, { $0.map(percent) ?? "as the layout" }) {
        .setFeel(.deadZone($0))
      },
      MenuValue("Stick", factors, at: stickFactor, percent) { .setFeel(.stickFactor($0)) },
      MenuValue("Look pad", factors, at: lookFactor, percent) { .setFeel(.lookFactor($0)) },
      MenuValue("Rumble", [0, 0.25, 0.5, 0.75, 1], at: rumbleFactor, percent) {
        .setFeel(.rumbleFactor($0))
      },
    ]
  }
}

extension MenuContents {
  /// The values of the page about the screen.
  var screenValues: [MenuValue] {
    let outputs = [nil] + outputs.map(Optional.some)
    let rotations = [nil] + Rotation.allCases.map(Optional.some)
    let sizes = [nil] + MenuScreen.diagonals.map(Optional.some)
    return [
      MenuValue("Output", outputs, at: looks.output, { $0 ?? "the touchscreen's" }) {
        .setLooks(.output($0))
      },
      MenuValue(
        "Rotation", rotations, at: screen.choice.rotation,
        { $0.map { "\($0.rawValue) degrees" } ?? "as the picture" }
      ) {
        .setScreen(.rotation($0))
      },
    ]
      + (screen.canChooseSize
        ? [
          MenuValue(
            "Size", sizes, at: screen.diagonal, { $0.map { "\(plain($0)) inches" } ?? "as the desktop says" }
          ) {
            .setScreen(.size($0.map(screen.size(ofDiagonal:))))
          }
        ] : [])
  }
}

extension MenuScreen {
  /// Those of the market, in inches.
  fileprivate static let diagonals = [
    4.5, 5, 5.5, 6, 6.5, 7, 8, 9, 10.1, 11, 12, 13.3, 14, 15.6, 17, 19, 21.5, 24, 27,
  ]
  private static let inch = 25.4

  private static func length(_ size: SurfaceSize) -> Double {
    (size.width * size.width + size.height * size.height).squareRoot()
  }

  /// The chosen one among ``diagonals``; nil without a choice.
  fileprivate var diagonal: Double? {
    choice.size.flatMap { size in
      let inches = Self.length(size) / Self.inch
      return Self.diagonals.min { abs($0 - inches) < abs($1 - inches) }
    }
  }

  /// The size of such a screen with the same shape.
  func size(ofDiagonal inches: Double) -> SurfaceSize {
    let factor = inches * Self.inch / max(Self.length(size), 1)
    return SurfaceSize(width: size.width * factor, height: size.height * factor)
  }
}

extension MenuValue {
  /// A value with its neighbours among some choices.
  init<Value: Equatable>(
    _ label: String, _ choices: [Value], at current: Value, _ text: (Value) -> String,
    _ request: (Value) -> MenuRequest
  ) {
    let index = choices.firstIndex(of: current)
    func step(_ index: Int?) -> MenuAction? {
      index.flatMap { choices.indices.contains($0) ? .perform(request(choices[$0])) : nil }
    }
    // A value that is none of the choices, such as one from the file, goes to the first or the last.
    self.init(
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
    case .labelSize(let factor): (nil, "label_size", .number(factor))
    case .letters(let letters): (nil, "letters", .word(letters.rawValue))
    case .show(let visibility): (nil, "show", .word(visibility.rawValue))
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
