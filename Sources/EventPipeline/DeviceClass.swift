/// The class of a touch device, in the order in which pads prefer them.
public enum DeviceClass: String, Sendable, CaseIterable {
  /// It lies on a screen.
  case touchscreen
  /// It moves a pointer: a laptop's touchpad, or the finger side of a drawing tablet.
  case touchpad
  /// A surface for a pen.
  case tablet

  /// Derives the class from the device's capabilities; nil if it is not a touch device.
  ///
  /// The rules are those of udev's `input_id` builtin (systemd, src/udev/udev-builtin-input_id.c) for
  /// ID_INPUT_TOUCHSCREEN, _TOUCHPAD and _TABLET, without ID_INPUT_TABLET_PAD. Buttons of a gamepad do not
  /// matter: some pen displays declare them on the node of the pen. There are two differences:
  /// - The device must be able to report touches, because a position alone never starts or ends a contact. That
  ///   excludes joysticks, and mice with absolute axes.
  /// - A multi-touch device needs neither BTN_TOUCH nor INPUT_PROP_DIRECT. Recordings of old kernels have no
  ///   properties. The daemon still uses only devices that udev classes as one of the three.
  public init?(_ device: DeviceDescription) {
    guard device.hasPosition, device.reportsTouch, !device.isAccelerometer, !device.isTabletPad else {
      return nil
    }
    if device.supports(.btnToolPen) || device.supports(.btnStylus) {
      self = .tablet
    } else if device.supports(.btnToolFinger), !device.properties.contains(.direct) {
      self = .touchpad
    } else if device.hasMouseButton, !device.hasMultitouchPosition {
      return nil
    } else {
      self = .touchscreen
    }
  }
}

extension DeviceDescription {
  /// Whether each contact has a slot: the kernel's multi-touch protocol, type B.
  var hasSlots: Bool { hasMultitouchPosition && supports(.absMTSlot) && supports(.absMTTrackingID) }

  /// More than the kernel's drivers use; a description may claim any number.
  private static let mostSlots = 256

  /// The number of slots, at most 256; 0 for a device without slots.
  public var slotCount: Int {
    guard hasSlots else { return 0 }
    return min(Int(max(axis(.absMTSlot)?.maximum ?? 0, 0)) + 1, Self.mostSlots)
  }

  /// The axes of each slot, or of each contact in a list, except ABS_MT_TRACKING_ID.
  public var slotAxes: [UInt16] {
    DeviceState.slotAxes.filter { axes[$0] != nil && $0 != EventCode.absMTTrackingID.code }
  }

  /// Whether it sends multi-touch positions, with slots (type B) or without (type A).
  ///
  /// A device that declares both ABS_MT_SLOT and the code before it, as some joysticks do, declares every axis and
  /// means nothing by it.
  var hasMultitouchPosition: Bool {
    supports(.absMTPositionX) && supports(.absMTPositionY)
      && !(supports(.absMTSlot) && supports(EventCode(.absolute, EventCode.absMTSlot.code - 1)))
  }

  /// Whether it reports each contact separately, rather than only one contact or a box around all of them.
  public var reportsEachContact: Bool { hasMultitouchPosition && !properties.contains(.semiMT) }

  /// The axes that repeat the position and the pressure of the oldest contact, for programs that do not read slots: bit n
  /// is axis n. (drivers/input/input-mt.c, input_mt_report_pointer_emulation)
  ///
  /// There are none if the device reports tools: the axes may then be those of the tool.
  public var emulatedAxes: UInt64 {
    guard reportsEachContact, hasSlots, !ToolSet.areReported(by: self) else { return 0 }
    return axes.reduce(0) { bits, axis in
      guard let repeated = ContactCodes.slotAxis(axis.key).flatMap({ axes[$0] }),
        repeated.minimum == axis.value.minimum, repeated.maximum == axis.value.maximum
      else { return bits }
      return bits | 1 << UInt64(axis.key)
    }
  }

  fileprivate var hasPosition: Bool {
    hasMultitouchPosition || (supports(.absX) && supports(.absY))
  }

  /// By BTN_TOUCH, by slots, or by lists of contacts.
  fileprivate var reportsTouch: Bool {
    supports(.btnTouch) || (reportsEachContact && (hasSlots || !supports(.absMTSlot)))
  }

  fileprivate var isAccelerometer: Bool {
    let hasKeys = codes.contains { $0.type == .key }
    return properties.contains(.accelerometer)
      || (!hasKeys && supports(.absX) && supports(.absY) && supports(.absZ))
  }

  /// The buttons beside a pen tablet's surface have their own node, with axes that no pen moves.
  fileprivate var isTabletPad: Bool {
    supports(.btn0) && supports(.btnStylus) && !supports(.btnToolPen)
  }

  fileprivate var hasMouseButton: Bool {
    (EventCode.btnMouse.code..<EventCode.btnJoystick.code).contains { supports(EventCode(.key, $0)) }
  }
}
