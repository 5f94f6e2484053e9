import Configuration
import Drawing
import EventPipeline
import Foundation
import FoundationXML
import JoystickModel
import TestSupport
import Testing

@Suite("touchstick layout")
struct LayoutPictureTests {
  struct Shown: CustomTestStringConvertible, Sendable {
    let picture: String
    let name: String
    let size: String
    /// The layer of the picture, if there are layers.
    let layer: String?
    var testDescription: String { picture }
  }

  /// The pictures that scripts/documents makes.
  static let shown: [Shown] = {
    let script = Fixtures.project.appending(path: "scripts/documents")
    let lines = ((try? String(contentsOf: script, encoding: .utf8)) ?? "").split(separator: "\n")
    let fields = lines.map { $0.split(separator: " ").map(String.init) }
    return fields.filter { $0.count >= 3 && $0[2].contains(#/^\d+x\d+$/#) }.map {
      Shown(picture: $0[0], name: $0[1], size: $0[2], layer: $0.count > 3 ? $0[3] : nil)
    }
  }()

  private static func configuration(_ name: String) -> String {
    ShippedLayoutTests.file(name).path
  }

  /// The texts of a picture in their order, labels and others.
  private static func texts(_ svg: String) throws -> [String] {
    let document = try XMLDocument(data: Data(svg.utf8))
    return try document.nodes(forXPath: "//*[local-name()='text']").compactMap(\.stringValue)
  }

  /// How many elements with this name have an attribute with this value.
  private static func count(_ name: String, _ attribute: String, _ value: String, in svg: String) throws
    -> Int
  {
    let document = try XMLDocument(data: Data(svg.utf8))
    return try document.nodes(forXPath: "//*[local-name()='\(name)'][@\(attribute)='\(value)']").count
  }

  private static func draw(_ toml: String, _ arguments: [String] = ["--size", "100x50"]) throws -> String {
    let (status, output) = try Programs.tool(["layout", Programs.file("own.toml", toml)] + arguments)
    #expect(status == 0, "\(output)")
    return output
  }

  private static func picture(of shown: Shown) throws -> (status: Int32, output: String) {
    let layer = shown.layer.map { ["--layer", $0] } ?? []
    return try Programs.tool(["layout", configuration(shown.name), "--size", shown.size] + layer)
  }

  @Test("The pictures of the documents are up to date", arguments: shown)
  func current(_ shown: Shown) throws {
    let (status, svg) = try Self.picture(of: shown)
    #expect(status == 0)
    let file = Fixtures.project.appending(path: "docs/layouts/\(shown.picture).svg")
    let isCurrent = try String(contentsOf: file, encoding: .utf8) == svg
    #expect(isCurrent, "docs/layouts/\(shown.picture).svg is another picture: run scripts/documents")
    let documents = try ["README.md", "docs/controls.md", "docs/configuration.md"].map {
      try String(contentsOf: Fixtures.project.appending(path: $0), encoding: .utf8)
    }
    #expect(documents.contains { $0.contains("layouts/\(shown.picture).svg)") })
  }

  @Test("The documents have no other pictures")
  func noOthers() throws {
    let folder = Fixtures.project.appending(path: "docs/layouts").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(files) == Set(Self.shown.map { "\($0.picture).svg" }))
  }

