// libevdev's description and state of a device, as our types.

internal import CLibevdev
internal import EventPipeline
internal import Glibc
internal import System

extension InputEvent {
  init(_ event: input_event) {
    self.init(
      time: Int64(event.time.tv_sec) * 1_000_000 + Int64(event.time.tv_usec),
      type: EventType(rawValue: event.type), code: event.code, value: event.value)
  }
}

extension DeviceDescription {
  /// The event types whose codes belong to a description. Every device has EV_SYN, and no device sends EV_REP, EV_FF
  /// and EV_PWR.
  private static let describedTypes: [UInt16] = [0x01, 0x02, 0x03, 0x04, 0x05, 0x11, 0x12]

  init(_ evdev: OpaquePointer) {
    // The device chooses its name, and the name goes to logs and terminals.
    let name = unsafe String(cString: libevdev_get_name(evdev)).printable
    let id = unsafe DeviceID(
      bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(evdev)),
      vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(evdev)),
      product: UInt16(truncatingIfNeeded: libevdev_get_id_product(evdev)),
      version: UInt16(truncatingIfNeeded: libevdev_get_id_version(evdev)))
    let properties = (0..<UInt16(INPUT_PROP_CNT)).filter { number in
      unsafe libevdev_has_property(evdev, UInt32(number)) == 1
    }
    self.init(
      name: name, id: id, properties: Set(properties.map(DeviceProperty.init)),
      codes: unsafe Self.codes(evdev), axes: unsafe Self.axes(evdev))
  }

  private static func codes(_ evdev: OpaquePointer) -> Set<EventCode> {
    var codes: Set<EventCode> = []
    for type in describedTypes {
      let highest = libevdev_event_type_get_max(UInt32(type))
      for code in 0...UInt16(max(highest, 0))
      where unsafe libevdev_has_event_code(evdev, UInt32(type), UInt32(code)) == 1 {
        codes.insert(EventCode(EventType(rawValue: type), code))
      }
    }
    return codes
  }

  private static func axes(_ evdev: OpaquePointer) -> [UInt16: AbsoluteAxis] {
    var axes: [UInt16: AbsoluteAxis] = [:]
    for code in 0...UInt16(ABS_MAX) {
      guard let info = unsafe libevdev_get_abs_info(evdev, UInt32(code)) else { continue }
      axes[code] = unsafe AbsoluteAxis(
        minimum: info.pointee.minimum, maximum: info.pointee.maximum, fuzz: info.pointee.fuzz,
        flat: info.pointee.flat, resolution: info.pointee.resolution, value: info.pointee.value)
    }
    return axes
  }
}

extension DeviceState {
  init(_ evdev: OpaquePointer, of device: DeviceDescription) {
    self.init(of: device)
    for code in device.codes {
      let value = unsafe libevdev_get_event_value(evdev, UInt32(code.type.rawValue), UInt32(code.code))
      switch code.type {
      case .key: set(key: code.code, isDown: value != 0)
      case .absolute where Self.slotAxes.contains(code.code):
        for slot in 0..<slotCount {
          self[axis: code.code, inSlot: slot] = unsafe libevdev_get_slot_value(
            evdev, UInt32(slot), UInt32(code.code))
        }
      case .absolute: self[axis: code.code] = value
      default: break
      }
    }
    select(slot: unsafe Int(max(libevdev_get_current_slot(evdev), 0)))
    forgetStaleTouch()
  }
}

/// A libevdev device. It is freed with its owner, and then its file is closed.
@safe struct LibevdevHandle: ~Copyable {
  let pointer: OpaquePointer
  let file: OwnedFileDescriptor

  /// Reads the device's description, and selects the clock that never jumps for its time stamps.
  static func make(_ file: consuming OwnedFileDescriptor, node: String) throws(DeviceError) -> LibevdevHandle
  {
    guard let made = unsafe libevdev_new() else { throw .notAnEventNode(node: node, errno: ENOMEM) }
    let handle = unsafe LibevdevHandle(made, file)
    // It would print what it thinks of the device's events, again and again.
    clibevdev_disable_log()
    var status = unsafe libevdev_set_fd(made, handle.file.number)
    if status == 0 { status = unsafe libevdev_set_clock_id(made, CLOCK_MONOTONIC) }
    guard status == 0 else { throw .notAnEventNode(node: node, errno: -status) }
    return handle
  }

  private init(_ pointer: OpaquePointer, _ file: consuming OwnedFileDescriptor) {
    unsafe self.pointer = pointer
    self.file = file
  }

  deinit { unsafe libevdev_free(pointer) }
}
