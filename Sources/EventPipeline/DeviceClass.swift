/// What kind of touch device a device is.
public enum DeviceClass: String, Sendable, CaseIterable {
  /// Lies on a screen.
  case touchscreen
  /// Stands for a mouse: a laptop's touchpad, or the finger side of a drawing tablet.
  case touchpad
  /// A surface for a pen.
  case tablet

  /// Tells the class from what the device can send; nil for all that is not a touch device.
  ///
  /// The rules are those of udev's `input_id` builtin (systemd, src/udev/udev-builtin-input_id.c) for
  /// ID_INPUT_TOUCHSCREEN, _TOUCHPAD and _TABLET, with one more: a device has to be able to say that it
  /// is touched, for a position alone never starts or ends a contact. That leaves out mice with absolute
  /// axes (virtual machines have them), joysticks and accelerometers.
  public init?(_ device: DeviceDescription) {
    let direct = device.properties.contains(.direct)
    guard
      device.hasPosition, device.reportsTouch, !device.isGamepad,
      !device.properties.contains(.accelerometer)
    else { return nil }
    if device.supports(.btnToolPen) || device.supports(.btnStylus) {
      self = .tablet
    } else if device.supports(.btnToolFinger), !direct {
      self = .touchpad
    } else if device.supports(.btnMouse), !device.hasMultitouchPosition {
      return nil
    } else {
      self = .touchscreen
    }
  }
}

extension DeviceDescription {
  /// Whether contacts have slots of their own: the kernel's multi-touch protocol, type B.
  ///
  /// A device that claims the code before ABS_MT_SLOT too claims every axis there is, as some joysticks
  /// do, and means none of it.
  var hasSlots: Bool {
    hasMultitouchPosition && supports(.absMTSlot) && supports(.absMTTrackingID)
      && !supports(EventCode(.absolute, 0x2e))
  }

  /// Whether it sends multi-touch positions, with slots (type B) or without (type A).
  var hasMultitouchPosition: Bool {
    supports(.absMTPositionX) && supports(.absMTPositionY)
  }

  /// Whether it reports each contact by itself, not only one, or a box around all of them.
  var reportsEachContact: Bool { hasMultitouchPosition && !properties.contains(.semiMT) }

  fileprivate var hasPosition: Bool {
    hasMultitouchPosition || (supports(.absX) && supports(.absY))
  }

  fileprivate var reportsTouch: Bool {
    supports(.btnTouch) || (hasSlots && !properties.contains(.semiMT))
  }

  /// A gamepad with a touch surface has that on a node of its own.
  fileprivate var isGamepad: Bool {
    supports(.btnSouth) || supports(.btnJoystick)
  }
}
