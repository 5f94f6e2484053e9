import CAllocationCounter
import Configuration
import Foundation
import LayoutImport
import System
import TestSupport
import Testing

@Suite("touchstick import")
struct ImportTests {
  private static let folder = Fixtures.project.appending(path: "Tests/Fixtures/layouts")

  /// The layouts of a format, by their names.
  private static func layouts(_ format: LayoutFormat) throws -> [String: [UInt8]] {
    let folder = folder.appending(path: format.rawValue)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return Dictionary(
      uniqueKeysWithValues: try names.map { ($0, Array(try Data(contentsOf: folder.appending(path: $0)))) })
  }

  /// From a small phone to a large screen, both ways.
  private static let sizes = [
    (60.0, 110.0), (65, 140), (75, 165), (100, 100), (136, 217), (194, 345), (340, 600),
  ]

  /// Checks that a result has no errors on any of the sizes, and that each message is one line with a place in the text.
  private static func check(_ layout: ImportedLayout, of text: [UInt8], _ name: String) throws(Violation) {
    let lines = text.count { $0 == UInt8(ascii: "\n") } + 1
    for diagnostic in layout.diagnostics {
      let sentence = diagnostic.sentence
      try ensure(
        !sentence.unicodeScalars.contains { $0.isControl }, "\(name): a control character: \(sentence)")
      try ensure((1...lines).contains(diagnostic.position?.line ?? 1), "\(name): no such line: \(sentence)")
    }
    guard let profile = layout.profile else {
      return try ensure(
        layout.diagnostics.last?.severity == .error, "\(name): neither a profile nor an error")
    }
    do throws(ConfigurationError) {
      let settings = try Settings.parse(profile: Array(profile.utf8), file: name)
      try settings.checkWithoutSurface()
      for (short, long) in sizes {
        for (width, height) in [(short, long), (long, short)] {
          _ = try settings.layout(width: width, height: height, deviceClass: .touchscreen)
        }
      }
    } catch {
      throw Violation(text: "\(error.sentence)\n\(profile)")
    }
  }

  @Test(
    "Each of ten layouts of a format becomes a profile without errors, or a list of errors",
    arguments: LayoutFormat.allCases)
  func fixtures(_ format: LayoutFormat) throws {
    let layouts = try Self.layouts(format)
    #expect(layouts.count == 10)
    let hostile = [
      "broken", "hostile", "empty", "cycle", "numbers", "deep", "truncated", "types", "no-",
    ]
    var kept = 0
    for (name, text) in layouts {
      for chosen in [nil, format] {
        let layout = ImportedLayout(text, file: name, format: chosen)
        try Self.check(layout, of: text, name)
        if hostile.contains(where: name.hasPrefix) {
          #expect(!layout.diagnostics.isEmpty, "\(name)")
        } else {
          #expect(layout.profile != nil, "\(name)")
          kept += 1
        }
      }
    }
    #expect(kept == 12)
  }

  @Test("A layout with random changes never has a result with errors", arguments: LayoutFormat.allCases)
  func changed(_ format: LayoutFormat) throws {
    var random = SeededGenerator(seed: 44)
    for (name, text) in try Self.layouts(format).sorted(by: { $0.key < $1.key }) where text.count < 6000 {
      for _ in 0..<20 {
        var changed = text
        for _ in 0..<random.integer(1...6) {
          let place = random.integer(0...changed.count - 1)
          switch random.integer(0...3) {
          case 0: changed[place] = random.integer(0...255)
          case 1: changed.remove(at: place)
          case 2: changed.insert(contentsOf: changed[place...].prefix(random.integer(1...60)), at: place)
          default: changed.removeSubrange(place..<min(place + random.integer(1...40), changed.count))
          }
          if changed.isEmpty { changed = text }
        }
        let page = random.pick(nil, "1", "portrait")
        try Self.check(ImportedLayout(changed, file: name, page: page), of: changed, name)
      }
    }
  }

  @Test(
    "The largest file that the tool reads ends with a list, also without a line end",
    arguments: ["[", "{\"elements\":[0,", "a = 1\n", "{\"content\":{\"", "\\u", "overlays = 1\n"])
  func huge(_ piece: String) throws {
    let text = Array(String(repeating: piece, count: Settings.sizeLimit / piece.utf8.count).utf8)
    let layout = ImportedLayout(text, file: "huge")
    #expect(layout.profile == nil && layout.diagnostics.count < 110)
    try Self.check(layout, of: text, "huge")
  }
}

