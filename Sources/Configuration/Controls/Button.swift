package import EventPipeline
package import JoystickModel

/// A `[[button]]` table: a button on the surface, which has a region, or one of the touch device itself, which has an
/// input, such as the button on the side of a pen, or the click of a touchpad.
package struct ButtonSettings: ControlTable {
  var common = ControlCommon()
  /// The device's button, a key; nil for a button on the surface. Tables that exist together have different ones.
  package var input: EventCode?
  /// What it does on the pad.
  package var action = ButtonAction([])
  /// How far beyond its region a contact that presses it can move.
  var pressMargin = ButtonSettings.defaults.pressMargin
  var slide = ButtonSettings.defaults.slide
  /// How far beside its region a contact can land that presses it.
  var reach = Length.zero

  static let defaults: (pressMargin: Length, slide: Slide) = {
    let model = ButtonControl(name: "", region: StickParameters.defaults.region, output: .south)
    return (.millimetres(model.pressMargin), model.slide)
  }()

  package init() {}

  /// The name, for logs and pictures, 1 to 64 bytes. The default is the output, as written in the file.
  package var name: String {
    get { common.name.isEmpty ? defaultName : common.name }
    set { common.name = newValue }
  }
  var defaultName: String { action.label }
  /// The default is a name of the output, such as BTN_SOUTH.
  var isNamed: Bool { positions.has("name") && name != action.label }
  var uniqueNames: [String] {
    ["name", "output", "sequence"].contains(where: positions.has) ? [name] : []
  }
  // A sequence is too much to choose from.
  var outputKey: String? { action.isSequence ? nil : "output" }
  var outputWord: String { action.label }
  var isOnSurface: Bool { input == nil }
  var holdsAnyNumber: Bool { true }
  var keys: [KeyboardKey] { action.keys }

  func controls(on surface: ScaledSurface) -> [Control] {
    guard let region else { return [] }
    var button = ButtonControl(name: name, region: surface.region(region), action: action)
    // A thumb that plays must not open the menu when it slides across.
    (button.pressMargin, button.slide) = (surface.length(pressMargin), action.opensMenu ? .off : slide)
    button.reach = surface.length(reach)
    (button.isNamed, button.appearance) = (isNamed, appearance)
    return [.button(button)]
  }

  func fingerSize(in box: Rectangle) -> FingerSize? { .button(min(box.width, box.height)) }

  var warnings: [Diagnostic] { outputWarnings }

  func warnings(on surface: ScaledSurface) -> [Diagnostic] {
    warnings(ofPressMargin: pressMargin, on: surface)
  }

  func warning(for device: DeviceDescription) -> Diagnostic? {
    guard let input, !device.supports(input), let name = input.name else { return nil }
    return Diagnostic(
      .warning, "no-input", "\(quoted(device.name)) has no \(name), so this button is never pressed",
      hint: "use a button that the device has", at: positions.position(of: "input"))
  }
}

/// What the key `output` of a button says.
struct ButtonOutputs: Equatable, Sendable {
  var pad: [PadOutput] = []
  var layerChange: LayerChange?
}

extension ButtonSettings {
  var output: ButtonOutputs {
    get {
      ButtonOutputs(
        pad: action.isSequence ? [] : action.steps.flatMap { $0 }, layerChange: action.layerChange)
    }
    set { (action.steps, action.layerChange) = ([newValue.pad], newValue.layerChange) }
  }
}

// Keys that depend on each other.
extension ButtonSettings {
  static func read(_ table: WrittenTable, _ reader: inout SettingsReader) -> Self {
    var keys = table.entries
    switch (table.entry("input"), table.entry("region")) {
    case (let input?, .some):
      reader.report(
        "input-and-region",
        "[[button]] cannot have both region (a button on the surface) and input (a button of the device)",
        hint: "remove one of them", at: input.node.position)
      keys.removeAll { $0.key == "region" }
    case (nil, nil):
      reader.report(
        "region", isMissingIn: ConfigurationTable.button,
        hint:
          "\(ExpectedValue.region.hint), unless there is an input, a button of the device such as \"BTN_STYLUS\"",
        at: table.position)
    default: break
    }
    checkSequence(table, &keys, &reader)
    var button: ButtonSettings = reader.table(keys, at: table.position)
    if button.common.name.isEmpty, case .string(let word) = table.entry("output")?.node.value {
      button.name = word
    }
    return button
  }

