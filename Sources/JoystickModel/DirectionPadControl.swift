/// A direction pad on the surface. The contact that takes it steers it until it lifts, wherever it goes.
public struct DirectionPadControl: Equatable, Sendable {
  /// The part that is no direction unless said otherwise.
  public static let standardDeadZone = 0.15

  /// The name, for logs and pictures.
  public let name: String
  /// Where a touch-down takes it.
  public let region: Region
  /// What it moves.
  public let output: DirectionOutput
  /// Whether a contact has it.
  public private(set) var isTouched = false

  private let response: StickResponse
  private var snap = DirectionSnap()

  /// Makes a direction pad that nobody touches.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - region: Where a touch-down takes it.
  ///   - output: What it moves.
  ///   - deadZone: The part of the radius, or of half the shorter side, that is no direction: from 0 and
  ///     below 1.
  ///   - directions: Four or eight; any counts as eight.
  public init(
    name: String, region: Region, output: DirectionOutput = .hat, deadZone: Double = standardDeadZone,
    directions: StickDirections = .eight
  ) {
    self.name = name
    self.region = region
    self.output = output
    var response = StickResponse()
    response.deadZone = deadZone
    response.saturation = 1
    response.deadZoneShape = .radial
    response.directions = directions == .four ? .four : .eight
    self.response = response
  }

  /// The part of the radius, or of half the shorter side, that is no direction.
  public var deadZone: Double { response.deadZone }

  /// The direction in which it is pressed.
  public var direction: PadDirection { PadDirection(sector: snap.sector) }

  /// Adds what it does to what the pad shows.
  func apply(to state: inout GamepadState) { state.add(direction, to: output) }

  mutating func begin(at position: Point) {
    isTouched = true
    move(to: position)
  }

  mutating func move(to position: Point) {
    let offset = (position - region.center) * (1 / region.inradius)
    _ = response.deflection(for: offset.limited(to: 1), &snap)
  }

  mutating func end() {
    isTouched = false
    snap = DirectionSnap()
  }
}
