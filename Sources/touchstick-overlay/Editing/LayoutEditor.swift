internal import Configuration
internal import Drawing
internal import EventPipeline
internal import JoystickModel

enum EditTouch: Equatable, Sendable {
  /// It comes down here.
  case began(Point)
  case moved(Point)
  /// It lifts where it is.
  case ended
  /// All fingers are gone, and what they did does not count.
  case cancelled
}

extension EditTouch {
  /// - Parameter point: Where a pixel is on the surface.
  init(_ touch: DisplayTouch, _ point: (PixelPoint, OutputPicture) -> Point) {
    self =
      switch touch {
      case .began(let pixel, let output, _): .began(point(pixel, output))
      case .moved(let pixel, let output): .moved(point(pixel, output))
      case .ended: .ended
      case .cancelled: .cancelled
      }
  }
}

/// What the program must do after a touch.
enum EditRequest: Equatable, Sendable {
  /// Save the text, and use it.
  case save
  /// The same in a profile of this name.
  case saveAs(String)
  case end
}

/// The editor of a profile on a surface: it turns touches into changes of the text. It has no clock and no display.
struct LayoutEditor: Sendable {
  /// The text as it is now. The reader accepts it, and it fits on the surface.
  private(set) var text: ProfileText { didSet { refresh() } }
  /// The surface that is edited.
  var size: SurfaceSize {
    didSet {
      if trial != nil { endTrial() }
      refresh()
      barTop = startOfBar
    }
  }
  /// What is called by this in the title.
  private(set) var name: String
  /// The tables on the surface.
  private(set) var tables: [PlacedTable] = []
  /// The layer whose tables are shown, besides those that always exist; nil without layers.
  private(set) var layer: String?
  /// What `touchstick check` would warn of.
  private(set) var warnings: [String] = []
  /// The part that was touched last.
  var selected: EditedPart? {
    chosen.flatMap { chosen in tables.flatMap(\.parts).first { $0.isSame(as: chosen) } }
  }
  /// The lines that a part has snapped to.
  private(set) var guides: [EditGuide] = []
  /// The text that is saved.
  private var saved: [UInt8]
  private var chosen: EditedPart?
  private var drag: Drag?
  /// The finger that presses a cell of the bar, or moves the bar.
  private var presser: (id: Int, cell: EditCell?, at: Point)?
  /// When a finger did something last, in microseconds.
  private var lastTime: Int64 = 0
  private var before: [ProfileText] = []
  /// The layout, while it is tried: touches go to its controls.
  var trial: Layout?

  /// In microseconds. A finger that did nothing for longer has gone if another comes: compositors lose lifts.
  private static let maxRest: Int64 = 3_000_000

  /// What is open in the bar.
  var page = EditPage.actions
  /// What has happened, for the bar to say; nil if there is nothing to say.
  var message: String?
  /// The middle of the bar's upper edge.
  var barTop: Point
  /// Whether the next Done ends without saving.
  var isLosing = false
  /// Whether the letters of the name page are capitals.
  var hasCapitals = true

  /// Edits a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: The profile's name.
  ///   - size: The size of the surface as the user holds it.
  init(_ text: ProfileText, name: String, size: SurfaceSize) throws(ConfigurationError) {
    try text.checkFit(on: size)
    (self.text, self.name, self.size, saved) = (text, name, size, text.bytes)
    barTop = Point(x: 0, y: 0)
    refresh()
    barTop = startOfBar
  }

  /// Whether there is something to undo.
  var canUndo: Bool { !before.isEmpty }
  /// Whether the file has the text as it is now.
  var isSaved: Bool { saved == text.bytes }

  /// Notes that the text was saved in the profile of this name.
  mutating func reportSaved(_ sentence: String, as name: String) {
    (saved, self.name, message) = (text.bytes, name, sentence)
    if case .name(_, .profile) = page { page = .actions }
  }

  private mutating func refresh() {
    layer = layer.flatMap { layers.contains($0) ? $0 : nil } ?? layers.first
    tables = text.settings.tables(on: size).filter { $0.layer == nil || $0.layer == layer }
    warnings = text.warnings(on: size)
  }
}

