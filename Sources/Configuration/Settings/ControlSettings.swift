package import EventPipeline
package import JoystickModel

/// A table of the file that controls a part of the pad. It is indirect, so that filtering tables does not copy them.
indirect enum ControlSettings: Equatable, Sendable {
  case stick(StickSettings)
  case button(ButtonSettings)
  case buttonGroup(ButtonGroupSettings)
  case directionPad(DirectionPadSettings)
  case trigger(TriggerSettings)
  case look(LookSettings)
  case slider(SliderSettings)
  case wheel(WheelSettings)
  case ignore(IgnoreSettings)
}

extension ControlSettings {
  var positions: SourcePositions {
    switch self {
    case .stick(let stick): stick.positions
    case .button(let button): button.positions
    case .buttonGroup(let group): group.positions
    case .directionPad(let pad): pad.positions
    case .trigger(let trigger): trigger.positions
    case .look(let look): look.positions
    case .slider(let slider): slider.positions
    case .wheel(let wheel): wheel.positions
    case .ignore(let ignored): ignored.positions
    }
  }

  /// The number of its controls.
  var count: Int { if case .buttonGroup(let group) = self { group.names.count } else { 1 } }

  /// The region; nil for a stick on the whole surface, and for a button of the device.
  var region: RegionSettings? {
    switch self {
    case .stick(let stick): stick.region
    case .button(let button): button.region
    case .buttonGroup(let group): group.region
    case .directionPad(let pad): pad.region
    case .trigger(let trigger): trigger.region
    case .look(let look): look.region
    case .slider(let slider): slider.region
    case .wheel(let wheel): wheel.region
    case .ignore(let ignored): ignored.region
    }
  }

  var regionPosition: SourcePosition? { positions.position(of: "region", "input") }
}

extension [ControlSettings] {
  var sticks: [StickSettings] {
    compactMap { control in
      if case .stick(let stick) = control { stick } else { nil }
    }
  }
}

/// What the key `output` of a button says.
struct ButtonOutputs: Equatable, Sendable {
  var pad: [PadOutput] = []
  var layerChange: LayerChange?
}

extension ButtonSettings {
  var output: ButtonOutputs {
    get {
      ButtonOutputs(
        pad: action.isSequence ? [] : action.steps.flatMap { $0 }, layerChange: action.layerChange)
    }
    set { (action.steps, action.layerChange) = ([newValue.pad], newValue.layerChange) }
  }
}

extension KeyboardKey {
  /// All names, in the order of their numbers.
  package static let names = all.map { (word: $0.name, key: $0) }
}

/// The outputs of a button, as a file writes them.
package enum OutputWords {
  package static let names: [(word: String, output: PadOutput)] =
    GamepadButton.names.map { ($0.word, .button($0.button)) }
    + PadOutput.all.filter { if case .button = $0 { false } else { true } }.map { ($0.label, $0) }
    + KeyboardKey.names.map { ($0.word, .key($0.key)) }

  /// The names on an Xbox pad, without half axes.
  package static let labels =
    GamepadButton.labels.map(\.word)
    + PadOutput.all.compactMap { output in
      switch output {
      case .hat, .trigger: output.label
      case .button, .halfAxis, .key: nil
      }
    }

  /// The most outputs at once.
  package static let maxCount = 8
  /// The most steps of a sequence.
  package static let maxSteps = 32
  /// The most bytes of the name of a layer, and the most layers.
  package static let maxLayerBytes = 64
  package static let maxLayers = 16

  /// A hint for somebody who wrote a name that is not among ``names``; nil without a special hint.
  static func hint(for name: String) -> String? {
    let ours =
      switch name.uppercased() {
      case "LT", "L2", "ZL", "BTN_TL2": "LT"
      case "RT", "R2", "ZR", "BTN_TR2": "RT"
      case "UP", "BTN_DPAD_UP": "Up"
      case "RIGHT", "BTN_DPAD_RIGHT": "Right"
      case "DOWN", "BTN_DPAD_DOWN": "Down"
      case "LEFT", "BTN_DPAD_LEFT": "Left"
      default: ""
      }
    if !ours.isEmpty { return "on this pad it is \(quoted(ours))" }
    let key = KeyboardSettings.harmless.first { $0.name == "KEY_" + name.uppercased() }
    return GamepadButton.hint(for: name) ?? key.map { "the key is \(quoted($0.name))" }
  }
}

