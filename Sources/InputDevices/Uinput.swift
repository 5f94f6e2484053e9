internal import CLibevdev
internal import EventPipeline
internal import Glibc
internal import OperatingSystem

/// An open /dev/uinput, for one virtual device.
public struct Uinput: ~Copyable {
  private let file: OwnedFileDescriptor

  /// Opens /dev/uinput. This loads the kernel's module if possible.
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

/// A libevdev uinput device. It is destroyed with its owner, and then its file is closed.
@safe struct LibevdevUinputHandle: ~Copyable {
  /// More events than ten fingers on a clone cause in a frame. A pad's frame has at most 20 events.
  static let capacity = 512

  let pointer: OpaquePointer
  let uinput: OwnedFileDescriptor
  /// A buffer for writing, so that writing allocates nothing.
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
  /// Passes the description to libevdev.
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