// What becomes of controls.
extension ImportTests {
  private func imported(_ text: String, page: String? = nil) -> (profile: String, list: [String]) {
    let layout = ImportedLayout(Array(text.utf8), file: "t", page: page)
    let profile = layout.profile ?? ""
    return (
      profile.split(separator: "\n").dropFirst(2).joined(separator: "\n"), layout.diagnostics.map(\.sentence)
    )
  }

  @Test(
    "A page of RetroArch becomes a layer, without what all pages have, and its buttons go by their places")
  func retroArch() {
    let text = """
      overlays = 2
      overlay0_name = "game"
      overlay0_normalized = true
      overlay0_range_mod = 1.5
      overlay0_desc0 = "a|b,0.9,0.8,radial,0.045,0.08"
      overlay0_desc1 = "overlay_next,0.5,0.1,rect,0.05,0.05"
      overlay0_desc2 = "menu_toggle,0.6,0.1,rect,0.05,0.05"
      overlay0_desc3 = "start,0.3,0.1,rect,0.05,0.05"
      overlay0_desc4 = "overlay_next,2.6,0.1,rect,0.05,0.05"
      overlay1_name = "more"
      overlay1_normalized = true
      overlay1_desc0 = "analog_left,0.2,0.7,radial,0.09,0.16"
      overlay1_desc0_saturate_pct = 0.75
      overlay1_desc1 = "overlay_next,0.5,0.1,rect,0.05,0.05"
      overlay1_desc2 = "start,0.3,0.1,rect,0.05,0.05"
      overlay1_desc2_range_mod = 1.5
      """
    #expect(
      imported(text) == (
        """
        [[button]]
        region = { center = ["90%", "80%"], radius = "8%" }
        output = ["B", "A"]
        press_margin = "4%"
        layer = "game"
        [[button]]
        region = { x = "45%", y = "5%", width = "10%", height = "10%" }
        output = "switch more"
        press_margin = "2.5%"
        layer = "game"
        [[button]]
        region = { x = "55%", y = "5%", width = "10%", height = "10%" }
        output = "KEY_F1"
        press_margin = "2.5%"
        layer = "game"
        [[button]]
        region = { x = "25%", y = "5%", width = "10%", height = "10%" }
        output = "Start"
        press_margin = "2.5%"
        [[button]]
        region = { x = "45%", y = "5%", width = "10%", height = "10%" }
        output = "switch game"
        layer = "more"
        [[stick]]
        target = "left"
        region = { center = ["20%", "70%"], radius = "16%" }
        origin = "fixed"
        movable = false
        radius = "16%"
        saturation = 0.75
        layer = "more"
        """,
        []
      ))
    #expect(imported(text, page: "1").profile.contains("[[stick]]"))
    #expect(!imported(text, page: "game").profile.contains("layer"))
    #expect(
      imported(text, page: "2").list == [
        "t: there is no page \"2\"; the pages are \"game\" and \"more\""
      ])
  }

  @Test("RetroArch's warnings are in the order of the lines, and a control's number has no leading zeros")
  func retroArchLines() {
    let start = """
      overlays = 1
      overlay0_normalized = true
      overlay0_desc0 = "a,0.5,0.5,rect,0.1,0.1"
      overlay0_desc00 = "b,0.5,0.5,rect,0.1,0.1"
      overlay0_desc01 = "b,0.5,0.5,rect,0.1,0.1"

      """
    let (profile, list) = imported(start + (6...205).map { "unknown\($0 + 100) = 1\n" }.joined())
    #expect(profile.split(separator: "\n").filter { $0.hasPrefix("output") } == ["output = \"B\""])
    #expect(
      list == [
        "t:4:19: \"desc00\" and \"desc01\" are left out",
        "t:6:14: \"unknown106\", \"unknown107\", \"unknown108\", \"unknown109\", \"unknown110\" and 195 others "
          + "are not keys of one of the overlays; left out",
      ])
    #expect(imported(start).list == ["t:4:19: \"desc00\" and \"desc01\" are left out"])
  }

  @Test("A layer of the Touch Adaptation Kit shows while its button is down, and changes only what it has")
  func touchAdaptation() {
    let text = """
      {"content": {
        "left": {"inner": [{"type": "throttle", "axisUp": "rightTrigger", "axisDown": "leftTrigger", "sticky": true}]},
        "right": {
          "inner": [{"type": "touchpad", "axis": {"input": "axisXY", "output": "rightJoystick", "sensitivity": 2}}],
          "outer": [{"type": "button", "action": {"type": "layer", "target": "menu"}},
            {"type": "button", "action": {"type": "turbo", "action": "gamepadA", "interval": 100}, "toggle": true}]},
        "layers": {"menu": {"right": {"inner": [{"type": "directionalPad"}]}}},
        "sensors": [{"type": "gyroscope"}]}}
      """
    #expect(
      imported(text) == (
        """
        # So that this layer exists at first.
        [[ignore]]
        region = { x = 0, y = 0, width = "1mm", height = "1mm" }
        layer = "main"
        [[dpad]]
        region = { center = ["100% - 30mm", "100% - 29mm"], radius = "12.8mm" }
        dead_zone = 0.25
        when = "landscape"
        layer = "menu"
        [[button]]
        region = { center = ["100% - 30mm", "100% - 49.5mm"], radius = "7.5mm" }
        output = "show menu"
        when = "landscape"
        [[button]]
        region = { center = ["100% - 15.5mm", "100% - 43.5mm"], radius = "7.5mm" }
        output = "A"
        mode = "toggle"
        turbo = "10Hz"
        when = "landscape"
        [[slider]]
        region = { x = "23mm", y = "100% - 41.8mm", width = "14mm", height = "25.6mm" }
        output = "triggers"
        release = "stay"
        when = "landscape"
        [[look]]
        target = "right"
        region = { center = ["100% - 30mm", "100% - 29mm"], radius = "12.8mm" }
        sensitivity = 100
        when = "landscape"
        layer = "main"
        """,
        ["t:8:15: motion sensors are left out; touchstick uses only touches"]
      ))
    #expect(!imported(text, page: "menu").profile.contains("[[look]]"))
  }

  @Test("A control of Winlator keeps its place, its label and its toggle")
  func winlator() {
    let text = """
      {"name": "Pad", "cursorSpeed": 2, "elements": [
        {"type": "BUTTON", "shape": "ROUND_RECT", "bindings": ["GAMEPAD_BUTTON_L1", "NONE"], "scale": 1.5,
          "x": 0.1, "y": 0.2, "toggleSwitch": true, "text": "Run"},
        {"type": "TRACKPAD", "bindings": ["MOUSE_MOVE_UP"], "scale": 2, "x": 0.7, "y": 0.5},
        {"type": "STICK", "bindings": ["KEY_W", "KEY_D", "KEY_S", "KEY_A"], "x": 0.5, "y": 0.5}]}
      """
    let (profile, list) = imported(text)
    #expect(
      profile.hasPrefix(
        """
        [[button]]
        name = "Run"
        region = { x = "4%", y = "14%", width = "12%", height = "12%" }
        output = "LB"
        mode = "toggle"
        [[look]]
        target = "mouse"
        region = { x = "58%", y = "26%", width = "24%", height = "48%" }
        counts_per_mm = 40
        #
        # Layouts may press these keys only with permission.
        """))
    #expect(
      list == [
        "t:5:3: a control presses keys that layouts may press only with permission (8 times); the profile has what it "
          + "needs as comments"
      ])
  }

  @Test("A button holds at most eight outputs, and a warning says so", arguments: LayoutFormat.allCases)
  func outputs(_ format: LayoutFormat) {
    func list(_ words: String) -> String {
      "[\(words.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ","))]"
    }
    let text =
      switch format {
      case .retroarch:
        """
        overlays = 1
        overlay0_normalized = true
        overlay0_desc0 = "b|a|y|x|b|l|r|l2|r2|l3|r3,0.5,0.5,rect,0.1,0.1"
        """
      case .tak:
        #"{"content": {"left": {"inner": [{"type": "button", "action": "#
          + list(
            "gamepadA gamepadB gamepadX gamepadY gamepadA leftBumper rightBumper leftTrigger rightTrigger view"
          )
          + "}]}}}"
      case .winlator:
        #"{"elements": [{"type": "BUTTON", "x": 0.5, "y": 0.5, "bindings": "#
          + list(
            ["A", "B", "X", "Y", "A", "L1", "R1", "L2", "R2", "L3"].map { "GAMEPAD_BUTTON_\($0)" }.joined(
              separator: " ")) + "}]}"
      case .delta:
        #"{"representations": {"tv": {"mappingSize": {"width": 9, "height": 9}, "items": [{"inputs": "#
          + list("b a y x b l r l2 r2 l3") + #", "frame": {"x": 1, "y": 1, "width": 2, "height": 2}}]}}}"#
      }
    let (profile, warnings) = imported(text, page: format == .delta ? "tv" : nil)
    #expect(profile.contains(#"output = ["A", "B", "X", "Y", "LB", "RB", "LT", "RT"]"#))
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasSuffix("a button holds at most 8 outputs; the rest is left out") == true)
  }

  @Test("What all controls of a layout share is read once, however long it is")
  func sharedThoroughly() throws {
    // Allocations measure the work on any machine.
    func read(_ count: Int, layers: Int) -> (text: [UInt8], layout: ImportedLayout, work: UInt) {
      let text = Self.shared(count, layers: layers)
      let before = allocation_count()
      let layout = ImportedLayout(text, file: "t")
      return (text, layout, allocation_count() - before)
    }
    let (text, layout, work) = read(5000, layers: 15)
    #expect(text.count <= Settings.sizeLimit)
    try Self.check(layout, of: text, "shared")
    #expect(layout.diagnostics.contains { $0.sentence.contains("an action can have at most 16 parts") })
    let fifth = read(1000, layers: 15).work
    let single = read(1000, layers: 1).work
    // With 15 layers, 16 screens are made of what is shared; with one, two are.
    #expect(work <= 8 * fifth && fifth <= 3 * single, "\(work), \(fifth), \(single)")
  }

  /// A layout whose layers share definitions that are long, and that name each other.
  private static func shared(_ count: Int, layers: Int) -> [UInt8] {
    func list(_ count: Int, _ text: (Int) -> String) -> String {
      (0..<count).map(text).joined(separator: ",")
    }
    let reference = { (name: String) in "{\"$ref\": \"#/definitions/\(name)\"}" }
    let strengths = ["light", "medium", "heavy", "special"].flatMap { ["\($0)Punch", "\($0)Kick"] }
    let long = String(repeating: "a", count: 20 * count)
    let definitions = [
      "\"button\": {\"type\": \"button\", \"action\": [\(list(count) { _ in reference("0") })]}",
      list(count) { "\"unused\($0)\": 0" }, list(15) { "\"\($0)\": \(reference("\($0 + 1)"))" },
      "\"15\": {\"type\": \"layer\", \"target\": \"\(long)\"}", "\"\(long)\": {\"type\": \"\(long)\"}",
      "\"arcade\": {\"type\": \"arcadeButtons\", \(list(8) { "\"\(strengths[$0])\": \(reference("button"))" })}",
      "\"group\": [\(list(4) { reference($0 == 3 ? long : "arcade") })]",
      "\"wheel\": {\"inner\": \(reference("group")), \"outer\": [\(list(4) { _ in reference("group") })]}",
    ]
    let screen =
      "\"left\": \(reference("wheel")), \"center\": \(reference("wheel")), \"right\": \(reference("wheel"))"
    let screens = list(layers) { "\"\($0)\": {\(screen)}" }
    return Array(
      "{\"definitions\": {\(definitions.joined(separator: ","))}, \"content\": {\"layers\": {\(screens)}}}"
        .utf8)
  }

  @Test(
    "Labels and layers keep quotation marks, also with an accent, and layers beyond 128 controls are left out whole"
  )
  func limits() throws {
    let label =
      #"{"elements": [{"type": "BUTTON", "x": 0.5, "y": 0.5, "bindings": ["GAMEPAD_BUTTON_A"], "#
      + #""text": "a\"\u0301\\ b"}]}"#
    #expect(imported(label).profile.hasPrefix("[[button]]\nname = \"a\\\"\u{301}\\\\ b\"\n"))
    try Self.check(ImportedLayout(Array(label.utf8), file: "t"), of: Array(label.utf8), "label")
    let key = #"{"elements": [{"type": "BUTTON", "x": 0.5, "y": 0.5, "bindings": ["KEY_LEFT\n\u001b[2J"]}]}"#
    #expect(imported(key).list.first?.hasSuffix("is left out: this pad does not have it") == true)
    try Self.check(ImportedLayout(Array(key.utf8), file: "t"), of: Array(key.utf8), "key")
    let button = #"{"type": "button", "action": "gamepadA"}"#
    let group = "[" + Array(repeating: button, count: 4).joined(separator: ",") + "]"
    let wheel =
      "{\"inner\": [\(button)], \"outer\": [\(Array(repeating: group, count: 4).joined(separator: ","))]}"
    let layers = (0..<8).map { "\"\($0)\": {\"left\": \(wheel), \"right\": \(wheel)}" }.joined(separator: ",")
    let text = "{\"content\": {\"layers\": {\(layers)}}}"
    let layout = ImportedLayout(Array(text.utf8), file: "t")
    try Self.check(layout, of: Array(text.utf8), "layers")
    #expect(layout.profile?.split(separator: "\n").count { $0.hasPrefix("[[") } == 103)
  }

  @Test("Of more controls than a profile can have, the first 128 are kept")
  func many() throws {
    let labels = [String(repeating: "\\u00c4", count: 100), #"A\u001b[2J\u0000\u202e"#]
    let elements = (0..<400).map { index in
      "{\"type\": \"BUTTON\", \"bindings\": [\"GAMEPAD_BUTTON_A\"], \"scale\": 0.3, \"x\": \(Double(index % 20) / 20), "
        + "\"y\": \(Double(index / 20) / 20), \"text\": \"\(labels[index % 2])\"}"
    }
    let winlator = "{\"elements\": [\n\(elements.joined(separator: ",\n"))]}"
    try Self.check(ImportedLayout(Array(winlator.utf8), file: "t"), of: Array(winlator.utf8), "many")
    let (profile, list) = imported(winlator)
    #expect(profile.split(separator: "\n").count { $0 == "[[button]]" } == 128)
    #expect(list == ["t:130:1: a profile can have at most 128 controls; all from here are left out"])
  }

  @Test("Of more pages of RetroArch than a profile can have layers, the first 16 are kept")
  func manyPages() throws {
    let pages = (0..<30).map { page in
      "overlay\(page)_normalized = true\noverlay\(page)_desc0 = \"overlay_next,0.5,0.5,rect,0.1,0.1\"\n"
        + (1...4).map { "overlay\(page)_desc\($0) = \"a,0.\($0),0.\(page + 10),rect,0.01,0.01\"\n" }.joined()
    }
    let text = Array("overlays = 30\n\(pages.joined())".utf8)
    let layout = ImportedLayout(text, file: "t")
    try Self.check(layout, of: text, "pages")
    let layers = Set((layout.profile ?? "").split(separator: "\n").filter { $0.hasPrefix("layer") })
    #expect(layers == Set((0..<16).map { "layer = \"overlay\($0)\"" }))
    #expect(
      layout.diagnostics.map(\.sentence) == [
        "t:98:24: a profile can have at most 16 layers; the other pages are left out"
      ])
  }

  @Test("An upright skin for Delta is at the lower edge, and each orientation has its own controls")
  func delta() {
    let text = """
      {"name": "Skin", "gameTypeIdentifier": "com.rileytestut.delta.game.gba", "representations": {"iphone": {
        "standard": {"portrait": {"mappingSize": {"width": 375, "height": 333.5},
          "items": [{"inputs": ["a"], "frame": {"x": 300, "y": 100, "width": 75, "height": 66.7}}]}},
        "edgeToEdge": {"landscape": {"mappingSize": {"width": 800, "height": 400}, "extendedEdges": {"top": 20},
          "items": [{"inputs": {"up": "up", "down": "down", "left": "left", "right": "right"},
            "frame": {"x": 80, "y": 200, "width": 160, "height": 160}}]}}}}}
      """
    #expect(
      imported(text) == (
        """
        [[button]]
        region = { x = "80%", y = "65%", width = "20%", height = "10%" }
        output = "B"
        when = "portrait"
        [[dpad]]
        region = { x = "10%", y = "45%", width = "20%", height = "45%" }
        when = "landscape"
        """, []
      ))
    #expect(imported(text, page: "portrait").profile.contains("[[button]]"))
    #expect(!imported(text, page: "iphone/edgeToEdge").profile.contains("[[button]]"))
    let upright = "\u{feff}" + text.replacing("landscape", with: "other")
    #expect(
      imported(upright).list == [
        "t:1:1: there is no representation for landscape; held so, the pad has no controls"
      ])
  }
}

