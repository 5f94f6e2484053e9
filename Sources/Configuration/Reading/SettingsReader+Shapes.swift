internal import JoystickModel

extension SettingsReader {
  /// `[x, y]`
  mutating func point(_ entry: TOMLEntry, _ x: NumericParameter, _ y: NumericParameter) -> PointSettings? {
    guard case .array(let nodes) = entry.node.value else {
      note(.wrongType(entry.node.value.type, expected: .pair), in: entry)
      return nil
    }
    guard nodes.count == 2 else {
      note(.noPair(count: nodes.count), in: entry)
      return nil
    }
    let lengths = zip(nodes, [x, y]).map { node, parameter in
      length(TOMLEntry(key: entry.key, keyPosition: entry.keyPosition, node: node), parameter)
    }
    guard let x = lengths[0], let y = lengths[1] else { return nil }
    return PointSettings(x: x, y: y)
  }

  /// `{ x, y, width, height }` in one of the tables that have nothing else.
  mutating func area(_ entry: TOMLEntry, _ table: ConfigurationTable) -> AreaSettings? {
    guard case .table(let fields) = entry.node.value else {
      note(.wrongType(entry.node.value.type, expected: .area), in: entry)
      return nil
    }
    return area(known(fields, as: AreaKey.self, in: table), table, at: entry)
  }

  /// `{ up, right, down, left }`
  mutating func directionButtons(
    _ fields: [TOMLEntry], _ table: ConfigurationTable, at entry: TOMLEntry
  ) -> DirectionOutput? {
    let known = known(fields, as: DirectionKey.self, in: table)
    let buttons = DirectionKey.allCases.map { key -> GamepadButton? in
      guard let field = field(key.rawValue, known, table, at: entry) else { return nil }
      return button(field.inTable(entry.key))
    }
    guard let up = buttons[0], let right = buttons[1], let down = buttons[2], let left = buttons[3]
    else { return nil }
    return .buttons(up: up, right: right, down: down, left: left)
  }

  /// `{ x, y, width, height }` or `{ center, radius }`
  mutating func region(_ entry: TOMLEntry) -> RegionSettings? {
    guard case .table(let fields) = entry.node.value else {
      note(.wrongType(entry.node.value.type, expected: .region), in: entry)
      return nil
    }
    var circle: [TOMLEntry] = []
    var rectangle: [TOMLEntry] = []
    for field in fields {
      switch known(field, as: RegionKey.self, in: .region) {
      case .center, .radius: circle.append(field)
      case .x, .y, .width, .height: rectangle.append(field)
      case nil: break
      }
    }
    guard circle.isEmpty != rectangle.isEmpty else {
      note(.key(.shapeless), at: entry.node.position)
      return nil
    }
    return circle.isEmpty
      ? area(rectangle, .region, at: entry).map { .rectangle($0) } : self.circle(circle, at: entry)
  }

  /// Those that the table can have.
  private mutating func known<Key: ConfigurationKey>(
    _ fields: [TOMLEntry], as _: Key.Type, in table: ConfigurationTable
  ) -> [TOMLEntry] {
    var known: [TOMLEntry] = []
    for field in fields where self.known(field, as: Key.self, in: table) != nil { known.append(field) }
    return known
  }

  private mutating func circle(_ fields: [TOMLEntry], at entry: TOMLEntry) -> RegionSettings? {
    let center = field("center", fields, .region, at: entry)
      .flatMap { point($0.inTable("region"), .regionCenterX, .regionCenterY) }
    let radius = field("radius", fields, .region, at: entry)
      .flatMap { length($0.inTable("region"), .regionRadius) }
    guard let center, let radius else { return nil }
    return .circle(center: center, radius: radius)
  }

  private mutating func area(
    _ fields: [TOMLEntry], _ table: ConfigurationTable, at entry: TOMLEntry
  ) -> AreaSettings? {
    let lengths = AreaKey.allCases.map { key -> Length? in
      guard let field = field(key.rawValue, fields, table, at: entry) else { return nil }
      return length(field.inTable(entry.key), .side(key, of: table))
    }
    guard let x = lengths[0], let y = lengths[1], let width = lengths[2], let height = lengths[3]
    else { return nil }
    return AreaSettings(x: x, y: y, width: width, height: height)
  }

  /// A key that a table that is a value cannot do without.
  mutating func field(
    _ key: String, _ fields: [TOMLEntry], _ table: ConfigurationTable, at entry: TOMLEntry
  ) -> TOMLEntry? {
    let field = fields.first { $0.key == key }
    if field == nil { note(.key(.missing(key, in: table)), at: entry.node.position) }
    return field
  }
}

extension TOMLEntry {
  /// The same with the key by which a sentence names it.
  func inTable(_ name: String) -> TOMLEntry {
    TOMLEntry(key: "\(name).\(key)", keyPosition: keyPosition, node: node)
  }
}

extension NumericParameter {
  fileprivate static func side(_ key: AreaKey, of table: ConfigurationTable) -> NumericParameter {
    switch (table, key) {
    case (.movableBounds, .x): boundsX
    case (.movableBounds, .y): boundsY
    case (.movableBounds, .width): boundsWidth
    case (.movableBounds, .height): boundsHeight
    case (.handleConstraint, .x): constraintX
    case (.handleConstraint, .y): constraintY
    case (.handleConstraint, .width): constraintWidth
    case (.handleConstraint, .height): constraintHeight
    case (_, .x): regionX
    case (_, .y): regionY
    case (_, .width): regionWidth
    case (_, .height): regionHeight
    }
  }
}