// Touches.
extension LayoutEditor {
  /// Handles a touch.
  ///
  /// - Parameters:
  ///   - id: The finger's number.
  ///   - time: In microseconds, on any clock.
  mutating func touch(_ touch: EditTouch, by id: Int, at time: Int64) -> EditRequest? {
    defer { lastTime = time }
    switch touch {
    case .began(let point):
      if isHeld(by: id) || time - lastTime > Self.maxRest { forgetFingers() }
      if trial == nil || bar.area.contains(point) {
        begin(id, at: point)
      } else {
        tryOut(touch, id, at: time)
      }
    case .moved(let point):
      move(id, to: point)
      tryOut(touch, id, at: time)
    case .ended:
      tryOut(touch, id, at: time)
      return end(id)
    case .cancelled:
      tryOut(touch, id, at: time)
      cancel()
    }
    return nil
  }

  private func isHeld(by id: Int) -> Bool {
    presser?.id == id || drag?.fingers.contains { $0.id == id } == true
  }

  /// Ends what fingers do whose lifts were lost. A cell is not pressed, because the user presses it again.
  private mutating func forgetFingers() {
    if let drag, drag.origin != text { before.append(drag.origin) }
    (drag, presser, guides) = (nil, nil, [])
  }

  private mutating func begin(_ id: Int, at point: Point) {
    guard presser == nil else { return }
    if let drag {
      guard let part = selected, let table = table(of: drag.part) else { return }
      return self.drag?.add(id, at: point, part, of: table, in: text) ?? ()
    }
    let bar = bar
    guard !bar.area.contains(point) else {
      presser = (id, bar.cells.first { $0.area.contains(point) }, point)
      return
    }
    (page, message, isLosing) = (.actions, nil, false)
    let held = tables.flatMap(\.parts).part(at: point, selected: selected)
    chosen = held?.part
    guard let held, let table = table(of: held.part) else { return }
    drag = Drag(held.part, held.grip, of: table, in: text, by: id, at: point)
  }

  private mutating func move(_ id: Int, to point: Point) {
    if let presser, presser.id == id {
      // A finger that has left its cell moves the bar.
      if let cell = presser.cell, cell.area.contains(point) { return }
      let motion = point - presser.at
      barTop = Point(
        x: max(0, min(barTop.x + motion.dx, size.width)), y: max(0, min(barTop.y + motion.dy, size.height)))
      self.presser = (id, nil, point)
    } else if drag?.move(id, to: point) == true {
      moveSelected()
    }
  }

  /// Puts the part where the fingers want it, unless the reader does not accept that.
  private mutating func moveSelected() {
    guard let drag else { return }
    let others = tables.filter { $0.number != drag.part.table }.flatMap(\.parts)
    let snapping = Snapping(size: size, others: others.map(\.outline.bounds))
    let (outline, lines) = drag.outline(snapping)
    do throws(ConfigurationError) {
      let changed = try drag.text.changing(drag.table.changes(of: drag.part, to: outline))
      try changed.checkFit(on: size)
      if changed != text { text = changed }
      guides = lines
    } catch {
      message = sentence(error)
    }
  }

  private mutating func end(_ id: Int) -> EditRequest? {
    if let presser, presser.id == id {
      self.presser = nil
      return presser.cell.flatMap { perform($0.action) }
    }
    guard let drag, drag.fingers.contains(where: { $0.id == id }) else { return nil }
    self.drag = nil
    guides = []
    if !drag.hasMoved {
      openMenu()
    } else if drag.origin != text {
      before.append(drag.origin)
    }
    return nil
  }

  private mutating func cancel() {
    if let drag, drag.origin != text { text = drag.origin }
    (drag, presser, guides) = (nil, nil, [])
  }

  private func table(of part: EditedPart) -> PlacedTable? { tables.first { $0.number == part.table } }
}

// Changes that cells of the bar ask for.
extension LayoutEditor {
  /// The table of the selected part.
  var table: PlacedTable? { selected.flatMap(table) }

  var layers: [String] { text.settings.layers(on: size) }

  mutating func showNextLayer() {
    let index = layer.flatMap(layers.firstIndex) ?? 0
    layer = layers[(index + 1) % layers.count]
    chosen = nil
    refresh()
  }

  mutating func undo() {
    guard let last = before.popLast() else { return }
    text = last
  }

