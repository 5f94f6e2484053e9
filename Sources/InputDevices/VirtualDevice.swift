internal import CLibevdev
internal import CLinux
public import EventPipeline
internal import Glibc
internal import OperatingSystem

/// A device that the kernel creates for us, and that exists as long as this value: a pad, or a touch device that plays
/// a recording.
@safe public final class VirtualDevice {
  /// The beginning of the physical path of every device that discovery must never use as a source.
  public static let ownPhys = "touchstick/"
  /// The physical path of every gamepad of the daemon.
  public static let gamepadPhys = ownPhys + "gamepad"
  /// The beginning of the physical path of every clone. The name of the original's node follows.
  public static let clonePhys = ownPhys + "clone/"

  /// More events than ten fingers on a clone cause in a frame. A pad's frame has at most 20 events.
  private static let capacity = 512

  /// The device's name.
  public let name: String
  /// The path of its node, such as /dev/input/event7; nil if sysfs does not show it.
  public let node: String?

  /// /dev/uinput, which is closed after the device was destroyed.
  private let file: OwnedFileDescriptor
  /// The device of libevdev.
  private let pointer: OpaquePointer
  /// A buffer for writing, so that writing allocates nothing.
  private let buffer: UnsafeMutablePointer<input_event>

  /// Makes the device.
  ///
  /// - Parameters:
  ///   - description: Its description.
  ///   - phys: Its physical path; nil is none.
  ///   - uinput: /dev/uinput, opened before.
  /// - Throws: ``DeviceError/cannotCreate(name:errno:)``.
  public init(
    _ description: DeviceDescription, phys: String? = nil, through uinput: consuming Uinput
  ) throws(DeviceError) {
    let file = uinput.takeFile()
    if let phys, unsafe clinux_set_uinput_phys(file.number, phys) != 0 {
      throw .cannotCreate(name: description.name, errno: errno)
    }
    guard let model = unsafe libevdev_new() else {
      throw .cannotCreate(name: description.name, errno: ENOMEM)
    }
    defer { unsafe libevdev_free(model) }
    unsafe description.apply(to: model)
    var made: OpaquePointer?
    let status = unsafe libevdev_uinput_create_from_device(model, file.number, &made)
    guard status == 0, let made = unsafe made else {
      throw .cannotCreate(name: description.name, errno: -status)
    }
    name = description.name
    node = unsafe libevdev_uinput_get_devnode(made).map { unsafe String(cString: $0) }
    self.file = file
    unsafe pointer = made
    unsafe buffer = .allocate(capacity: Self.capacity)
  }

  deinit {
    unsafe libevdev_uinput_destroy(pointer)
    unsafe buffer.deallocate()
  }

  /// Writes events, with one call for up to 512: readers of the device wake up once for them. write(2)
  ///
  /// - Parameter events: A frame, with SYN_REPORT at its end. If it is empty, nothing is written.
  /// - Throws: ``DeviceError/cannotWrite(name:errno:)``.
  public func write(_ events: [InputEvent]) throws(DeviceError) {
    var start = 0
    while start < events.count {
      let end = min(start + Self.capacity, events.count)
      for index in start..<end { unsafe buffer[index - start] = input_event(events[index]) }
      try writeBuffer(end - start)
      start = end
    }
  }

  private func writeBuffer(_ count: Int) throws(DeviceError) {
    let length = count * MemoryLayout<input_event>.stride
    var written: Int
    repeat {
      written = unsafe Glibc.write(file.number, buffer, length)
    } while written < 0 && errno == EINTR
    guard written == length else {
      throw .cannotWrite(name: name, errno: written < 0 ? errno : EIO)
    }
  }
}

extension input_event {
  /// The kernel stamps all events of a frame with the time of its SYN_REPORT.
  init(_ event: InputEvent) {
    var time = timeval()
    if event.is(.synReport) {
      let (seconds, microseconds) = event.time.quotientAndRemainder(dividingBy: 1_000_000)
      time = timeval(tv_sec: Int(seconds), tv_usec: Int(microseconds))
    }
    self.init(time: time, type: event.type.rawValue, code: event.code, value: event.value)
  }
}
