import Configuration
import EventPipeline
import Foundation
import InputDevices
import JoystickModel
import TestSupport
import Testing

@testable import touchstick_overlay

@Suite("The menu")
struct MenuTests {
  /// Phones, tablets and a laptop, both ways, and a small screen.
  private static let sizes = [
    (65, 140), (140, 65), (136, 217), (217, 136), (195, 345), (345, 195), (60, 100),
  ].map { SurfaceSize(width: Double($0.0), height: Double($0.1)) }

  private static let contents: MenuContents = {
    var contents = MenuContents()
    contents.cards = (1...14).map {
      LayoutCard(name: "layout \($0)", isOwn: $0 < 3, description: "For a game")
    }
    contents.cards[5].problem = "the control “jump” is outside of the surface"
    contents.current = "layout 2"
    contents.outputs = ["eDP-1", "HDMI-A-1"]
    contents.problems = [
      MenuProblem(message: "the layout does not fit the device", hint: "use another one")
    ]
    return contents
  }()

  private static let pages: [MenuPage] = [
    .main, .layouts, .game, .looks, .feel, .screen, .help, .trial, .deletion("layout 1"),
  ]

  private static func menu(_ page: MenuPage, on size: SurfaceSize) -> Menu {
    var menu = Menu(contents, size: size)
    menu.open(page)
    return menu
  }

  @Test("has cells of at least 9 mm, 2 mm apart, on the surface, whatever its size", arguments: sizes)
  func measures(_ size: SurfaceSize) {
    for page in Self.pages {
      let panel = Self.menu(page, on: size).panel
      #expect(panel.area.x >= 0 && panel.area.y + panel.area.height <= size.height, "\(page) on \(size)")
      for (index, cell) in panel.cells.enumerated() {
        let area = cell.area
        #expect(min(area.width, area.height) >= 9, "\(page) on \(size): \(cell.item.label) \(area)")
        #expect(area.x >= panel.area.x && area.x + area.width <= panel.area.x + panel.area.width)
        #expect(area.y + area.height <= panel.area.y + panel.area.height)
        for other in panel.cells.dropFirst(index + 1) {
          let dx = max(other.area.x - area.x - area.width, area.x - other.area.x - other.area.width)
          let dy = max(other.area.y - area.y - area.height, area.y - other.area.y - other.area.height)
          #expect(max(dx, dy) >= 1.999, "\(page) on \(size): \(cell.item.label), \(other.item.label)")
        }
      }
    }
  }

