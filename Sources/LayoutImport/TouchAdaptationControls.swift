internal import Configuration
internal import JoystickModel

/// Adds the controls of one layer.
struct TouchAdaptationControls {
  let references: JSONReferences
  /// The layers that buttons can show.
  let layers: [String]
  /// The layer of the controls; nil for controls that always exist.
  let layer: String?
  let actions: SharedActions

  func add(_ item: JSONNode, at spot: AnchoredCircle, to draft: inout ImportDraft) {
    let node = references[item]
    let type = value(node, "type")?.string ?? ""
    guard !node.isNull, type != "blank" else { return }
    if let reference = node["$ref"]?.string {
      return draft.warn(
        of: reference, "the reference", is: "leads nowhere in this file", are: "lead nowhere in this file",
        hint: "left out", at: node.offset)
    }
    if value(node, "visible")?.boolean == false {
      return draft.warn("a control that is not visible is left out", at: node.offset)
    }
    if let styles = node["styles"] {
      draft.warnOfPictures("styles", at: styles.offset)
    }
    draft.addControl { add(node, type, at: spot, to: &$0) }
  }

  private func add(_ node: JSONNode, _ type: String, at spot: AnchoredCircle, to draft: inout ImportDraft) {
    switch type {
    case "button": insert(button(node, spot, &draft), &draft)
    case "directionalPad": insert(directionPad(node, spot), &draft)
    case "joystick", "touchpad":
      for table in analog(node, type, spot, &draft) { insert(table, &draft) }
    case "throttle": insert(throttle(node, spot, &draft), &draft)
    case "arcadeButtons": addArcade(node, spot, &draft)
    default:
      draft.warn(
        of: type, "the control", is: "is left out", are: "are left out",
        hint: "profiles have no such control",
        at: node.offset)
    }
  }

  /// The kit's layouts are for a screen held sideways.
  private func insert(_ table: DraftTable?, _ draft: inout ImportDraft) {
    guard var table else { return }
    (table.layer, table.when) = (layer, .landscape)
    table.substitute = table.substitute.map { substitute in
      var substitute = substitute
      (substitute.layer, substitute.when) = (layer, .landscape)
      return substitute
    }
    draft.add(table)
  }

  private func value(_ node: JSONNode, _ name: String) -> JSONNode? { node[name].map { references[$0] } }
}

// Buttons.
extension TouchAdaptationControls {
  /// What a button does.
  fileprivate struct Action {
    var outputs: [String] = []
    /// The frequencies of its parts; 0 for one that does not repeat.
    var turbo: Set<Double> = []
  }

  /// The actions that have been read, by their places. Each is read once, because thousands of controls can share one.
  final class SharedActions {
    fileprivate var known: [Int: Action] = [:]
  }

  /// Many buttons can share an action.
  private static let maxParts = 16

  private func action(_ node: JSONNode?, _ draft: inout ImportDraft) -> Action {
    guard let node else { return Action() }
    if let known = actions.known[node.offset] { return known }
    let action = read(node, &draft)
    actions.known[node.offset] = action
    return action
  }

  private func read(_ node: JSONNode, _ draft: inout ImportDraft) -> Action {
    var action = Action()
    let parts = node.array ?? [node]
    for part in parts.prefix(Self.maxParts) { add(references[part], to: &action, &draft) }
    if let more = parts.dropFirst(Self.maxParts).first {
      draft.warnOnce(
        "an action can have at most \(Self.maxParts) parts", hint: "the rest is left out", at: more.offset)
    }
    return action
  }

  private func add(_ part: JSONNode, to action: inout Action, _ draft: inout ImportDraft) {
    let word = part.string ?? ""
    if let output = Self.outputs[word] {
      action.outputs.append(output)
      action.turbo.insert(0)
      return
    }
    switch value(part, "type")?.string {
    case "layer":
      let target = value(part, "target")?.string.flatMap(TouchAdaptationLayout.name) ?? ""
      guard layers.contains(target) else {
        return draft.warn(
          of: target, "the layer", is: "is not imported", are: "are not imported",
          hint: "no button leads there",
          at: part.offset)
      }
      action.outputs.append(LayerChange.show(target).label)
    case "turbo":
      let interval = value(part, "interval")?.number ?? 0
      guard interval > 0, let output = Self.outputs[value(part, "action")?.string ?? ""] else {
        return draft.warnOnce("this action is left out: it needs an interval and one action", at: part.offset)
      }
      action.outputs.append(output)
      action.turbo.insert(min(max((10_000 / interval).rounded() / 10, 0.5), 30))
    default:
      draft.warn(
        of: word, "the action", is: "is left out: this pad does not have it",
        are: "are left out: this pad does not have them", at: part.offset)
    }
  }

