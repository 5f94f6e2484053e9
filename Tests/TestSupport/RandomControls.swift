package import JoystickModel

/// Any number of controls on a surface, which may overlap.
extension Layout {
  /// - Parameters:
  ///   - hasLayers: Whether controls can be in layers, and buttons change them.
  ///   - stick: Makes a stick on the surface.
  package init(
    random: inout SeededGenerator, hasLayers: Bool = false,
    stick: (inout SeededGenerator, Rectangle) -> Stick = { random, surface in
      Stick(StickParameters(region: Region(within: surface, &random)))
    }
  ) {
    let surface = Rectangle(x: 0, y: 0, width: 217, height: 136)
    let names = hasLayers ? (0..<random.integer(1...4)).map { "layer \($0)" } : []
    var (controls, layers): ([Control], [String?]) = ([], [])
    for number in 0..<random.integer(1...12) {
      var control = Control(number: number, on: surface, &random, stick)
      if let name = names.randomElement(using: &random) { control.changeLayer(to: name, &random) }
      controls.append(control)
      layers.append(random.chance(0.6) ? names.randomElement(using: &random) : nil)
    }
    self.init(surface: surface, controls: controls, layers: names, layersOfControls: layers)
  }
}

extension Control {
  fileprivate init(
    number: Int, on surface: Rectangle, _ random: inout SeededGenerator,
    _ stick: (inout SeededGenerator, Rectangle) -> Stick
  ) {
    let name = "control \(number)"
    let region = Region(within: surface, &random)
    switch random.integer(0...10) {
    case 0:
      let target = random.pick(StickTarget.left, .right, .direction(.hat))
      self = .stick(StickControl(name: name, target: target, stick: stick(&random, surface)))
    case 1:
      self = .directionPad(
        DirectionPadControl(name: name, region: region, directions: random.pick(.four, .eight)))
    case 2:
      let pull = random.pick(TriggerPull.full, .slide(distance: random.number(0.1...30)), .pressure)
      var trigger = TriggerControl(
        name: name, region: region, target: random.pick(.left, .right), pull: pull)
      trigger.reach = random.pick(0, random.number(0...20))
      self = .trigger(trigger)
    case 3: self = .ignore(IgnoreControl(name: name, region: region))
    case 4:
      self = .look(
        LookControl(
          name: name, region: region, target: random.pick(.left, .right, .mouse),
          parameters: LookParameters(&random)))
    case 5:
      var slider = SliderControl(
        name: name, region: region,
        output: random.pick(.triggers, .trigger(.left), .axis(random.pick(.leftY, .rightX))),
        direction: random.pick(.vertical, .horizontal))
      slider.stays = random.chance(0.5)
      slider.isInverted = random.chance(0.5)
      slider.deadZone = random.pick(0, 0.05, random.number(0...0.99))
      self = .slider(slider)
    case 6:
      self = .wheel(
        WheelControl(
          name: name, region: region, output: random.pick(.leftX, .leftY, .rightX, .rightY),
          range: random.logarithmic(10...3600), returnSpeed: random.logarithmic(50...100_000)))
    default:
      var button = ButtonControl(name: name, region: region, action: ButtonAction(random: &random))
      button.slide = random.pick(.off, .over, .holdFirst)
      button.pressMargin = random.number(0...10)
      button.reach = random.pick(0, random.number(0...20))
      self = .button(button)
    }
  }
}

extension Control {
  /// Has a button change the layer, sometimes.
  fileprivate mutating func changeLayer(to name: String, _ random: inout SeededGenerator) {
    guard case .button(let button) = self, random.chance(0.5) else { return }
    var action = button.action
    if !action.isSequence { action.layerChange = random.pick(.show(name), .switchTo(name), .next) }
    action.keepsWhileHidden = random.chance(0.3)
    var changed = ButtonControl(name: button.name, region: button.region, action: action)
    (changed.slide, changed.pressMargin, changed.reach) = (button.slide, button.pressMargin, button.reach)
    self = .button(changed)
  }
}

extension ButtonAction {
  package init(random: inout SeededGenerator) {
    self.init(Self.outputs(&random))
    value = random.pick(1, random.number(0.01...1))
    switch random.integer(0...5) {
    case 0:
      isSequence = true
      steps = (0..<random.integer(1...32)).map { _ in random.chance(0.2) ? [] : Self.outputs(&random) }
      stepTime = random.integer(16_000...2_000_000)
    case 1: mode = .toggle
    case 2: turboHalf = random.integer(16_667...1_000_000)
    case 3: (mode, turboHalf) = (.toggle, random.integer(16_667...1_000_000))
    default: break
    }
  }

  private static func outputs(_ random: inout SeededGenerator) -> [PadOutput] {
    (0..<random.pick(1, random.integer(1...8))).map { _ in
      let key = KeyboardKey.all.prefix(12).randomElement(using: &random).map(PadOutput.key)
      return (random.chance(0.2) ? key : nil) ?? PadOutput.all.randomElement(using: &random)
        ?? .button(.south)
    }
  }
}

extension LookParameters {
  package init(_ random: inout SeededGenerator) {
    self.init()
    sensitivity = random.logarithmic(1...10_000)
    acceleration = random.pick(0, random.number(0...4))
    antiDeadZone = random.pick(0, 0.24, random.number(0...0.99))
    smoothing = random.pick(0, 15_000, random.integer(0...500_000))
    settle = random.pick(30_000, random.integer(5000...1_000_000))
    invertX = random.chance(0.3)
    invertY = random.chance(0.3)
    movedTolerance = random.pick(0, 1.5, random.number(0...40))
    tap = random.pick(nil, .south, .east)
    tapTime = random.pick(200_000, random.integer(10_000...2_000_000))
    hold = random.pick(nil, .south, .west)
    holdTime = random.pick(max(500_000, tapTime), random.integer(tapTime...10_000_000))
  }
}

extension Region {
  package init(within surface: Rectangle, _ random: inout SeededGenerator) {
    let place = Point(x: random.length(0...surface.width), y: random.length(0...surface.height))
    let size = (random.number(1...60), random.number(1...60))
    self =
      random.chance(0.5)
      ? .circle(Circle(center: place, radius: size.0))
      : .rectangle(Rectangle(x: place.x, y: place.y, width: size.0, height: size.1))
  }
}