  @Test("shows each layout and each value on some page", arguments: sizes)
  func pages(_ size: SurfaceSize) {
    for page in [MenuPage.layouts, .looks, .help] {
      var menu = Self.menu(page, on: size)
      var seen: [String] = []
      repeat {
        seen += menu.panel.cells.map(\.item.label) + menu.panel.lines.map(\.text)
      } while menu.press(">", ifEnabled: true)
      switch page {
      case .layouts: for card in Self.contents.cards { #expect(seen.contains(card.name)) }
      case .looks:
        for value in Self.contents.looks.menuValues {
          #expect(seen.contains("\(value.label): \(value.text)"))
        }
      default:
        let text = seen.joined(separator: " ")
        #expect(text.contains("the layout does not fit the device use another one"))
      }
    }
  }

  @Test("uses a layout at a touch, and shows why another cannot be used")
  func layouts() {
    var menu = Self.menu(.main, on: SurfaceSize(width: 217, height: 136))
    #expect(menu.press("Layouts") == nil && menu.page == .layouts)
    #expect(menu.press("layout 3") == .use("layout 3"))
    #expect(menu.press("layout 6") == nil)
    let cell = menu.panel.cells.first { $0.item.label == "layout 6" }
    #expect(cell?.item.detail == "the control “jump” is outside of the surface")
    #expect(menu.press("Keep") == .keep("layout 2"))
    menu.contents.kept = "layout 2"
    #expect(menu.press("Kept") == .keep(nil))
    #expect(menu.press("Copy") == .copy("layout 2") && menu.press("New") == .copy(nil))
    #expect(menu.press("Delete") == nil && menu.page == .deletion("layout 2"))
    #expect(menu.press("Delete") == .delete("layout 2"))
    #expect(menu.press("Back") == nil && menu.page == .layouts)
    // A layout that comes with touchstick stays.
    menu.contents.current = "layout 3"
    #expect(!menu.panel.cells.contains { $0.item.label == "Delete" })
  }

  @Test("closes at a touch beside it, and not if the finger slides")
  func beside() {
    var menu = Self.menu(.main, on: SurfaceSize(width: 217, height: 136))
    let beside = Point(x: 5, y: 130)
    #expect(menu.touch(.began(beside), by: 1) == nil && menu.touch(.ended, by: 1) == .close)
    _ = menu.touch(.began(beside), by: 1)
    _ = menu.touch(.moved(Point(x: 108, y: 8)), by: 1)
    #expect(menu.touch(.ended, by: 1) == nil)
    // Beside the cells is nothing.
    _ = menu.touch(.began(Point(x: 108, y: 6)), by: 1)
    #expect(menu.touch(.ended, by: 1) == nil)
    _ = menu.touch(.began(beside), by: 1)
    _ = menu.touch(.cancelled, by: 1)
    #expect(menu.touch(.ended, by: 1) == nil)
  }

  @Test("follows the newest finger, because a desktop may lose the end of a touch")
  func lostFinger() {
    var menu = Self.menu(.main, on: SurfaceSize(width: 217, height: 136))
    _ = menu.touch(.began(Point(x: 108, y: 8)), by: 1)
    #expect(menu.press("Pads off", by: 2) == .switchPads(on: false))
  }

  @Test("gives the program that has the pad a layout, and takes it away")
  func game() {
    var menu = Self.menu(.game, on: SurfaceSize(width: 217, height: 136))
    #expect(menu.panel.cells.map(\.item.label) == ["Back"])
    menu.contents.game = MenuGame(title: "supertuxkart", name: .program("supertuxkart"))
    #expect(menu.title == "While “supertuxkart” has the pad")
    #expect(menu.panel.cells.filter(\.item.isChosen).map(\.item.label) == ["as always"])
    #expect(menu.press("layout 2") == .setRule(.profile("layout 2")))
    #expect(menu.press("no pads") == .setRule(.padsOff))
    menu.contents.game?.effect = .padsOff
    #expect(menu.panel.cells.filter(\.item.isChosen).map(\.item.label) == ["no pads"])
    #expect(menu.press("as always") == .setRule(nil))
  }

  @Test("works with a gamepad's direction pad, A and B")
  func gamepad() {
    var menu = Self.menu(.main, on: SurfaceSize(width: 217, height: 136))
    func label() -> String { menu.focus.map { menu.panel.cells[$0].item.label } ?? "" }
    #expect(menu.press(.accept) == nil && menu.page == .main && menu.focus == nil)
    #expect(menu.press(.move(x: 1, y: 0)) == nil && label() == "Layouts")
    for name in ["Edit", "This game", "Looks", "Looks"] {
      #expect(menu.press(.move(x: 1, y: 0)) == nil && label() == name)
    }
    for name in ["Pads off", "Close", "Close"] {
      #expect(menu.press(.move(x: 0, y: 1)) == nil && label() == name)
    }
    #expect(menu.press(.accept) == .close)
    _ = menu.press(.move(x: 0, y: -1))
    while label() != "Layouts" {
      _ = menu.press(.move(x: -1, y: 0))
      _ = menu.press(.move(x: 0, y: -1))
    }
    #expect(menu.press(.accept) == nil && menu.page == .layouts && label() == "layout 1")
    #expect(menu.press(.accept) == .use("layout 1"))
    #expect(menu.press(.back) == nil && menu.page == .main)
    #expect(menu.press(.back) == .close)
  }

  @Test("stays on the surface whatever is touched, and asks only for what its cells say")
  func anything() {
    Seeds.forEach { random throws(Violation) in
      var menu = Self.menu(.main, on: Self.sizes[Int.random(in: 0..<Self.sizes.count, using: &random)])
      menu.contents.game = MenuGame(title: "a game", name: .program("game"))
      for _ in 0..<40 {
        let point = Point(
          x: Double.random(in: 0...menu.size.width, using: &random),
          y: Double.random(in: 0...menu.size.height, using: &random))
        let id = Int.random(in: 0..<3, using: &random)
        let touch: EditTouch =
          switch Int.random(in: 0..<8, using: &random) {
          case 0..<4: .began(point)
          case 4: .moved(point)
          case 5: .cancelled
          default: .ended
          }
        let cells = menu.panel.cells.compactMap(\.item.action)
        if let request = menu.touch(touch, by: id), request != .close, !cells.contains(.perform(request)) {
          throw Violation(text: "\(request) is asked for by no cell")
        }
        let area = menu.panel.area
        guard area.x >= 0, area.y + area.height <= menu.size.height else {
          throw Violation(text: "\(menu.page): \(area)")
        }
      }
    }
  }

  @Test("changes the looks by steps, which keep what else is in the file")
  func looks() throws {
    var looks = OverlaySettings()
    var text = Array("# Mine.\nlabel_color = \"#ff0000\" # red\n\n[fade]\nalpha = 0.2\n".utf8)
    for label in ["Theme", "Opacity", "Fade after", "Labels", "Hide for gamepads", "Handle"] {
      let value = try #require(looks.menuValues.first { $0.label == label })
      let action = try #require(value.more ?? value.less)
      guard case .perform(.setLooks(let change)) = action else {
        Issue.record("\(label): \(action)")
        continue
      }
      text = try OverlaySettings.making(change, in: text, file: "overlay.toml")
      looks = try OverlaySettings.parse(text, file: "overlay.toml")
      #expect(looks.menuValues.first { $0.label == label }?.text != value.text, "\(label)")
    }
    let changed = String(decoding: text, as: UTF8.self)
    #expect(changed.contains("# Mine.\nlabel_color = \"#ff0000\" # red\n"), "\(changed)")
    #expect(changed.contains("[fade]\nafter = \"10s\"\nalpha = 0.2\n"), "\(changed)")
  }
}

// What is behind the pages.
extension MenuTests {
  @Test("tries every control, and shows what it does on the pad")
  func trial() throws {
    let size = SurfaceSize(width: 217, height: 136)
    var menu = Self.menu(.help, on: size)
    #expect(menu.press("Try the pad") == nil && menu.page == .help)
    menu.contents.layout = try Settings.parse(
      profile: Array(
        """
        [[button]]
        output = "A"
        region = { center = ["100% - 20mm", "100% - 20mm"], radius = 8 }
        [[stick]]
        region = { x = 0, y = "50%", width = "40%", height = "50%" }
        """.utf8), file: "t.toml"
    ).layout(width: size.width, height: size.height, deviceClass: .touchscreen)
    _ = menu.press("Try the pad")
    #expect(menu.page == .trial)
    func lines() -> [String] { menu.panel.lines.dropFirst().map(\.text) }
    let rest = [
      "Sticks: 0, 0 % and 0, 0 %", "Triggers: 0 and 0 %", "Direction pad: none", "Buttons: none",
    ]
    #expect(lines() == rest)
    _ = menu.touch(.began(Point(x: 197, y: 116)), by: 1, at: 1000)
    _ = menu.touch(.began(Point(x: 40, y: 100)), by: 2, at: 2000)
    _ = menu.touch(.moved(Point(x: 90, y: 100)), by: 2, at: 3000)
    #expect(lines()[0] == "Sticks: 100, 0 % and 0, 0 %" && lines()[3] == "Buttons: A")
    _ = menu.touch(.ended, by: 2, at: 3500)
    _ = menu.touch(.began(Point(x: 40, y: 120)), by: 2, at: 3600)
    _ = menu.touch(.moved(Point(x: 40, y: 70)), by: 2, at: 4000)
    #expect(lines()[0] == "Sticks: 0, 100 % and 0, 0 %", "up is positive")
    #expect(menu.touch(.ended, by: 1, at: 5000) == nil && menu.touch(.ended, by: 2, at: 6000) == nil)
    #expect(lines() == rest)
    _ = menu.touch(.began(Point(x: 197, y: 116)), by: 1, at: 7000)
    _ = menu.touch(.cancelled, by: 0, at: 8000)
    #expect(lines() == rest)
    #expect(menu.press("Back") == nil && menu.page == .help && menu.trial == nil)
  }

