internal import Configuration
internal import EventPipeline
internal import JoystickModel

/// What a cell of the bar does.
enum EditAction: Equatable, Sendable {
  case undo, save, done, add, tryOut, saveAs
  /// Shows the controls of the next layer.
  case layer
  case addControl(ConfigurationTable)
  case output, moreOutputs, name, mode, turbo, smaller, larger, anchor, ownLayer, copy, delete, close
  /// Chooses what the control controls.
  case choose(String)
  /// Shows the outputs from this one on.
  case turn(to: Int, Turn)
  case type(String)
  case capitals, erase, accept

  enum Turn: Equatable, Sendable { case back, on }
}

/// What is open in the bar.
enum EditPage: Equatable, Sendable {
  case actions
  /// The kinds of controls to add.
  case kinds
  /// What to do with the selected control.
  case control
  /// The layout is tried.
  case trial
  /// What it can control, from this one on.
  ///
  /// - Parameter isList: Whether it can press several at once.
  case outputs(isList: Bool, from: Int)
  case name(String, of: Named)

  enum Named: Equatable, Sendable { case control, profile }

  /// Whether it is about the selected control.
  var isOfControl: Bool {
    switch self {
    case .control, .outputs, .name(_, .control): true
    case .actions, .kinds, .trial, .name(_, .profile): false
    }
  }
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
  /// Whether it is what the control controls.
  let isChosen: Bool
  let action: EditAction
}

extension LayoutEditor {
  /// The height of a cell in millimetres: a fingertip's.
  static let cellHeight = 8.0
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
          EditCell(
            area: area, label: label(of: action), isEnabled: isEnabled(action), isChosen: isChosen(action),
            action: action))
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
    let name = "“\(table?.name ?? "")”"
    return switch page {
    case .actions: "Editing “\(self.name)”. Games get no input meanwhile."
    case .kinds: "What to add"
    case .trial: touchedNames.isEmpty ? "Try the controls. Games get no input." : touchedNames
    case .control: "\(name), \(selected.map(\.dimensions) ?? "")"
    case .outputs(let isList, _):
      (isList ? "What \(name) presses at once" : "What \(name) controls") + ": now \(table?.output ?? "")"
    case .name(let text, .control): "Name: \(text)"
    case .name(let text, .profile): "Save as: \(text)"
    }
  }

  /// What has happened, or else what is wrong, in lines of about this many letters.
  private func texts(of letters: Int) -> [String] {
    let lines = (message.map { [$0] } ?? warnings).flatMap { $0.wrapped(at: letters) }
    return lines.count > Self.maxLines ? lines.prefix(Self.maxLines - 1) + ["and more"] : lines
  }

  private func rows(of width: Double) -> [[EditAction]] {
    switch page {
    case .actions:
      return [[.undo, .save, .done], [.add, .tryOut, .saveAs] + (layers.count > 1 ? [.layer] : [])]
    case .kinds:
      return ConfigurationTable.kindsOfControls.map(EditAction.addControl).rows(of: 5) + [[.close]]
    case .trial: return [[.close]]
    case .control:
      let ofButton: [EditAction] = table?.holdsSeveral == true ? [.moreOutputs, .mode, .turbo] : []
      return [[.output, .name], ofButton, [.smaller, .larger, .anchor]].filter { !$0.isEmpty }
        + [[.copy, .delete] + (layers.isEmpty ? [] : [.ownLayer]) + [.close]]
    case .outputs(_, let first): return outputRows(from: first, of: width < 80 ? 4 : 5)
    case .name:
      let letters = Self.letters.map { EditAction.type(hasCapitals ? $0.uppercased() : String($0)) }
      return (letters + [.capitals, .erase, .close, .accept]).rows(of: width < 80 ? 8 : 10)
    }
  }

  private static let letters = "abcdefghijklmnopqrstuvwxyz0123456789- "

  /// As many outputs as leave room for what there is to say, and cells that turn to others.
  private func outputRows(from first: Int, of columns: Int) -> [[EditAction]] {
    let words = table?.outputs ?? []
    let room = size.height - Self.lineHeight * Double(Self.maxLines + 1)
    let count = columns * max(1, min(4, Int(room / Self.cellHeight) - 1))
    let shown = words.dropFirst(first).prefix(count).map(EditAction.choose).rows(of: columns)
    guard words.count > count else { return shown + [[.close]] }
    return shown + [[.turn(to: first - count, .back), .turn(to: first + count, .on), .close]]
  }

  private func label(of action: EditAction) -> String {
    switch action {
    case .undo: "Undo"
    case .save: "Save"
    case .done: isLosing ? "Discard" : "Done"
    case .add: "Add"
    case .tryOut: "Try"
    case .saveAs: "Save as"
    case .layer: "Layer: \(layer ?? "")"
    case .addControl(let kind): kind.rawValue
    case .output: "Output"
    case .moreOutputs: "+ Output"
    case .name: "Name"
    case .mode: "Mode: \(table?.isToggle == true ? "toggle" : "hold")"
    case .turbo: "Turbo: \(table.flatMap { $0.turbo > 0 ? "\(Int($0.turbo.rounded())) Hz" : nil } ?? "none")"
    case .smaller: "Smaller"
    case .larger: "Larger"
    case .anchor: "Anchor"
    case .ownLayer: table?.layer.map { "In: \($0)" } ?? "In: all"
    case .copy: "Copy"
    case .delete: "Delete"
    case .close: "Close"
    case .choose(let word): word
    case .turn(_, .back): "‹"
    case .turn(_, .on): "›"
    case .type(" "): "space"
    case .type(let letter): letter
    case .capitals: hasCapitals ? "abc" : "ABC"
    case .erase: "del"
    case .accept: "OK"
    }
  }

  func isEnabled(_ action: EditAction) -> Bool {
    switch action {
    case .undo: canUndo
    case .save: !isSaved
    case .output: table.map { $0.outputs.count > 1 } ?? false
    case .mode: table?.isToggle != nil
    case .turbo: table?.canRepeat ?? false
    case .name, .smaller, .larger, .anchor, .ownLayer, .copy, .delete: table != nil
    case .turn(let first, _): (table?.outputs.indices ?? 0..<0).contains(first)
    default: true
    }
  }

  private func isChosen(_ action: EditAction) -> Bool {
    guard case .choose(let word) = action, let table else { return false }
    return table.output == word || table.heldOutputs.contains(word)
  }
}

extension EditedPart {
  /// Its size, in words.
  fileprivate var dimensions: String {
    let box = outline.bounds
    func text(_ side: Double) -> String { plain((side * 100).rounded() / 100) }
    if case .circle = outline { return "\(text(box.width)) mm" }
    return "\(text(box.width)) mm x \(text(box.height)) mm"
  }
}

extension [EditAction] {
  /// Rows of at most this many.
  fileprivate func rows(of count: Int) -> [[EditAction]] {
    stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
  }
}
