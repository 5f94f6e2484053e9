internal import JoystickModel

extension SettingsReader {
  mutating func sticks(_ entry: TOMLEntry) -> [StickSettings] {
    guard case .array(let nodes) = entry.node.value else {
      note(.wrongType(entry.node.value.type, expected: .tables(entry.key)), in: entry)
      return []
    }
    var sticks: [StickSettings] = []
    var comparable: [StickSettings] = []
    for node in nodes {
      guard case .table(let table) = node.value else {
        note(
          .value(.wrongType(node.value.type, expected: .tables(entry.key)), of: entry.key),
          at: node.position)
        continue
      }
      let noted = problems.count
      let stick = stick(table, at: node.position)
      sticks.append(stick)
      if isSound(.target, of: stick, since: noted) {
        checkDistinct(stick, from: comparable)
        comparable.append(stick)
      }
    }
    return sticks
  }

  private mutating func stick(_ table: [TOMLEntry], at position: SourcePosition) -> StickSettings {
    var stick = StickSettings()
    stick.places.table = position
    let noted = problems.count
    var catchDistance: Length?
    var axis: HandleAxis?
    for entry in table {
      guard let key = known(entry, as: StickKey.self, in: .stick) else { continue }
      stick.places.values[key] = entry.node.position
      switch key {
      case .name: stick.name = plainString(entry, limit: 64)
      case .target: stick.target = target(entry) ?? stick.target
      case .region: stick.region = region(entry)
      case .origin: stick.origin = origin(entry)
      case .catchDistance: catchDistance = length(entry, .catchDistance)
      case .center: stick.center = point(entry, .centerX, .centerY)
      case .radius: stick.radius = length(entry, .radius)
      case .travel: stick.travel = number(entry, .travel)
      case .movable: stick.movable = boolean(entry)
      case .movableBounds: stick.movableBounds = area(entry, .movableBounds)
      case .handleConstraint: stick.handleConstraint = area(entry, .handleConstraint).map { .area($0) }
      case .axis: axis = word(entry)
      case .movedTolerance: stick.movedTolerance = length(entry, .movedTolerance)
      case .deadZone: stick.deadZone = number(entry, .deadZone)
      case .saturation: stick.saturation = number(entry, .saturation)
      }
    }
    join(catchDistance, to: &stick)
    join(axis, to: &stick)
    if isSound(.deadZone, of: stick, since: noted), isSound(.saturation, of: stick, since: noted) {
      checkZones(of: stick)
    }
    return stick
  }

  /// Whether a key is not there, or nothing has been noted of its value since there were so many problems:
  /// a default in its place would lead to complaints that are none.
  private func isSound(_ key: StickKey, of stick: StickSettings, since noted: Int) -> Bool {
    guard let place = stick.places.values[key] else { return true }
    return !problems[noted...].contains { $0.position == place }
  }

  private mutating func target(_ entry: TOMLEntry) -> StickTarget? {
    word(entry, among: StickTarget.allCases.map { ($0.word, $0) })
  }

  private mutating func origin(_ entry: TOMLEntry) -> OriginSettings? {
    word(
      entry,
      among: [
        ("fixed", .fixed), ("relative", .relative), ("floating", .floating),
        ("semi", .semi(catchDistance: nil)),
      ])
  }

  private mutating func join(_ catchDistance: Length?, to stick: inout StickSettings) {
    guard let place = stick.places.values[.catchDistance] else { return }
    if case .semi = stick.origin {
      stick.origin = .semi(catchDistance: catchDistance)
    } else if stick.origin != nil || stick.places.values[.origin] == nil {
      note(.stick(.catchDistanceWithoutSemi), at: place)
    }
  }

  private mutating func join(_ axis: HandleAxis?, to stick: inout StickSettings) {
    // Both is what holds without it, and limits nothing.
    guard let axis, axis != .both else { return }
    if let area = stick.places.values[.handleConstraint], let own = stick.places.values[.axis] {
      note(.stick(.axisWithConstraint), at: max(area, own))
    } else {
      stick.handleConstraint = .axis(axis)
    }
  }

  private mutating func checkZones(of stick: StickSettings) {
    let saturation = stick.saturation ?? model.saturation
    let deadZone = stick.deadZone ?? model.deadZone
    if saturation <= deadZone {
      note(
        .stick(.saturationNotAboveDeadZone(saturation: saturation, deadZone: deadZone)),
        at: stick.places.place(of: .saturation, .deadZone))
    }
  }

  private mutating func checkDistinct(_ stick: StickSettings, from others: [StickSettings]) {
    // All that has been read has a place.
    if let other = others.first(where: { $0.target == stick.target }) {
      let line = other.places.table?.line ?? 0
      note(.stick(.sameTarget(stick.target, line: line)), at: stick.places.place(of: .target))
    } else if let other = others.first(where: { $0.effectiveName == stick.effectiveName }) {
      let line = other.places.table?.line ?? 0
      note(.stick(.sameName(stick.effectiveName, line: line)), at: stick.places.place(of: .name))
    }
  }
}
