import Configuration
import EventPipeline
import Foundation
import JoystickModel
import TestSupport
import Testing

@testable import touchstick_overlay

@Suite("Editing a layout by touches")
struct LayoutEditorTests {
  private static let text = """
    # Above.
    [[button]]   # the first
    output = "A"
    region = { center = ["100% - 20mm", "50%"], radius = "10mm" } # a circle

    # The second.
    [[button]]
    region = { x = 10, y = 20.5, width = "20mm", height = "10%" }
    output = "B"

    [[stick]]
    target = "left"
    region = { x = 40, y = 0, width = "40%", height = "100%" }
    """

  private func expect(_ hand: Hand, _ old: String, becomes new: String) {
    #expect(hand.text == Self.text.replacing(old, with: new), "\(hand.text)")
  }

  @Test("a drag changes only the place, in its units and from its edge")
  func move() throws {
    var hand = try Hand(Self.text)
    hand.drag((180, 50), to: (170.2, 58.2))
    expect(hand, "[\"100% - 20mm\", \"50%\"]", becomes: "[\"100% - 30mm\", \"50% + 8mm\"]")
    hand.press("Undo")
    #expect(hand.text == Self.text && !hand.editor.canUndo)
    hand.drag((20, 25), to: (25, 68.9))
    expect(hand, "x = 10, y = 20.5", becomes: "x = 15, y = 64")
  }

  @Test("parts snap to the edges and the middle of the surface, and to others")
  func snap() throws {
    var hand = try Hand(Self.text)
    hand.drag((20, 25), to: (11.5, 25))
    expect(hand, "x = 10, y = 20.5", becomes: "x = 0, y = 21")
    hand.touch(.began(Point(x: 10, y: 26)))
    hand.touch(.moved(Point(x: 29, y: 51)))
    // The right edge is at the stick's left one, and the middle is that of the surface.
    #expect(hand.editor.guides == [.vertical(40), .horizontal(50)])
    hand.touch(.ended)
    #expect(hand.editor.guides.isEmpty)
    expect(hand, "x = 10, y = 20.5", becomes: "x = 20, y = 45")
  }

  @Test("an edge and a rim resize")
  func resize() throws {
    var hand = try Hand(Self.text)
    hand.drag((180, 40.5), to: (180, 37.4))
    expect(hand, "radius = \"10mm\"", becomes: "radius = \"13mm\"")
    hand.press("Undo")
    // The lower right corner.
    hand.drag((30, 30), to: (34, 34.6))
    expect(hand, "width = \"20mm\", height = \"10%\"", becomes: "width = \"24mm\", height = \"10% + 4.5mm\"")
    // No side becomes too small to hit.
    hand.drag((10, 25), to: (90, 25))
    expect(
      hand, "x = 10, y = 20.5, width = \"20mm\", height = \"10%\"",
      becomes: "x = 28, y = 20.5, width = \"6mm\", height = \"10% + 4.5mm\"")
  }

  @Test(
    "look pads, sliders and wheels keep their keys when they are moved, and have outputs to choose from",
    arguments: [
      ("look", "sensitivity = 150 # mine\ntarget = \"right\"", "left"),
      ("slider", "output = \"triggers\"\nrelease = \"stay\"\ndirection = \"horizontal\"", "RT"),
      ("wheel", "range = \"900deg\"\noutput = \"left.x\"", "right.y"),
    ])
  func motion(_ table: String, _ keys: String, _ output: String) throws {
    let text = "[[\(table)]]\nregion = { x = 20, y = 12, width = 60, height = 30 }\n\(keys)\n"
    var hand = try Hand(text)
    hand.drag((50, 27), to: (63, 40))
    let moved = text.replacing("x = 20, y = 12", with: "x = 33, y = 25")
    #expect(hand.text == moved)
    hand.tap(63, 40)
    hand.press("Output")
    hand.press(output)
    let old = table == "look" ? "target = \"right\"" : table == "slider" ? "\"triggers\"" : "\"left.x\""
    let new = table == "look" ? "target = \"left\"" : "\"\(output)\""
    #expect(hand.text == moved.replacing(old, with: new))
  }

