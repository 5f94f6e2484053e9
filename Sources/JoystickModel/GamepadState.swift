/// The state of a pad's axes and buttons, as the pad reports it.
public struct GamepadState: Equatable, Sendable {
  /// The two axes of a stick, -32767 to 32767, y downwards.
  public struct StickAxes: Equatable, Sendable {
    /// To the right.
    public var x: Int16 = 0
    /// Downwards.
    public var y: Int16 = 0

    public init() {}

    /// The axes for a deflection within the unit square.
    public init(_ deflection: Vector) {
      x = axisValue(deflection.dx)
      y = axisValue(deflection.dy)
    }

    /// Adds the deflection of another control. On each axis the larger one counts, and of equal ones the first.
    @inline(__always) fileprivate mutating func add(_ other: StickAxes) {
      if other.x.magnitude > x.magnitude { x = other.x }
      if other.y.magnitude > y.magnitude { y = other.y }
    }
  }

  public var leftStick = StickAxes()
  public var rightStick = StickAxes()
  /// The left trigger, 0 to 255.
  public var leftTrigger: UInt8 = 0
  /// The right trigger, 0 to 255.
  public var rightTrigger: UInt8 = 0
  /// The direction pad's horizontal part: -1 left, 1 right.
  public var hatX: Int8 = 0
  /// The direction pad's vertical part: -1 up, 1 down.
  public var hatY: Int8 = 0
  /// The buttons that are down: bit n is the button with the raw value n.
  public var buttons: UInt16 = 0

  public init() {}

  public func isDown(_ button: GamepadButton) -> Bool {
    buttons & button.mask != 0
  }

  /// Deflects a stick. Of two controls that move the same axis, the farther counts.
  @inline(__always) mutating func deflect(_ stick: PadStick, _ axes: StickAxes) {
    switch stick {
    case .left: leftStick.add(axes)
    case .right: rightStick.add(axes)
    }
  }

  public mutating func press(_ button: GamepadButton) { buttons |= button.mask }
}

/// A button of the pad, named by its place, as in the kernel's gamepad convention.
///
/// The raw value is the button's bit in ``GamepadState/buttons``.
public enum GamepadButton: UInt8, Sendable, CaseIterable {
  /// The lower face button: A on an Xbox pad.
  case south
  /// The right face button: B on an Xbox pad.
  case east
  /// BTN_NORTH, which the Xbox driver sends for X, the left face button.
  case north
  /// BTN_WEST, which the Xbox driver sends for Y, the upper face button.
  case west
  case leftShoulder
  case rightShoulder
  /// Back, select or view.
  case select
  case start
  /// The button with the vendor's logo.
  case mode
  /// The left stick pressed down.
  case leftThumb
  /// The right stick pressed down.
  case rightThumb

  /// The label on an Xbox pad, or its common name, such as `A` or `LB`.
  public var label: String {
    switch self {
    case .south: "A"
    case .east: "B"
    case .north: "X"
    case .west: "Y"
    case .leftShoulder: "LB"
    case .rightShoulder: "RB"
    case .leftThumb: "L3"
    case .rightThumb: "R3"
    case .select: "Back"
    case .start: "Start"
    case .mode: "Guide"
    }
  }

  /// The button's bit in ``GamepadState/buttons``.
  var mask: UInt16 { 1 << rawValue }
}

/// One of eight directions of a direction pad, or none.
public struct PadDirection: Equatable, Sendable {
  /// -1 left, 1 right.
  public let x: Int8
  /// -1 up, 1 down.
  public let y: Int8

  public static let none = PadDirection(x: 0, y: 0)
  public static let up = PadDirection(x: 0, y: -1)
  public static let right = PadDirection(x: 1, y: 0)
  public static let down = PadDirection(x: 0, y: 1)
  public static let left = PadDirection(x: -1, y: 0)

  var opposite: PadDirection { PadDirection(x: -x, y: -y) }

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

// How the effects of several controls add up.
extension GamepadState {
  /// Adds the effect of another control. A button is down while any control presses it, the larger deflection of an axis
  /// counts, and of equal opposite ones the first.
  public mutating func add(_ other: GamepadState) {
    buttons |= other.buttons
    deflect(.left, other.leftStick)
    deflect(.right, other.rightStick)
    pull(.left, other.leftTrigger)
    pull(.right, other.rightTrigger)
    addToHat(x: other.hatX, y: other.hatY)
  }

  /// Pulls a trigger. Of two controls that pull the same one, the farther counts.
  mutating func pull(_ target: TriggerTarget, _ value: UInt8) {
    switch target {
    case .left: leftTrigger = max(leftTrigger, value)
    case .right: rightTrigger = max(rightTrigger, value)
    }
  }

  private mutating func addToHat(x: Int8, y: Int8) {
    if hatX == 0 { hatX = x }
    if hatY == 0 { hatY = y }
  }

  /// Adds a direction. Of two opposite directions, the first counts.
  mutating func add(_ direction: PadDirection, to output: DirectionOutput) {
    switch output {
    case .hat: addToHat(x: direction.x, y: direction.y)
    case .buttons(let up, let right, let down, let left):
      if direction.y < 0 { buttons |= up.mask }
      if direction.x > 0 { buttons |= right.mask }
      if direction.y > 0 { buttons |= down.mask }
      if direction.x < 0 { buttons |= left.mask }
    }
  }
}
