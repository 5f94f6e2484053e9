package import JoystickModel

/// The console whose letters the controls have. What a control does on the pad stays.
package enum Letters: String, CaseIterable, Sendable {
  case xbox, playstation, nintendo
  /// Which of the four buttons it is, without a console's letters.
  case positions
}

/// What is on a control.
package enum Caption: Equatable, Sendable {
  case text(String)
  case icon(Icon)
}

extension Letters {
  package func caption(of button: GamepadButton) -> Caption {
    switch (self, button) {
    case (.nintendo, .select): .icon(.minus)
    case (.nintendo, .start): .icon(.plus)
    case (_, .select): .icon(.select)
    case (_, .start): .icon(.start)
    case (_, .mode): .icon(.home)
    case (.xbox, _): .text(button.label)
    case (.playstation, .south): .icon(.cross)
    case (.playstation, .east): .icon(.circle)
    case (.playstation, .north): .icon(.square)
    case (.playstation, .west): .icon(.triangle)
    case (.playstation, .leftShoulder), (.positions, .leftShoulder): .text("L1")
    case (.playstation, .rightShoulder), (.positions, .rightShoulder): .text("R1")
    // The kernel's .north is the left one of the four buttons, and .west the upper one: see GamepadButton. A Nintendo pad
    // has A on the right, and X at the top.
    case (.nintendo, .south): .text("B")
    case (.nintendo, .east): .text("A")
    case (.nintendo, .north): .text("Y")
    case (.nintendo, .west): .text("X")
    case (.nintendo, .leftShoulder): .text("L")
    case (.nintendo, .rightShoulder): .text("R")
    // Clockwise from the right.
    case (.positions, .east): .icon(.position(0))
    case (.positions, .south): .icon(.position(1))
    case (.positions, .north): .icon(.position(2))
    case (.positions, .west): .icon(.position(3))
    case (_, .leftThumb), (_, .rightThumb): .text(button.label)
    }
  }

  package func caption(of trigger: TriggerTarget) -> Caption {
    let isLeft = trigger == .left
    return switch self {
    case .xbox: .text(trigger.label)
    case .nintendo: .text(isLeft ? "ZL" : "ZR")
    case .playstation, .positions: .text(isLeft ? "L2" : "R2")
    }
  }

  /// The colour of one of the four buttons.
  package func color(of button: GamepadButton) -> Color? {
    let colors: [UInt32]
    switch self {
    case .xbox: colors = ([.green, .red, .blue, .yellow] as [ControlColor]).map(\.rgb)
    case .playstation: colors = [0x5b8def, 0xe5565b, 0xd07fc0, 0x2fb58a]
    case .nintendo: colors = ([.yellow, .red, .green, .blue] as [ControlColor]).map(\.rgb)
    case .positions: return nil
    }
    // The lower, right, left and upper one.
    let buttons: [GamepadButton] = [.south, .east, .north, .west]
    return buttons.firstIndex(of: button).map { Color(colors[$0]) }
  }
}

extension ControlColor {
  package var color: Color { Color(rgb) }

  fileprivate var rgb: UInt32 {
    switch self {
    case .red: 0xe5484d
    case .orange: 0xf08c2e
    case .yellow: 0xe0b000
    case .green: 0x4caf50
    case .blue: 0x3b82f6
    case .violet: 0x9a7bd8
    case .grey: 0x9aa4af
    }
  }
}
