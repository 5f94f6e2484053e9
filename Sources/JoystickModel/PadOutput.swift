/// Something that a button can hold: on the pad, on a keyboard, or on the overlay.
public enum PadOutput: Equatable, Sendable {
  case button(GamepadButton)
  /// A direction of the direction pad.
  case hat(PadDirection)
  /// Half of an axis of a stick: the direction to which it deflects.
  case halfAxis(PadStick, PadDirection)
  case trigger(TriggerTarget)
  /// A key of a keyboard: see ``Layout/forEachHeldKey(_:)``.
  case key(KeyboardKey)
  /// The overlay's menu, which opens when the button is released. Games see nothing of it.
  case menu
  /// Turning the device counts.
  case gyroOn
  /// Turning the device does not count.
  case gyroOff
  /// The device is at rest as it leans now.
  case centreTilt

  /// All outputs on the pad, in the order of documents.
  public static let all: [PadOutput] =
    GamepadButton.allCases.map(button) + directions.map { hat($0.direction) }
    + PadStick.allCases.flatMap { stick in directions.map { halfAxis(stick, $0.direction) } }
    + [.trigger(.left), .trigger(.right)]

  /// What buttons do to the controls that motion moves.
  public static let ofMotion: [PadOutput] = [.gyroOn, .gyroOff, .centreTilt]

  private static let directions: [(direction: PadDirection, name: String, half: String)] = [
    (.up, "Up", "y-"), (.right, "Right", "x+"), (.down, "Down", "y+"), (.left, "Left", "x-"),
  ]

  /// Its name: the label on an Xbox pad, the direction, the half of an axis such as `left.x-`, or the kernel's name of the key.
  public var label: String {
    switch self {
    case .button(let button): button.label
    case .hat(let direction): Self.directions.first { $0.direction == direction }?.name ?? ""
    case .halfAxis(let stick, let direction):
      "\(stick)." + (Self.directions.first { $0.direction == direction }?.half ?? "")
    case .trigger(let target): target.label
    case .key(let key): key.name
    case .menu: "menu"
    case .gyroOn: "gyro on"
    case .gyroOff: "gyro off"
    case .centreTilt: "centre tilt"
    }
  }

  /// The key of a keyboard; nil for an output on the pad.
  public var key: KeyboardKey? { if case .key(let key) = self { key } else { nil } }

  /// Whether it is an axis that can be held at a part of its range.
  public var isAnalog: Bool {
    switch self {
    case .halfAxis, .trigger: true
    case .button, .hat, .key, .menu, .gyroOn, .gyroOff, .centreTilt: false
    }
  }

  /// The output that cannot be held together with it; nil if all can.
  public var opposite: PadOutput? {
    switch self {
    case .hat(let direction): .hat(direction.opposite)
    case .halfAxis(let stick, let direction): .halfAxis(stick, direction.opposite)
    case .button, .trigger, .key, .menu, .gyroOn, .gyroOff, .centreTilt: nil
    }
  }
}

/// Whether a button stays down.
public enum ButtonMode: Equatable, Sendable, CaseIterable {
  /// It is down while it is pressed.
  case hold
  /// A press puts it down, and the next one releases it.
  case toggle
}

/// What a button does to the layers of its layout.
public enum LayerChange: Equatable, Sendable {
  /// Shows a layer while it is down.
  case show(String)
  case switchTo(String)
  /// Switches to the next layer with a control, and from the last one to the first.
  case next

  /// The layer that it names; nil if it names none.
  public var layer: String? {
    switch self {
    case .show(let name), .switchTo(let name): name
    case .next: nil
    }
  }
}

extension LayerChange {
  /// The word before the name of a layer that a button shows.
  public static let showWord = "show "
  /// The word before the name of a layer that a button switches to.
  public static let switchWord = "switch "
  /// The words for the next layer.
  public static let nextWords = "next layer"

  /// What it does, in words.
  public var label: String {
    switch self {
    case .show(let name): Self.showWord + name
    case .switchTo(let name): Self.switchWord + name
    case .next: Self.nextWords
    }
  }