  @Test("changes the screen's rotation, and its size where nothing else says it")
  func screen() {
    var contents = Self.contents
    contents.screen.size = SurfaceSize(width: 217, height: 136)
    func value(_ label: String) -> MenuValue? { contents.screenValues.first { $0.label == label } }
    #expect(value("Size") == nil && value("Output")?.text == "the touchscreen's")
    #expect(value("Output")?.more == .perform(.setLooks(.output("eDP-1"))))
    #expect(value("Rotation")?.less == nil)
    #expect(value("Rotation")?.more == .perform(.setScreen(.rotation(.topUp))))
    contents.screen.canChooseSize = true
    contents.screen.choice.size = contents.screen.size
    #expect(value("Size")?.text == "10.1 inches")
    contents.screen.choice.size = contents.screen.size(ofDiagonal: 7)
    #expect(value("Size")?.text == "7 inches")
    let size = contents.screen.size(ofDiagonal: 10.1)
    #expect(abs(size.width - 217.4) < 0.5 && abs(size.height - 136.2) < 0.5)
  }

  @Test("says what is wrong without commands, and lengths in whole millimetres")
  func words() {
    let off = MenuProblem(.init(.off, "the pads are off", hint: "run: touchstick on"))
    #expect(off.message == "The pads are off." && off.hint == "Choose “Pads on” in this menu.")
    let other = MenuProblem(.init("small", "the pad is 75.69 mm wide", hint: "run: touchstick check"))
    #expect(other.message == "The pad is 76 mm wide." && other.hint.isEmpty)
    #expect("it is 8 mm, or 2.5 mm x 3 mm".withWholeMillimetres == "it is 8 mm, or 3 mm x 3 mm")
  }

