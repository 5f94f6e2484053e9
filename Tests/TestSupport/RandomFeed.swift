package import EventPipeline
internal import JoystickModel

/// Messages with anything that they can have. Numbers fit into a Float, so that they are the same when they are read.
extension FeedMessage {
  package init(random: inout SeededGenerator) {
    switch random.integer(0...7) {
    case 0: self = .off
    case 7:
      let (strong, weak) = (random.integer(UInt8(0)...UInt8.max), random.integer(UInt8(0)...UInt8.max))
      self = .rumble(FeedRumble(strong: strong, weak: weak, hasMotor: random.chance(0.5)))
    case 1, 2: self = .layout(FeedLayout(random: &random))
    case 3, 4:
      let controls = random.list(upTo: FeedMessage.maxControls) { ControlReport(random: &$0) }
      self = .state(
        FeedState(
          generation: random.integer(0...UInt32.max), surface: random.integer(0...UInt8.max),
          controls: controls,
          layers: random.list(upTo: FeedMessage.maxLayers) { $0.integer(0...UInt8.max) }))
    default:
      let contacts = random.list(upTo: FeedMessage.maxContacts) { FeedContact(random: &$0) }
      self = .contacts(
        FeedContacts(
          generation: random.integer(0...UInt32.max), surface: random.integer(0...UInt8.max),
          contacts: contacts))
    }
  }
}

extension FeedLayout {
  fileprivate init(random: inout SeededGenerator) {
    let count = random.integer(UInt8(1)...UInt8.max)
    self.init(
      generation: random.integer(0...UInt32.max), surface: random.integer(0...(count - 1)),
      surfaceCount: count,
      width: random.millimetres(1...5000), height: random.millimetres(1...5000),
      rotation: random.pick(0, 90, 180, 270), deviceClass: random.pick(.touchscreen, .touchpad, .tablet),
      device: random.text(upTo: 30), node: random.text(upTo: 15),
      controls: random.list(upTo: FeedMessage.maxControls) { FeedControl(random: &$0) },
      layers: random.list(upTo: FeedMessage.maxLayers) { $0.text(upTo: 7) },
      hidesPositions: random.chance(0.3))
  }
}

extension FeedControl {
  fileprivate init(random: inout SeededGenerator) {
    let button = GamepadButton.allCases.randomElement(using: &random) ?? .south
    let kind = random.pick(
      Kind.stick(.left), .stick(.right), .stick(.directions), .button(button), .button(nil), .directionPad,
      .trigger(.left), .trigger(.right), .look, .slider(.vertical), .slider(.horizontal), .wheel, .ignore)
    let size = (Double(random.millimetres(0...500)), Double(random.millimetres(0...500)))
    let point = Point(random: &random)
    self.init(
      pad: random.integer(0...UInt8.max), kind: kind,
      region: random.chance(0.5)
        ? .circle(Circle(center: point, radius: size.0))
        : .rectangle(Rectangle(x: point.x, y: point.y, width: size.0, height: size.1)),
      name: random.text(upTo: 7), isNamed: random.chance(0.5),
      base: random.chance(0.5) ? Circle(center: Point(random: &random), radius: size.1) : nil,
      reach: random.millimetres(0...100), isFloating: random.chance(0.5))
    (isToggle, isTurbo) = (random.chance(0.2), random.chance(0.2))
    appearance.label = random.text(upTo: 7)
    appearance.icon = random.chance(0.3) ? ControlIcon.allCases.randomElement(using: &random) : nil
    appearance.color = random.chance(0.3) ? ControlColor.allCases.randomElement(using: &random) : nil
    appearance.visibility = random.pick(.always, .touched, .never)
  }
}

extension ControlReport {
  fileprivate init(random: inout SeededGenerator) {
    self.init()
    isTouched = random.chance(0.5)
    (base, handle) = (Point(random: &random), Point(random: &random))
    buttons = random.integer(0...UInt16.max)
    (directionX, directionY) = (random.integer(-1...1), random.integer(-1...1))
    pull = random.integer(0...UInt8.max)
    isHidden = random.chance(0.3)
  }
}

extension FeedContact {
  fileprivate init(random: inout SeededGenerator) {
    self.init(
      id: random.integer(0...UInt32.max), position: random.chance(0.5) ? Point(random: &random) : nil,
      reason: FeedContact.Reason.allCases.randomElement(using: &random) ?? .desktop)
  }
}

extension Point {
  fileprivate init(random: inout SeededGenerator) {
    self.init(x: Double(random.millimetres(-500...5000)), y: Double(random.millimetres(-500...5000)))
  }
}

extension SeededGenerator {
  fileprivate mutating func millimetres(_ range: ClosedRange<Double>) -> Float { Float(number(range)) }

  /// At most four bytes for each character.
  fileprivate mutating func text(upTo count: Int) -> String {
    var text = ""
    for _ in 0..<integer(0...count) { text += pick("a", "é", "€", "🎮", " ", "\u{1b}", "\0") }
    return text
  }

  fileprivate mutating func list<Element>(
    upTo count: Int, _ make: (inout SeededGenerator) -> Element
  ) -> [Element] {
    let count = chance(0.9) ? integer(0...12) : integer(0...count)
    var list: [Element] = []
    for _ in 0..<count { list.append(make(&self)) }
    return list
  }
}