  /// Makes a change, unless the reader does not accept its result. Returns whether it does; otherwise ``message`` has the reason.
  @discardableResult
  mutating func change(_ make: (ProfileText) throws(ConfigurationError) -> ProfileText) -> Bool {
    do throws(ConfigurationError) {
      let changed = try make(text)
      try changed.checkFit(on: size)
      guard changed != text else { return true }
      before.append(text)
      text = changed
      return true
    } catch {
      message = sentence(error)
      return false
    }
  }

  private func sentence(_ error: ConfigurationError) -> String {
    error.diagnostics.first.map(text.sentence) ?? ""
  }

  mutating func select(_ table: Int) { chosen = tables.first { $0.number == table }?.parts.first }

  mutating func removeSelected() {
    guard let table else { return }
    change { text throws(ConfigurationError) in try text.removing(table.number) }
    if message == nil { chosen = nil }
  }

  /// Adds a copy beside the selected control. A copy of a stick moves another stick.
  mutating func copySelected() {
    guard let table else { return }
    let size = size
    change { text throws(ConfigurationError) in
      let name = table.changes(toName: text.settings.freeName(like: table.name))
      let other = table.base.flatMap { _ in table.outputs.first { $0 != table.output } }
      let copied = try text.copying(
        table.number, name + (other.map { table.changes(toOutput: $0) } ?? []))
      guard let copy = copied.settings.tables(on: size).first(where: { $0.number == table.number + 1 }),
        let part = copy.parts.first
      else { return copied }
      return try copied.changing(copy.changes(of: part, to: part.outline.movedAside(on: size)))
    }
    guard message == nil else { return }
    select(table.number + 1)
  }
}

extension ProfileText {
  /// Checks whether the layout fits on a surface.
  fileprivate func checkFit(on size: SurfaceSize) throws(ConfigurationError) {
    _ = try settings.layout(width: size.width, height: size.height, deviceClass: .touchscreen)
  }
}

extension Region {
  /// The region a little to the lower right, or to the upper left where there is no room.
  fileprivate func movedAside(on size: SurfaceSize) -> Region {
    let box = bounds
    let offset = box.x + box.width + 6 <= size.width && box.y + box.height + 6 <= size.height ? 6.0 : -6.0
    switch self {
    case .circle(let circle):
      return .circle(
        Circle(center: Point(x: circle.center.x + offset, y: circle.center.y + offset), radius: circle.radius)
      )
    case .rectangle(let area):
      return .rectangle(
        Rectangle(x: area.x + offset, y: area.y + offset, width: area.width, height: area.height))
    }
  }
}

/// Something that a finger can drag: the region of a control, or the base of a stick.
struct EditedPart: Equatable, Sendable {
  /// The number of its table among the controls of the settings.
  let table: Int
  /// Whether it is the base of a stick.
  let isBase: Bool
  /// Where it is.
  let outline: Region

  func isSame(as other: EditedPart) -> Bool { table == other.table && isBase == other.isBase }
}

extension PlacedTable {
  /// Its parts that can be dragged.
  var parts: [EditedPart] {
    let regions = region.map { [EditedPart(table: number, isBase: false, outline: $0)] } ?? []
    guard hasOwnBase, let base else { return regions }
    return regions + [EditedPart(table: number, isBase: true, outline: .circle(base))]
  }

  func changes(of part: EditedPart, to outline: Region) -> [TextChange] {
    guard part.isBase else { return changes(toRegion: outline) }
    guard case .circle(let circle) = outline else { return [] }
    return changes(toBase: circle)
  }
}

/// Which place of a part a finger holds.
enum Grip: Equatable {
  case inside
  /// The rim of a circle.
  case rim
  /// Edges of a rectangle: -1 is the left or upper one, 1 the right or lower one, 0 neither.
  case edges(x: Int, y: Int)
}

extension EditedPart {
  /// How far from its edge a finger holds it, in millimetres: half of a fingertip.
  private static let edgeReach = 3.0

  /// The place that a finger at this point holds; nil if it holds none.
  func grip(at point: Point) -> Grip? {
    // A small part must have an inside, too.
    let inner = min(Self.edgeReach, outline.inradius * 0.3)
    func side(_ place: Double, _ low: Double, _ high: Double) -> Int? {
      guard (low - Self.edgeReach...high + Self.edgeReach).contains(place) else { return nil }
      return place < low + inner ? -1 : place > high - inner ? 1 : 0
    }
    switch outline {
    case .circle(let circle):
      let distance = (point - circle.center).length
      guard distance <= circle.radius + Self.edgeReach else { return nil }
      return distance < circle.radius - inner ? .inside : .rim
    case .rectangle(let area):
      guard let x = side(point.x, area.x, area.x + area.width),
        let y = side(point.y, area.y, area.y + area.height)
      else { return nil }
      return x == 0 && y == 0 ? .inside : .edges(x: x, y: y)
    }
  }