/// A `[[button]]` table: a button on the surface, which has a region, or one of the touch device itself, which has an
/// input, such as the button on the side of a pen, or the click of a touchpad.
package struct ButtonSettings: Equatable, Sendable {
  /// The name, for logs and pictures, 1 to 64 bytes. The default is the output, as written in the file.
  package var name = ""
  /// Where a contact presses it; nil for a button of the device.
  var region: RegionSettings?
  /// The device's button, a key; nil for a button on the surface. Tables that exist together have different ones.
  package var input: EventCode?
  /// What it does on the pad.
  package var action = ButtonAction([])
  /// How far beyond its region a contact that presses it can move.
  var pressMargin = ButtonSettings.defaults.pressMargin
  var slide = ButtonSettings.defaults.slide
  /// How far beside its region a contact can land that presses it.
  var reach = Length.zero
  var when: SurfaceOrientation?
  /// The layer in which it exists; nil is always.
  var layer: String?

  var positions = SourcePositions()

  static let defaults: (pressMargin: Length, slide: Slide) = {
    let model = ButtonControl(name: "", region: StickParameters.defaults.region, output: .south)
    return (.millimetres(model.pressMargin), model.slide)
  }()

  package init() {}
}

/// A `[[buttons]]` table: a group of four.
struct ButtonGroupSettings: Equatable, Sendable {
  /// The first part of the buttons' names, 1 to 64 bytes. The default is the layout's word.
  var name = ""
  var layout = ButtonGroupLayout.diamond
  /// Whether the outputs of `abcd` depend on the positions instead of the labels: X, Y, A and B, which are the diamond
  /// turned by an eighth of a turn.
  var isByPosition = false
  var region = RegionSettings.rectangle(AreaSettings())
  /// How far beyond its region a contact that presses a button can move.
  var pressMargin = ButtonSettings.defaults.pressMargin
  var slide = ButtonSettings.defaults.slide
  /// How far beside its region a contact can land that presses a button.
  var reach = Length.zero
  var when: SurfaceOrientation?
  /// The layer in which it exists; nil is always.
  var layer: String?

  var positions = SourcePositions()
}

enum ButtonGroupLayout: String, Sendable, CaseIterable {
  /// A and B over C and D, in the cells of a rectangle. By label, they are the pad's A, B, Y and X: south, east, west
  /// and north.
  case abcd
  /// Y at the top, X on the left, B on the right, A at the bottom, as on an Xbox pad.
  case diamond
}

struct DirectionPadSettings: Equatable, Sendable {
  /// The name, for logs and pictures, 1 to 64 bytes.
  var name = "dpad"
  var region = RegionSettings.rectangle(AreaSettings())
  var directions = StickDirections.eight
  /// The dead zone, as a part of the radius or of half the shorter side: 0 or more, below 1.
  var deadZone = DirectionPadControl.defaultDeadZone
  /// What it controls. The default is the pad's own direction pad.
  var output = DirectionOutput.hat
  var when: SurfaceOrientation?
  /// The layer in which it exists; nil is always.
  var layer: String?

  var positions = SourcePositions()
}

struct TriggerSettings: Equatable, Sendable {
  /// The name, for logs and pictures, 1 to 64 bytes. The default is the target's name.
  var name = ""
  var region = RegionSettings.rectangle(AreaSettings())
  var target = TriggerTarget.left
  /// How far a touch pulls it. The default is all the way.
  var pull = TriggerPull.full
  /// How far a finger slides for a full pull, above 0, if it is pulled by sliding. It replaces the distance in
  /// ``pull``.
  var distance = Length.millimetres(15)
  /// How far beside its region a contact can land that pulls it.
  var reach = Length.zero
  var when: SurfaceOrientation?
  /// The layer in which it exists; nil is always.
  var layer: String?

  var positions = SourcePositions()
}

/// An `[[ignore]]` table.
struct IgnoreSettings: Equatable, Sendable {
  /// The name, for logs and pictures, 1 to 64 bytes. Several can have the default.
  var name = "ignore"
  var region = RegionSettings.rectangle(AreaSettings())
  var when: SurfaceOrientation?
  /// The layer in which it exists; nil is always.
  var layer: String?

  var positions = SourcePositions()
}

extension TriggerTarget {
  package var controlName: String { "\(self) trigger" }
}

extension ButtonGroupSettings {
  /// The four buttons with their labels, in the order of their priority.
  var buttons: [(label: String, output: GamepadButton)] {
    switch (layout, isByPosition) {
    case (.abcd, false): [("A", .south), ("B", .east), ("C", .west), ("D", .north)]
    case (.abcd, true): [("A", .north), ("B", .west), ("C", .south), ("D", .east)]
    case (.diamond, _): [("Y", .west), ("X", .north), ("B", .east), ("A", .south)]
    }
  }

  /// Their names, which begin with the group's name.
  var names: [String] { buttons.map { "\(name) \($0.label)" } }
}

