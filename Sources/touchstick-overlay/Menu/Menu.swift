internal import Configuration
internal import Drawing
internal import EventPipeline
internal import InputDevices
internal import JoystickModel

/// What is open in the menu.
enum MenuPage: Equatable, Sendable {
  case main, layouts, game, looks, feel, screen, help
  /// The controls work, and what they do on the pad is shown.
  case trial
  /// Asks whether to delete a profile.
  case deletion(String)
}

/// What a cell of the menu does.
enum MenuAction: Equatable, Sendable {
  case open(MenuPage)
  /// Shows the next or the last cells of a page.
  case turn(by: Int)
  case perform(MenuRequest)
}

/// What the program must do after a touch.
enum MenuRequest: Equatable, Sendable {
  case close
  case switchPads(on: Bool)
  case use(String)
  /// Use the layout at each login, or no longer.
  case keep(String?)
  case edit(String)
  /// Copy the profile, or begin an empty one, and edit that.
  case copy(String?)
  case delete(String)
  case setLooks(LooksChange)
  case setFeel(FeelChange)
  case setScreen(ScreenChange)
  /// What happens while the program that has the pad has it; nil is what happens without it.
  case setRule(GameRule.Effect?)
}

/// A profile, as the menu shows it.
struct LayoutCard: Equatable, Sendable {
  let name: String
  /// Whether the file is the user's own.
  let isOwn: Bool
  /// What it is for; nil until the file is read.
  var description: String?
  /// Why it cannot be used on this surface; nil if it can.
  var problem: String?
  /// What it looks like there.
  var controls: [ShownControl] = []
  /// The same, to be tried; nil until the file is read.
  var layout: Layout?
}

/// The program that has the pad.
struct MenuGame: Equatable, Sendable {
  let title: String
  /// What a rule calls it; nil if nothing names it.
  let name: GameName?
  var effect: GameRule.Effect?
}

/// Something that keeps the pads from playing, and what to do.
struct MenuProblem: Equatable, Sendable {
  let message, hint: String
}

/// The touchscreen, and what the user says of it.
struct MenuScreen: Equatable, Sendable {
  var choice = ScreenSettings()
  /// In millimetres, as touchstickd knows it.
  var size = SurfaceSize(width: 0, height: 0)
  /// Whether the user's size counts: nothing else says one.
  var canChooseSize = false
}

/// What the menu shows, and what can be changed with it.
struct MenuContents: Equatable, Sendable {
  var cards: [LayoutCard] = []
  /// The layout in use: a profile, or another name.
  var current = ""
  /// The layout that is used at each login.
  var kept: String?
  var isOn = true
  /// The program that has the pad, and what its rule does.
  var game: MenuGame?
  var looks = OverlaySettings()
  var feel = FeelSettings()
  var outputs: [String] = []
  var screen = MenuScreen()
  var problems: [MenuProblem] = []
  /// The layout in use as it is on the surface; nil if it is not known.
  var layout: Layout?
  /// Whether the layout can be kept: that of the first gamepad.
  var canKeep = true
}

/// The menu on a surface: it turns touches into requests. It has no clock and no display.
struct Menu: Sendable {
  var contents: MenuContents
  /// The surface, in millimetres.
  var size: SurfaceSize
  private(set) var page = MenuPage.main
  /// What has happened; nil if there is nothing to say.
  var message: String?
  /// The first cell of the page that is shown.
  private var first = 0
  /// The finger that presses a cell, or beside all cells.
  private var presser: (id: Int, place: Target, isOn: Bool)?

  /// The layout, while it is tried: touches beside the panel go to its controls.
  var trial: Layout?
  private var triers: Set<Int> = []

  /// The cell that a gamepad has chosen, by its place among the panel's; nil until one is used.
  private(set) var focus: Int?

  private enum Target: Equatable {
    case cell(MenuAction)
    case panel
    case beside
  }