  @Test("two fingers pinch, and a lift of one ends it")
  func pinch() throws {
    var hand = try Hand(Self.text)
    hand.touch(.began(Point(x: 178, y: 50)), by: 1)
    hand.touch(.began(Point(x: 183, y: 50)), by: 2)
    hand.touch(.moved(Point(x: 170, y: 50)), by: 1)
    hand.touch(.moved(Point(x: 187, y: 50)), by: 2)
    expect(hand, "radius = \"10mm\"", becomes: "radius = \"16mm\"")
    hand.touch(.ended, by: 2)
    hand.touch(.moved(Point(x: 100, y: 50)), by: 1)
    hand.touch(.ended, by: 1)
    expect(hand, "radius = \"10mm\"", becomes: "radius = \"16mm\"")
    hand.press("Undo")
    #expect(hand.text == Self.text && !hand.editor.canUndo)
  }

  @Test("a second finger alone changes nothing, and a pinch adds whole millimetres", arguments: [12.3, 2.3])
  func pinchOfFraction(_ height: Double) throws {
    let text = "[[button]]\noutput = \"A\"\nregion = { x = 40, y = 20, width = 30.4, height = \(height) }\n"
    var hand = try Hand(text)
    hand.touch(.began(Point(x: 50, y: 21)), by: 1)
    hand.touch(.began(Point(x: 60, y: 21)), by: 2)
    hand.touch(.moved(Point(x: 60.3, y: 21)), by: 2)
    #expect(hand.text == text)
    hand.touch(.moved(Point(x: 62.2, y: 21)), by: 2)
    #expect(hand.text == text.replacing("x = 40", with: "x = 39").replacing("30.4", with: "32.4"))
  }

  @Test("touches that the compositor cancels change nothing")
  func cancel() throws {
    var hand = try Hand(Self.text)
    hand.touch(.began(Point(x: 180, y: 50)))
    hand.touch(.moved(Point(x: 150, y: 50)))
    #expect(hand.text != Self.text)
    hand.touch(.cancelled)
    #expect(hand.text == Self.text && !hand.editor.canUndo)
  }

  @Test("a base that is smaller than its region moves for itself, and gets the keys that it lacks")
  func base() throws {
    var hand = try Hand(Self.text)
    hand.drag((80, 50), to: (70, 61))
    expect(hand, "[[stick]]\n", becomes: "[[stick]]\ncenter = [\"70mm\", \"61mm\"]\n")
    hand.drag((79, 61), to: (83, 61))
    expect(
      hand, "[[stick]]\n", becomes: "[[stick]]\nradius = \"13mm\"\ncenter = [\"70mm\", \"61mm\"]\n")
    // The region and the base move together.
    hand.drag((110, 50), to: (120, 50))
    #expect(hand.text.contains("x = 50, y = 0") && hand.text.contains("center = [\"80mm\", \"61mm\"]"))
  }

  @Test(
    "a base that fills half of its region goes with the region", arguments: [(41.0, true), (39.0, false)])
  func filledRegion(_ width: Double, isOwn: Bool) throws {
    var hand = try Hand(
      "[[stick]]\ntarget = \"left\"\nradius = 10\nregion = { x = 40, y = 20, width = \(width), height = 20 }\n"
    )
    hand.drag((60, 30), to: (80, 60))
    #expect(hand.text.contains("center") == isOwn, "\(hand.text)")
  }

  @Test("a tap opens what can be done with a control")
  func menu() throws {
    var hand = try Hand(Self.text)
    hand.tap(180, 50)
    hand.press("Output")
    hand.press("LB")
    expect(hand, "output = \"A\"", becomes: "output = \"LB\"")
    hand.press("Name")
    for letter in ["del", "del", "J", "4"] { hand.press(letter) }
    hand.press("OK")
    expect(
      hand, "[[button]]   # the first\noutput = \"A\"",
      becomes: "[[button]]   # the first\nname = \"J4\"\noutput = \"LB\"")
    hand.press("Delete")
    #expect(hand.editor.selected == nil)
    let rest = Self.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(hand.text == (rest[..<1] + rest[4...]).joined(separator: "\n"))
    for _ in 1...3 { hand.press("Undo") }
    #expect(hand.text == Self.text && !hand.editor.canUndo)
  }