  @Test("A shipped layout has a label or a note for every control, and no label is cut", arguments: shown)
  func labels(_ shown: Shown) throws {
    let (_, svg) = try Self.picture(of: shown)
    let texts = try Self.texts(svg)
    let sides = shown.size.split(separator: "x").compactMap { Double($0) }
    let settings = try Settings.read(path: Self.configuration(shown.name))
    let layout = try settings.layout(width: sides[0], height: sides[1], deviceClass: .touchscreen)
    let first = layout.layers.first.map { ", layer “\($0)”" } ?? ""
    let layer = shown.layer.map { ", layer “\($0)”" } ?? first
    #expect(texts.first == "\(shown.name).toml\(layer), \(shown.size.replacing("x", with: " × ")) mm")
    let isCut = texts.contains { $0.contains(#/^\p{L}+\.$/#) }
    #expect(!isCut, "\(texts)")
    // The controls of another layer cannot be seen here.
    let isFirst = shown.layer.map { $0 == layout.layers.first } ?? true
    for control in layout.controls.indices.filter(layout.exists).map({ layout.controls[$0] }) where isFirst {
      let (effect, label) = (control.described.effect, FeedControl(control, pad: 0).drawing.label ?? "")
      let hasText = texts.contains { text in
        text == effect || text == label || text.hasPrefix("\(label), ")
          || text == "\(control.name): \(effect)" || text.hasPrefix("\(control.name): \(effect), ")
      }
      #expect(hasText, "\(control.name): \(effect) is not among \(texts)")
    }
  }

  @Test("Every shipped layout can be drawn", arguments: ShippedLayoutTests.names)
  func shipped(_ name: String) throws {
    let (status, svg) = try Programs.tool(["layout", Self.configuration(name), "--size", "150x90"])
    #expect(status == 0)
    #expect(try !Self.texts(svg).isEmpty)
  }

  @Test("Controls look as on the overlay, in its default theme")
  func overlay() throws {
    let toml = """
      [[button]]
      output = "A"
      region = { x = 10, y = 10, width = 30, height = 20 }
      """
    let svg = try Self.draw(toml)
    // 0.4 mm inside its region.
    let area = PixelRectangle(x: 16, y: 40, width: 688, height: 344)
    let control = FeedControl(
      pad: 0, kind: .button(.south), region: .rectangle(Rectangle(x: 10, y: 10, width: 30, height: 20)),
      name: "A")
    let shapes = ControlShapes(
      control: control, state: ControlReport(), mapping: SurfaceMapping(width: 100, height: 50, in: area),
      theme: Theme.shipped[0].value
    ).all
    guard case .rectangle(let form, let rounding)? = shapes.first?.form else {
      return #expect(Bool(false), "\(shapes)")
    }
    let fill = try #require(shapes.first?.fill)
    let place = "x=\"\(decimal(form.x))\" y=\"\(decimal(form.y))\" width=\"\(decimal(form.width))\""
    #expect(
      svg.contains(place)
        && svg.contains(
          "rx=\"\(decimal(rounding))\" fill=\"\(fill.opaque)\" fill-opacity=\"\(decimal(fill.alpha))\"")
    )
    #expect(abs(form.x - 16 - 10.4 * 6.88) < 1e-6)
    #expect(try Self.texts(svg).contains("A"))
  }

  @Test("A stick shows its base, reach, dead zone and bounds, to scale")
  func stick() throws {
    let svg = try Self.draw(
      """
      [[stick]]
      radius = 10
      travel = 1.5
      dead_zone = 0.2
      center = [50, 25]
      movable_bounds = { x = 10, y = 5, width = 80, height = 40 }
      """)
    // 688 pixels for 100 mm.
    #expect(try Self.count("circle", "r", "68.8", in: svg) == 1)
    #expect(try Self.count("circle", "r", "103.2", in: svg) == 1)
    #expect(try Self.count("circle", "r", "20.64", in: svg) == 1)
    #expect(try Self.count("rect", "width", "550.4", in: svg) == 1)
    #expect(try Self.texts(svg).contains("movable_bounds"))
  }

  @Test("Labels show the buttons of direction pads and direction sticks, and the pull of triggers")
  func details() throws {
    let svg = try Self.draw(
      """
      [[dpad]]
      region = { center = [20, 20], radius = 10 }
      output = { up = "Back", right = "B", down = "Start", left = "X" }
      [[stick]]
      region = { x = 40, y = 0, width = 20, height = 50 }
      target = { up = "L3", right = "R3", down = "A", left = "LB" }
      [[trigger]]
      region = { x = 70, y = 0, width = 30, height = 20 }
      target = "left"
      pull = "slide"
      distance = 12.5
      """)
    let texts = try Self.texts(svg)
    for text in [
      "↑ Back, → B", "↓ Start, ← X", "↑ L3, → R3", "↓ A, ← LB", "LT", "LT, slide 12.5 mm",
    ] {
      #expect(texts.contains(text), "\(text)")
    }
    #expect(texts.filter { $0 == "directions" }.count == 2)
  }

  @Test("Labels show gestures, outer rings, names and device buttons")
  func gestures() throws {
    let svg = try Self.draw(
      """
      [[stick]]
      name = "walk and run"
      region = { x = 0, y = 0, width = "50%", height = "100%" }
      tap = "A"
      double_tap = "recenter"
      hold = "BTN_X"
      outer_ring = "L3"
      outer_ring_start = 0.5
      [[trigger]]
      name = "fire"
      target = "right"
      region = { x = 70, y = 0, width = 30, height = 20 }
      [[button]]
      input = "BTN_STYLUS"
      output = "B"
      [[button]]
      name = "jump"
      input = "BTN_STYLUS2"
      output = "Y"
      """)
    let texts = try Self.texts(svg)
    for text in [
      "walk and run: left stick", "tap: A", "double tap: recenter", "hold: X", "outer ring: L3", "outer ring",
      "fire", "fire: RT",
      "BTN_STYLUS: B", "BTN_STYLUS2: Y “jump”", "this edge is up",
    ] {
      #expect(texts.contains(text), "\(text)")
    }
    // Half of 9 mm, with 6.88 pixels per millimetre.
    #expect(try Self.count("circle", "r", "30.96", in: svg) == 1)
  }

  @Test("Look pads, sliders and wheels have their outputs, gestures and ranges")
  func motion() throws {
    let svg = try Self.draw(
      """
      [[look]]
      region = { x = 50, y = 0, width = 25, height = 50 }
      tap = "RB"
      [[look]]
      name = "pointer"
      target = "mouse"
      region = { x = 75, y = 0, width = 25, height = 50 }
      [[slider]]
      name = "gas"
      region = { x = 2, y = 0, width = 15, height = 40 }
      release = "stay"
      [[wheel]]
      region = { center = [34, 28], radius = 14 }
      """)
    let texts = try Self.texts(svg)
    for text in [
      "look: right stick", "tap: RB", "pointer: look: mouse", "gas: RT/LT", "stays", "left.x", "270°",
    ] {
      #expect(texts.contains(text), "\(text)")
    }
  }

  @Test("Keys are labelled without the beginning of their names")
  func keys() throws {
    let texts = try Self.texts(
      Self.draw(
        """
        [[button]]
        region = { x = 0, y = 0, width = 40, height = 20 }
        output = ["A", "KEY_VOLUMEUP"]
        [[button]]
        input = "BTN_STYLUS"
        output = "KEY_F1"
        """))
    #expect(texts.contains("A+VOLUMEUP") && texts.contains("BTN_STYLUS: F1"), "\(texts)")
  }

  @Test("Controls that do not fit are dashed outlines in a larger picture, and each error is printed")
  func misfits() throws {
    let file = try Programs.file(
      "own.toml",
      """
      [[button]]
      output = "A"
      region = { center = [120, 20], radius = 5 }
      [[button]]
      output = "B"
      region = { center = [5000, 20], radius = 5 }
      [[button]]
      output = "X"
      region = { center = [20, 20], radius = 5 }
      [[trigger]]
      target = "left"
      region = { x = 0, y = 0, width = "100% - 150mm", height = 10 }
      [[stick]]
      radius = "100% - 60mm"
      """)
    let (status, svg) = try Programs.tool(["layout", file, "--size", "100x50"], isSilent: true)
    #expect(status == 65)
    // The picture has 688 pixels for 150 mm.
    #expect(try Self.count("circle", "stroke-dasharray", "7 4", in: svg) == 2)
    #expect(try Self.count("rect", "width", "458.67", in: svg) == 3)
    #expect(try Self.count("rect", "width", "454.67", in: svg) == 1)
    let texts = try Self.texts(svg)
    #expect(Set(texts).isSuperset(of: ["A", "B", "X", "does not fit"]))
    let errors = try Programs.tool(["layout", file, "--size", "100x50", "-o", Programs.file("a.svg", "")])
    #expect(errors.output.split(separator: "\n").count == 4)
    #expect(errors.output.contains("own.toml:3:10: region is outside the surface (100 mm x 50 mm)"))
  }

  @Test("--layer draws the controls of a layer, with those that always exist")
  func layers() throws {
    let region = "region = { x = 10, y = 10, width = 20, height = 20 }\n"
    let file = try Programs.file(
      "layers.toml",
      "[[button]]\noutput = \"LB\"\nlayer = \"run\"\n\(region)[[button]]\noutput = \"RB\"\nlayer = \"fight\"\n\(region)"
        + "[[button]]\noutput = \"next layer\"\nregion = { x = 60, y = 10, width = 20, height = 20 }\n")
    for (arguments, shown, hidden) in [
      ([], "LB", "RB"), (["--layer", "run"], "LB", "RB"), (["--layer", "fight"], "RB", "LB"),
    ] {
      let (status, svg) = try Programs.tool(["layout", file, "--size", "217x136"] + arguments)
      #expect(status == 0 && svg.contains(">\(shown)<") && !svg.contains(">\(hidden)<"))
      #expect(svg.contains(">next layer<"))
    }
    let wrong = try Programs.tool(["layout", file, "--size", "217x136", "--layer", "walk"])
    #expect(
      wrong.status == 64 && wrong.output.contains("there is no layer \"walk\"; it has \"run\" and \"fight\""))
  }