  init(_ contents: MenuContents, size: SurfaceSize) { (self.contents, self.size) = (contents, size) }

  var panel: MenuPanel { MenuPanel(content, title: title, first: first, on: size) }

  /// The action of the cell that a finger presses now.
  var pressed: MenuAction? {
    guard let presser, presser.isOn, case .cell(let action) = presser.place else { return nil }
    return action
  }
}

// Touches.
extension Menu {
  /// Handles a touch.
  ///
  /// - Parameters:
  ///   - id: The finger's number.
  ///   - time: In microseconds.
  mutating func touch(_ touch: EditTouch, by id: Int, at time: Int64 = 0) -> MenuRequest? {
    if case .began(let point) = touch, trial != nil, !panel.area.contains(point) { triers.insert(id) }
    if triers.contains(id), touch != .cancelled {
      trial?.tryOut(touch, id, at: time)
      if case .ended = touch { triers.remove(id) }
      return nil
    }
    switch touch {
    // The newest finger counts: some desktops lose the end of a touch.
    case .began(let point): presser = (id, place(at: point), true)
    case .moved(let point):
      guard let presser, presser.id == id else { return nil }
      let isOn = place(at: point) == presser.place
      self.presser?.isOn = isOn
    case .ended:
      guard let presser, presser.id == id else { return nil }
      self.presser = nil
      guard presser.isOn else { return nil }
      return finish(presser.place)
    case .cancelled:
      presser = nil
      trial?.reset(time: time)
      triers = []
    }
    return nil
  }

  private func place(at point: Point) -> Target {
    let panel = panel
    if let cell = panel.cells.first(where: { $0.area.contains(point) }), let action = cell.item.action {
      return .cell(action)
    }
    return panel.area.contains(point) ? .panel : .beside
  }

  private mutating func finish(_ place: Target) -> MenuRequest? {
    switch place {
    case .cell(let action): return perform(action)
    case .panel: return nil
    case .beside: return .close
    }
  }

  /// Handles a press of a gamepad: the direction pad chooses a cell, A presses it, and B goes back.
  mutating func press(_ press: GamepadPress) -> MenuRequest? {
    let cells = panel.cells
    switch press {
    case .move(let x, let y): moveFocus(Vector(dx: Double(x), dy: Double(y)), among: cells)
    case .accept:
      guard let focus, focus < cells.count, let action = cells[focus].item.action else { return nil }
      return perform(action)
    case .back:
      guard page != .main else { return .close }
      switch page {
      case .deletion: open(.layouts)
      case .trial: open(.help)
      default: open(.main)
      }
    }
    return nil
  }

  /// Chooses the nearest cell in a direction that can be pressed: one beside counts more than one aslant.
  private mutating func moveFocus(_ direction: Vector, among cells: [MenuCell]) {
    let enabled = cells.indices.filter { cells[$0].item.action != nil }
    guard let focus, enabled.contains(focus) else { return focus = enabled.first }
    let middle = cells[focus].area.center
    func distance(_ index: Int) -> Double? {
      let step = cells[index].area.center - middle
      let along = step.dx * direction.dx + step.dy * direction.dy
      let aside = abs(step.dx * direction.dy) + abs(step.dy * direction.dx)
      return along > 1 ? along + 2 * aside : nil
    }
    let next = enabled.compactMap { index in distance(index).map { (index, $0) } }.min { $0.1 < $1.1 }
    self.focus = next?.0 ?? focus
  }

  private mutating func perform(_ action: MenuAction) -> MenuRequest? {
    message = nil
    switch action {
    case .open(let page): open(page)
    case .turn(let count): first = max(0, first + count)
    case .perform(let request): return request
    }
    return nil
  }

  mutating func open(_ page: MenuPage) {
    (self.page, first, focus) = (page, 0, focus.map { _ in 0 })
    (trial, triers) = (page == .trial ? contents.layout : nil, [])
  }
}
