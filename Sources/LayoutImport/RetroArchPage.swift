internal import Configuration
internal import JoystickModel

/// The controls of one page of an overlay.
struct RetroArchPage {
  private let page: RetroArchOverlay.Page
  private let pages: [RetroArchOverlay.Page]
  /// The width of the screen for which the page was made, divided by the height.
  private let aspect: Double

  /// - Parameter pages: All pages that are imported; none if only this one is.
  init(_ page: RetroArchOverlay.Page, among pages: [RetroArchOverlay.Page]) {
    (self.page, self.pages) = (page, pages)
    let own = page.entries["aspect_ratio"]?.number.flatMap { (0.1...10).contains($0) ? $0 : nil }
    aspect = own ?? (page.orientation == .portrait ? 9.0 / 16 : 16.0 / 9)
  }

  func add(to draft: inout ImportDraft) {
    warnOfPage(&draft)
    let count = page.entries["descs"]?.number ?? .infinity
    let indices = page.entries.keys.compactMap { key -> Int? in
      guard let (index, rest) = key.numbered(after: "desc"), rest.isEmpty, Double(index) < count else {
        return nil
      }
      return index
    }
    for index in indices.sorted() {
      guard let entry = page.entries["desc\(index)"] else { continue }
      let words = Self.words(of: String(entry.value.prefix { $0 != "," && $0 != " " }))
      // Decoration, and what rotates the overlay, is no control.
      if words.isEmpty || words == ["overlay_next"] {
        add(entry, index, to: &draft)
      } else {
        draft.addControl { add(entry, index, to: &$0) }
      }
    }
  }

  /// Whether a player finds no control of a pad or a keyboard here. RetroArch's own functions do not count.
  func isHidden(_ draft: ImportDraft) -> Bool {
    if page.label.lowercased().contains("hidden") { return true }
    if page.entries.contains(where: { $0.key.hasPrefix("desc") && $0.value.value.hasPrefix("retrok_") }) {
      return false
    }
    var draft = draft
    add(to: &draft)
    return !draft.tables.contains { table in
      table.kind != .button || table.outputs.contains { !$0.hasPrefix("KEY_") }
    }
  }

  private static let known = [
    "name", "descs", "overlay", "rect", "full_screen", "normalized", "range_mod", "alpha_mod", "aspect_ratio",
  ]

  private func warnOfPage(_ draft: inout ImportDraft) {
    for (key, entry) in page.entries.sorted(by: { $0.value.offset < $1.value.offset }) {
      let isOfControl = key.numbered(after: "desc") != nil
      if key == "overlay" || isOfControl && key.hasSuffix("_overlay") {
        draft.warnOfPictures("pictures", at: entry.offset)
      } else if !isOfControl, !Self.known.contains(key) {
        draft.warn(of: key, is: "is left out", are: "are left out", at: entry.offset)
      }
    }
    if let entry = page.entries["full_screen"], entry.flag == false {
      draft.warnOnce(
        "full_screen = false fits the overlay to the game's picture", hint: "here it covers the whole screen",
        at: entry.offset)
    }
  }

  private func attribute(_ name: String, of index: Int) -> RetroArchFile.Entry? {
    page.entries["desc\(index)_\(name)"]
  }

  /// Reads `"button,x,y,hitbox,range_x,range_y"`.
  private func add(_ entry: RetroArchFile.Entry, _ index: Int, to draft: inout ImportDraft) {
    let fields = entry.value.split { ", ".contains($0) }.map(String.init)
    let numbers = [1, 2, 4, 5].compactMap { fields.indices.contains($0) ? Double(fields[$0]) : nil }
    guard fields.count >= 6, numbers.count == 4, ["radial", "rect"].contains(fields[3]) else {
      return draft.warn(
        of: entry.value, is: "is left out", are: "are left out",
        hint: "a control must be \"button,x,y,radial or rect,range_x,range_y\"",
        at: entry.offset)
    }
    var hitbox = Hitbox(x: numbers[0], y: numbers[1], rangeX: numbers[2], rangeY: numbers[3])
    if (attribute("normalized", of: index) ?? page.entries["normalized"])?.flag != true {
      guard let size = page.entries["overlay"].flatMap({ draft.pictureSize($0.value) }) else {
        return draft.warnOnce(
          "positions in pixels of a picture are left out",
          hint: "put its PNG file beside this one, or set overlay\(page.index)_normalized = true",
          at: entry.offset)
      }
      hitbox = hitbox.scaled(1 / size.width, 1 / size.height)
    }
    guard let reached = reached(hitbox, of: index) else { return }
    guard let place = place(reached, isRound: fields[3] == "radial") else {
      // Nobody reaches it: RetroArch itself looks there for the page of the other orientation. The rest only draws.
      if ["overlay_next", "nul", "null"].contains(fields[0]) { return }
      return draft.warn(
        of: fields[0], is: "is not on the screen", are: "are not on the screen", hint: "left out",
        at: entry.offset)
    }
    add(fields[0], hitbox, place, entry, index, to: &draft)
  }
}

