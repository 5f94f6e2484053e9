public import JoystickModel

/// The state of all controls on one surface.
public struct FeedState: Equatable, Sendable {
  /// The ``FeedLayout/generation`` of its layout.
  public var generation: UInt32
  /// The ``FeedLayout/surface`` of its layout.
  public var surface: UInt8
  /// The states of the layout's controls, in their order.
  public var controls: [ControlReport]

  /// Makes a state.
  public init(generation: UInt32, surface: UInt8, controls: [ControlReport]) {
    self.generation = generation
    self.surface = surface
    self.controls = controls
  }
}

/// All contacts on one surface that no control holds.
public struct FeedContacts: Equatable, Sendable {
  /// The ``FeedLayout/generation`` of its layout.
  public var generation: UInt32
  /// The ``FeedLayout/surface`` of its layout.
  public var surface: UInt8
  /// The contacts.
  public var contacts: [FeedContact]

  /// Makes the contacts of a surface.
  public init(generation: UInt32, surface: UInt8, contacts: [FeedContact]) {
    self.generation = generation
    self.surface = surface
    self.contacts = contacts
  }
}

/// A contact that no control holds.
public struct FeedContact: Equatable, Sendable {
  /// Why no control holds it.
  public enum Reason: UInt8, CaseIterable, Sendable {
    /// It landed outside all free controls, and the desktop receives it.
    case desktop = 0
    /// It landed outside all free controls, and the desktop receives nothing from the device.
    case nobody = 1
    /// It is ignored until it lifts, because it was down before the device was used with this layout.
    case downBefore = 2
    /// It is ignored until it lifts, because a control held it, and the device calls it a palm.
    case palm = 3
    /// It is ignored until it lifts, because its control was released, for example by the gesture.
    case released = 4
    /// The desktop receives it, because the device is not grabbed yet: something lay on it, or a button was down.
    case notGrabbed = 5
  }

  /// Its number. It is unique among all contacts of a surface while the ``FeedLayout/generation`` stays.
  public var id: UInt32
  /// Where it is, in millimetres; nil if touchstickd does not follow it.
  public var position: Point?
  /// Why no control holds it.
  public var reason: Reason

  /// Makes a contact.
  public init(id: UInt32, position: Point?, reason: Reason) {
    self.id = id
    self.position = position
    self.reason = reason
  }
}
