import Configuration
import EventPipeline
import JoystickModel
import LayoutImport
import TestSupport
import Testing

@Suite("The pages of an overlay")
struct ImportedPagesTests {
  /// An overlay whose pages have these names, with a button each, and the targets of `overlay_next`.
  private func overlay(_ pages: [(name: String, button: String, targets: [String?])], _ more: String = "")
    -> String
  {
    var lines = ["overlays = \(pages.count)"]
    for (index, page) in pages.enumerated() {
      lines += [
        "overlay\(index)_name = \"\(page.name)\"", "overlay\(index)_normalized = true",
        "overlay\(index)_desc0 = \"\(page.button),0.\(index + 1),0.8,rect,0.04,0.08\"",
      ]
      for (number, target) in page.targets.enumerated() {
        lines.append(
          "overlay\(index)_desc\(number + 1) = \"overlay_next,0.5,0.\(number + 1),rect,0.04,0.04\"")
        if let target { lines.append("overlay\(index)_desc\(number + 1)_next_target = \"\(target)\"") }
      }
    }
    return lines.joined(separator: "\n") + "\n" + more
  }

  /// The names of the controls that exist at first, without those that only change the layer.
  private func first(_ text: String, isUpright: Bool) throws -> [String] {
    let profile = try #require(Imported(text).layout.profile)
    let settings = try Settings.parse(profile: Array(profile.utf8), file: "t")
    let layout = try settings.layout(
      width: isUpright ? 65 : 140, height: isUpright ? 140 : 65, deviceClass: .touchscreen)
    return names(of: layout)
  }

  private func names(of layout: Layout) -> [String] {
    layout.controls.indices.filter(layout.exists).compactMap { index in
      guard case .button(let button) = layout.controls[index], button.action.layerChange == nil else {
        return nil
      }
      return button.name
    }
  }

  @Test("Pages are paired by the targets of overlay_next, whatever else is in their names")
  func pairs() throws {
    let text = overlay([
      ("landscape-gba-left", "a", ["portrait-gb", "landscape-two"]),
      ("landscape-two", "b", ["landscape-gba-left"]),
      ("portrait-other", "x", ["landscape-two"]), ("portrait-gb", "y", ["landscape-gba-left"]),
    ])
    #expect(try first(text, isUpright: false) == ["B"])
    #expect(try first(text, isUpright: true) == ["X"])
  }

