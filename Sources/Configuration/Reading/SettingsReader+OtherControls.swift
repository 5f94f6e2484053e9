internal import JoystickModel

// Groups of buttons, direction pads and triggers.
extension SettingsReader {
  mutating func buttonGroup(_ fields: ControlFields<ButtonGroupKey>) -> ButtonGroupSettings? {
    let layout = groupLayout(fields)
    let region = region(.region, of: fields)
    let name = name(.name, of: fields, default: layout?.word)
    let pressMargin = fields[.pressMargin].flatMap { length($0, .groupPressMargin) }
    let slide = fields[.slide].flatMap { self.slide($0) }
    if let layout, let name { claim(layout.names(name), for: .name, of: fields) }
    guard let layout, let region, let name else { return nil }
    var group = ButtonGroupSettings(name: name, layout: layout, region: region)
    group.pressMargin = pressMargin
    group.slide = slide
    group.places = fields.places
    return group
  }

  mutating func directionPad(_ fields: ControlFields<DirectionPadKey>) -> DirectionPadSettings? {
    let region = region(.region, of: fields)
    let name = name(.name, of: fields, default: "dpad")
    let directions = fields[.directions].flatMap { fourOrEight($0) }
    let deadZone = fields[.deadZone].flatMap { number($0, .padDeadZone) }
    let output = fields[.output].flatMap { directionOutput($0) }
    if let name { claim([name], for: .name, of: fields) }
    guard let region, let name else { return nil }
    var pad = DirectionPadSettings(region: region)
    pad.name = name
    pad.directions = directions
    pad.deadZone = deadZone
    pad.output = output ?? pad.output
    pad.places = fields.places
    return pad
  }

  mutating func trigger(_ fields: ControlFields<TriggerKey>) -> TriggerSettings? {
    let region = region(.region, of: fields)
    let words = TriggerTarget.allCases.map { (word: $0.word, target: $0) }
    let target = required(.target, of: fields, expected: .words(words.map(\.word)))
      .flatMap { word($0, among: words) }
    let name = name(.name, of: fields, default: target?.controlName)
    let pull = pull(fields)
    if let name { claim([name], for: .name, of: fields) }
    guard let region, let target, let name else { return nil }
    var trigger = TriggerSettings(name: name, region: region, target: target)
    trigger.pull = pull ?? trigger.pull
    trigger.places = fields.places
    return trigger
  }
}

// What only one of them has.
extension SettingsReader {
  private mutating func groupLayout(_ fields: ControlFields<ButtonGroupKey>) -> ButtonGroupLayout? {
    let words: [(word: String, layout: ButtonGroupLayout)] =
      [.abcd(byPosition: false), .diamond].map { ($0.word, $0) }
    let byPosition = fields[.byPosition].flatMap { boolean($0) }
    let layout = required(.layout, of: fields, expected: .words(words.map(\.word)))
      .flatMap { word($0, among: words) }
    guard let place = fields.places.values[.byPosition], let layout else { return layout }
    guard case .abcd = layout else {
      note(.control(.byPositionWithoutUse), at: place)
      return layout
    }
    return .abcd(byPosition: byPosition ?? false)
  }

  private mutating func directionOutput(_ entry: TOMLEntry) -> DirectionOutput? {
    if case .table(let buttons) = entry.node.value {
      return directionButtons(buttons, .directionOutput, at: entry)
    }
    return word(entry, among: [("hat", .hat)], expected: .directionOutput)
  }

  private mutating func pull(_ fields: ControlFields<TriggerKey>) -> TriggerPullSettings? {
    let distance = fields[.distance].flatMap { length($0, .pullDistance) }
    let words: [(word: String, TriggerPullSettings)] = [
      ("full", .full), ("slide", .slide(distance: distance)), ("pressure", .pressure),
    ]
    let pull = fields[.pull].flatMap { word($0, among: words) }
    guard let place = fields.places.values[.distance] else { return pull }
    switch pull {
    case .slide: break
    case .full, .pressure: note(.control(.distanceWithoutUse), at: place)
    // Else the pull is there, and wrong.
    case nil: if fields[.pull] == nil { note(.control(.distanceWithoutUse), at: place) }
    }
    return pull
  }
}