  @Test("a button keeps its list, its turbo and its sequence, unless another output is chosen")
  func actions() throws {
    let list = "[[button]]\noutput = [\"A\", \"left.x-\"]\nvalue = 0.5\nmode = \"toggle\"\nturbo = \"12Hz\"\n"
    let sequence = "[[button]]\nsequence = [\"Down\", [], [\"A\", \"B\"]]\nstep = 40\n"
    let regions = [10, 160].map { "region = { x = \($0), y = 10, width = 20, height = 20 }\n" }
    var hand = try Hand(list + regions[0] + sequence + regions[1])
    hand.drag((20, 20), to: (20, 60))
    hand.drag((170, 20), to: (170, 60))
    let moved = regions.map { $0.replacing("y = 10", with: "y = 50") }
    #expect(hand.text == list + moved[0] + sequence + moved[1])
    hand.tap(170, 60)
    #expect(hand.editor.bar.cells.first { $0.label == "Output" }?.isEnabled == false)
    hand.press("Close")
    hand.tap(20, 60)
    hand.press("Output")
    hand.press("RT")
    #expect(
      hand.text
        == list.replacing("[\"A\", \"left.x-\"]", with: "\"RT\"") + moved[0] + sequence + moved[1])
  }

  @Test("the controls of one layer are edited at a time")
  func layers() throws {
    func table(_ output: String, _ layer: String) -> String {
      "[[button]]\noutput = \"\(output)\"\nregion = { x = 10, y = 10, width = 20, height = 20 }\nlayer = \"\(layer)\"\n"
    }
    let next = "[[button]]\noutput = \"next layer\"\nregion = { x = 80, y = 10, width = 20, height = 20 }\n"
    var hand = try Hand(table("A", "run") + table("B", "fight") + next)
    #expect(hand.editor.tables.map(\.name) == ["A", "next layer"])
    hand.press("Layer: run")
    #expect(hand.editor.tables.map(\.name) == ["B", "next layer"])
    hand.drag((20, 20), to: (20, 60))
    let moved = table("B", "fight").replacing("y = 10", with: "y = 50")
    #expect(hand.text == table("A", "run") + moved + next)
    hand.tap(20, 60)
    hand.press("Delete")
    #expect(hand.editor.tables.map(\.name) == ["A", "next layer"] && hand.editor.layer == "run")
    #expect(!hand.editor.bar.cells.contains { $0.label.hasPrefix("Layer") })
  }

  @Test("a copy has a free name, and a stick's copy is the other stick")
  func copy() throws {
    var hand = try Hand(Self.text)
    hand.tap(180, 50)
    hand.press("Copy")
    let copy = """

      [[button]]   # the first
      name = "A 2"
      output = "A"
      region = { center = ["100% - 14mm", "50% + 6mm"], radius = "10mm" } # a circle

      """
    expect(hand, "# a circle\n", becomes: "# a circle\n\(copy)")
    hand.tap(110, 90)
    hand.press("Copy")
    #expect(
      hand.text.hasSuffix(
        "target = \"right\"\nregion = { x = 34, y = -6, width = \"40%\", height = \"100%\" }"))
    // There are two sticks.
    hand.press("Copy")
    let before = hand.text
    hand.tap(110, 90)
    hand.press("Copy")
    #expect(hand.text == before && hand.said.contains("already moves the right stick"), "\(hand.said)")
  }

  @Test(
    "a number at the end of the name counts on in a copy, unless it is the whole name",
    arguments: [("A 2", "A 3"), ("A B", "A B 2"), ("2", "2 2")])
  func nameOfCopy(_ name: String, _ copied: String) throws {
    var hand = try Hand(
      "[[button]]\nname = \"\(name)\"\noutput = \"A\"\nregion = { x = 0, y = 0, width = 20, height = 20 }\n")
    hand.tap(10, 10)
    hand.press("Copy")
    #expect(hand.text.contains("name = \"\(copied)\""), "\(hand.text)")
  }

  @Test("what the reader refuses changes nothing, and its reason is shown")
  func refused() throws {
    var hand = try Hand("[[button]]\noutput = \"A\"\nregion = { x = 0, y = 0, width = 20, height = 20 }\n")
    let before = hand.text
    hand.tap(10, 10)
    hand.press("Delete")
    #expect(hand.text == before)
    #expect(hand.said == "this profile has no controls; add one, such as [[stick]]")
    var inline = try Hand(
      "button = [{ output = \"A\", region = { x = 0, y = 0, width = 20, height = 20 } }]\n")
    inline.tap(10, 10)
    inline.press("Copy")
    #expect(inline.said.hasSuffix("edit the file instead"))
    inline.drag((10, 10), to: (20, 20))
    inline.tap(20, 20)
    inline.press("Name")
    inline.press("X")
    inline.press("OK")
    #expect(
      inline.text
        == "button = [{ name = \"AX\", output = \"A\", region = { x = 10, y = 10, width = 20, height = 20 } }]\n"
    )
  }

  @Test("the warnings of check are shown")
  func warnings() throws {
    var hand = try Hand(Self.text)
    #expect(hand.editor.warnings.isEmpty)
    hand.drag((180, 50), to: (195, 50))
    #expect(hand.editor.warnings.first?.hasPrefix("\"A\" extends 5 mm beyond the right edge") == true)
    #expect(hand.said == hand.editor.warnings.joined(separator: " "))
    hand.press("Undo")
    #expect(hand.editor.bar.lines.count == 1)
  }

  @Test("Save asks for it once, and Done asks before it loses changes")
  func done() throws {
    var hand = try Hand(Self.text)
    hand.press("Save")
    #expect(hand.requests.isEmpty)
    hand.drag((180, 50), to: (170, 50))
    hand.press("Save")
    #expect(hand.requests == [.save])
    hand.editor.reportSaved("saved", as: "test")
    hand.press("Undo")
    hand.press("Done")
    #expect(hand.requests == [.save] && !hand.press("Done"))
    hand.press("Discard")
    #expect(hand.requests == [.save, .end])
  }

  @Test("a finger moves the bar out of the way")
  func bar() throws {
    var hand = try Hand(Self.text)
    let area = hand.editor.bar.area
    hand.drag((area.center.x, area.y + 2), to: (area.center.x - 20, area.y + 30))
    #expect(hand.editor.bar.area.x == area.x - 20 && hand.editor.bar.area.y > area.y + 20)
    #expect(hand.text == Self.text)
  }
}

