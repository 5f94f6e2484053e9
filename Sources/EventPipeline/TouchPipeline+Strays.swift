public import JoystickModel

/// A contact that no control holds.
public struct StrayContact: Equatable, Sendable {
  /// Who owns it instead.
  public enum Fate: Sendable {
    /// The desktop, if the device has a clone or is not grabbed.
    case desktop
    /// Nobody until it lifts, because it was down before the pipeline began.
    case downBefore
    /// Nobody until it lifts, because a control held it, and it is a palm.
    case palm
    /// Nobody until it lifts, because its control was released.
    case released
  }

  /// Its number, unique among 2^32 consecutive contacts of a pipeline.
  public let id: ContactID
  /// Where it is, in millimetres; nil if it is not followed.
  public let position: Point?
  /// Who owns it.
  public let fate: Fate
}

extension TouchPipeline {
  /// The number of contacts that the device can have.
  public var contactPlaces: Int { tracker.table.contacts.count }

  /// The contact in a place, if there is one that no control holds. It allocates nothing.
  ///
  /// - Parameter place: From 0 to below ``contactPlaces``.
  public func stray(in place: Int) -> StrayContact? {
    let contact = tracker.table.contacts[place]
    guard let fate = fate(of: contact) else { return nil }
    let isFollowed = contact.state == .down
    return StrayContact(id: contact.id, position: isFollowed ? contact.position : nil, fate: fate)
  }

  private func fate(of contact: Contact) -> StrayContact.Fate? {
    switch (contact.state, contact.owner) {
    case (.free, _), (.near, _): nil
    case (_, .desktop): .desktop
    case (.ignored, _): contact.isPalm ? .palm : .downBefore
    case (.down, .pad(let pad)): pads[pad].layout.owns(contact.id) ? nil : .released
    case (.down, .nobody): .released
    }
  }
}
