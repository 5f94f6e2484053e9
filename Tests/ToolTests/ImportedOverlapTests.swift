import Configuration
import EventPipeline
import JoystickModel
import LayoutImport
import TestSupport
import Testing

/// Texts of other programs with a few controls.
private enum Source {
  static func retroArch(_ controls: [String], _ more: String = "") -> Imported {
    let lines = controls.enumerated().map { "overlay0_desc\($0.offset) = \"\($0.element)\"" }
    return Imported(
      "overlays = 1\noverlay0_normalized = true\n\(lines.joined(separator: "\n"))\n\(more)")
  }

  /// Elements of Winlator: a type, a shape, what it does, its place and its scale.
  static func winlator(_ elements: [(String, String, String, Double, Double, Double)]) -> Imported {
    let list = elements.map { type, shape, bindings, x, y, scale in
      let words = bindings.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ",")
      return
        #"{"type": "\#(type)", "shape": "\#(shape)", "bindings": [\#(words)], "scale": \#(scale), "x": \#(x), "y": \#(y)}"#
    }
    return Imported(#"{"elements": [\#(list.joined(separator: ","))]}"#)
  }

  /// Items of an upright skin: the inputs, the middle and half of the width.
  static func delta(_ items: [(String, Int, Int, Int)]) -> Imported {
    let list = items.map { inputs, x, y, half in
      #"{"inputs": \#(inputs), "frame": {"x": \#(x - half), "y": \#(y - half), "width": \#(2 * half), "height": \#(2 * half)}}"#
    }
    return Imported(
      #"{"gameTypeIdentifier": "com.rileytestut.delta.game.n64", "representations": {"iphone": {"standard": {"portrait": "#
        + #"{"mappingSize": {"width": 400, "height": 400}, "items": [\#(list.joined(separator: ","))]}}}}}"#)
  }
}

extension Imported {
  /// What a finger does that lands on a phone and stays, by what the pad then shows.
  fileprivate func pad(
    _ x: Double, _ y: Double, to end: (x: Double, y: Double)? = nil, isUpright: Bool = false
  )
    throws -> GamepadState
  {
    var layout = try layout(isUpright: isUpright)
    let (width, height) = (layout.surface.width, layout.surface.height)
    layout.apply(
      ContactEvent(id: ContactID(1), phase: .began, position: Point(x: x * width, y: y * height)), time: 0)
    if let end {
      layout.apply(
        ContactEvent(id: ContactID(1), phase: .moved, position: Point(x: end.x * width, y: end.y * height)),
        time: 10_000)
    }
    return layout.gamepadState
  }