  @Test("--when turns the surface if necessary, and draws the controls of that orientation")
  func orientation() throws {
    let phone = Self.configuration("phone")
    for (when, size, isUpright) in [
      ("portrait", "65x140", true), ("portrait", "140x65", true), ("landscape", "65x140", false),
    ] {
      let (status, svg) = try Programs.tool(["layout", phone, "--size", size, "--when", when])
      #expect(status == 0)
      let expected = "phone.toml, \(isUpright ? "65 × 140" : "140 × 65") mm"
      #expect(try Self.texts(svg).first == expected)
    }
    let wrong = try Programs.tool(["layout", phone, "--when", "upright"])
    #expect(wrong.status == 64 && wrong.output.contains("portrait or landscape"))
  }

  @Test("--rotation overrides the configuration, and is drawn")
  func rotation() throws {
    let file = try Programs.file("t.toml", "device.rotation = 180\n")
    for (rotation, expected) in [
      (nil, "65 × 140 mm, rotated by 180 degrees"), ("0", "65 × 140 mm"),
      ("90", "140 × 65 mm, rotated by 90 degrees"), ("270", "140 × 65 mm, rotated by 270 degrees"),
    ] {
      let (status, svg) = try Programs.tool(
        ["layout", file, "--size", "65x140"] + (rotation.map { ["--rotation", $0] } ?? []))
      #expect(status == 0)
      #expect(try Self.texts(svg).first == "t.toml, \(expected)")
    }
    let wrong = try Programs.tool(["layout", file, "--rotation", "45"])
    #expect(wrong.status == 64 && wrong.output.contains("0, 90, 180 or 270"))
  }