  private func button(_ node: JSONNode, _ spot: AnchoredCircle, _ draft: inout ImportDraft) -> DraftTable? {
    let action = action(node["action"], &draft)
    if let pull = node["pullAction"] {
      draft.warn(
        "a pull action is left out", hint: "a finger that slides presses other buttons", at: pull.offset)
    }
    guard !action.outputs.isEmpty else { return nil }
    var table = draft.button(action.outputs, spot.circle, at: node.offset)
    // Some write it as a string.
    if let toggle = value(node, "toggle"), toggle.boolean ?? (toggle.string == "true") {
      table = table.with(("mode", "\"toggle\""))
    }
    guard let turbo = action.turbo.max(), turbo > 0 else { return table }
    if action.turbo.count > 1 {
      draft.warn("turbo counts for all outputs of a button", hint: "split the button", at: node.offset)
    }
    return table.with(("turbo", "\"\(plain(turbo))Hz\""))
  }

  /// Two rows: punches and kicks.
  private func addArcade(_ node: JSONNode, _ spot: AnchoredCircle, _ draft: inout ImportDraft) {
    let columns = ["light", "medium", "heavy", "special"]
    let last = columns.prefix { value(node, "\($0)Punch") != nil || value(node, "\($0)Kick") != nil }.count
    for (row, name) in ["Punch", "Kick"].enumerated() {
      for (column, strength) in columns.enumerated() {
        guard let part = value(node, strength + name) else { continue }
        let x = 13.5 * (Double(column) - Double(last - 1) / 2)
        insert(button(part, spot.moved(x, row == 0 ? -7 : 7, radius: 6.2), &draft), &draft)
      }
    }
  }

  private static let outputs: [String: String] = {
    var outputs = [
      "gamepadA": "A", "gamepadB": "B", "gamepadX": "X", "gamepadY": "Y", "leftBumper": "LB",
      "rightBumper": "RB",
      "leftThumb": "L3", "rightThumb": "R3", "view": "Back", "menu": "Start", "guide": "Guide",
      "dPadUp": "Up",
      "dPadRight": "Right", "dPadDown": "Down", "dPadLeft": "Left", "leftTrigger": "LT", "rightTrigger": "RT",
    ]
    for stick in PadStick.allCases {
      for (way, name) in zip(FourOutputs.hat.names, FourOutputs.stick(stick).names) {
        outputs["\(stick.rawValue)Joystick\(way)"] = name
      }
    }
    return outputs
  }()
}

// Directions and axes.
extension TouchAdaptationControls {
  private func directionPad(_ node: JSONNode, _ spot: AnchoredCircle) -> DraftTable {
    var spot = spot
    spot.radius *= min(max(value(node, "scale")?.number ?? 1, 0.5), spot.isInner ? 1 : 2)
    let table = DraftTable(kind: .dpad, keys: [spot.circle], defaultName: "dpad", offset: node.offset)
    let kind = value(node, "interaction").flatMap { value($0, "activationType") }?.string
    let deadZone = value(node, "deadzone")?.number.flatMap { (0.01..<1).contains($0) ? $0 : nil }
    return table.with(kind == "exclusive" ? ("directions", "4") : nil)
      .with(("dead_zone", Self.text(deadZone ?? 0.25)))
  }

  private static func text(_ number: Double) -> String { plain((number * 100).rounded() / 100) }

  /// A joystick, or a touchpad, which is like the pad of a laptop: a swipe turns the camera. Its action is invoked by the
  /// touch, besides the axes.
  private func analog(
    _ node: JSONNode, _ type: String, _ spot: AnchoredCircle, _ draft: inout ImportDraft
  ) -> [DraftTable] {
    let axes = AnalogAxes(node["axis"], references)
    if axes.hasCurve {
      draft.warn("a response curve is left out", hint: "set curve by hand", at: node.offset)
    }
    switch (axes.target, type) {
    case (.stick(let target), "joystick"): return sticks(target, axes, node, spot, &draft)
    case (.stick(let target), _): return looks(target, axes, node, spot, &draft)
    case (.mouse, "joystick"):
      draft.warn(
        "a joystick that moves the mouse became a look pad",
        hint: "the mouse goes as far as the finger, and no farther",
        at: node.offset)
      return looks("mouse", axes, node, spot, &draft)
    case (.mouse, _): return looks("mouse", axes, node, spot, &draft)
    case (.slider(let output, let isVertical, let isInverted), _):
      let slider = slider(output, isVertical: isVertical, isInverted: isInverted, node, spot)
      return [slider] + [node["action"].flatMap { _ in button(node, spot.beside, &draft) }].compactMap(\.self)
    case (nil, _):
      draft.warn(
        "a control's axes are left out: profiles have no control for them", at: (node["axis"] ?? node).offset)
      return [node["action"].flatMap { _ in button(node, spot, &draft) }].compactMap(\.self)
    }
  }

