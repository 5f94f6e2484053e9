/// A direction pad on the surface. The contact that holds it steers it until it lifts, wherever it goes.
public struct DirectionPadControl: Equatable, Sendable {
  /// The default dead zone.
  public static let defaultDeadZone = 0.15

  /// The name, for logs and pictures.
  public let name: String
  /// Whether the name is the user's, and not a default.
  public var isNamed = false
  /// Where a contact must land to hold it.
  public var region: Region
  /// What it controls on the pad.
  public let output: DirectionOutput
  /// Whether a contact holds it.
  public private(set) var isTouched = false

  private let response: StickResponse
  private var snap = DirectionSnap()

  /// Makes a direction pad without a contact.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - region: Where a contact must land to hold it.
  ///   - output: What it controls on the pad.
  ///   - deadZone: The dead zone, as a part of the radius or of half the shorter side: 0 or more, below 1.
  ///   - directions: Four or eight; `analog` counts as eight.
  public init(
    name: String, region: Region, output: DirectionOutput = .hat, deadZone: Double = defaultDeadZone,
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

  /// The dead zone, as a part of the radius or of half the shorter side.
  public var deadZone: Double { response.deadZone }

  /// The pressed direction.
  public var direction: PadDirection { PadDirection(sector: snap.sector) }

  /// Adds its effect to the pad's state.
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