/// Fingers on an editor.
struct Hand {
  var editor: LayoutEditor
  private(set) var requests: [EditRequest] = []
  /// In microseconds.
  var time: Int64 = 0

  init(_ text: String, width: Double = 200, height: Double = 100) throws {
    let text = try ProfileText(Array(text.utf8), file: "test.toml")
    editor = try LayoutEditor(text, name: "test", size: SurfaceSize(width: width, height: height))
    // Out of the way.
    editor.barTop = Point(x: width / 2, y: 0)
  }

  var text: String { String(decoding: editor.text.bytes, as: UTF8.self) }

  var said: String { editor.bar.lines.dropFirst().map(\.text).joined(separator: " ") }

  mutating func touch(_ touch: EditTouch, by id: Int = 0) {
    if let request = editor.touch(touch, by: id, at: time) { requests.append(request) }
  }

  mutating func drag(_ from: (Double, Double), to end: (Double, Double)) {
    touch(.began(Point(x: from.0, y: from.1)))
    touch(.moved(Point(x: (from.0 + end.0) / 2, y: (from.1 + end.1) / 2)))
    touch(.moved(Point(x: end.0, y: end.1)))
    touch(.ended)
  }

  mutating func tap(_ x: Double, _ y: Double) {
    touch(.began(Point(x: x, y: y)))
    touch(.ended)
  }