// Places.
extension RetroArchPage {
  /// A middle, and how far the control goes from there.
  private struct Hitbox {
    var x, y, rangeX, rangeY: Double

    func scaled(_ width: Double, _ height: Double) -> Hitbox {
      Hitbox(x: x * width, y: y * height, rangeX: rangeX * width, rangeY: rangeY * height)
    }
  }

  /// What answers touches, which can be more than what is drawn. Nil if nothing does, as for a control that only lights up.
  private func reached(_ hitbox: Hitbox, of index: Int) -> Hitbox? {
    func factor(_ side: String, _ axis: String) -> Double {
      (attribute("reach_\(side)", of: index) ?? attribute("reach_\(axis)", of: index))?.number ?? 1
    }
    let (left, right) = (factor("left", "x") * hitbox.rangeX, factor("right", "x") * hitbox.rangeX)
    let (up, down) = (factor("up", "y") * hitbox.rangeY, factor("down", "y") * hitbox.rangeY)
    guard ["x", "y"].allSatisfy({ attribute("reach_\($0)", of: index)?.number != 0 }) else { return nil }
    return Hitbox(
      x: hitbox.x + (right - left) / 2, y: hitbox.y + (down - up) / 2, rangeX: (left + right) / 2,
      rangeY: (up + down) / 2)
  }

  /// The place on the screen, of which the page can cover a part.
  private func place(_ hitbox: Hitbox, isRound: Bool) -> ImportedRegion? {
    let parts = page.entries["rect"]?.value.split { ", ".contains($0) }.compactMap { Double($0) } ?? []
    let rect = parts.count == 4 ? parts : [0, 0, 1, 1]
    return ImportedRegion(
      x: rect[0] + hitbox.x * rect[2], y: rect[1] + hitbox.y * rect[3], halfWidth: hitbox.rangeX * rect[2],
      halfHeight: hitbox.rangeY * rect[3], isRound: isRound, aspect: aspect)
  }

  /// How far a finger can go beyond a button that it presses.
  private func margin(_ hitbox: Hitbox, of index: Int) -> (key: String, value: String)? {
    let factor = (attribute("range_mod", of: index) ?? page.entries["range_mod"])?.number ?? 1
    let part = (factor - 1) * (aspect < 1 ? hitbox.rangeX : hitbox.rangeY)
    return (0.001...0.5).contains(part) ? ("press_margin", ImportedRegion.percent(part)) : nil
  }
}

// Outputs.
extension RetroArchPage {
  private func add(
    _ word: String, _ hitbox: Hitbox, _ place: ImportedRegion, _ entry: RetroArchFile.Entry, _ index: Int,
    to draft: inout ImportDraft
  ) {
    let tables =
      switch word {
      case "analog_left", "analog_right":
        [stick(word == "analog_left" ? "left" : "right", place, entry, index)]
      case "dpad_area", "abxy_area":
        directions(word, place, entry, index, &draft)
      default:
        button(word, place, entry, index, &draft).map { [$0.with(margin(hitbox, of: index))] } ?? []
      }
    for var table in tables {
      (table.when, table.layer) = (page.when ?? table.when, page.layer)
      // Of controls under a finger, RetroArch presses all, unless one of them is exclusive.
      table.isHelper = attribute("overlay", of: index) == nil
      table.isExclusive = attribute("exclusive", of: index)?.flag == true
      draft.add(table)
    }
  }

  private func stick(
    _ target: String, _ place: ImportedRegion, _ entry: RetroArchFile.Entry, _ index: Int
  ) -> DraftTable {
    let saturation = attribute("saturate_pct", of: index)?.number.flatMap {
      (0.2..<1).contains($0) ? $0 : nil
    }
    return .fixedStick(target, place, at: entry.offset)
      .with(saturation.map { ("saturation", plain(($0 * 100).rounded() / 100)) })
  }

  private func directions(
    _ word: String, _ place: ImportedRegion, _ entry: RetroArchFile.Entry, _ index: Int,
    _ draft: inout ImportDraft
  ) -> [DraftTable] {
    let defaults = word == "dpad_area" ? ["up", "right", "down", "left"] : ["x", "a", "b", "y"]
    let outputs = zip(["up", "right", "down", "left"], defaults).map { way, standard in
      let (words, offset) =
        attribute(way, of: index).map { ($0.value, $0.offset) } ?? (standard, entry.offset)
      return Self.words(of: words).compactMap { output($0, at: offset, &draft) }
    }
    return draft.directions(outputs, place, at: entry.offset)
  }

  /// What a button does at once: `a|b`.
  private static func words(of word: String) -> [String] {
    word.split(separator: "|").map(String.init).filter { !["nul", "null"].contains($0) }
  }