  /// Reports a button with neither an output nor a sequence, or with both. It keeps one of them.
  private static func checkSequence(
    _ table: WrittenTable, _ keys: inout [TOMLEntry], _ reader: inout SettingsReader
  ) {
    guard let sequence = table.entry("sequence") else {
      if table.entry("output") == nil {
        reader.report(
          "output", isMissingIn: ConfigurationTable.button,
          hint: "\(ExpectedValue.outputs.hint), unless there is a sequence", at: table.position)
      }
      return
    }
    let other = table.entry("output") ?? table.entry("input")
    guard let other else { return }
    reader.report(
      "sequence-and-\(other.key)", "[[button]] cannot have both sequence and \(other.key)",
      hint: "remove one of them", at: sequence.node.position)
    keys.removeAll { $0.key == "sequence" }
  }

  func check(_ reader: inout SettingsReader) {
    if input != nil, action.layerChange != nil {
      reader.report(
        "layer-and-input", "a button of the device cannot change the layer",
        hint: "use a button on the surface", at: positions.position(of: "output"))
    }
    if input != nil, action.opensMenu {
      reader.report(
        "menu-and-input", "a button of the device cannot open the menu",
        hint: "use a button on the surface", at: positions.position(of: "output"))
    }
    if input != nil, let output = PadOutput.ofMotion.first(where: holds) {
      reader.report(
        "motion-and-input", "a button of the device cannot have the output \(quoted(output.label))",
        hint: "use a button on the surface", at: positions.position(of: "output"))
    }
    if let input { reader.claim(input, of: positions, when: when) }
    reader.claimNames(of: self)
  }
}

extension Settings {
  /// The buttons of the device itself that press one of the pad's, in the order of the file.
  package func deviceButtons(on size: SurfaceSize) -> [ButtonSettings] {
    controls(on: size).filter { !$0.table.isOnSurface }.compactMap { $0.table as? ButtonSettings }
  }
}

extension ButtonSettings {
  static let kind = ConfigurationTable.button
  static let introduction =
    """
    A button on the surface (with a `region`), or a button of the touch device itself (with an `input`). A button
    on the surface is down while at least one finger presses it.
    """
  static let rows: [Row<Self>] = [
    .name(of: "button", defaultText: "the output"),
    Row(
      "region", optional: \.common.region, .region, defaultText: "required, unless there is an `input`",
      "Where a touch presses the button."),
    Row(
      "input", optional: \.input, .words(inputs), defaultText: "none",
      """
      The button of the touch device, used instead of a region: for example the one on the side of a pen, or the
      click of a touchpad. Two `[[button]]` tables that exist together cannot use the same input, whatever their layers. With it, there
      cannot be a `sequence`, and `mode`, `turbo`, `layer`, `keep`, `reach`, `press_margin` and `slide` have no effect.
      """),
    Row(
      "output", \.output, .outputs, defaultText: "required, unless there is a `sequence`",
      """
      What the button holds on the pad: one output, or a list of up to 8 at once. `"KEY_F1"` and the like are keys of a
      virtual keyboard; `[keyboard]` decides which are allowed. With an `input`, the button holds them while the device's
      button is down. One of them can change the layer instead: `"show NAME"` shows a layer while the button is
      down, `"switch NAME"` switches to it, and `"next layer"` to the one after the current one. `"menu"` opens the
      overlay's menu when you release the button, and switches the pads off when you hold it for a second; a layout for a
      touchscreen without such a button has one at the upper edge while the overlay runs. `"gyro on"` makes gyros count while
      the button is down, `"gyro off"` stops them, and `"centre tilt"` makes how the device leans now the base of tilts.
      """),
    Row(
      "value", \.action.value, .number(.above(0, to: 1)), only: analog,
      "How far the half axes and triggers among the outputs go: 1 is all the way."),
    Row(
      "mode", \.action.mode, .words(["hold": .hold, "toggle": .toggle]), only: latching,
      """
      How long the button is down:

      - `"hold"`: while a finger presses it.
      - `"toggle"`: from one press to the next. It is also released when the pads are switched off, the session is locked,
        the layout changes, or the device goes away; when its layer goes, without `keep`; and, if it shows a layer, when a
        button switches to another one.
      """),
    Row(
      "turbo", optional: \.action.turboHalf, .halfPeriod(.from(0.5, to: 30)), defaultText: "none",
      only: repeatable,
      """
      How often the button is pressed while it is down, such as `"12Hz"`. It is down for one half of each time, and up for
      the other.
      """),
    Row(
      "sequence", \.sequence, .sequence, defaultText: "none",
      """
      What each press plays instead of an `output`: up to 32 steps, each an output or a list of outputs. An empty list
      holds nothing. A press plays it once, even if the finger lifts, and a press meanwhile starts it anew.
      """),
    Row(
      "step", \.action.stepTime, .time(.from(16, to: 2000)), only: sequential,
      "With `sequence`: how long each step lasts."),
    Row(
      "press_margin", \.pressMargin, .length(.distances), only: onSurface,
      "How far a finger that presses the button can move beyond the region."),
    Row(
      "slide", \.slide, .slide, only: onSurface,
      """
      What a finger that landed on this button presses while it slides:

      - `"off"`: this button, only while the finger is on it. Fingers from other buttons cannot slide to this one.
      - `"over"`: the button that the finger is on.
      - `"hold_first"`: this button until the finger lifts, and also any other button that the finger is on.
      """),
    .reach(\.reach, only: onSurface),
    .when,
    .layer(only: onSurface),
    .label,
    .icon,
    Row(
      "color", optional: \.common.appearance.color, .words(ControlColor.allCases.map { ($0.rawValue, $0) }),
      defaultText: "its letter's", only: onSurface,
      "The colour of the button in themes with colours, such as that of the console's own button."),
    .show,
    Row(
      "keep", \.action.keepsWhileHidden, .flag, only: layered,
      "With `mode = \"toggle\"` and a `layer`: whether the button stays down while its layer is hidden."),
  ]
}

