/// One of eight directions of a direction pad, or none.
public struct PadDirection: Equatable, Sendable {
  /// -1 left, 1 right.
  public let x: Int8
  /// -1 up, 1 down.
  public let y: Int8

  /// No direction.
  public static let none = PadDirection(x: 0, y: 0)

  private init(x: Int8, y: Int8) {
    self.x = x
    self.y = y
  }

  /// The direction of a sector, 0 to 7, counted clockwise in steps of 45 degrees from up; nil is none.
  init(sector: Int?, invertX: Bool = false, invertY: Bool = false) {
    guard let sector else {
      self = .none
      return
    }
    let x: Int8 = sector % 4 == 0 ? 0 : sector < 4 ? 1 : -1
    let y: Int8 = sector % 4 == 2 ? 0 : (3...5).contains(sector) ? 1 : -1
    self.init(x: invertX ? -x : x, y: invertY ? -y : y)
  }
}

/// What a direction controls on the pad.
public enum DirectionOutput: Equatable, Sendable {
  /// The direction pad: ABS_HAT0X and ABS_HAT0Y.
  case hat
  /// A button for each of four directions; two are down for a diagonal.
  case buttons(up: GamepadButton, right: GamepadButton, down: GamepadButton, left: GamepadButton)
}

extension GamepadState {
  /// Adds a direction. Of two opposite directions, the first counts.
  mutating func add(_ direction: PadDirection, to output: DirectionOutput) {
    switch output {
    case .hat:
      if hatX == 0 { hatX = direction.x }
      if hatY == 0 { hatY = direction.y }
    case .buttons(let up, let right, let down, let left):
      if direction.y < 0 { buttons |= up.mask }
      if direction.x > 0 { buttons |= right.mask }
      if direction.y > 0 { buttons |= down.mask }
      if direction.x < 0 { buttons |= left.mask }
    }
  }
}
