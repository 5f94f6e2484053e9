internal import CLibevdev
internal import EventPipeline
internal import Glibc
internal import OperatingSystem

/// /dev/uinput, open: the right to make one virtual device.
public struct Uinput: ~Copyable {
  private let file: OwnedFileDescriptor

  /// Opens /dev/uinput, which loads the kernel's module where it can be loaded.
  ///
  /// - Throws: ``DeviceError/cannotOpenUinput(errno:)``.
  public init() throws(DeviceError) {
    do throws(SystemError) {
      file = try OwnedFileDescriptor(opening: "/dev/uinput", O_RDWR | O_NONBLOCK)
    } catch {
      throw .cannotOpenUinput(errno: error.errno)
    }
  }

  consuming func takeFile() -> OwnedFileDescriptor { file }
}

/// A libevdev uinput device, destroyed when its owner is gone, and then its file closed.
@safe struct LibevdevUinputHandle: ~Copyable {
  /// More than ten fingers on a clone say in a frame; a pad's is 20 events at the most.
  static let capacity = 512

  let pointer: OpaquePointer
  let uinput: OwnedFileDescriptor
  /// For what is written, so that nothing is allocated for it.
  let buffer: UnsafeMutablePointer<input_event>

  init(
    _ description: DeviceDescription, through uinput: consuming OwnedFileDescriptor
  ) throws(DeviceError) {
    guard let model = unsafe libevdev_new() else {
      throw .cannotCreate(name: description.name, errno: ENOMEM)
    }
    defer { unsafe libevdev_free(model) }
    unsafe description.apply(to: model)
    var made: OpaquePointer?
    let status = unsafe libevdev_uinput_create_from_device(model, uinput.number, &made)
    guard status == 0, let made = unsafe made else {
      throw .cannotCreate(name: description.name, errno: -status)
    }
    unsafe pointer = made
    self.uinput = uinput
    unsafe buffer = .allocate(capacity: Self.capacity)
  }

  deinit {
    unsafe libevdev_uinput_destroy(pointer)
    unsafe buffer.deallocate()
  }
}

extension DeviceDescription {
  /// Says to libevdev all that is in the description.
  fileprivate func apply(to evdev: OpaquePointer) {
    unsafe libevdev_set_name(evdev, name)
    unsafe libevdev_set_id_bustype(evdev, Int32(id.bus))
    unsafe libevdev_set_id_vendor(evdev, Int32(id.vendor))
    unsafe libevdev_set_id_product(evdev, Int32(id.product))
    unsafe libevdev_set_id_version(evdev, Int32(id.version))
    for property in properties { unsafe libevdev_enable_property(evdev, UInt32(property.rawValue)) }
    for code in codes where code.type != .absolute {
      unsafe libevdev_enable_event_code(evdev, UInt32(code.type.rawValue), UInt32(code.code), nil)
    }
    for (code, axis) in axes {
      var info = input_absinfo(
        value: axis.value, minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat,
        resolution: axis.resolution)
      unsafe libevdev_enable_event_code(evdev, UInt32(EV_ABS), UInt32(code), &info)
    }
  }
}