  /// A stick. Its action is what it holds while it is touched, or its outer ring; if another control moves the stick, a
  /// button.
  private func sticks(
    _ target: String, _ axes: AnalogAxes, _ node: JSONNode, _ spot: AnchoredCircle, _ draft: inout ImportDraft
  ) -> [DraftTable] {
    var table = DraftTable(
      kind: .stick, keys: [("target", target.asTOML), spot.circle], defaultName: target, offset: node.offset,
      rank: 2)
    if value(node, "relative")?.boolean == false { table = table.with(("origin", "\"fixed\"")) }
    let sensitivity = min(max(axes.sensitivity, 0.1), 10)
    if sensitivity != 1 { table = table.with(("sensitivity", Self.text(sensitivity))) }
    if let threshold = axes.threshold, threshold < sensitivity {
      table = table.with(("anti_dead_zone", Self.text(min(threshold, 0.9, sensitivity - 0.05))))
    }
    guard node["action"] != nil, let button = button(node, spot, &draft) else { return [table] }
    var stick = table
    stick.substitute = [button.with(Self.held)]
    guard draft.canClaim(inserted(stick)) else { return [stick] }
    let threshold = value(node, "actionThreshold")?.number ?? 0
    if threshold > 0, button.outputs.count == 1, FourOutputs.isButton(button.outputs[0]),
      button.keys.count == 1
    {
      stick = stick.with(("outer_ring", button.outputs[0].asTOML)).with(
        ("outer_ring_start", Self.text(min(max(threshold, 0.1), 1))))
      return [stick]
    }
    if let touch = button.touch {
      if threshold > 0 {
        draft.warn(
          "the action of a joystick begins with the touch, and not at its threshold",
          hint: "outer_ring is for buttons of the pad", at: node.offset)
      }
      return [stick.with(touch)]
    }
    draft.warn(
      "the action of a joystick became a button beside it", hint: "touch only holds outputs of the pad",
      at: node.offset)
    return [stick, button.at(spot.beside)]
  }

  /// The table as it will be in the profile.
  private func inserted(_ table: DraftTable) -> DraftTable {
    var table = table
    (table.layer, table.when) = (layer, .landscape)
    return table
  }

  /// A look pad, which holds its action while it is touched. An action that repeats, latches or changes the layer is a
  /// button: a finger belongs to one control. Without another control that turns the camera, the rest of that side of the
  /// glass does.
  private func looks(
    _ target: String, _ axes: AnalogAxes, _ node: JSONNode, _ spot: AnchoredCircle, _ draft: inout ImportDraft
  ) -> [DraftTable] {
    var table = DraftTable(
      kind: .look, keys: [("target", target.asTOML), spot.circle], defaultName: "look", offset: node.offset,
      rank: 2)
    let factor = min(max(axes.sensitivity, 0.02), 50)
    if factor != 1 {
      table = table.with(
        target == "mouse"
          ? ("counts_per_mm", plain((20 * factor).rounded()))
          : ("sensitivity", plain((200 / factor).rounded())))
    }
    if let threshold = axes.threshold, target != "mouse" {
      table = table.with(("anti_dead_zone", Self.text(min(threshold, 0.9))))
    }
    guard node["action"] != nil, let button = button(node, spot, &draft) else { return [table] }
    if let touch = button.touch { return [table.with(touch)] }
    draft.warn(
      "the action of a touchpad became a button, which does not turn the camera",
      hint: "touch beside it to turn the camera", at: node.offset)
    guard value(node, "renderAsButton")?.boolean == true else {
      // Its middle.
      return [button.with(Self.held).at(spot.moved(0, 0, radius: spot.radius / 2)), table]
    }
    table.keys[1] = spot.half
    table.isSpare = true
    table.rank = 3
    return [button.with(Self.held), table]
  }

  /// The action of an analog control that is a button lasts until the finger lifts, wherever it goes.
  private static let held = ("slide", "\"hold_first\"")
}

extension DraftTable {
  /// What a button does, as the key of a stick or a look pad; nil if it does more than to hold outputs of the pad.
  fileprivate var touch: (key: String, value: String)? {
    guard keys.count == 1, outputs.count <= OutputWords.maxCount,
      outputs.allSatisfy({ LayerChange($0) == nil })
    else { return nil }
    return ("touch", outputs.asOutputs)
  }
}

