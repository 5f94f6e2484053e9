/// A control on the surface, which a contact can hold.
///
/// A layout consists of controls. It stores each kind in an array of its own.
public enum Control: Equatable, Sendable {
  /// A stick.
  case stick(StickControl)
  /// A button.
  case button(ButtonControl)
  /// A direction pad.
  case directionPad(DirectionPadControl)
  /// A trigger.
  case trigger(TriggerControl)

  /// The name, for logs, reports and pictures.
  public var name: String {
    switch self {
    case .stick(let control): control.name
    case .button(let control): control.name
    case .directionPad(let control): control.name
    case .trigger(let control): control.name
    }
  }

  /// Whether the name is the user's, and not a default.
  public var isNamed: Bool {
    switch self {
    case .stick(let control): control.isNamed
    case .button(let control): control.isNamed
    case .directionPad(let control): control.isNamed
    case .trigger(let control): control.isNamed
    }
  }

  /// Where a contact must land to hold it.
  public var region: Region {
    switch self {
    case .stick(let control): control.stick.parameters.region
    case .button(let control): control.region
    case .directionPad(let control): control.region
    case .trigger(let control): control.region
    }
  }
}
