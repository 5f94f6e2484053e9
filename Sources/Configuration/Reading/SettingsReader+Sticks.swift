internal import JoystickModel

extension SettingsReader {
  mutating func stick(_ table: [TOMLEntry], at position: SourcePosition) -> StickSettings {
    var stick = StickSettings()
    stick.places.table = position
    let noted = problems.count
    var catchDistance: Length?
    for entry in table {
      guard let key = known(entry, as: StickKey.self, in: .stick) else { continue }
      stick.places.values[key] = entry.node.position
      switch key {
      case .motion(let key): read(key, of: entry, into: &stick, &catchDistance)
      case .response(let key): read(key, of: entry, into: &stick.response)
      case .gesture(let key): read(key, of: entry, into: &stick.gestures)
      }
    }
    join(catchDistance, to: &stick)
    check(stick, since: noted)
    return stick
  }

  private mutating func read(
    _ key: MotionKey, of entry: TOMLEntry, into stick: inout StickSettings, _ catchDistance: inout Length?
  ) {
    switch key {
    case .name: stick.name = controlName(entry)
    case .target:
      let target = target(entry)
      if target == nil { stick.places.misread.insert(.motion(.target)) }
      stick.target = target ?? stick.target
    case .region: stick.region = region(entry)
    case .smoothing: stick.smoothing.isOn = smoothing(entry)
    case .minCutoff: stick.smoothing.minCutoff = number(entry, .minCutoff)
    case .beta: stick.smoothing.beta = number(entry, .beta)
    case .origin: stick.origin = origin(entry)
    case .catchDistance: catchDistance = length(entry, .catchDistance)
    case .center: stick.center = point(entry, .centerX, .centerY)
    case .radius: stick.radius = length(entry, .radius)
    case .travel: stick.travel = number(entry, .travel)
    case .movable: stick.movable = boolean(entry)
    case .movableBounds: stick.movableBounds = area(entry, .movableBounds)
    case .homeReturn: stick.homeReturn = homeReturn(entry)
    case .handleConstraint: stick.handleConstraint = area(entry, .handleConstraint)
    case .axis: stick.axis = word(entry)
    case .movedTolerance: stick.movedTolerance = length(entry, .movedTolerance)
    }
  }

  private mutating func target(_ entry: TOMLEntry) -> StickTarget? {
    if case .table(let fields) = entry.node.value {
      return directionButtons(fields, .directionTarget, at: entry).map(StickTarget.direction)
    }
    return word(entry, among: StickTarget.words, expected: .stickTarget)
  }

  private mutating func origin(_ entry: TOMLEntry) -> OriginSettings? {
    word(
      entry,
      among: [
        ("fixed", .fixed), ("relative", .relative(catchDistance: nil)), ("floating", .floating),
        ("semi", .semi(catchDistance: nil)),
      ])
  }

  private mutating func smoothing(_ entry: TOMLEntry) -> Bool? {
    if case .boolean(let isOn) = entry.node.value { return isOn }
    return word(entry, among: [("off", false), ("on", true), ("one_euro", true)], expected: .smoothing)
  }

  private mutating func homeReturn(_ entry: TOMLEntry) -> HomeReturn? {
    if case .string(let string) = entry.node.value, Time(string) == nil {
      return word(
        entry, among: [("never", .never), ("release", .release), ("double_tap", .doubleTap)],
        expected: .homeReturn)
    }
    return time(entry, .homeReturn, expected: .homeReturn).map { $0 == 0 ? .release : .after($0) }
  }

  private mutating func join(_ catchDistance: Length?, to stick: inout StickSettings) {
    guard let place = stick.places.values[.motion(.catchDistance)] else { return }
    switch stick.origin {
    case .semi: stick.origin = .semi(catchDistance: catchDistance)
    case .relative: stick.origin = .relative(catchDistance: catchDistance)
    case .fixed, .floating: note(.stick(.catchDistanceWithoutUse), at: place)
    case nil:
      // Else the origin is there, and wrong.
      guard stick.places.values[.motion(.origin)] == nil else { return }
      note(.stick(.catchDistanceWithoutUse), at: place)
    }
  }
}
