internal import JoystickModel

// Buttons, groups of them, direction pads and triggers.
extension SettingsReader {
  mutating func button(_ fields: ControlFields<ButtonKey>) -> ButtonSettings? {
    let region = region(.region, of: fields)
    let output = required(.output, of: fields, expected: .button).flatMap { namedButton($0) }
    let name = name(.name, of: fields, default: output?.word)
    let pressMargin = fields[.pressMargin].flatMap { length($0, .pressMargin) }
    let slide = fields[.slide].flatMap { self.slide($0) }
    if let name { claim([name], for: .name, of: fields) }
    guard let region, let output, let name else { return nil }
    var button = ButtonSettings(name: name, region: region, output: output.button)
    button.pressMargin = pressMargin
    button.slide = slide
    button.places = fields.places
    return button
  }

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

// What their keys take.
extension SettingsReader {
  private mutating func required<Key>(
    _ key: Key, of fields: ControlFields<Key>, expected: ExpectedValue
  ) -> TOMLEntry? {
    if fields[key] == nil {
      note(.key(.required(key.rawValue, in: fields.table, expected: expected)), at: fields.places.table)
    }
    return fields[key]
  }

  private mutating func region<Key>(_ key: Key, of fields: ControlFields<Key>) -> RegionSettings? {
    required(key, of: fields, expected: .region).flatMap { region($0) }
  }

  /// The name that the table has, or else the default.
  private mutating func name<Key>(
    _ key: Key, of fields: ControlFields<Key>, default standard: String?
  ) -> String? {
    guard let entry = fields[key] else { return standard }
    return controlName(entry)
  }

  /// Notes when a control before has one of the names.
  private mutating func claim<Key>(_ names: [String], for key: Key, of fields: ControlFields<Key>) {
    guard let clash = claim(names, line: fields.places.line) else { return }
    note(.control(clash), at: fields.places.place(of: key))
  }

  private mutating func namedButton(_ entry: TOMLEntry) -> (word: String, button: GamepadButton)? {
    word(entry, among: GamepadButton.names.map { ($0.word, $0) }, expected: .button)
  }

  private mutating func slide(_ entry: TOMLEntry) -> Slide? {
    word(entry, among: [("off", .off), ("over", .over), ("hold_first", .holdFirst)])
  }

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
