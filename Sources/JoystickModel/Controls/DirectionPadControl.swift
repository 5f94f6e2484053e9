/// A direction pad on the surface. The contact that holds it steers it until it lifts, wherever it goes.
public struct DirectionPadControl: Equatable, Sendable {
  public static let defaultDeadZone = 0.15

  public let name: String
  public var isNamed = false
  public var appearance = Appearance()
  public var region: Region
  /// What it controls on the pad.
  public let output: DirectionOutput
  private(set) var isTouched = false

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

  var direction: PadDirection { PadDirection(sector: snap.sector) }
}

extension DirectionPadControl: SurfaceControl {
  var control: Control { .directionPad(self) }

  func apply(to state: inout GamepadState) { state.add(direction, to: output) }

  func report(hidesPositions: Bool) -> ControlReport {
    ControlReport(isTouched: isTouched, direction: direction)
  }

  mutating func begin(_ contact: ContactEvent, time: Int64) {
    isTouched = true
    move(contact, time: time)
  }

  mutating func move(_ contact: ContactEvent, time: Int64) {
    let offset = (contact.position - region.center) * (1 / region.inradius)
    // It keeps the sector in `snap`, and only that counts here.
    _ = response.deflection(for: offset.limited(to: 1), &snap)
  }

  mutating func end(time: Int64) {
    isTouched = false
    snap = DirectionSnap()
  }
}