  /// Reads the words of a ``label``; nil for any other text.
  public init?(_ label: String) {
    if label == Self.nextWords {
      self = .next
    } else if label.hasPrefix(Self.showWord), label != Self.showWord {
      self = .show(String(label.dropFirst(Self.showWord.count)))
    } else if label.hasPrefix(Self.switchWord), label != Self.switchWord {
      self = .switchTo(String(label.dropFirst(Self.switchWord.count)))
    } else {
      return nil
    }
  }
}

/// What a button does on the pad, on a keyboard, and to the layers.
public struct ButtonAction: Equatable, Sendable {
  /// The default time of a step, in microseconds.
  public static let defaultStepTime: Int64 = 50_000

  /// What it holds while it is down. A sequence has several steps, which follow each other, once for each press.
  public var steps: [[PadOutput]]
  /// Whether ``steps`` is a sequence, which ends by itself; else there is one step.
  public var isSequence = false
  /// How long each step of a sequence lasts, in microseconds, above 0.
  public var stepTime = defaultStepTime
  /// How far half axes and triggers go: above 0, at most 1.
  public var value = 1.0
  /// Whether it stays down; without effect on a sequence.
  public var mode = ButtonMode.hold
  /// How long it is down, and then up, while it repeats, in microseconds, above 0; nil does not repeat. Without effect
  /// on a sequence.
  public var turboHalf: Int64?

  /// What it does to the layers; nil is nothing.
  public var layerChange: LayerChange?
  /// Whether a button that stays down does so while its layer is hidden.
  public var keepsWhileHidden = false

  /// Makes an action that holds these outputs while the button is pressed.
  public init(_ outputs: [PadOutput]) { steps = [outputs] }

  /// The only button of the pad that it holds; nil if it does anything else.
  public var button: GamepadButton? {
    guard !isSequence, layerChange == nil, steps.count == 1, steps[0].count == 1,
      case .button(let button) = steps[0][0]
    else { return nil }
    return button
  }

  /// What it holds, in one word.
  public var label: String {
    guard !isSequence else { return "sequence" }
    return (steps.flatMap { $0.map(\.label) } + [layerChange?.label].compactMap { $0 }).joined(separator: "+")
  }

  /// Whether it opens the overlay's menu.
  public var opensMenu: Bool { steps.contains { $0.contains(.menu) } }

  /// The keys of a keyboard that it holds at any time.
  public var keys: [KeyboardKey] { steps.flatMap { $0.compactMap(\.key) } }

  /// Whether a contact presses it at most once, also if it slides away and comes back.
  ///
  /// A finger that trembles at the edge of a button must not change the layer twice.
  var isOncePerContact: Bool {
    switch layerChange {
    case .switchTo, .next: true
    case .show, nil: isSequence || mode == .toggle
    }
  }

  /// Whether no step holds anything.
  var holdsNothing: Bool { steps.allSatisfy(\.isEmpty) }

  /// Whether it changes without a touch.
  var hasTimer: Bool { isSequence || turboHalf != nil }
}

extension GamepadState {
  /// The state of a pad on which only these outputs are held. Keys are none of the pad's.
  public init(_ outputs: [PadOutput], value: Double = 1) {
    self.init()
    for output in outputs { add(Self(output, value)) }
  }

  private init(_ output: PadOutput, _ value: Double) {
    self.init()
    switch output {
    case .button(let button): press(button)
    case .hat(let direction): (hatX, hatY) = (direction.x, direction.y)
    case .halfAxis(let stick, let direction): deflect(stick, StickAxes(direction, value))
    case .trigger(.left): leftTrigger = triggerValue(value)
    case .trigger(.right): rightTrigger = triggerValue(value)
    case .key, .menu, .gyroOn, .gyroOff, .centreTilt: break
    }
  }
}

extension GamepadState.StickAxes {
  fileprivate init(_ direction: PadDirection, _ value: Double) {
    self.init(Vector(dx: Double(direction.x) * value, dy: Double(direction.y) * value))
  }
}
