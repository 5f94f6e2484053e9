internal import EventPipeline
internal import JoystickModel

// Buttons, of which there are two kinds: on the surface, and of the device itself.
extension SettingsReader {
  mutating func button(_ fields: ControlFields<ButtonKey>) -> ControlSettings? {
    fields[.input] == nil
      ? surfaceButton(fields).map(ControlSettings.button)
      : deviceButton(fields).map(ControlSettings.deviceButton)
  }

  private mutating func surfaceButton(_ fields: ControlFields<ButtonKey>) -> ButtonSettings? {
    let region = region(.region, of: fields, expected: .regionOrInput)
    let (name, output) = nameAndOutput(fields)
    let pressMargin = fields[.pressMargin].flatMap { length($0, .pressMargin) }
    let slide = fields[.slide].flatMap { self.slide($0) }
    guard let region, let output, let name else { return nil }
    var button = ButtonSettings(name: name, region: region, output: output)
    button.pressMargin = pressMargin
    button.slide = slide
    button.places = fields.places
    return button
  }

  private mutating func deviceButton(_ fields: ControlFields<ButtonKey>) -> DeviceButtonSettings? {
    let input = fields[.input].flatMap { word($0, among: DeviceButtonSettings.inputs) }
    if let input { claim(input, of: fields) }
    noteWithoutUse(besideInput: fields)
    let (name, output) = nameAndOutput(fields)
    guard let input, let output, let name else { return nil }
    var button = DeviceButtonSettings(name: name, input: input, output: output)
    button.places = fields.places
    return button
  }

  private mutating func nameAndOutput(
    _ fields: ControlFields<ButtonKey>
  ) -> (name: String?, output: GamepadButton?) {
    let output = required(.output, of: fields, expected: .button).flatMap { namedButton($0) }
    let name = name(.name, of: fields, default: output?.word)
    if let name { claim([name], for: .name, of: fields) }
    return (name, output?.button)
  }

  private mutating func namedButton(_ entry: TOMLEntry) -> (word: String, button: GamepadButton)? {
    word(entry, among: GamepadButton.names.map { ($0.word, $0) }, expected: .button)
  }

  /// Notes when a button before is the same one of the device's.
  private mutating func claim(_ input: EventCode, of fields: ControlFields<ButtonKey>) {
    guard let line = claim(input, line: fields.places.line), let name = input.name else { return }
    note(.control(.sameInput(name, line: line)), at: fields.places.place(of: .input))
  }

  /// Notes what says where or how a button is on the surface.
  private mutating func noteWithoutUse(besideInput fields: ControlFields<ButtonKey>) {
    if fields[.region] != nil {
      note(.control(.inputBesideRegion), at: fields.places.place(of: .input))
      return
    }
    for key in [ButtonKey.pressMargin, .slide] where fields[key] != nil {
      note(.control(.withoutUseBesideInput(key.rawValue)), at: fields.places.place(of: key))
    }
  }
}