extension ButtonSettings {
  /// The steps of its sequence; empty without one.
  fileprivate var sequence: [[PadOutput]] {
    get { action.isSequence ? action.steps : [] }
    set { (action.steps, action.isSequence) = (newValue, true) }
  }
}

extension KeyType<Slide> {
  static var slide: Self { .words(["off": .off, "over": .over, "hold_first": .holdFirst]) }
}

// The buttons of touch devices, with the kernel's names.
extension ButtonSettings {
  static let inputs: [(word: String, code: EventCode)] =
    [
      EventCode.btnLeft, .btnRight, .btnMiddle, .btnSide, .btnExtra, .btnForward, .btnBack, .btnStylus,
      .btnStylus2, .btnStylus3,
    ].compactMap { code in code.name.map { ($0, code) } }
}

extension ButtonSettings {
  /// Whether the keys `mode` and `turbo` have an effect.
  var canLatch: Bool { latching.isMet(self) }
  var canRepeat: Bool { repeatable.isMet(self) }
}

extension ButtonSettings {
  /// What a key needs that is for buttons on the surface with such an output.
  fileprivate func missing(_ output: String) -> String {
    if action.isSequence { return "an output instead of a sequence" }
    return input == nil ? output : "a region instead of an input"
  }
}

private let analog = Condition<ButtonSettings>("a half axis or a trigger among the outputs") {
  $0.action.steps.contains { $0.contains(where: \.isAnalog) }
}
private let latching = Condition<ButtonSettings>(phrase: {
  $0.missing("an output of the pad or \"show NAME\"")
}) {
  if case .show = $0.action.layerChange, $0.input == nil { return true }
  return repeatable.isMet($0)
}
private let repeatable = Condition<ButtonSettings>(phrase: { $0.missing("an output of the pad") }) {
  $0.input == nil && !$0.output.pad.isEmpty
}
private let layered = Condition<ButtonSettings>("mode = \"toggle\" and a layer") {
  $0.action.mode == .toggle && $0.layer != nil
}
private let sequential = Condition<ButtonSettings>("sequence") { $0.action.isSequence }
private let onSurface = Condition<ButtonSettings>("region") { $0.input == nil }