// Sliders.
extension TouchAdaptationControls {
  private func slider(
    _ output: String, isVertical: Bool, isInverted: Bool, _ node: JSONNode, _ spot: AnchoredCircle
  ) -> DraftTable {
    let (long, short) = (max(2 * spot.radius, 16), spot.isInner ? 14.0 : 12)
    let box = spot.box(width: isVertical ? short : long, height: isVertical ? long : short)
    let table = DraftTable(
      kind: .slider, keys: [box, ("output", output.asTOML)], defaultName: "slider", offset: node.offset,
      rank: 2)
    return table.with(isVertical ? nil : ("direction", "\"horizontal\"")).with(
      isInverted ? ("invert", "true") : nil)
  }

  private func throttle(_ node: JSONNode, _ spot: AnchoredCircle, _ draft: inout ImportDraft) -> DraftTable? {
    let (up, down) = (value(node, "axisUp")?.string ?? "", value(node, "axisDown")?.string ?? "")
    guard case .slider(let output, _, let isInverted)? = AnalogAxes.target(ofThrottle: up, down) else {
      draft.warn(
        "a throttle from \(quoted(down)) to \(quoted(up)) is left out",
        hint: "a slider has both triggers, or one axis", at: node.offset)
      return nil
    }
    let table = slider(output, isVertical: true, isInverted: isInverted, node, spot)
    return table.with(value(node, "sticky")?.boolean == true ? ("release", "\"stay\"") : nil)
  }
}

/// What an analog control moves: one mapping or a list.
struct AnalogAxes {
  enum Target {
    case stick(String)
    case mouse
    case slider(output: String, isVertical: Bool, isInverted: Bool)
  }

  private(set) var target: Target?
  private(set) var sensitivity = 1.0
  /// The smallest output, to overcome the dead zone of a game.
  private(set) var threshold: Double?
  private(set) var hasCurve = false

  init(_ axis: JSONNode?, _ references: JSONReferences) {
    guard let axis = axis.map({ references[$0] }) else { return }
    var pairs: [String: String] = [:]
    for mapping in (axis.array ?? [axis]).prefix(8).map({ references[$0] }) {
      func value(_ name: String) -> JSONNode? { mapping[name].map { references[$0] } }
      pairs[value("input")?.string ?? ""] = value("output")?.string ?? ""
      if let factor = value("sensitivity")?.number, factor > 0 { sensitivity = factor }
      if let minimum = value("deadzone")?["threshold"].map({ references[$0] })?.number,
        (0.01..<1).contains(minimum)
      {
        threshold = minimum
      }
      if mapping["responseCurve"] != nil { hasCurve = true }
    }
    target = Self.target(of: pairs)
  }

  private static func target(of pairs: [String: String]) -> Target? {
    func halves(_ stick: String) -> [String: String] {
      Dictionary(
        uniqueKeysWithValues: ["Up", "Right", "Down", "Left"].map { ("axis\($0)", "\(stick)Joystick\($0)") })
    }
    for stick in ["left", "right"] {
      let whole = ["axisX": "\(stick)JoystickX", "axisY": "\(stick)JoystickY"]
      if [["axisXY": "\(stick)Joystick"], whole, halves(stick)].contains(pairs) { return .stick(stick) }
      if pairs == ["axisX": "\(stick)JoystickX"] {
        return .slider(output: "\(stick).x", isVertical: false, isInverted: false)
      }
      if pairs == ["axisY": "\(stick)JoystickY"] {
        return .slider(output: "\(stick).y", isVertical: true, isInverted: false)
      }
    }
    if [["axisXY": "relativeMouse"], ["axisX": "relativeMouseX", "axisY": "relativeMouseY"]].contains(pairs) {
      return .mouse
    }
    guard pairs.count == 2 else { return nil }
    if let up = pairs["axisUp"], let down = pairs["axisDown"] { return target(ofThrottle: up, down) }
    guard let right = pairs["axisRight"], let left = pairs["axisLeft"],
      case .slider(let output, _, let isInverted)? = target(ofThrottle: right, left)
    else { return nil }
    return .slider(output: output, isVertical: false, isInverted: isInverted)
  }

  /// The slider that moves one way to an end, and the other way to its opposite.
  static func target(ofThrottle forward: String, _ back: String) -> Target? {
    var pairs = [(forward: "rightTrigger", back: "leftTrigger", output: "triggers")]
    for stick in ["left", "right"] {
      pairs.append(("\(stick)JoystickUp", "\(stick)JoystickDown", "\(stick).y"))
      pairs.append(("\(stick)JoystickRight", "\(stick)JoystickLeft", "\(stick).x"))
    }
    for pair in pairs {
      if (forward, back) == (pair.forward, pair.back) {
        return .slider(output: pair.output, isVertical: true, isInverted: false)
      }
      if (forward, back) == (pair.back, pair.forward) {
        return .slider(output: pair.output, isVertical: true, isInverted: true)
      }
    }
    return nil
  }
}
