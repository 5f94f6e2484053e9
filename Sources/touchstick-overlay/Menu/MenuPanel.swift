internal import EventPipeline
internal import JoystickModel

/// A cell with its place.
struct MenuCell: Equatable, Sendable {
  let item: MenuItem
  /// In millimetres.
  let area: Rectangle
}

/// A line of text with its place.
struct MenuLine: Equatable, Sendable {
  let text: String
  /// In millimetres.
  let area: Rectangle
}

/// The menu with a place for everything, in the middle of the upper edge. What does not fit is on further pages.
struct MenuPanel: Equatable, Sendable {
  private(set) var area: Rectangle
  private(set) var cells: [MenuCell] = []
  private(set) var lines: [MenuLine] = []

  // All in millimetres. A fingertip needs 9, and 2 between two cells.
  private static let gap = 2.0
  private static let maxWidth = 122.0
  /// That of a panel which leaves the controls beside it free.
  private static let narrowWidth = 66.0
  private static let cellHeight = 9.0
  private static let handleHeight = 5.0
  private static let minFooterWidth = 12.0
  private static let lineHeight = 4.8
  /// The width of a letter in lines of this height, on average.
  private static let letterWidth = 1.7

  private let left, width, bottom: Double
  private var top: Double

  /// - Parameter first: The first cell that is shown.
  init(_ content: (main: MenuContent, footer: [MenuItem]), title: String, first: Int, on size: SurfaceSize) {
    let isNarrow = if case .readings = content.main { true } else { false }
    let outer = min(isNarrow ? Self.narrowWidth : Self.maxWidth, size.width - 2 * Self.gap)
    (left, width) = ((size.width - outer) / 2 + Self.gap, outer - 2 * Self.gap)
    // Below the handle, which closes the menu.
    (top, bottom) = (Self.handleHeight + Self.gap, size.height - Self.gap)
    area = Rectangle(x: left - Self.gap, y: Self.handleHeight, width: outer, height: 0)
    lines.append(
      MenuLine(text: title, area: Rectangle(x: left, y: top, width: width, height: Self.lineHeight)))
    top += Self.lineHeight + Self.gap
    func rows(_ items: [MenuItem]) -> [[MenuItem]] {
      items.rows(fitting: width, Self.minFooterWidth, Self.gap)
    }
    let reserved =
      Double(rows(content.footer.turning(back: nil, on: nil)).count) * (Self.cellHeight + Self.gap)
    let count: (shown: Int, all: Int)
    switch content.main {
    case .grid(let items, let width, let height):
      count = addGrid(items, from: first, width, height, below: reserved)
    case .values(let values): count = addValues(values, from: first, below: reserved)
    case .lines(let texts), .readings(let texts): count = addLines(texts, from: first, below: reserved)
    }
    let hasMore = first + count.shown < count.all
    let footer =
      first > 0 || hasMore
      ? content.footer.turning(
        back: first > 0 ? .turn(by: -count.shown) : nil, on: hasMore ? .turn(by: count.shown) : nil)
      : content.footer
    add(rows(footer), Self.cellHeight)
    area = Rectangle(x: area.x, y: area.y, width: area.width, height: top - area.y)
  }

  private mutating func add(_ rows: [[MenuItem]], _ height: Double, columns: Int? = nil) {
    for row in rows {
      let count = Double(columns ?? row.count)
      let side = (width - Self.gap * (count - 1)) / count
      for (index, item) in row.enumerated() {
        cells.append(
          MenuCell(
            item: item,
            area: Rectangle(x: left + Double(index) * (side + Self.gap), y: top, width: side, height: height))
        )
      }
      top += height + Self.gap
    }
  }

  private func room(_ height: Double, below reserved: Double) -> Int {
    max(1, Int((bottom - top - reserved + Self.gap) / (height + Self.gap)))
  }

  private mutating func addGrid(
    _ items: [MenuItem], from first: Int, _ minWidth: Double, _ height: Double, below reserved: Double
  ) -> (shown: Int, all: Int) {
    let columns = max(1, Int((width + Self.gap) / (minWidth + Self.gap)))
    let shown = columns * room(height, below: reserved)
    let page = Array(items.dropFirst(first).prefix(shown))
    let rows = stride(from: 0, to: page.count, by: columns).map {
      Array(page[$0..<min($0 + columns, page.count)])
    }
    add(rows, height, columns: min(columns, max(1, items.count)))
    return (shown, items.count)
  }

  private mutating func addValues(
    _ values: [MenuValue], from first: Int, below reserved: Double
  ) -> (shown: Int, all: Int) {
    let shown = room(Self.cellHeight, below: reserved)
    let side = Self.cellHeight + Self.gap
    for value in values.dropFirst(first).prefix(shown) {
      func cell(_ label: String, _ x: Double, _ width: Double, _ action: MenuAction?) -> MenuCell {
        MenuCell(
          item: MenuItem(label: label, action: action),
          area: Rectangle(x: x, y: top, width: width, height: Self.cellHeight))
      }
      cells += [
        cell("-", left, side, value.less), cell("+", left + width - side, side, value.more),
      ]
      lines.append(
        MenuLine(
          text: "\(value.label): \(value.text)",
          area: Rectangle(
            x: left + side + Self.gap, y: top, width: width - 2 * (side + Self.gap), height: Self.cellHeight))
      )
      top += Self.cellHeight + Self.gap
    }
    return (shown, values.count)
  }

  private mutating func addLines(
    _ texts: [String], from first: Int, below reserved: Double
  ) -> (shown: Int, all: Int) {
    let wrapped = texts.flatMap { $0.wrapped(at: Int(width / Self.letterWidth)) }
    let shown = max(1, Int((bottom - top - reserved) / Self.lineHeight))
    for text in wrapped.dropFirst(first).prefix(shown) {
      lines.append(
        MenuLine(text: text, area: Rectangle(x: left, y: top, width: width, height: Self.lineHeight)))
      top += Self.lineHeight
    }
    top += Self.gap
    return (shown, wrapped.count)
  }
}

extension [MenuItem] {
  /// These with cells that turn the page at both ends.
  fileprivate func turning(back: MenuAction?, on: MenuAction?) -> [MenuItem] {
    [MenuItem(label: "<", action: back)] + self + [MenuItem(label: ">", action: on)]
  }

  /// As few rows as fit, of about the same length.
  fileprivate func rows(fitting width: Double, _ minWidth: Double, _ gap: Double) -> [[MenuItem]] {
    let most = Swift.max(1, Int((width + gap) / (minWidth + gap)))
    let rows = Swift.max(1, (count + most - 1) / most)
    let length = Swift.max(1, (count + rows - 1) / rows)
    return stride(from: 0, to: count, by: length).map { Array(self[$0..<Swift.min($0 + length, count)]) }
  }
}