// The command.
extension ImportTests {
  @Test("It prints the profile, and the list to the standard error; --output writes a file")
  func command() throws {
    let file = Self.folder.appending(path: "retroarch/pages.cfg").path
    let (status, profile) = try Programs.tool(["import", file], isSilent: true)
    #expect(
      status == 0
        && profile.hasPrefix("# Made by touchstick import.\ndescription = \"RetroArch overlay pages.cfg\""))
    let result = try Programs.file("result.toml", "")
    let (_, list) = try Programs.tool(["import", "--verbose", file, "-o", result])
    #expect(try String(contentsOfFile: result, encoding: .utf8) == profile)
    let lines = list.split(separator: "\n")
    #expect(
      lines.prefix(3) == [
        "\(file):17:18: warning: a control presses keys that layouts may press only with permission; the profile has "
          + "what it needs as comments",
        "    overlay1_desc2 = \"toggle_fast_forward,0.6,0.5,rect,0.08,0.1\"", "                     ^",
      ])
    let summary = try #require(lines.last)
    #expect(summary.hasPrefix("import: ") && summary.hasSuffix(" controls, 2 left out"))
    let short = try Programs.tool(["import", file, "-o", result]).output
    #expect(short == "\(summary); --verbose lists what is not kept\n")
    let checked = try Programs.tool(["check", result])
    #expect(checked.status == 0 && checked.output.hasSuffix("1 file, no errors, 2 warnings\n"))
  }

  @Test("Positions in pixels refer to the picture beside the overlay")
  func pixels() throws {
    let text = try String(contentsOf: Self.folder.appending(path: "retroarch/pixels.cfg"), encoding: .utf8)
    let folder = try Programs.files(["pad.cfg": text])
    let file = folder.appending(path: "pad.cfg").path
    let without = try Programs.tool(["import", "--verbose", file])
    #expect(without.output.contains("warning: positions in pixels of a picture are left out"))
    let header: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + "IHDR".utf8
    // 1280 x 720.
    try Data(header + [0, 0, 5, 0, 0, 0, 2, 0xd0]).write(to: folder.appending(path: "pad.png"))
    let (status, profile) = try Programs.tool(["import", file], isSilent: true)
    #expect(
      status == 0 && profile.contains("region = { center = [\"92.2%\", \"77.8%\"], radius = \"8.3%\" }"))
    // A picture elsewhere is not read, also not through a link, and a FIFO is not even opened.
    let other = try Programs.file("other.cfg", text.replacing("pad.png", with: folder.path + "/pad.png"))
    #expect(try Programs.tool(["import", "--verbose", other]).output.contains("positions in pixels"))
    let special = try Programs.files(["link.cfg": text, "fifo.cfg": text.replacing("pad.png", with: "fifo")])
    try FileManager.default.createSymbolicLink(
      at: special.appending(path: "pad.png"), withDestinationURL: folder.appending(path: "pad.png"))
    let fifo = special.appending(path: "fifo").path
    try #require(unsafe mkfifo(fifo, 0o600) == 0)
    let watch = try OpenWatch(fifo)
    for name in ["link.cfg", "fifo.cfg"] {
      let (_, output) = try Programs.tool(["import", "--verbose", special.appending(path: name).path])
      #expect(output.contains("positions in pixels"), "\(name)")
    }
    #expect(!watch.wasOpened)
  }

  @Test("It reads the standard input, a chosen format and a page, and says what is wrong with others")
  func options() throws {
    let overlay = "overlays = 1\noverlay0_normalized = true\noverlay0_desc0 = \"a,0.5,0.5,rect,0.1,0.1\"\n"
    let read = try Programs.tool(["import", "--as", "retroarch", "--page", "0", "-"], input: overlay)
    #expect(read.status == 0 && read.output.contains("output = \"B\""))
    let wrong = try Programs.tool(["import", "--as", "delta", "-"], input: overlay)
    #expect(
      wrong == (
        65,
        "-:1:1: error: this is not JSON: a value is missing; correct the file\n"
          + "    overlays = 1\n    ^\nimport: 1 error\n"
      ))
    let other = try Programs.tool(["import", "-"], input: "{}")
    #expect(
      other == (
        65,
        "-: error: no format has been recognised: the file is JSON without \"content\", \"elements\" or "
          + "\"representations\"; choose one with --as\nimport: 1 error\n"
      ))
    #expect(try Programs.tool(["import", "--as", "icp", "-"]).status == 64)
    #expect(try Programs.tool(["import", "/does/not/exist"]).status == 66)
    #expect(try Programs.tool(["import", "-o", "/dev/full", "-"], input: overlay).status == 74)
    let large = try Programs.file("large.cfg", String(repeating: "#\n", count: 5_000_000))
    #expect(
      try Programs.tool(["import", large]) == (
        66, "\(large): is too large; it can have at most 1048576 bytes\n"
      ))
  }
}