  private func button(
    _ word: String, _ place: ImportedRegion, _ entry: RetroArchFile.Entry, _ index: Int,
    _ draft: inout ImportDraft
  ) -> DraftTable? {
    let words = Self.words(of: word)
    let names = words.filter { $0 != "overlay_next" }.compactMap { output($0, at: entry.offset, &draft) }
    let layer = words.contains("overlay_next") ? nextLayer(entry, index, &draft) : nil
    guard !names.isEmpty || layer != nil else { return nil }
    var table = draft.button(
      names + (layer.map { [LayerChange.switchTo($0.layer).label] } ?? []), place, at: entry.offset)
    table.when = layer?.when
    return table
  }

  private func output(_ word: String, at offset: Int, _ draft: inout ImportDraft) -> String? {
    draft.output(Self.outputs[word] ?? Self.key(word), for: word, at: offset)
  }

  /// The layer of the page that `overlay_next` shows: the next one, or that of a name.
  private func nextLayer(
    _ entry: RetroArchFile.Entry, _ index: Int, _ draft: inout ImportDraft
  ) -> (layer: String, when: SurfaceOrientation?)? {
    let next = page.next(attribute("next_target", of: index)?.value, among: pages)
    if next.isEmpty {
      draft.warn("\"overlay_next\" is left out: its page is not imported", at: entry.offset)
      return nil
    }
    // Between two pages for this orientation can be some for the other one.
    guard let found = next.lazy.compactMap(layer).first else {
      draft.warnOnce(
        "\"overlay_next\" is left out: it leads to the page for the other orientation",
        hint: "the screen's rotation changes the layout", at: entry.offset)
      return nil
    }
    return found
  }

  /// The layer of another page, and the only orientation in which it has a page, if this one is for both. Nil for this
  /// page's own layer, and for one that has nothing where this page is shown.
  private func layer(of next: RetroArchOverlay.Page) -> (layer: String, when: SurfaceOrientation?)? {
    guard let layer = next.layer, layer != page.layer else { return nil }
    let all = [SurfaceOrientation.portrait, .landscape].filter(page.isShown)
    let shown = all.filter { when in pages.contains { $0.layer == layer && $0.isShown(in: when) } }
    return shown.first.map { (layer, shown == all ? nil : $0) }
  }

  /// By the places of the buttons: RetroArch's pad is that of a Super NES, whose A is on the right.
  private static let outputs: [String: String] = [
    "b": "A", "a": "B", "y": "X", "x": "Y", "l": "LB", "r": "RB", "l2": "LT", "r2": "RT", "l3": "L3",
    "r3": "R3",
    "select": "Back", "start": "Start", "up": "Up", "right": "Right", "down": "Down", "left": "Left",
    "l_x_plus": "left.x+", "l_x_minus": "left.x-", "l_y_plus": "left.y+", "l_y_minus": "left.y-",
    "r_x_plus": "right.x+", "r_x_minus": "right.x-", "r_y_plus": "right.y+", "r_y_minus": "right.y-",
    // RetroArch's own functions are reached by its default hotkeys.
    "menu_toggle": "KEY_F1", "save_state": "KEY_F2", "load_state": "KEY_F4",
    "toggle_fast_forward": "KEY_SPACE",
    "hold_fast_forward": "KEY_L", "state_slot_decrease": "KEY_F6", "state_slot_increase": "KEY_F7",
    "screenshot": "KEY_F8", "audio_mute": "KEY_F9", "osk_toggle": "KEY_F12", "exit_emulator": "KEY_ESC",
    "pause_toggle": "KEY_P", "frame_advance": "KEY_K", "reset": "KEY_H", "rewind": "KEY_R",
    "toggle_fullscreen": "KEY_F", "hold_slowmotion": "KEY_E", "shader_next": "KEY_M", "shader_prev": "KEY_N",
  ]

  /// A key of the keyboard: `retrok_f1`.
  private static func key(_ word: String) -> String? {
    let prefix = "retrok_"
    guard word.hasPrefix(prefix), word.count > prefix.count else { return nil }
    let name = word.dropFirst(prefix.count).uppercased()
    return KeyboardKey("KEY_" + (keys[name] ?? name))?.name
  }

  /// Names of keys that the kernel calls differently.
  private static let keys: [String: String] = {
    var keys = [
      "ESCAPE": "ESC", "RETURN": "ENTER", "EQUALS": "EQUAL", "BACKQUOTE": "GRAVE", "QUOTE": "APOSTROPHE",
      "PERIOD": "DOT", "LEFTBRACKET": "LEFTBRACE", "RIGHTBRACKET": "RIGHTBRACE", "DEL": "DELETE",
      "PAGE_UP": "PAGEUP", "PAGE_DOWN": "PAGEDOWN", "SHIFT": "LEFTSHIFT", "RSHIFT": "RIGHTSHIFT",
      "CTRL": "LEFTCTRL", "RCTRL": "RIGHTCTRL", "ALT": "LEFTALT", "RALT": "RIGHTALT",
    ]
    for digit in 0...9 { (keys["NUM\(digit)"], keys["KEYPAD\(digit)"]) = ("\(digit)", "KP\(digit)") }
    return keys
  }()
}
