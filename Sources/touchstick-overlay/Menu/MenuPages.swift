internal import Configuration
internal import EventPipeline

/// A cell before it has a place.
struct MenuItem: Equatable, Sendable {
  let label: String
  var detail = ""
  /// Nil for a cell that cannot be pressed.
  var action: MenuAction?
  /// Whether it is what is in use.
  var isChosen = false
  /// The profile whose picture it shows.
  var card: LayoutCard?
}

/// What a page of the menu shows.
enum MenuContent {
  /// Cells beside each other, each at least this large, in millimetres.
  case grid([MenuItem], width: Double, height: Double)
  /// Values with cells that make them less and more.
  case values([MenuValue])
  case lines([String])
}

/// A value that can be changed.
struct MenuValue: Equatable, Sendable {
  let label, text: String
  /// Nil at the ends of its range.
  let less, more: MenuAction?
}

extension Menu {
  var title: String {
    switch page {
    case .main: contents.current.isEmpty ? "touchstick" : "Layout: \(contents.current)"
    case .layouts: "Layouts. A touch uses one at once"
    case .game: contents.game.map { "While “\($0.title)” has the pad" } ?? "This game"
    case .looks: "Looks"
    case .feel: "Feel, of all layouts"
    case .screen: "The screen with the controls"
    case .help: "Help"
    case .deletion(let name): "Delete the layout “\(name)”?"
    }
  }

  /// The page's cells, and those at its lower edge.
  var content: (main: MenuContent, footer: [MenuItem]) {
    switch page {
    case .main: (.grid(mainItems, width: 26, height: 11), [item("Close", .close)])
    case .layouts:
      (
        size.width > size.height
          ? .grid(contents.cards.map(item), width: 36, height: 27)
          : .grid(contents.cards.map(item), width: 27, height: 36), layoutActions
      )
    case .game: (gameContent, [back])
    case .looks: (.values(contents.looks.menuValues), [back])
    case .feel: (.values(contents.feel.menuValues), [back])
    case .screen: (.grid(outputItems, width: 36, height: 11), [back])
    case .help: (.lines(helpLines), [back])
    case .deletion(let name):
      (
        .lines(["Its file is removed. This cannot be undone."]),
        [MenuItem(label: "Back", action: .open(.layouts)), item("Delete", .delete(name))]
      )
    }
  }

  private var back: MenuItem { MenuItem(label: "Back", action: .open(.main)) }

  private func item(_ label: String, _ request: MenuRequest) -> MenuItem {
    MenuItem(label: label, action: .perform(request))
  }

  private var mainItems: [MenuItem] {
    let problems = contents.problems.count
    return [
      MenuItem(label: "Layouts", action: .open(.layouts)),
      MenuItem(label: "Edit", detail: editedName ?? "", action: editedName.map { .perform(.edit($0)) }),
      MenuItem(label: "This game", detail: contents.game?.title ?? "", action: .open(.game)),
      MenuItem(label: "Looks", action: .open(.looks)), MenuItem(label: "Feel", action: .open(.feel)),
      MenuItem(label: "Screen", action: contents.outputs.count > 1 ? .open(.screen) : nil),
      MenuItem(
        label: "Help", detail: problems > 0 ? counted(problems, "problem") : "", action: .open(.help)),
      contents.isOn
        ? item("Pads off", .switchPads(on: false)) : item("Pads on", .switchPads(on: true)),
    ]
  }

  /// The profile in use; nil if the layout is none.
  private var editedName: String? { contents.cards.first { $0.name == contents.current }?.name }

  private func item(for card: LayoutCard) -> MenuItem {
    MenuItem(
      label: card.name, detail: card.problem ?? card.description ?? "",
      action: card.problem == nil ? .perform(.use(card.name)) : nil,
      isChosen: card.name == contents.current, card: card)
  }

  private var layoutActions: [MenuItem] {
    let name = contents.current
    let card = contents.cards.first { $0.name == name }
    let isKept = contents.kept == name
    var items = [back]
    if card != nil {
      items += [
        MenuItem(
          label: isKept ? "Kept" : "Keep", action: .perform(.keep(isKept ? nil : name)), isChosen: isKept),
        item("Edit", .edit(name)), item("Copy", .copy(name)),
      ]
    }
    items.append(item("New", .copy(nil)))
    if card?.isOwn == true { items.append(MenuItem(label: "Delete", action: .open(.deletion(name)))) }
    return items
  }

  private var gameContent: MenuContent {
    guard let game = contents.game else {
      return .lines([
        "No program has the pad. Start the game, and open this menu again: it then keeps its layout."
      ])
    }
    guard game.name != nil else {
      return .lines(["Nothing names this program, so that it cannot have a layout of its own."])
    }
    func item(_ label: String, _ effect: GameRule.Effect?) -> MenuItem {
      MenuItem(label: label, action: .perform(.setRule(effect)), isChosen: game.effect == effect)
    }
    let layouts = contents.cards.map { item($0.name, .profile($0.name)) }
    return .grid([item("as always", nil), item("no pads", .padsOff)] + layouts, width: 26, height: 11)
  }

  private var outputItems: [MenuItem] {
    [
      MenuItem(
        label: "the touchscreen's", action: .perform(.setLooks(.output(nil))),
        isChosen: contents.looks.output == nil)
    ]
      + contents.outputs.map {
        MenuItem(
          label: $0, action: .perform(.setLooks(.output($0))), isChosen: $0 == contents.looks.output)
      }
  }

  private var helpLines: [String] {
    let problems = contents.problems.flatMap {
      [$0.message + "."] + ($0.hint.isEmpty ? [] : [$0.hint])
    }
    return (problems.isEmpty ? ["The pads work: nothing keeps them from playing."] : problems) + [
      "Five fingers, held still for a second, switch the pads on or off. So does this handle, held for a second.",
      "More than is here is in the guide: man touchstick, and touchstick doctor in a terminal.",
    ]
  }
}
