internal import JoystickModel

/// From which value of an axis on a finger touches. Some devices open a slot, or press BTN_TOUCH, when a finger comes near.
///
/// The rules are those of libinput 1.22 for touchpads: tp_init_pressure, tp_unhover_pressure and tp_unhover_size in
/// evdev-mt-touchpad.c, and its quirks for devices that can be recognised without the machine that they are in.
struct TouchThreshold: Equatable, Sendable {
  /// An axis of slots, or ABS_PRESSURE, in the device's units.
  let axis: EventCode
  /// From this value on, a finger that was near touches.
  let down: Int32
  /// Below this value, a finger that touched is only near.
  let up: Int32
  /// From this value on, it is a palm; nil if the device does not tell by this axis.
  let palm: Int32?
  /// Whether the axis counts only after it has had such a value: other devices declare it, and always report 0.
  let needsProof: Bool

  /// Nil for a device whose contacts all touch, or that reports it by other means.
  static func ofDevice(_ device: DeviceDescription, class deviceClass: DeviceClass) -> Self? {
    switch deviceClass {
    case .touchpad: ofTouchpad(device)
    case .touchscreen: ofTouchscreen(device)
    case .tablet: nil
    }
  }

  /// A screen's pressure counts only if it is 0: Documentation/input/multi-touch-protocol.rst, ABS_MT_PRESSURE.
  private static func ofTouchscreen(_ device: DeviceDescription) -> Self? {
    guard device.hasSlots, let range = device.axis(.absMTPressure), range.maximum > range.minimum else {
      return nil
    }
    return Self(
      axis: .absMTPressure, down: range.minimum + 1, up: range.minimum + 1, palm: nil, needsProof: true)
  }

  private static func ofTouchpad(_ device: DeviceDescription) -> Self? {
    let quirk = quirks.first { $0.matches(device) }
    if let size = quirk?.size, device.reportsEachContact, device.supports(.absMTTouchMajor) {
      return Self(axis: .absMTTouchMajor, down: size.down, up: size.up, palm: size.palm, needsProof: false)
    }
    let codes: [EventCode] = device.reportsEachContact ? [.absMTPressure, .absPressure] : [.absPressure]
    guard let code = codes.first(where: device.supports), let range = device.axis(code),
      range.maximum > range.minimum,
      // With a resolution it is a force, and not what a finger covers.
      range.resolution == 0
    else { return nil }
    let values = quirk?.pressure ?? Values(down: range.value(at: 0.12), up: range.value(at: 0.10))
    return Self(axis: code, down: values.down, up: values.up, palm: values.palm, needsProof: false)
  }

  /// The value that counts for a slot, or for an entry of a list.
  @inline(__always) func value(in state: borrowing DeviceState, row: Int) -> Int32 {
    axis == .absPressure ? state[axis: axis.code] : state[axis: axis.code, inSlot: row]
  }

  func hovers(_ value: Int32, isDown: Bool) -> Bool { value < (isDown ? up : down) }
}

extension TouchThreshold {
  private struct Values {
    let down: Int32
    let up: Int32
    var palm: Int32?
  }

  private struct Quirk {
    var vendors: [UInt16] = []
    var product: UInt16?
    /// A part of the name.
    var name = ""
    var pressure: Values?
    var size: Values?

    func matches(_ device: DeviceDescription) -> Bool {
      (vendors.isEmpty || vendors.contains(device.id.vendor))
        && (product ?? device.id.product) == device.id.product
        && (name.isEmpty || device.name.includes(name))
    }
  }

  /// From libinput's quirks; the first one that matches counts. AttrPressureRange, AttrTouchSizeRange,
  /// AttrPalmPressureThreshold and AttrPalmSizeThreshold in 30-vendor-cypress, 30-vendor-elantech and 50-system-apple.
  private static let quirks = [
    Quirk(name: "Elantech Touchpad", pressure: Values(down: 10, up: 8)),
    Quirk(name: "Elan Touchpad", pressure: Values(down: 10, up: 8)),
    Quirk(name: "Cypress APA Trackpad", pressure: Values(down: 10, up: 8)),
    Quirk(name: "CyPS/2 Cypress Trackpad", pressure: Values(down: 10, up: 8, palm: 254)),
    Quirk(vendors: apple, product: 0x030e, size: Values(down: 20, up: 10, palm: 900)),
    Quirk(vendors: apple, product: 0x0265, size: Values(down: 20, up: 10, palm: 900)),
    Quirk(vendors: apple, size: Values(down: 150, up: 130, palm: 1600)),
  ]

  /// Its numbers with USB, with Bluetooth, and on SPI under Synaptics' name.
  private static let apple: [UInt16] = [0x05ac, 0x004c]
}

extension AbsoluteAxis {
  /// The first value at or after a part of the range.
  func value(at part: Double) -> Int32 {
    Int32(clamping: Int((Double(minimum) + part * (Double(maximum) - Double(minimum))).rounded(.up)))
  }
}

/// Whether the tip of a pen touches, by its pressure: some drivers in user space declare BTN_TOUCH and never send it, and
/// others do not declare it.
///
/// The parts of the range are libinput's (evdev-tablet.c, tablet_init_pressure_thresholds and detect_pressure_offset).
struct PenTip: Sendable {
  private let range: AbsoluteAxis
  /// The pressure of a worn nib that touches nothing.
  private var offset: Int32
  /// Whether the device has sent BTN_TOUCH, which then decides.
  var hasTouchKey = false
  private var wasInRange = false

  /// Nil for a device that is no pen, or has no pressure.
  init?(of device: DeviceDescription) {
    guard device.isPen, let range = device.axis(.absPressure), range.maximum > range.minimum else {
      return nil
    }
    self.range = range
    offset = range.minimum
  }

  /// - Parameters:
  ///   - isInRange: Whether the pen is near the tablet.
  ///   - isDown: Whether it touched before.
  mutating func touches(_ pressure: Int32, isInRange: Bool, isDown: Bool) -> Bool {
    guard isInRange else {
      wasInRange = false
      return false
    }
    if !wasInRange {
      wasInRange = true
      offset = pressure <= range.value(at: 0.20) ? pressure : range.minimum
    }
    offset = min(offset, pressure)
    let part = range.value(at: isDown ? 0.01 : 0.05)
    return Int64(pressure) - Int64(offset) >= max(1, Int64(part) - Int64(range.minimum))
  }
}

extension String {
  /// Whether it has this part. Not contains(_:), with which the programs would have all of Swift's regular expressions.
  package func includes(_ part: String) -> Bool {
    let (part, whole) = (Array(part.utf8), Array(utf8))
    return whole.indices.contains { whole[$0...].starts(with: part) }
  }
}
