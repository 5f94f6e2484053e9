internal import Configuration
internal import EventPipeline
internal import JoystickModel

/// What a cell of the bar does.
enum EditAction: Equatable, Sendable {
  case undo, save, done
  /// Shows the controls of the next layer.
  case layer
  case output, name, copy, delete, close
  /// Chooses what the control controls.
  case choose(String)
  case type(String)
  case erase, accept
}

/// What is open in the bar.
enum EditPage: Equatable, Sendable {
  case actions
  /// What to do with the selected control.
  case control
  case outputs
  case name(String)
}

/// The bar, which says what is happening, and has cells to press. A finger can move it out of the way.
struct EditBar: Equatable, Sendable {
  /// Everything, in millimetres.
  let area: Rectangle
  /// A line of text, and its place.
  let lines: [EditLine]
  let cells: [EditCell]
}

/// A line of text.
struct EditLine: Equatable, Sendable {
  let text: String
  /// Its place, in millimetres.
  let area: Rectangle
  /// Whether it is about something that is wrong.
  let isWarning: Bool
}

/// A cell that can be pressed.
struct EditCell: Equatable, Sendable {
  /// Its place, in millimetres.
  let area: Rectangle
  let label: String
  /// Whether pressing it does something.
  let isEnabled: Bool
  let action: EditAction
}

extension LayoutEditor {
  /// The height of a cell in millimetres: a fingertip's.
  private static let cellHeight = 8.0
  private static let lineHeight = 4.0
  /// The width of a letter in lines of this height, on average.
  private static let letterWidth = 1.7
  /// More would hide the controls.
  private static let maxLines = 5

  /// The bar as it is now: the title, cells, and what there is to say. So cells stay where they are while that changes.
  var bar: EditBar {
    let width = min(size.width - 4, 96)
    let rows = rows(of: width)
    let texts = texts(of: Int(width / Self.letterWidth))
    let height = Self.lineHeight * Double(texts.count + 1) + Self.cellHeight * Double(rows.count) + 1
    // All of it stays on the surface, where there is room for it.
    let left = max(0, min(barTop.x - width / 2, size.width - width))
    let top = max(0, min(barTop.y, size.height - height))
    func line(_ text: String, _ y: Double, isWarning: Bool = false) -> EditLine {
      let area = Rectangle(x: left + 1, y: y, width: width - 2, height: Self.lineHeight)
      return EditLine(text: text, area: area, isWarning: isWarning)
    }
    var lines = [line(title, top + 1)]
    var cells: [EditCell] = []
    var y = top + 1 + Self.lineHeight
    for row in rows {
      let side = width / Double(row.count)
      for (index, action) in row.enumerated() {
        let area = Rectangle(x: left + side * Double(index), y: y, width: side, height: Self.cellHeight)
        cells.append(
          EditCell(area: area, label: label(of: action), isEnabled: isEnabled(action), action: action))
      }
      y += Self.cellHeight
    }
    for text in texts {
      lines.append(line(text, y, isWarning: message == nil))
      y += Self.lineHeight
    }
    return EditBar(area: Rectangle(x: left, y: top, width: width, height: height), lines: lines, cells: cells)
  }

  private var title: String {
    switch page {
    case .actions: "Editing “\(name)”. Games get no input meanwhile."
    case .control: "“\(table?.name ?? "")”"
    case .outputs: "What “\(table?.name ?? "")” controls: now \(table?.output ?? "")"
    case .name(let name): "Name: \(name)"
    }
  }

  /// What has happened, or else what is wrong, in lines of about this many letters.
  private func texts(of letters: Int) -> [String] {
    let lines = (message.map { [$0] } ?? warnings).flatMap { $0.wrapped(at: letters) }
    return lines.count > Self.maxLines ? lines.prefix(Self.maxLines - 1) + ["and more"] : lines
  }

  private func rows(of width: Double) -> [[EditAction]] {
    switch page {
    case .actions: return [[.undo, .save, .done]] + (layers.count > 1 ? [[.layer]] : [])
    case .control: return [[.output, .name], [.copy, .delete], [.close]]
    case .outputs:
      return table.map { $0.outputs.map(EditAction.choose).rows(of: 4) + [[.close]] } ?? [[.close]]
    case .name:
      let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ".map { EditAction.type(String($0)) }
      return (letters + [.erase, .close, .accept]).rows(of: width < 80 ? 8 : 10)
    }
  }

  private func label(of action: EditAction) -> String {
    switch action {
    case .undo: "Undo"
    case .save: "Save"
    case .done: isLosing ? "Discard" : "Done"
    case .layer: "Layer: \(layer ?? "")"
    case .output: "Output"
    case .name: "Name"
    case .copy: "Copy"
    case .delete: "Delete"
    case .close: "Back"
    case .choose(let word): word
    case .type(" "): "space"
    case .type(let letter): letter
    case .erase: "⌫"
    case .accept: "OK"
    }
  }

  private func isEnabled(_ action: EditAction) -> Bool {
    switch action {
    case .undo: canUndo
    case .save: !isSaved
    case .output: table.map { $0.outputs.count > 1 } ?? false
    default: true
    }
  }
}

// What cells do.
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
    case .output: page = .outputs
    case .name: page = .name(table?.name ?? "")
    case .copy:
      copySelected()
      page = .actions
    case .delete:
      removeSelected()
      page = .actions
    case .close: page = page == .control ? .actions : .control
    case .choose(let word): change(table?.changes(toOutput: word))
    case .type, .erase, .accept: editName(action)
    }
    return nil
  }

  private mutating func editName(_ action: EditAction) {
    guard case .name(let name) = page else { return }
    switch action {
    case .type(let letter): page = .name(name + letter)
    case .erase: page = .name(String(name.dropLast()))
    default: change(table?.changes(toName: name))
    }
  }

  /// Changes values of the selected table, and goes back to what else can be done with it.
  private mutating func change(_ changes: [TextChange]?) {
    guard let changes else { return }
    change { text throws(ConfigurationError) in try text.changing(changes) }
    page = .control
  }
}

extension [EditAction] {
  /// Rows of at most this many.
  fileprivate func rows(of count: Int) -> [[EditAction]] {
    stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
  }
}