  private func layout(isUpright: Bool) throws -> Layout {
    let settings = try Settings.parse(
      profile: Array(try #require(self.layout.profile).utf8), file: "t")
    return try settings.layout(
      width: isUpright ? 65 : 140, height: isUpright ? 140 : 65, deviceClass: .touchscreen)
  }
}

@Suite("Controls on top of others, and in the same place")
struct ImportedOverlapTests {
  @Test("A stick in front of or behind a larger direction pad gets the touches in its region")
  func stickInPad() throws {
    let controls = ["dpad_area,0.2,0.6,radial,0.15,0.28", "analog_left,0.2,0.6,radial,0.05,0.09"]
    for order in [controls, controls.reversed()] {
      let imported = Source.retroArch(order)
      #expect(try imported.pad(0.2, 0.6, to: (0.3, 0.6)).leftStick.x > 29_000)
      #expect(try imported.pad(0.2, 0.8).hatY == 1)
    }
    // The buttons that a direction pad became are as large as it.
    let keys = Source.retroArch(controls, "overlay0_desc0_up = a|b\n")
    #expect(keys.tables.count == 9)
    #expect(try keys.pad(0.2, 0.515, to: (0.3, 0.6)).leftStick.x > 29_000)
    let upright = Source.retroArch(
      ["dpad_area,0.3,0.8,rect,0.25,0.14", "analog_right,0.3,0.8,rect,0.1,0.06"],
      "overlay0_name = portrait\n")
    #expect(try upright.pad(0.3, 0.8, to: (0.3, 0.9), isUpright: true).rightStick.y != 0)
  }

  @Test("An exclusive control gets the touches, also where a smaller one is")
  func exclusive() throws {
    let controls = ["analog_left,0.2,0.6,radial,0.05,0.09", "dpad_area,0.2,0.6,radial,0.15,0.28"]
    let imported = Source.retroArch(controls, "overlay0_desc1_exclusive = true\n")
    #expect(try imported.pad(0.2, 0.6, to: (0.3, 0.6)).leftStick.x == 0)
    #expect(imported.tables.first?.hasPrefix("dpad") == true)
  }

  @Test("In other formats, too, the smaller control comes first, and what does not overlap keeps its order")
  func otherFormats() throws {
    let way = ["UP", "RIGHT", "DOWN", "LEFT"]
    let pad = way.map { "GAMEPAD_DPAD_\($0)" }.joined(separator: " ")
    let stick = way.map { "GAMEPAD_LEFT_THUMB_\($0)" }.joined(separator: " ")
    let winlator = Source.winlator([
      ("D_PAD", "CIRCLE", pad, 0.2, 0.6, 1.6), ("STICK", "CIRCLE", stick, 0.2, 0.6, 0.7),
      ("BUTTON", "CIRCLE", "GAMEPAD_BUTTON_A", 0.8, 0.6, 1),
    ])
    #expect(winlator.tables.map { $0.prefix { $0 != " " } } == ["button", "stick", "dpad"])
    let delta = Source.delta([
      (#"["a"]"#, 300, 200, 80), (#"["b"]"#, 300, 200, 20), (#"["start"]"#, 60, 350, 20),
    ])
    #expect(delta.outputs == ["\"X\"", "\"A\"", "\"Start\""])
    // A direction pad of the kit on a ring, twice as large, lies over its neighbours.
    let kit = Imported(
      #"{"content": {"right": {"outer": [{"type": "directionalPad", "scale": 2}, {"type": "button", "action": "gamepadA"}]}}}"#
    )
    #expect(kit.tables.map { $0.prefix { $0 != " " } } == ["button", "dpad"])
  }

  @Test("A click of the stick that covers it is pressed with it, and one in its middle with a tap")
  func clicks() throws {
    let stick = "analog_left,0.2,0.7,radial,0.07,0.12"
    let covered = Source.retroArch(["l3,0.2,0.7,rect,0.08,0.13", stick])
    #expect(covered.tables.count == 1 && covered.tables[0].contains(#"touch = "L3""#))
    #expect(try covered.pad(0.2, 0.7, to: (0.3, 0.7)).leftStick.x > 29_000)
    #expect(try covered.pad(0.2, 0.7).isDown(.leftThumb))
    let tapped = Source.retroArch([stick, "l3,0.2,0.7,radial,0.03,0.05"])
    #expect(tapped.tables.count == 1 && tapped.tables[0].contains(#"tap = "L3""#))
    #expect(tapped.warnings.isEmpty && tapped.layout.leftOut == 0)
    // Any button in the same place, in any format.
    let stickOfDelta =
      #"{"up": "analogStickUp", "right": "analogStickRight", "down": "analogStickDown", "left": "analogStickLeft"}"#
    let delta = Source.delta([(stickOfDelta, 100, 200, 60), (#"["z"]"#, 102, 198, 60)])
    #expect(delta.tables.count == 1 && delta.tables[0].contains(#"touch = "LT""#))
    // Elsewhere it is a button.
    let beside = Source.retroArch([stick, "l3,0.4,0.7,radial,0.03,0.05"])
    #expect(beside.tables.count == 2 && beside.count("button") == 1)
  }

  @Test("Buttons in the same place, or nearly, become one with all outputs")
  func sameButtons() {
    let same = Source.retroArch(["select,0.5,0.5,rect,0.05,0.05", "start,0.5,0.5,rect,0.05,0.05"])
    #expect(same.outputs == [#"["Back", "Start"]"#] && same.warnings.isEmpty && same.layout.leftOut == 0)
    let nearly = Source.retroArch(["x,0.8,0.6,radial,0.0417,0.0741", "x,0.8,0.6,radial,0.0455,0.0808"])
    #expect(nearly.outputs == [#""Y""#])
    let three = Source.retroArch([
      "l,0.5,0.5,rect,0.05,0.05", "l2,0.501,0.5,rect,0.05,0.05", "l3,0.5,0.501,rect,0.05,0.05",
    ])
    #expect(three.outputs == [#"["LB", "LT", "L3"]"#])
    let apart = Source.retroArch(["a,0.5,0.5,rect,0.05,0.05", "b,0.52,0.5,rect,0.05,0.05"])
    #expect(apart.outputs.count == 2)
    let winlator = Source.winlator([
      ("BUTTON", "CIRCLE", "GAMEPAD_BUTTON_A", 0.8, 0.6, 1),
      ("BUTTON", "CIRCLE", "GAMEPAD_BUTTON_R2", 0.8, 0.6, 1),
    ])
    #expect(winlator.outputs == [#"["A", "RT"]"#])
    #expect(
      Source.delta([(#"["a"]"#, 300, 200, 40), (#"["l"]"#, 300, 200, 40)]).outputs == [#"["A", "LB"]"#])
  }

  @Test("A button in the same place as the way to another page does both")
  func sameAsPage() {
    let page = "overlay0_desc1_next_target = two\noverlay1_name = two\noverlay1_normalized = true\n"
    let imported = Imported(
      "overlays = 2\noverlay0_name = one\noverlay0_normalized = true\n"
        + "overlay0_desc0 = \"overlay_next,0.5,0.5,rect,0.05,0.05\"\noverlay0_desc1 = \"select,0.5,0.5,rect,0.05,0.05\"\n"
        + page.replacing("desc1", with: "desc0")
        + "overlay1_desc0 = \"a,0.5,0.5,rect,0.05,0.05\"\n")
    #expect(imported.outputs == [#"["Back", "switch two"]"#, #""B""#])
  }

  @Test("A direction pad in the same place as a stick or a button becomes buttons that press both")
  func sameDirections() throws {
    let pad = "dpad_area,0.2,0.6,radial,0.1,0.18"
    let both = Source.retroArch([pad, "analog_left,0.2,0.6,radial,0.1,0.18"])
    #expect(both.outputs.prefix(2) == [#"["Up", "left.y-"]"#, #"["Right", "left.x+"]"#])
    #expect(both.tables.count == 8 && both.warnings.count == 1)
    let button = Source.retroArch([pad, "l2,0.2,0.6,radial,0.1,0.18"])
    #expect(button.outputs.first == #"["Up", "LT"]"#)
    let twoPads = Source.retroArch([pad, "dpad_area,0.2,0.6,rect,0.1,0.18"])
    #expect(twoPads.tables.count == 1 && twoPads.count("dpad") == 1 && twoPads.warnings.isEmpty)
    // The buttons of two crosses are merged before these are.
    let cross = [("up", 0.0, -0.1), ("right", 0.06, 0), ("down", 0, 0.1), ("left", -0.06, 0)]
    let axes = ["up": "l_y_minus", "right": "l_x_plus", "down": "l_y_plus", "left": "l_x_minus"]
    let twice = cross.flatMap { word, x, y in
      [word, axes[word] ?? ""].map { "\($0),\(0.2 + x),\(0.6 + y),rect,0.03,0.05" }
    }
    let crosses = Source.retroArch(twice)
    #expect(crosses.outputs.prefix(2) == [#"["Up", "left.y-"]"#, #"["Right", "left.x+"]"#])
    #expect(crosses.tables.count == 4)
  }
}

@Suite("More controls than a profile can have")
struct ImportedLimitTests {
  /// Buttons of a page, in rows.
  private func buttons(_ page: Int, from first: Int, _ words: [String]) -> String {
    zip(first..., words).map { index, word in
      "overlay\(page)_desc\(index) = \"\(word),\(0.02 + 0.03 * Double(index % 30)),\(0.1 + 0.06 * Double(index / 30)),"
        + "rect,0.01,0.02\"\n"
    }.joined()
  }

  private func page(_ index: Int, _ name: String, to target: String) -> String {
    "overlay\(index)_name = \(name)\noverlay\(index)_normalized = true\n"
      + "overlay\(index)_desc0 = \"overlay_next,0.5,0.9,rect,0.03,0.05\"\noverlay\(index)_desc0_next_target = \(target)\n"
  }

  @Test("A layer that is left out because of the limit has one warning, with this cause")
  func cause() {
    let imported = Imported(
      "overlays = 2\n" + page(0, "one", to: "two") + page(1, "two", to: "one")
        + buttons(0, from: 1, Array(repeating: "a", count: 100))
        + buttons(1, from: 1, Array(repeating: "b", count: 40)))
    #expect(
      imported.warnings.count == 1 && imported.warnings[0].contains("a profile can have at most 127 controls")
    )
    #expect(imported.layout.count == 100 && !(imported.layout.profile ?? "").contains("switch"))
  }

  @Test("Pages of keys are left out before the page with the pad, and buttons lead past them")
  func keyboards() throws {
    let keys = (1...12).map { "retrok_f\($0)" }
    let imported = Imported(
      "overlays = 3\n" + page(0, "main", to: "more") + page(1, "more", to: "pad") + page(2, "pad", to: "main")
        + buttons(0, from: 1, (0..<60).map { keys[$0 % 12] })
        + buttons(1, from: 1, (0..<60).map { keys[$0 % 12] })
        + buttons(2, from: 3, Array(repeating: "a", count: 30))
        + "overlay2_desc1 = \"dpad_area,0.2,0.6,radial,0.1,0.18\"\noverlay2_desc2 = \"l2,0.9,0.6,rect,0.05,0.05\"\n"
    )
    #expect(imported.count("dpad") == 1 && imported.outputs.contains(#""LT""#))
    #expect(imported.outputs.contains(#""switch pad""#) && imported.outputs.contains(#""switch main""#))
    #expect(!(imported.layout.profile ?? "").contains("more"))
    let chain = ["switch pad", "switch main"].map { word in imported.tables.filter { $0.contains(word) } }
    #expect(chain.map(\.count) == [1, 1] && chain[0][0].contains("layer = \"main\""))
    #expect(imported.warnings.count == 1 && imported.warnings[0].contains("the layer \"more\" is left out"))
  }

  @Test("On one page, keys are left out before buttons, and these before direction pads, sticks and triggers")
  func onePage() {
    let imported = Imported(
      "overlays = 1\noverlay0_normalized = true\n"
        + buttons(0, from: 0, Array(repeating: "retrok_f5", count: 60))
        + buttons(0, from: 60, Array(repeating: "a", count: 130))
        + "overlay0_desc190 = \"dpad_area,0.2,0.8,radial,0.1,0.18\"\n"
        + "overlay0_desc191 = \"analog_right,0.6,0.8,radial,0.05,0.09\"\noverlay0_desc192 = \"r2,0.9,0.6,rect,0.05,0.05\"\n"
    )
    #expect(imported.layout.count == 128 && imported.layout.leftOut == 65)
    #expect(
      imported.count("dpad") == 1 && imported.count("stick") == 1 && imported.outputs.contains(#""RT""#))
    #expect(imported.outputs.count { $0 == #""KEY_F5""# } == 1)
    #expect(
      imported.warnings.count == 1
        && imported.warnings[0].hasSuffix("keys, and then buttons, are left out, from here on"))
  }

  @Test("Elements of Winlator, too, keep the stick at the end of the file")
  func winlator() {
    let button =
      #"{"type": "BUTTON", "shape": "CIRCLE", "scale": 0.2, "bindings": ["KEY_F1"], "x": X, "y": 0.1}"#
    let buttons = (0..<140).map { button.replacing("X", with: "\(0.01 + 0.007 * Double($0))") }
    let stick =
      #"{"type": "STICK", "bindings": ["GAMEPAD_LEFT_THUMB_UP", "GAMEPAD_LEFT_THUMB_RIGHT", "GAMEPAD_LEFT_THUMB_DOWN", "#
      + #""GAMEPAD_LEFT_THUMB_LEFT"], "x": 0.2, "y": 0.7}"#
    let imported = Imported(#"{"elements": [\#((buttons + [stick]).joined(separator: ","))]}"#)
    #expect(imported.layout.count == 128 && imported.count("stick") == 1)
  }
}

@Suite("Files that stand in for layouts")
struct ImportedPlaceholderTests {
  private static let pointer =
    "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "0a", count: 32))\nsize 48213\n"

  @Test(
    "A Git LFS pointer is refused as one, whatever format it should have", arguments: LayoutFormat.allCases)
  func pointers(_ format: LayoutFormat) {
    for chosen in [nil, format] {
      let layout = ImportedLayout(Array(Self.pointer.utf8), file: "t.deltaskin", format: chosen)
      #expect(
        layout.diagnostics.map(\.sentence) == [
          "t.deltaskin: this is a Git LFS pointer, which stands in for the file in a repository; download the raw file from "
            + "the repository's web page, or run git lfs pull there"
        ])
      #expect(layout.profile == nil)
    }
  }

  @Test("A web page is refused as one")
  func webPages() {
    let imported = Imported("\n<!DOCTYPE html>\n<html lang=\"en\"></html>")
    #expect(
      imported.warnings == ["t: this is a web page and not the file that it shows; download the raw file"])
  }
}
