internal import Configuration
internal import EventPipeline
internal import JoystickModel

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
  /// The same in a narrow panel, which leaves the controls beside it free.
  case readings([String])
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
    case .trial: "Try the pad. Games get no input."
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
    case .screen: (.values(contents.screenValues), [back])
    case .help:
      (
        .lines(helpLines),
        [back, MenuItem(label: "Try the pad", action: contents.layout.map { _ in .open(.trial) })]
      )
    case .trial:
      (
        .readings(trial?.gamepadState.readings ?? []), [MenuItem(label: "Back", action: .open(.help))]
      )
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
      MenuItem(label: "Screen", action: .open(.screen)),
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
      if contents.canKeep {
        items.append(
          MenuItem(
            label: isKept ? "Kept" : "Keep", action: .perform(.keep(isKept ? nil : name)), isChosen: isKept))
      }
      items += [item("Edit", .edit(name)), item("Copy", .copy(name))]
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
    let layouts = contents.cards.map { card in
      var item = item(card.name, .profile(card.name))
      if let problem = card.problem { (item.detail, item.action) = (problem, nil) }
      return item
    }
    return .grid([item("as always", nil), item("no pads", .padsOff)] + layouts, width: 36, height: 11)
  }

  private var helpLines: [String] {
    let problems = contents.problems.map {
      [$0.message, $0.hint].filter { !$0.isEmpty }.joined(separator: " ")
    }
    return (problems.isEmpty ? ["The pads work: nothing keeps them from playing."] : problems) + [
      "Five fingers, held still for a second, switch the pads on or off. So does this handle, held for a second."
    ]
  }
}

extension GamepadState {
  /// What games see, in lines: parts of the way in percent, y upwards.
  var readings: [String] {
    func percent(_ value: Int16) -> Int { Int((Double(value) / 327.67).rounded()) }
    func pull(_ value: UInt8) -> Int { Int((Double(value) / 2.55).rounded()) }
    let sticks = [leftStick, rightStick].map { "\(percent($0.x)), \(-percent($0.y)) %" }
    let directions = [(hatY < 0, "up"), (hatY > 0, "down"), (hatX < 0, "left"), (hatX > 0, "right")]
    let held = directions.filter(\.0).map(\.1)
    let pressed = GamepadButton.allCases.filter(isDown).map(\.label)
    func list(_ words: [String]) -> String { words.isEmpty ? "none" : words.joined(separator: " ") }
    return [
      "Sticks: \(sticks[0]) and \(sticks[1])", "Triggers: \(pull(leftTrigger)) and \(pull(rightTrigger)) %",
      "Direction pad: \(list(held))", "Buttons: \(list(pressed))",
    ]
  }
}
