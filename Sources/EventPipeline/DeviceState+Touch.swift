// What is on the surface.
extension DeviceState {
  /// All keys except those that describe contacts.
  private static let buttons = KeySet(ContactCodes.keys).inverted

  /// Whether the device is in use: a contact (even an ignored one), a tool in range or a pressed button.
  ///
  /// A pen's buttons count only while the pen is in range: some tablets never report their release.
  public var isTouched: Bool {
    hasContact || !tools.isEmpty || keys.intersects(Self.buttons)
      || (!hasPen && keys.intersects(ContactCodes.penButtons))
  }

  private var hasContact: Bool {
    guard kind == .slots else { return isPressed }
    for slot in 0..<slotCount where self[trackingIDIn: slot] >= 0 { return true }
    return false
  }

  /// Whether the device has a pen, and the pen is out of range.
  var isPenAway: Bool { hasPen && tools.isDisjoint(with: .pens) }

  /// Releases BTN_TOUCH if its pen is out of range: some tablets leave it pressed.
  ///
  /// Call this on a state that was read from the kernel, rather than built from events.
  public mutating func forgetStaleTouch() {
    if kind != .slots, tools.isEmpty, reportsTools { keys[EventCode.btnTouch.code] = false }
  }
}
