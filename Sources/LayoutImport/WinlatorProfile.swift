internal import Configuration
internal import JoystickModel

/// A profile of Winlator's input controls. Positions are parts of a screen held sideways, and sizes are hundredths of its
/// width.
struct WinlatorProfile {
  private let root: JSONNode
  private let elements: [JSONNode]

  /// The width of the screen, divided by the height: that of a phone. Only sizes depend on it.
  private static let aspect = 2.0

  init(_ root: JSONNode) throws(Diagnostic) {
    guard let elements = root["elements"]?.array else {
      throw Diagnostic(missing: "it has no list \"elements\"", in: .winlator)
    }
    (self.root, self.elements) = (root, elements)
  }

  func add(page: String?, to draft: inout ImportDraft) throws(Diagnostic) {
    if let page { throw Diagnostic(unknownPage: page, among: []) }
    draft.name(.winlator, root["name"]?.string)
    if let controllers = root["controllers"], controllers.array?.isEmpty != true {
      draft.warn("\"controllers\" is left out", hint: "it is about real gamepads", at: controllers.offset)
    }
    for element in elements { draft.addControl { add(element, to: &$0) } }
  }

  private func add(_ element: JSONNode, to draft: inout ImportDraft) {
    let type = element["type"]?.string ?? ""
    guard let size = Self.size(of: type, element["shape"]?.string) else {
      return draft.warn(
        of: type, "the control", is: "is left out", are: "are left out", hint: Self.hint(for: type),
        at: element.offset)
    }
    let scale = element["scale"]?.number ?? 1
    guard let x = element["x"]?.number, let y = element["y"]?.number,
      let place = ImportedRegion(
        x: x, y: y, halfWidth: size.width * scale, halfHeight: size.height * scale * Self.aspect,
        isRound: size.isRound, aspect: Self.aspect)
    else {
      return draft.warn(
        of: type, is: "is not on the screen", are: "are not on the screen", hint: "left out",
        at: element.offset)
    }
    let tables =
      switch type {
      case "BUTTON": button(element, place, &draft).map { [$0] } ?? []
      case "TRACKPAD": trackpad(element, place, &draft)
      default: directions(element, place, &draft)
      }
    let text = element["text"]?.string ?? ""
    for var table in tables {
      // Eight buttons have the names of what they press.
      if !text.isEmpty, tables.count == 1 { table.label = text }
      draft.add(table)
    }
    if !tables.isEmpty, let icon = element["iconId"]?.number, icon > 0 {
      draft.warnOfPictures("icons", at: element.offset)
    }
  }

  /// Half of the width and of the height, as parts of the screen's width.
  private static func size(
    of type: String, _ shape: String?
  ) -> (width: Double, height: Double, isRound: Bool)? {
    switch (type, shape) {
    case ("BUTTON", "RECT"), ("BUTTON", "ROUND_RECT"): (0.04, 0.02, false)
    case ("BUTTON", "SQUARE"): (0.025, 0.025, false)
    case ("BUTTON", _): (0.03, 0.03, true)
    case ("D_PAD", _): (0.07, 0.07, true)
    case ("STICK", _): (0.06, 0.06, true)
    case ("TRACKPAD", _): (0.06, 0.06, false)
    default: nil
    }
  }

  private static func hint(for type: String) -> String {
    type == "RANGE_BUTTON"
      ? "profiles have no list of keys to scroll" : "profiles have no such control"
  }
}

extension WinlatorProfile {
  /// The words of what a control does.
  private func bindings(of element: JSONNode) -> [(word: String, offset: Int)] {
    (element["bindings"]?.array ?? []).map { ($0.string ?? "", $0.offset) }
  }

  private func button(_ element: JSONNode, _ place: ImportedRegion, _ draft: inout ImportDraft) -> DraftTable?
  {
    let bindings = bindings(of: element).filter { $0.word != "NONE" }
    let names = bindings.compactMap { output($0.word, at: $0.offset, &draft) }
    guard !names.isEmpty else {
      if bindings.isEmpty {
        draft.warn("this button does nothing", hint: "it is left out", at: element.offset)
      }
      return nil
    }
    let table = draft.button(names, place, at: element.offset)
    return table.with(element["toggleSwitch"]?.boolean == true ? ("mode", "\"toggle\"") : nil)
  }

  /// What a control with directions does: up, right, down, left. Nil if it does nothing that can be kept.
  private func outputs(of element: JSONNode, _ draft: inout ImportDraft) -> [[String]]? {
    let bindings = bindings(of: element)
    guard bindings.count >= 4 else {
      draft.warn("this control has no four directions", hint: "it is left out", at: element.offset)
      return nil
    }
    let outputs = bindings.prefix(4).map { binding in
      binding.word == "NONE" ? [] : [output(binding.word, at: binding.offset, &draft)].compactMap(\.self)
    }
    return outputs.allSatisfy(\.isEmpty) ? nil : outputs
  }

  private func movesMouse(_ element: JSONNode) -> Bool {
    bindings(of: element).contains { $0.word.hasPrefix("MOUSE_MOVE_") }
  }