  /// The boxes of a picture's texts, with the widths of the widest common font.
  private static func boxes(_ svg: String) throws -> [(
    text: String, x: ClosedRange<Double>, y: ClosedRange<Double>
  )] {
    let document = try XMLDocument(data: Data(svg.utf8))
    return try document.nodes(forXPath: "//*[local-name()='text']").map { node in
      func attribute(_ name: String) throws -> String? {
        try node.nodes(forXPath: "@\(name)").first?.stringValue
      }
      func number(_ name: String) throws -> Double { try #require(try attribute(name).flatMap(Double.init)) }
      let (text, size) = (node.stringValue ?? "", try number("font-size"))
      let (x, y, width) = (try number("x"), try number("y"), Double(text.count) * size * 0.66)
      let start = [nil: x, "middle": x - width / 2, "end": x - width][try attribute("text-anchor")]
      let left = try #require(start)
      return (text, left...(left + width), (y - size * 0.75)...(y + size * 0.2))
    }
  }

  @Test("Texts do not overlap, and are readable", arguments: ShippedLayoutTests.names)
  func apart(_ name: String) throws {
    let screens = try Settings.read(path: Self.configuration(name)).madeFor
    for size in ["65x140", "140x65", "87x155", "155x87", "136x217", "217x136", "194x345", "345x194"] {
      let surface = try #require(SurfaceSize.configured(size))
      guard screens.isEmpty || screens.contains(HeldScreen(of: surface)) else { continue }
      let (_, svg) = try Programs.tool(["layout", Self.configuration(name), "--size", size])
      let boxes = try Self.boxes(svg)
      for (index, one) in boxes.enumerated() {
        for other in boxes[..<index] where one.x.overlaps(other.x) && one.y.overlaps(other.y) {
          Issue.record("\(size): \(one.text) is on \(other.text)")
        }
      }
      #expect(!svg.contains(/font-size="[0-9](\.[0-9]*)?"/), "\(size)")
    }
  }

  @Test("Names with characters that are special in XML can be drawn")
  func special() throws {
    let name = "a <b> & \"c\" <\u{301}"
    let toml = """
      [[button]]
      name = 'NAME'
      output = "A"
      region = { center = [20, 20], radius = 10 }
      """.replacing("NAME", with: name)
    let document = try XMLDocument(data: Data(Self.draw(toml).utf8))
    let titles = try document.nodes(forXPath: "//*[local-name()='g']/*[local-name()='title']")
    #expect(titles.map(\.stringValue) == ["a <b> & \"c\" <\u{301} (A)"])
  }
}
