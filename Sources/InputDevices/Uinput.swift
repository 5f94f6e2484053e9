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

extension DeviceDescription {
  /// Passes the description to libevdev.
  func apply(to evdev: OpaquePointer) {
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
