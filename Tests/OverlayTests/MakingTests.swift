import Configuration
import EventPipeline
import JoystickModel
import TestSupport
import Testing

@testable import touchstick_overlay

extension Hand {
  /// Presses the cell with this label, which must be there.
  fileprivate mutating func mustPress(_ label: String) throws {
    guard press(label) else { throw Missing(what: "the cell \(label)") }
  }
}

@Suite("Making a layout by touches")
struct MakingTests {
  private static let button =
    "[[button]]\noutput = \"A\"\nregion = { center = [\"170mm\", \"80mm\"], radius = \"8mm\" }\n"

  /// Opens the menu of ``button``.
  private func onButton(_ text: String = button) throws -> Hand {
    var hand = try Hand(text)
    hand.tap(170, 80)
    return hand
  }

  @Test("Add has a cell for each kind of control, and each can be added on screens of all sizes")
  func kinds() throws {
    for (width, height) in [(65.0, 140.0), (140, 65), (345, 195)] {
      let text = "[[button]]\noutput = \"Guide\"\nregion = { x = 0, y = 0, width = 9, height = 9 }\n"
      var all = try Hand(text, width: width, height: height)
      for kind in ConfigurationTable.kindsOfControls {
        var hand = try Hand(text, width: width, height: height)
        hand.press("Add")
        try hand.mustPress(kind.rawValue)
        #expect(hand.text.hasPrefix(text + "\n\(kind.heading)\n"), "\(hand.text)")
        #expect(hand.editor.selected?.table == 1 && hand.editor.page == .control)
        #expect(hand.editor.warnings.isEmpty, "\(kind): \(hand.editor.warnings)")
        let outline = try #require(hand.editor.selected?.outline.bounds)
        // Larger ones have no room beside the bar on a phone.
        #expect(outline.height > 20 || !outline.overlaps(hand.editor.bar.area), "\(kind)")
        hand.press("Close")
        hand.press("Undo")
        #expect(hand.text == text)
        // Beside all others of all kinds.
        all.press("Add")
        all.press(kind.rawValue)
        #expect(all.editor.selected != nil, "\(all.said)")
        all.press("Close")
      }
      #expect(all.editor.tables.count == ConfigurationTable.kindsOfControls.count + 1)
    }
  }

  @Test(
    "a new control has the output that no other has, a free place and a free name, measured from the nearest edges"
  )
  func new() throws {
    var hand = try Hand(Self.button)
    hand.press("Add")
    hand.press("button")
    let first = "\n[[button]]\noutput = \"B\"\nregion = { center = [\"50%\", \"50%\"], radius = \"8mm\" }\n"
    #expect(hand.text == Self.button + first)
    hand.drag((100, 50), to: (117, 61))
    hand.press("Add")
    hand.press("stick")
    hand.press("Close")
    hand.press("Add")
    hand.press("stick")
    #expect(hand.text.contains("target = \"left\"") && hand.text.hasSuffix("radius = \"12mm\" }\n"))
    #expect(hand.text.contains("target = \"right\""))
    var pads = try Hand("[[dpad]]\nregion = { x = 0, y = 70, width = 30, height = 30 }\n")
    pads.press("Add")
    pads.press("dpad")
    #expect(pads.text.contains("\n\n[[dpad]]\nname = \"dpad 2\"\nregion = "), "\(pads.text)")
  }

  @Test("a new control comes before a large one that it covers, and above the comments of that")
  func covered() throws {
    let stick =
      "# Everywhere.\n[[stick]]\ntarget = \"left\"\nregion = { x = 0, y = 0, width = \"100%\", height = \"100%\" }\n"
    var hand = try Hand("description = \"mine\"\n\n" + stick)
    hand.press("Add")
    hand.press("button")
    #expect(hand.text.hasPrefix("description = \"mine\"\n\n[[button]]\noutput = \"A\"\nregion = "))
    #expect(hand.text.hasSuffix("\n\n" + stick) && hand.editor.selected?.table == 0, "\(hand.text)")
    var windows = try Hand(stick.replacing("\n", with: "\r\n"))
    windows.press("Add")
    windows.press("button")
    #expect(windows.text.hasPrefix("[[button]]\r\noutput = \"A\"\r\n"))
    #expect(windows.text.hasSuffix("\r\n\r\n" + stick.replacing("\n", with: "\r\n")))
    var inline = try Hand(
      "button = [{ output = \"A\", region = { x = 0, y = 0, width = 20, height = 20 } }]\n")
    inline.press("Add")
    inline.press("button")
    #expect(inline.said.hasSuffix("edit the file instead"))
  }

