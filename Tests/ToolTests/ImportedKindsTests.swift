import Configuration
import LayoutImport
import TestSupport
import Testing

/// What a text in another program's format becomes.
struct Imported {
  let layout: ImportedLayout
  /// The tables of the profile, each in one line: `button output = "A" region = ...`.
  let tables: [String]
  var warnings: [String] { layout.diagnostics.map(\.sentence) }

  init(_ text: String, page: String? = nil) {
    layout = ImportedLayout(Array(text.utf8), file: "t", page: page)
    tables = (layout.profile ?? "").split(separator: "\n\n").dropFirst().map { table in
      table.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: " ")
        .replacing("[[", with: "").replacing("]]", with: "")
    }
  }

  /// The outputs of the buttons, in the order of the file.
  var outputs: [String] {
    (layout.profile ?? "").split(separator: "\n").filter { $0.hasPrefix("output = ") }.map {
      String($0.dropFirst("output = ".count))
    }
  }

  func count(_ kind: String) -> Int { tables.count { $0.hasPrefix(kind + " ") } }
}

@Suite("Winlator's and Delta's controls")
struct ImportedControlTests {
  private func winlator(_ type: String, _ bindings: String) -> Imported {
    let list = bindings.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ",")
    return Imported(
      #"{"elements": [{"type": "\#(type)", "shape": "CIRCLE", "bindings": [\#(list)], "scale": 1, "x": 0.2, "y": 0.6}]}"#
    )
  }

  @Test(
    "A direction pad or a stick of arrow keys becomes eight buttons, which hold two keys in the diagonals",
    arguments: ["D_PAD", "STICK", "TRACKPAD"])
  func arrows(_ type: String) {
    let imported = winlator(type, "KEY_UP KEY_RIGHT KEY_DOWN KEY_LEFT")
    #expect(
      imported.outputs == [
        #""KEY_UP""#, #""KEY_RIGHT""#, #""KEY_DOWN""#, #""KEY_LEFT""#, #"["KEY_UP", "KEY_RIGHT"]"#,
        #"["KEY_DOWN", "KEY_RIGHT"]"#, #"["KEY_DOWN", "KEY_LEFT"]"#, #"["KEY_UP", "KEY_LEFT"]"#,
      ])
    #expect(imported.warnings.count == (type == "TRACKPAD" ? 1 : 0))
  }

  @Test("A comma after the last value or member is no error, as for other readers of JSON")
  func trailingCommas() {
    let plain = winlator("BUTTON", "GAMEPAD_BUTTON_A")
    let commas = Imported(
      #"{"elements": [{"type": "BUTTON", "shape": "CIRCLE", "bindings": ["GAMEPAD_BUTTON_A",], "scale": 1, "x": 0.2, "y": 0.6,},],}"#
    )
    #expect(plain.tables.count == 1 && commas.tables == plain.tables && commas.outputs == plain.outputs)
  }

  @Test("A direction pad with a trigger, with nothing, or with other kinds of outputs keeps what it has")
  func mixed() {
    let trigger = winlator("D_PAD", "GAMEPAD_BUTTON_A GAMEPAD_BUTTON_R2 GAMEPAD_BUTTON_B GAMEPAD_BUTTON_L2")
    #expect(trigger.outputs.prefix(4) == [#""A""#, #""RT""#, #""B""#, #""LT""#])
    #expect(trigger.tables.count == 8 && trigger.warnings.isEmpty)
    let two = winlator("D_PAD", "NONE KEY_RIGHT NONE KEY_LEFT")
    #expect(two.outputs.count == 6 && Set(two.outputs) == [#""KEY_RIGHT""#, #""KEY_LEFT""#])
    #expect(two.warnings.isEmpty)
    let half = winlator(
      "STICK", "GAMEPAD_LEFT_THUMB_UP KEY_RIGHT GAMEPAD_DPAD_DOWN GAMEPAD_LEFT_THUMB_LEFT")
    #expect(half.outputs.prefix(4) == [#""left.y-""#, #""KEY_RIGHT""#, #""Down""#, #""left.x-""#])
    #expect(winlator("D_PAD", "NONE NONE NONE NONE").layout.profile == nil)
    #expect(winlator("D_PAD", "KEY_UP KEY_DOWN").layout.profile == nil)
  }

  @Test("The pad's own direction pad and its sticks stay one control")
  func whole() {
    let way = ["UP", "RIGHT", "DOWN", "LEFT"]
    let pad = winlator("D_PAD", way.map { "GAMEPAD_DPAD_\($0)" }.joined(separator: " "))
    #expect(pad.tables.count == 1 && pad.count("dpad") == 1)
    let stick = winlator("STICK", way.map { "GAMEPAD_RIGHT_THUMB_\($0)" }.joined(separator: " "))
    #expect(stick.tables.count == 1 && stick.count("stick") == 1)
  }

  @Test("The guide button has several names", arguments: ["GUIDE", "HOME", "MODE"])
  func guide(_ word: String) {
    #expect(winlator("BUTTON", "GAMEPAD_BUTTON_\(word)").outputs == [#""Guide""#])
  }

  @Test(
    "Skins for Sega's machines have six buttons by their places, whoever's format it is",
    arguments: [
      "com.rileytestut.delta.game.genesis", "public.aoshuang.game.md", "public.aoshuang.game.mcd",
      "public.aoshuang.game.32x", "public.aoshuang.game.ss", "org.provenance.Mega_Drive",
    ])
  func sega(_ game: String) {
    let words = ["a", "b", "c", "x", "y", "z", "mode", "l", "r"]
    let imported = skin(game, words.map { #"["\#($0)"]"# })
    #expect(
      imported.outputs == ["X", "A", "B", "LB", "Y", "RB", "Back", "LT", "RT"].map { "\"\($0)\"" })
    #expect(imported.warnings.count == 1)
  }

  @Test("Other skins have Nintendo's letters by their places, and directions of any outputs")
  func other() {
    #expect(skin("public.aoshuang.game.gba", [#"["a"]"#, #"["b"]"#]).outputs == [#""B""#, #""A""#])
    let keys = skin(
      "public.aoshuang.game.md", [#"{"up": "z", "right": "l", "down": "menu", "left": "mode"}"#])
    #expect(keys.outputs.prefix(4) == [#""RB""#, #""LT""#, #""KEY_F1""#, #""Back""#])
    let pad = skin(
      "public.aoshuang.game.md", [#"{"up": "up", "right": "right", "down": "down", "left": "left"}"#])
    #expect(pad.count("dpad") == 1)
  }

  private func skin(_ game: String, _ inputs: [String]) -> Imported {
    let items = inputs.enumerated().map { index, inputs in
      #"{"inputs": \#(inputs), "frame": {"x": \#(index * 60), "y": 100, "width": 50, "height": 50}}"#
    }
    return Imported(
      #"{"gameTypeIdentifier": "\#(game)", "representations": {"iphone": {"standard": {"landscape": "#
        + #"{"mappingSize": {"width": 667, "height": 375}, "items": [\#(items.joined(separator: ","))]}}}}}"#)
  }
}