extension ButtonGroupLayout {
  func regions(in region: Region) -> [Region] {
    switch self {
    case .abcd: Self.cells(of: region.bounds)
    case .diamond: Self.circles(within: Circle(center: region.center, radius: region.inradius))
    }
  }

  private static func cells(of whole: Rectangle) -> [Region] {
    let (width, height) = (whole.width / 2, whole.height / 2)
    return [(0, 0), (1, 0), (0, 1), (1, 1)].map { column, row in
      .rectangle(
        Rectangle(x: whole.x + column * width, y: whole.y + row * height, width: width, height: height))
    }
  }

  /// Four circles at the top, left, right and bottom that touch their neighbours and the rim: their centres are
  /// a square whose sides are two of their radii.
  private static func circles(within whole: Circle) -> [Region] {
    let radius = whole.radius / (1 + 2.0.squareRoot())
    let distance = whole.radius - radius
    return [(0, -1), (-1, 0), (1, 0), (0, 1)].map { x, y in
      let center = Point(x: whole.center.x + x * distance, y: whole.center.y + y * distance)
      return .circle(Circle(center: center, radius: radius))
    }
  }
}

// The names of buttons in the file.
extension GamepadButton {
  /// All names, those on an Xbox pad first.
  package static let names = labels + kernelNames

  /// The labels on an Xbox pad, or their common names, in the order of documents.
  package static let labels: [(word: String, button: GamepadButton)] = [
    .south, .east, .north, .west, .leftShoulder, .rightShoulder, .leftThumb, .rightThumb, .select, .start,
    .mode,
  ].map { ($0.label, $0) }

  /// The kernel's names, from linux/input-event-codes.h. There X is another name of north, and Y of west, which does
  /// not match an Xbox pad. But games use the codes, and SDL maps north to X.
  private static let kernelNames: [(word: String, button: GamepadButton)] = [
    ("BTN_SOUTH", .south), ("BTN_A", .south), ("BTN_EAST", .east), ("BTN_B", .east), ("BTN_NORTH", .north),
    ("BTN_X", .north), ("BTN_WEST", .west), ("BTN_Y", .west), ("BTN_TL", .leftShoulder),
    ("BTN_TR", .rightShoulder), ("BTN_SELECT", .select), ("BTN_START", .start), ("BTN_MODE", .mode),
    ("BTN_THUMBL", .leftThumb), ("BTN_THUMBR", .rightThumb),
  ]

  private static let foreignNames = [
    "A": ["Cross"], "B": ["Circle"], "X": ["Square"], "Y": ["Triangle"], "LB": ["L1"], "RB": ["R1"],
    "L3": ["LS", "LSB"], "R3": ["RS", "RSB"], "Back": ["Select", "View", "Share", "Minus"],
    "Start": ["Menu", "Options", "Plus"], "Guide": ["Home", "Mode", "PS", "Xbox"],
  ]

  /// A hint for somebody who wrote a name that is not in ``names``; nil without a special hint.
  static func hint(for name: String) -> String? {
    let name = name.uppercased()
    let ours = foreignNames.first { $0.value.contains { $0.uppercased() == name } }
    switch name {
    case "LT", "L2", "ZL", "BTN_TL2", "RT", "R2", "ZR", "BTN_TR2":
      return "the triggers are controls of their own: [[trigger]]"
    case "BTN_DPAD_UP", "BTN_DPAD_DOWN", "BTN_DPAD_LEFT", "BTN_DPAD_RIGHT", "UP", "DOWN", "LEFT", "RIGHT":
      return "the direction pad is a control of its own: [[dpad]]"
    default: return ours.map { "on this pad it is \(quoted($0.key))" }
    }
  }
}

// The buttons of the touch device itself, which are not on the surface.
extension ButtonSettings {
  /// The buttons of touch devices, with the kernel's names.
  static let inputs: [(word: String, code: EventCode)] =
    [
      EventCode.btnLeft, .btnRight, .btnMiddle, .btnSide, .btnExtra, .btnForward, .btnBack, .btnStylus,
      .btnStylus2, .btnStylus3,
    ].compactMap { code in code.name.map { ($0, code) } }
}

extension Settings {
  /// The buttons of the device itself that press one of the pad's, in the order of the file.
  package func deviceButtons(on size: SurfaceSize) -> [ButtonSettings] {
    controls(on: size).compactMap { control in
      if case .button(let button) = control, button.input != nil { button } else { nil }
    }
  }
}

extension ControlSettings {
  var isOnSurface: Bool {
    if case .button(let button) = self { button.input == nil } else { true }
  }
}