  /// Presses the cell with this label. Returns whether there is one.
  @discardableResult
  mutating func press(_ label: String) -> Bool {
    guard let cell = editor.bar.cells.first(where: { $0.label == label }) else { return false }
    tap(cell.area.center.x, cell.area.center.y)
    return true
  }
}

@Suite("Random editing")
struct RandomEditTests {
  private static let folder = Fixtures.project.appending(path: "config/profiles")

  private static let profiles: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".toml") }.sorted().compactMap {
      try? String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
  }()

  private static let sizes = [(130.0, 65.0), (65.0, 130.0), (260.0, 160.0), (345.0, 195.0)]

  /// An editor of each profile on each surface; nil where the layout does not fit.
  private static let starts = profiles.map { profile in
    sizes.map { size in try? Hand(profile, width: size.0, height: size.1) }
  }

  /// Does something by chance. Returns whether a press may have deleted a control. A touch by chance may, too.
  private func act(_ hand: inout Hand, _ random: inout SeededGenerator) -> Bool {
    let size = hand.editor.size
    func point() -> Point {
      Point(x: random.number(-5...size.width + 5), y: random.number(-5...size.height + 5))
    }
    hand.time += random.chance(0.1) ? 4_000_000 : 10_000
    switch random.integer(0...9) {
    case 0...2:
      hand.touch(.began(point()), by: 1)
      for _ in 0...random.integer(0...3) { hand.touch(.moved(point()), by: 1) }
      hand.touch(random.chance(0.9) ? .ended : .cancelled, by: 1)
    case 3, 4:
      hand.touch(.began(point()), by: 1)
      hand.touch(.began(point()), by: 2)
      for id in [1, 2, 1] { hand.touch(.moved(point()), by: id) }
      for id in [2, 1] { hand.touch(.ended, by: id) }
    case 5:
      let place = point()
      hand.tap(place.x, place.y)
    case 6:
      hand.touch(.began(point()), by: random.integer(0...2))
    default:
      // Pages are deep.
      var mayDelete = false
      for _ in 0...random.integer(0...4) {
        let cell = hand.editor.bar.cells.randomElement(using: &random)
        if let cell { hand.press(cell.label) }
        mayDelete = mayDelete || cell?.label == "Delete"
      }
      return mayDelete
    }
    return false
  }

  private func comments(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter { $0.hasPrefix("#") }
  }

  @Test(
    "leads to a profile that the reader accepts, with all comments, and undoing it returns the exact text")
  func property() throws {
    try #require(Self.profiles.count == 20)
    Seeds.forEach(Seeds.count / 20) { random throws(Violation) in
      let (profile, surface) = (random.integer(0...19), random.integer(0...3))
      guard var hand = Self.starts[profile][surface] else { return }
      let (original, (width, height)) = (Self.profiles[profile], Self.sizes[surface])
      // What the reader made of each text so far.
      var known: [[UInt8]: Settings] = [:]
      var mayLackComments = false
      for _ in 0...random.integer(0...20) {
        let tables = hand.text.ranges(of: "[[").count
        let mayDelete = act(&hand, &random)
        let text = hand.editor.text
        mayLackComments = mayLackComments || mayDelete || hand.text.ranges(of: "[[").count < tables
        let isKnown = known[text.bytes] != nil
        let settings = known[text.bytes] ?? (try? .parse(profile: text.bytes, file: "random.toml"))
        try ensure(settings == text.settings, "the reader refuses the text, or reads it otherwise")
        guard !isKnown else { continue }
        known[text.bytes] = settings
        let layout = try? settings?.layout(width: width, height: height, deviceClass: .touchscreen)
        try ensure(layout != nil, "the layout does not fit")
        var rest = comments(hand.text)[...]
        for comment in mayLackComments ? [] : comments(original) {
          guard let index = rest.firstIndex(of: comment) else { throw Violation(text: "\(comment) is gone") }
          rest = rest[(index + 1)...]
        }
      }
      while hand.editor.canUndo { hand.editor.undo() }
      try ensure(hand.text == original, "undoing does not return the text")
    }
  }
}
