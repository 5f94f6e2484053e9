internal import Configuration
internal import JoystickModel

// What cells of the bar do.
extension LayoutEditor {
  mutating func perform(_ action: EditAction) -> EditRequest? {
    guard isEnabled(action) else { return nil }
    let wasLosing = isLosing
    (message, isLosing) = (nil, false)
    switch action {
    case .undo: undo()
    case .save: return .save
    case .done:
      guard !isSaved, !wasLosing else { return .end }
      isLosing = true
      message = "The changes are not saved. Save them, or press Discard."
    case .layer: showNextLayer()
    case .add: page = .kinds
    case .addControl(let kind): add(kind)
    case .tryOut: startTrial()
    case .saveAs: openName(name, of: .profile)
    case .close: close()
    case .turn(let first, _):
      if case .outputs(let isList, _) = page { page = .outputs(isList: isList, from: first) }
    case .type, .capitals, .erase, .accept: return editName(action)
    default: performOnSelected(action)
    }
    if page.isOfControl { freeSelected() }
    return nil
  }

  private mutating func performOnSelected(_ action: EditAction) {
    guard let table else { return }
    switch action {
    case .output: page = .outputs(isList: false, from: 0)
    case .moreOutputs: page = .outputs(isList: true, from: 0)
    case .choose(let word): choose(word, for: table)
    case .name: openName(table.name, of: .control)
    case .mode: change(table.changes(toToggle: table.isToggle == false))
    case .turbo: change(table.changes(toTurbo: Self.turbos.first { $0 > table.turbo + 0.1 } ?? 0))
    case .smaller: resize(by: -1)
    case .larger: resize(by: 1)
    case .anchor: change(table.changesMeasured(on: size), "It is measured from the nearest edges.")
    case .ownLayer: change(table.changes(toLayer: table.layer == nil ? layer : nil))
    case .copy:
      copySelected()
      page = .actions
    case .delete:
      removeSelected()
      page = .actions
    default: break
    }
  }

  /// The frequencies to choose from, in hertz: slow, usual, and as fast as games that look 60 times a second can follow.
  private static let turbos = [8.0, 12, 20]

  private mutating func close() {
    switch page {
    case .trial: endTrial()
    case .actions, .kinds, .control, .name(_, .profile): page = .actions
    case .outputs, .name(_, .control): page = .control
    }
  }

  private mutating func choose(_ word: String, for table: PlacedTable) {
    guard case .outputs(let isList, _) = page else { return }
    guard isList else {
      change(table.changes(toOutput: word))
      page = .control
      return
    }
    let held = table.heldOutputs
    let others = held.filter { $0 != word }
    guard !others.isEmpty || held.isEmpty || others == held else {
      message = "A button presses at least one output."
      return
    }
    change(table.changes(toOutputs: others == held ? held + [word] : others))
  }

  /// By millimetres.
  private mutating func resize(by length: Double) {
    guard let selected, let table else { return }
    change(table.changes(of: selected, to: selected.outline(grownBy: length, within: size)))
  }

  private mutating func openName(_ text: String, of named: EditPage.Named) {
    page = .name(text, of: named)
    hasCapitals = named == .control
  }

  private mutating func editName(_ action: EditAction) -> EditRequest? {
    guard case .name(let text, let named) = page else { return nil }
    switch action {
    case .type(let letter): page = .name(text + letter, of: named)
    case .erase: page = .name(String(text.dropLast()), of: named)
    case .capitals: hasCapitals.toggle()
    default:
      if named == .profile { return .saveAs(text) }
      change(table?.changes(toName: text) ?? [])
      page = .control
    }
    return nil
  }

  /// Changes values of the selected table.
  ///
  /// - Parameter done: What to say if the reader accepts it.
  private mutating func change(_ changes: [TextChange], _ done: String? = nil) {
    change { text throws(ConfigurationError) in try text.changing(changes) }
    message = message ?? done
  }
}