  private func directions(
    _ element: JSONNode, _ place: ImportedRegion, _ draft: inout ImportDraft
  ) -> [DraftTable] {
    if movesMouse(element) {
      draft.warn(
        "a stick that moves the mouse became a look pad",
        hint: "the mouse goes as far as the finger, and no farther",
        at: element.offset)
      return [look("mouse", element, place)]
    }
    guard let outputs = outputs(of: element, &draft) else { return [] }
    guard element["type"]?.string == "STICK", let names = outputs.single else {
      return draft.directions(outputs, place, at: element.offset)
    }
    return stick(names, element, place, &draft)
  }

  /// Winlator's stick has a dead zone of 0.15, and is full at 0.48: it multiplies the rest by 3.
  private func stick(
    _ names: [String], _ element: JSONNode, _ place: ImportedRegion, _ draft: inout ImportDraft
  ) -> [DraftTable] {
    switch FourOutputs(names: names).kind {
    case .stick(let target):
      [
        DraftTable.fixedStick(target, place, at: element.offset)
          .with(("dead_zone", "0.15")).with(("saturation", "0.48"))
      ]
    case .hat: [.fixedStick("hat", place, at: element.offset)]
    case .buttons, .none: draft.directions(names.map { [$0] }, place, at: element.offset)
    }
  }

  private func trackpad(
    _ element: JSONNode, _ place: ImportedRegion, _ draft: inout ImportDraft
  ) -> [DraftTable] {
    if movesMouse(element) { return [look("mouse", element, place)] }
    guard let outputs = outputs(of: element, &draft) else { return [] }
    if let names = outputs.single, case .stick(let target) = FourOutputs(names: names).kind {
      return [look(target, element, place)]
    }
    draft.warn(
      "a trackpad that presses buttons became a direction pad",
      hint: "it goes by where the finger is, and not by where it moves", at: element.offset)
    return draft.directions(outputs, place, at: element.offset)
  }

  private func look(_ target: String, _ element: JSONNode, _ place: ImportedRegion) -> DraftTable {
    let speed = root["cursorSpeed"]?.number.flatMap { (0.1...10).contains($0) && $0 != 1 ? $0 : nil }
    let table = DraftTable(
      kind: .look, keys: [("target", target.asTOML), place.key], defaultName: "look", offset: element.offset,
      rank: 2)
    return table.with(
      target == "mouse" ? speed.map { ("counts_per_mm", plain(($0 * 200).rounded() / 10)) } : nil)
  }
}

extension WinlatorProfile {
  private func output(_ word: String, at offset: Int, _ draft: inout ImportDraft) -> String? {
    let key = KeyboardKey(Self.keys[word] ?? word)
    return draft.output(Self.outputs[word] ?? key?.name, for: word, at: offset)
  }

  /// The buttons' names are those of an Xbox pad.
  private static let outputs: [String: String] = {
    let buttons = [
      "A": "A", "B": "B", "X": "X", "Y": "Y", "L1": "LB", "R1": "RB", "L2": "LT", "R2": "RT", "L3": "L3",
      "R3": "R3", "SELECT": "Back", "START": "Start", "GUIDE": "Guide", "HOME": "Guide", "MODE": "Guide",
    ]
    var outputs: [String: String] = [:]
    for (word, name) in buttons { outputs["GAMEPAD_BUTTON_\(word)"] = name }
    let controls: [(String, FourOutputs)] = [
      ("DPAD", .hat), ("LEFT_THUMB", .stick(.left)), ("RIGHT_THUMB", .stick(.right)),
    ]
    for (control, four) in controls {
      for (way, name) in zip(FourOutputs.hat.names, four.names) {
        outputs["GAMEPAD_\(control)_\(way.uppercased())"] = name
      }
    }
    return outputs
  }()

  /// Names of keys that the kernel calls differently.
  private static let keys = [
    "KEY_BKSP": "KEY_BACKSPACE", "KEY_DEL": "KEY_DELETE", "KEY_CTRL_L": "KEY_LEFTCTRL",
    "KEY_CTRL": "KEY_LEFTCTRL",
    "KEY_CTRL_R": "KEY_RIGHTCTRL", "KEY_SHIFT_L": "KEY_LEFTSHIFT", "KEY_SHIFT": "KEY_LEFTSHIFT",
    "KEY_SHIFT_R": "KEY_RIGHTSHIFT", "KEY_ALT_L": "KEY_LEFTALT", "KEY_ALT": "KEY_LEFTALT",
    "KEY_ALT_R": "KEY_RIGHTALT", "KEY_PRTSCN": "KEY_SYSRQ", "KEY_CAPS_LOCK": "KEY_CAPSLOCK",
    "KEY_NUM_LOCK": "KEY_NUMLOCK", "KEY_PG_UP": "KEY_PAGEUP", "KEY_PG_DOWN": "KEY_PAGEDOWN",
    "KEY_VOL_UP": "KEY_VOLUMEUP", "KEY_VOL_DOWN": "KEY_VOLUMEDOWN",
  ]
}