  var area: Double {
    switch outline {
    case .circle(let circle): .pi * circle.radius * circle.radius
    case .rectangle(let area): area.width * area.height
    }
  }
}

extension [EditedPart] {
  /// The part that a finger at this point holds: the smallest that contains it, so that none is out of reach, or else one
  /// whose edge is near. The edge of the selected part comes first, because it is marked.
  func part(at point: Point, selected: EditedPart?) -> (part: EditedPart, grip: Grip)? {
    if let selected, let grip = selected.grip(at: point), grip != .inside { return (selected, grip) }
    let held =
      filter { $0.outline.contains(point) }.min { $0.area < $1.area } ?? first { $0.grip(at: point) != nil }
    return held.flatMap { part in part.grip(at: point).map { (part, $0) } }
  }
}

/// A line that a part has snapped to.
enum EditGuide: Equatable, Sendable {
  /// At this x, in millimetres.
  case vertical(Double)
  /// At this y, in millimetres.
  case horizontal(Double)
}

/// The places that parts snap to: the edges and the middle of the surface, the edges and middles of other parts, and else
/// whole millimetres.
struct Snapping {
  let size: SurfaceSize
  let others: [Rectangle]

  /// In millimetres: a finger hides more than this.
  private static let reach = 2.0

  /// The rectangle of a part, moved to a place near it where it snaps.
  func moved(_ box: Rectangle, isCircle: Bool) -> (box: Rectangle, guides: [EditGuide]) {
    let (dx, x) = offset(of: box.columns, isCircle, others.map(\.columns), size.width)
    let (dy, y) = offset(of: box.rows, isCircle, others.map(\.rows), size.height)
    return (
      Rectangle(x: box.x + dx, y: box.y + dy, width: box.width, height: box.height),
      guides(x, y)
    )
  }

  /// The place of a vertical edge.
  func column(_ x: Double) -> (x: Double, guide: Double?) { edge(x, others.map(\.columns), size.width) }

  /// The place of a horizontal edge.
  func row(_ y: Double) -> (y: Double, guide: Double?) { edge(y, others.map(\.rows), size.height) }

  func guides(_ x: Double?, _ y: Double?) -> [EditGuide] {
    (x.map { [.vertical($0)] } ?? []) + (y.map { [.horizontal($0)] } ?? [])
  }

  private func offset(
    of span: Interval, _ isCircle: Bool, _ others: [Interval], _ length: Double
  ) -> (offset: Double, guide: Double?) {
    let edges: [Double] = [0, length] + others.flatMap { [$0.low, $0.high] }
    let middles = [length / 2] + others.map(\.middle)
    let offsets =
      edges.flatMap { [($0 - span.low, $0), ($0 - span.high, $0)] } + middles.map { ($0 - span.middle, $0) }
    if let best = nearest(offsets) { return best }
    let anchor = isCircle ? span.middle : span.low
    return (anchor.rounded() - anchor, nil)
  }

  private func edge(_ place: Double, _ others: [Interval], _ length: Double) -> (Double, guide: Double?) {
    let lines: [Double] = [0, length] + others.flatMap { [$0.low, $0.high] }
    guard let best = nearest(lines.map { ($0 - place, $0) }) else { return (place.rounded(), nil) }
    return (place + best.offset, best.guide)
  }

  private func nearest(_ offsets: [(Double, Double)]) -> (offset: Double, guide: Double?)? {
    offsets.filter { abs($0.0) <= Self.reach }.min { abs($0.0) < abs($1.0) }.map { ($0.0, $0.1) }
  }
}

/// One axis of a rectangle.
private struct Interval {
  let low, high: Double
  var middle: Double { (low + high) / 2 }
}

extension Rectangle {
  fileprivate var columns: Interval { Interval(low: x, high: x + width) }
  fileprivate var rows: Interval { Interval(low: y, high: y + height) }
}