  @Test("greys what is not for a touchscreen, on both pages")
  func misfits() throws {
    let size = SurfaceSize(width: 217, height: 136)
    func obstacle(_ text: String) throws -> String? {
      let settings = try Settings.parse(profile: Array(text.utf8), file: "t.toml")
      return settings.obstacle(
        to: settings.fittedLayout(on: size, deviceClass: .touchscreen).layout, on: size)
    }
    let button = "[[button]]\noutput = 'A'\n"
    #expect(try obstacle(button + "region = { center = [20, 20], radius = 8 }\n") == nil)
    #expect(try obstacle(button + "input = 'BTN_STYLUS'\n") == "for a pen")
    #expect(try obstacle(button + "input = 'BTN_LEFT'\n") == "for a touchpad")
    #expect(try obstacle("[[stick]]\n") == "“left” would keep the whole screen from the desktop")
    var menu = Self.menu(.game, on: size)
    menu.contents.game = MenuGame(title: "game", name: .program("game"))
    let item = menu.panel.cells.first { $0.item.label == "layout 6" }?.item
    #expect(item?.action == nil && item?.detail == "the control “jump” is outside of the surface")
  }

  @Test("cuts what is too long for a cell, so that all letters have one size")
  func cut() {
    #expect("snes".cut(toWidth: 30, height: 2.3) == "snes")
    let name = "a-profile-with-a-very-long-name"
    let short = name.cut(toWidth: 30, height: 2.3)
    #expect(short.hasSuffix("...") && name.hasPrefix(short.dropLast(3)) && short.count > 8)
    let lines = "a description with more words than there is room for in two lines of a card".wrapped(
      toWidth: 34, height: 2.2, lines: 2)
    #expect(lines.count == 2 && lines[1].hasSuffix("..."))
  }

  @Test("shows the whole description of each layout that comes with touchstick")
  func descriptions() throws {
    let folder = Fixtures.project.appending(path: "config/profiles").path
    for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let description = try #require(Settings.read(path: "\(folder)/\(file)").description)
      let lines = description.wrapped(toWidth: 34.4, height: 2.2, lines: 2)
      #expect(lines.joined(separator: " ") == description, "\(file)")
    }
  }
}

extension Menu {
  /// Presses the cell with this label. Returns what that asks for.
  fileprivate mutating func press(_ label: String, by id: Int = 0) -> MenuRequest? {
    guard let area = panel.cells.first(where: { $0.item.label == label })?.area else {
      Issue.record("no cell \(label)")
      return nil
    }
    #expect(touch(.began(area.center), by: id) == nil)
    return touch(.ended, by: id)
  }

  /// Presses a cell that turns the page; returns whether there is one that can be pressed.
  fileprivate mutating func press(_ label: String, ifEnabled: Bool) -> Bool {
    guard panel.cells.contains(where: { $0.item.label == label && $0.item.action != nil }) else {
      return false
    }
    _ = press(label)
    return true
  }
}
