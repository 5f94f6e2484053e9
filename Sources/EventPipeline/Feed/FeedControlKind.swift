public import JoystickModel

extension FeedControl {
  /// What a control is, for programs that show it. Nothing else in the feed depends on it.
  public enum Kind: Equatable, Sendable {
    case stick(StickKind)
    /// Nil for a button that does not hold exactly one button of the pad: its name says what it holds.
    case button(GamepadButton?)
    case directionPad
    case trigger(TriggerTarget)
    case look
    case slider(SliderDirection)
    case wheel
    /// A part of the surface where touches do nothing.
    case ignore
    /// A button that opens the overlay's menu.
    case menu
  }

  public enum StickKind: UInt8, CaseIterable, Sendable {
    case left = 0
    case right = 1
    case directions = 2
  }
}

extension FeedControl.Kind {
  /// The second byte of a button that is none of the pad's.
  private static let otherButton: UInt8 = 255

  init(_ control: Control) {
    switch control {
    case .stick(let stick):
      switch stick.target {
      case .left: self = .stick(.left)
      case .right: self = .stick(.right)
      case .direction: self = .stick(.directions)
      }
    case .button(let button): self = button.action.opensMenu ? .menu : .button(button.action.button)
    case .directionPad: self = .directionPad
    case .trigger(let trigger): self = .trigger(trigger.target)
    case .look: self = .look
    case .slider(let slider): self = .slider(slider.direction)
    case .wheel: self = .wheel
    case .ignore: self = .ignore
    }
  }

  /// Its two bytes in a message.
  var bytes: (UInt8, UInt8) {
    switch self {
    case .stick(let stick): (0, stick.rawValue)
    case .button(let button): (1, button?.rawValue ?? Self.otherButton)
    case .directionPad: (2, 0)
    case .trigger(let target): (3, target == .left ? 0 : 1)
    case .look: (4, 0)
    case .slider(let direction): (5, direction == .vertical ? 0 : 1)
    case .wheel: (6, 0)
    case .ignore: (7, 0)
    case .menu: (8, 0)
    }
  }

  /// Every kind.
  private static let all: [Self] =
    FeedControl.StickKind.allCases.map(stick) + GamepadButton.allCases.map(button) + [.button(nil)]
    + TriggerTarget.allCases.map(trigger) + SliderDirection.allCases.map(slider)
    + [.directionPad, .look, .wheel, .ignore, .menu]

  init?(_ bytes: (UInt8, UInt8)) {
    guard let kind = Self.all.first(where: { $0.bytes == bytes }) else { return nil }
    self = kind
  }
}