  @Test("Pages without targets are paired by their names or their order")
  func unnamedPairs() throws {
    let named = overlay([
      ("snes-landscape", "a", [nil]), ("nes-landscape", "b", [nil]), ("nes-portrait", "x", [nil]),
      ("snes-portrait", "y", [nil]),
    ])
    #expect(try first(named, isUpright: false) == ["B"] && first(named, isUpright: true) == ["X"])
    let ordered = overlay([("LandscapeBig", "a", [nil]), ("PortraitSmall", "x", [nil])])
    #expect(try first(ordered, isUpright: false) == ["B"] && first(ordered, isUpright: true) == ["Y"])
    // A page between two for the same orientation does not cut the way.
    #expect(
      Imported(named).outputs.contains("\"switch nes\"")
        && Imported(named).outputs.contains("\"switch snes\""))
  }

  @Test("An orientation shows the first page that it has, also if the file's first page is for the other one")
  func firstPages() throws {
    let text = overlay([
      ("landscape", "a", ["landscape-menu"]), ("landscape-menu", "b", ["landscape"]),
      ("portrait-only", "x", []),
    ])
    #expect(try first(text, isUpright: false) == ["B"])
    #expect(try first(text, isUpright: true) == ["Y"])
    let mixed = overlay([
      ("portrait", "a", ["keys"]), ("landscape", "b", ["keys"]), ("keys", "x", ["landscape"]),
    ])
    #expect(try first(mixed, isUpright: true) == ["B"])
    #expect(try first(mixed, isUpright: false) == ["A"])
  }

  @Test("A hidden page comes first only if there is no other, whatever the order of the file")
  func hiddenPages() throws {
    let pages: [(name: String, button: String, targets: [String?])] = [
      ("landscape", "a", ["hidden", "portrait"]), ("hidden", "b", ["landscape"]),
      ("portrait", "x", ["hidden", "landscape"]),
    ]
    for order in [[0, 1, 2], [1, 0, 2], [2, 1, 0], [0, 2, 1], [1, 2, 0]] {
      let text = overlay(order.map { pages[$0] })
      #expect(try first(text, isUpright: false) == ["B"], "\(order)")
      #expect(try first(text, isUpright: true) == ["Y"], "\(order)")
    }
    // Here the start is hidden, and its button leads to the third page.
    let start = overlay([
      ("hidden-landscape", "a", ["landscape-two", "hidden-portrait"]), ("landscape-one", "b", []),
      ("landscape-two", "x", []), ("hidden-portrait", "y", ["portrait-two"]), ("portrait-one", "l", []),
      ("portrait-two", "r", []),
    ])
    #expect(try first(start, isUpright: false) == ["Y"] && first(start, isUpright: true) == ["RB"])
    let only = overlay([("landscape", "a", []), ("portrait-hidden", "b", [])])
    #expect(try first(only, isUpright: true) == ["A"])
  }

  @Test(
    "So does a page without controls, whatever its name", arguments: ["overlay_next", "menu_toggle", "nul"])
  func emptyPages(_ word: String) throws {
    let text = overlay([
      ("nothing", word, ["landscape"]), ("landscape", "a", ["nothing"]), ("portrait", "x", ["nothing"]),
    ])
    #expect(try first(text, isUpright: false) == ["B"] && first(text, isUpright: true) == ["Y"])
    let outside = text.replacing("\(word),0.1,0.8", with: "y,1.5,0.8")
    #expect(try first(outside, isUpright: false) == ["B"] && first(outside, isUpright: true) == ["Y"])
  }

  @Test("A file with pages for one orientation only shows them in both, as RetroArch does")
  func oneOrientation() throws {
    for name in ["landscape", "portrait"] {
      let text = overlay([(name, "a", [])])
      #expect(try first(text, isUpright: false) == ["B"] && first(text, isUpright: true) == ["B"], "\(name)")
    }
  }

  @Test("Pages without orientations in their names have those of their own width and height")
  func aspects() throws {
    let text = overlay(
      [("one", "a", []), ("two", "b", [])], "overlay0_aspect_ratio = 1.78\noverlay1_aspect_ratio = 0.56\n")
    #expect(try first(text, isUpright: false) == ["B"] && first(text, isUpright: true) == ["A"])
    let alike = overlay([("one", "a", []), ("two", "b", [])], "overlay0_aspect_ratio = 1.78\n")
    #expect(!(Imported(alike).layout.profile ?? "").contains("when"))
  }

  @Test("A button never leads to a layer that has nothing in its orientation")
  func deadEnds() throws {
    let text = overlay([
      ("landscape", "a", ["landscape-menu"]), ("portrait", "x", ["landscape-menu", "landscape"]),
      ("landscape-menu", "b", ["landscape"]), ("pad", "y", ["landscape-menu"]),
    ])
    let tables = Imported(text).tables.filter { $0.contains("switch menu") }
    #expect(tables.count == 2 && tables.allSatisfy { $0.contains("when = \"landscape\"") })
  }

  @Test("A layout shows the first layer that has a control in an orientation")
  func model() throws {
    let profile = """
      [[button]]
      output = "A"
      region = { x = 0, y = 0, width = "20%", height = "20%" }
      when = "landscape"
      layer = "one"
      [[button]]
      output = "B"
      region = { x = 0, y = 0, width = "20%", height = "20%" }
      layer = "two"
      [[button]]
      output = "next layer"
      region = { x = "50%", y = 0, width = "20%", height = "20%" }
      """
    let settings = try Settings.parse(profile: Array(profile.utf8), file: "t")
    #expect(names(of: try settings.layout(width: 140, height: 65, deviceClass: .touchscreen)) == ["A"])
    #expect(names(of: try settings.layout(width: 65, height: 140, deviceClass: .touchscreen)) == ["B"])
    let upright = settings.fittedLayout(on: SurfaceSize(width: 65, height: 140), deviceClass: .touchscreen)
      .layout
    #expect(upright.layers == ["two", "one"])
  }
}