  @Test("a new control is for the layer that is shown, and for the orientation, if others are")
  func place() throws {
    var hand = try Hand(
      "[[button]]\noutput = \"A\"\nlayer = \"run\"\nwhen = \"landscape\"\nregion = { x = 10, y = 60, width = 20, height = 20 }\n"
    )
    hand.press("Add")
    hand.press("button")
    #expect(
      hand.text.contains("output = \"B\"\nwhen = \"landscape\"\nlayer = \"run\"\nregion"), "\(hand.text)")
    hand.press("In: run")
    #expect(hand.text.contains("output = \"B\"\nwhen = \"landscape\"\nregion"), "\(hand.text)")
    hand.press("In: all")
    #expect(hand.editor.table?.layer == "run")
  }

  @Test("a button becomes a toggle, and gets a turbo; both can go again")
  func modes() throws {
    var hand = try onButton()
    hand.press("Mode: hold")
    #expect(hand.text == Self.button.replacing("]]\n", with: "]]\nmode = \"toggle\"\n"))
    hand.press("Mode: toggle")
    #expect(hand.text == Self.button)
    for (label, frequency) in [("none", "8"), ("8 Hz", "12"), ("12 Hz", "20")] {
      try hand.mustPress("Turbo: \(label)")
      #expect(hand.text == Self.button.replacing("]]\n", with: "]]\nturbo = \"\(frequency)Hz\"\n"))
    }
    hand.press("Turbo: 20 Hz")
    #expect(hand.text == Self.button)
    // A comment stays, and another frequency goes on to the next.
    hand = try onButton(Self.button.replacing("output", with: "turbo = 10 # fast\noutput"))
    hand.press("Turbo: 10 Hz")
    hand.press("Turbo: 12 Hz")
    hand.press("Turbo: 20 Hz")
    #expect(hand.text == Self.button.replacing("output", with: "# fast\noutput"))
  }

  @Test("a key goes from an inline table with its comma", arguments: ["turbo = 20, region", "region"])
  func inline(_ keys: String) throws {
    let region = "region = { x = 10, y = 60, width = 20, height = 20 }"
    let before = "button = [{ output = \"A\", \(region) }]\n"
    let text =
      keys == "region"
      ? before.replacing(region, with: "\(region), turbo = 20") : before.replacing("region", with: keys)
    var hand = try Hand(text)
    hand.tap(20, 70)
    hand.press("Turbo: 20 Hz")
    #expect(hand.text == before, "\(hand.text)")
  }

  @Test("a button presses several outputs, of the pad and keys, and changes layers")
  func outputs() throws {
    var hand = try onButton()
    hand.press("+ Output")
    hand.press("LB")
    #expect(hand.editor.bar.cells.filter(\.isChosen).map(\.label) == ["A", "LB"])
    while !hand.editor.bar.cells.contains(where: { $0.label == "KEY_F5" }) { try hand.mustPress("›") }
    hand.press("KEY_F5")
    #expect(hand.text == Self.button.replacing("\"A\"", with: "[\"A\", \"LB\", \"KEY_F5\"]"))
    while hand.editor.bar.cells.first(where: { $0.label == "‹" })?.isEnabled == true { hand.press("‹") }
    hand.press("A")
    hand.press("LB")
    #expect(hand.text == Self.button.replacing("A", with: "KEY_F5"))
    while hand.editor.bar.cells.first(where: { $0.label == "›" })?.isEnabled == true { hand.press("›") }
    #expect(hand.editor.bar.cells.contains { $0.label == "KEY_FASTFORWARD" })
    hand.press("Close")
    hand.press("Output")
    try hand.mustPress("menu")
    #expect(hand.text == Self.button.replacing("A", with: "menu"))
    #expect(
      !["KEY_A", "KEY_ENTER", "next layer"].contains { hand.editor.table?.outputs.contains($0) == true })
    let layers = ["run", "fight"].map {
      "[[button]]\noutput = \"X\"\nlayer = \"\($0)\"\nregion = { x = 10, y = 60, width = 20, height = 20 }\n"
    }
    hand = try onButton(Self.button + layers.joined())
    hand.press("Output")
    hand.press("›")
    try hand.mustPress("show fight")
    #expect(hand.text == Self.button.replacing("A", with: "show fight") + layers.joined())
  }

  @Test("the last output of a button cannot go")
  func lastOutput() throws {
    var hand = try onButton()
    hand.press("+ Output")
    hand.press("A")
    #expect(hand.text == Self.button && hand.said == "A button presses at least one output.")
  }

  @Test("Smaller and Larger change the size by 1 mm around the middle, which the title shows")
  func sizes() throws {
    var hand = try onButton()
    #expect(hand.editor.bar.lines.first?.text == "“A”, 16 mm")
    hand.press("Larger")
    #expect(hand.text == Self.button.replacing("8mm", with: "8.5mm"))
    #expect(hand.editor.bar.lines.first?.text == "“A”, 17 mm")
    for _ in 1...20 { hand.press("Smaller") }
    #expect(hand.text == Self.button.replacing("8mm", with: "3mm"))
    var area = try Hand("[[button]]\noutput = \"A\"\nregion = { x = 20, y = 60, width = 40, height = 20 }\n")
    area.tap(40, 70)
    area.press("Larger")
    #expect(area.text.contains("x = 19.5, y = 59.75, width = 41, height = 20.5"), "\(area.text)")
    #expect(area.editor.bar.lines.first?.text == "“A”, 41 mm x 20.5 mm")
  }

  @Test("Anchor measures places from the nearest edges; the control stays where it is")
  func anchor() throws {
    var hand = try onButton()
    let before = hand.editor.selected
    hand.press("Anchor")
    #expect(hand.text == Self.button.replacing("170mm\", \"80mm", with: "100% - 30mm\", \"100% - 20mm"))
    #expect(hand.editor.selected == before && hand.said.hasPrefix("It is measured"))
    let stick =
      "[[stick]]\ntarget = \"left\"\ncenter = [\"50%\", 80]\nregion = { x = \"10%\", y = \"50%\", width = 150, height = \"50%\" }\n"
    var other = try Hand(stick)
    other.tap(40, 70)
    other.press("Anchor")
    #expect(
      other.text
        == stick.replacing("80]", with: "\"100% - 20mm\"]").replacing(
          "\"10%\", y = \"50%\"", with: "\"20mm\", y = \"100% - 50mm\""),
      "\(other.text)")
  }

  @Test("a second down of a finger, or another after a rest, ends what the first did")
  func lostFinger() throws {
    var hand = try onButton()
    hand.press("Close")
    let add = try #require(hand.editor.bar.cells.first { $0.label == "Add" }).area.center
    // The lift of a tap is lost. The user taps again.
    hand.touch(.began(add))
    hand.press("Add")
    #expect(hand.editor.page == .kinds)
    hand.press("Close")
    hand.touch(.began(Point(x: 170, y: 80)), by: 1)
    hand.touch(.moved(Point(x: 150, y: 70)), by: 1)
    let moved = hand.text
    #expect(moved != Self.button)
    hand.time += 3_000_001
    hand.press("Add")
    #expect(hand.editor.page == .kinds && hand.text == moved)
    hand.touch(.moved(Point(x: 20, y: 20)), by: 1)
    hand.touch(.ended, by: 1)
    hand.press("Close")
    hand.press("Undo")
    #expect(hand.text == Self.button && !hand.editor.canUndo)
    // In time, a second finger does not end the first.
    hand.touch(.began(Point(x: 170, y: 80)), by: 1)
    hand.time += 2_900_000
    hand.touch(.began(Point(x: 176, y: 80)), by: 2)
    hand.touch(.moved(Point(x: 180, y: 80)), by: 2)
    #expect(hand.text == Self.button.replacing("8mm\" }", with: "10mm\" }"), "\(hand.text)")
  }

  @Test("Try hands touches to the controls, which work by themselves, and changes nothing")
  func trial() throws {
    let turbo = Self.button.replacing("output", with: "turbo = 10\noutput")
    let stick = "[[stick]]\ntarget = \"left\"\nregion = { x = 0, y = 50, width = 50, height = 50 }\n"
    var hand = try Hand(turbo + stick)
    hand.press("Try")
    #expect(hand.editor.trialDeadline == nil)
    hand.touch(.began(Point(x: 170, y: 80)), by: 1)
    #expect(hand.editor.trial?.gamepadState.buttons == 1 && hand.editor.bar.lines.first?.text == "A")
    hand.time = try #require(hand.editor.trialDeadline)
    hand.editor.advanceTrial(to: hand.time)
    #expect(hand.editor.trial?.gamepadState.buttons == 0)
    // A thumb that rests for longer than fingers of the editor may.
    hand.touch(.began(Point(x: 25, y: 75)), by: 2)
    hand.time += 4_000_000
    hand.touch(.ended, by: 1)
    hand.touch(.moved(Point(x: 40, y: 75)), by: 2)
    #expect(
      hand.editor.trial?.gamepadState.leftStick.x ?? 0 > 0 && hand.editor.bar.lines.first?.text == "left")
    // A down of the same finger, whose lift was lost, and then no finger.
    hand.touch(.began(Point(x: 170, y: 80)), by: 2)
    #expect(hand.editor.bar.lines.first?.text == "A")
    hand.touch(.cancelled)
    #expect(hand.editor.bar.lines.first?.text.hasPrefix("Try") == true)
    hand.press("Close")
    #expect(hand.editor.trial == nil && hand.text == turbo + stick && !hand.editor.canUndo)
    hand.press("Try")
    hand.editor.size = SurfaceSize(width: 100, height: 200)
    #expect(hand.editor.trial == nil && hand.editor.page == .actions)
  }

  @Test("names have small letters, too")
  func letters() throws {
    var hand = try onButton()
    hand.press("Name")
    for cell in ["del", "J", "abc", "u", "m", "p", "space", "2", "OK"] { try hand.mustPress(cell) }
    #expect(hand.text.contains("name = \"Jump 2\""))
  }

  @Test("Save as asks for a profile of another name, which is edited from then on")
  func saveAs() throws {
    var hand = try Hand(Self.button)
    hand.press("Save as")
    for cell in ["del", "del", "del", "del", "m", "y", "-", "1"] { hand.press(cell) }
    hand.press("OK")
    #expect(hand.requests == [.saveAs("my-1")])
    hand.editor.reportSaved("Saved.", as: "my-1")
    #expect(hand.editor.bar.lines.first?.text.hasPrefix("Editing “my-1”") == true && hand.said == "Saved.")
  }

  @Test(
    "a name that is none is refused with a sentence",
    arguments: ["", " a", "a ", ".a", "-a", "a/b", "auto", "phone", String(repeating: "a", count: 61)])
  func badNames(_ name: String) {
    #expect(EditedProfile.refusal(ofName: name, among: ["phone"])?.hasSuffix(".") == true)
    #expect(EditedProfile.refusal(ofName: "my pad-2", among: ["phone"]) == nil)
  }

  @Test("warnings and errors name controls, and no lines")
  func names() throws {
    let stick = "[[stick]]\ntarget = \"left\"\nregion = { x = 0, y = 60, width = 30, height = 30 }\n"
    let hand = try Hand(
      Self.button.replacing("output", with: "name = \"jump\"\nvalue = 0.5\noutput")
        + Self.button.replacing("\"A\"", with: "\"B\"") + stick)
    #expect(hand.editor.warnings.contains { $0.hasPrefix("\"jump\": value has no effect here") })
    #expect(
      hand.editor.warnings.contains { $0.hasPrefix("the button \"jump\" covers \"B\"") },
      "\(hand.editor.warnings)")
    #expect(!hand.editor.warnings.contains { $0.contains("line") })
    let other = try Hand(
      Self.button.replacing("output", with: "name = \"a line 1\"\npress_margin = \"90mm\"\noutput"))
    #expect(other.editor.warnings.contains { $0.contains("\"a line 1\"") }, "\(other.editor.warnings)")
    var sticks = try Hand(stick + stick.replacing("left", with: "right").replacing("x = 0", with: "x = 160"))
    sticks.tap(170, 70)
    sticks.press("Output")
    sticks.press("left")
    #expect(sticks.said.hasPrefix("\"left\" already moves the left stick"), "\(sticks.said)")
  }

  @Test("the bar starts where no control is")
  func startOfBar() throws {
    func bar(_ y: Double) throws -> Rectangle {
      let text = try ProfileText(
        Array(
          "[[button]]\noutput = \"A\"\nregion = { x = 90, y = \(Int(y)), width = 20, height = 10 }\n".utf8),
        file: "")
      return try LayoutEditor(text, name: "", size: SurfaceSize(width: 200, height: 100)).bar.area
    }
    let usual = try bar(80)
    #expect(usual.y == 30)
    let other = try bar(35)
    #expect(other.y + other.height <= 35 || other.y >= 45 || other.x >= 110)
  }
}
