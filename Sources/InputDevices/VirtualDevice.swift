internal import CLibevdev
internal import CLinux
public import EventPipeline
internal import Glibc
package import System

/// A device that the kernel creates for us, and that exists as long as this value: a pad, or a touch device that plays
/// a recording.
@safe public final class VirtualDevice {
  /// The beginning of the physical path of every device that discovery must never use as a source.
  public static let ownPhys = "touchstick/"
  /// The physical path of every gamepad of the daemon.
  public static let gamepadPhys = ownPhys + "gamepad"
  /// The physical path of every mouse of the daemon.
  public static let mousePhys = ownPhys + "mouse"
  /// The physical path of every keyboard of the daemon.
  public static let keyboardPhys = ownPhys + "keyboard"
  /// The beginning of the physical path of every clone. The name of the original's node follows.
  public static let clonePhys = ownPhys + "clone/"

  /// More events than ten fingers on a clone cause in a frame. A pad's frame has at most 20 events.
  private static let capacity = 512

  public let description: DeviceDescription
  public var name: String { description.name }
  /// The path of its node, such as /dev/input/event7; nil if sysfs does not show it.
  public let node: String?

  /// /dev/uinput, which is closed after the device was destroyed.
  let file: OwnedFileDescriptor
  /// Nil for a device that another process has made.
  private var pointer: OpaquePointer?
  /// Whether another process keeps the device.
  private var isLeft = false
  /// A buffer for writing, so that writing allocates nothing.
  private let buffer: UnsafeMutablePointer<input_event>

  /// Makes the device.
  public init(
    _ description: DeviceDescription, phys: String? = nil, through uinput: consuming Uinput
  ) throws(DeviceError) {
    let file = uinput.intoFile()
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
    self.description = description
    node = unsafe libevdev_uinput_get_devnode(made).map { unsafe String(cString: $0) }
    self.file = file
    unsafe pointer = made
    unsafe buffer = .allocate(capacity: Self.capacity)
  }

  /// Adopts a device that another process has made.
  ///
  /// - Parameters:
  ///   - file: Its /dev/uinput.
  ///   - node: The path of its node.
  package init(adopting file: consuming OwnedFileDescriptor, _ description: DeviceDescription, node: String) {
    self.description = description
    self.node = node
    self.file = file
    unsafe buffer = .allocate(capacity: Self.capacity)
  }

  deinit {
    if !isLeft {
      if let pointer = unsafe pointer {
        unsafe libevdev_uinput_destroy(pointer)
      } else {
        clinux_destroy_uinput(file.number)
      }
    }
    unsafe buffer.deallocate()
  }

  /// Leaves the device to a process that gets a copy of its file: it exists as long as that.
  public func leave(_ give: (_ file: Int32) -> Void) {
    isLeft = true
    give(file.number)
  }

  /// Writes events, with one call for up to 512: readers of the device wake up once for them. write(2)
  ///
  /// - Parameter events: A frame, with SYN_REPORT at its end. If it is empty, nothing is written.
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

/// An open /dev/uinput, for one virtual device.
public struct Uinput: ~Copyable {
  private let file: OwnedFileDescriptor

  /// Opens /dev/uinput. This loads the kernel's module if possible.
  public init() throws(DeviceError) {
    do throws(SystemError) {
      file = try OwnedFileDescriptor(opening: "/dev/uinput", O_RDWR | O_NONBLOCK)
    } catch {
      throw .cannotOpenUinput(errno: error.errno)
    }
  }

  consuming func intoFile() -> OwnedFileDescriptor { file }
}

extension DeviceDescription {
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

extension VirtualDevice {
  /// In seconds.
  private static let maxWait = 60.0

  /// Plays recorded events, at the pace at which they were recorded: writes a frame at a time, each when it is due. The
  /// device must be one ``DeviceDescription/withoutFuzz``.
  ///
  /// - Parameters:
  ///   - speed: How much faster than recorded, above 0.
  ///   - beforeFrame: Runs before each frame: for example to wait for a reader.
  public func play(
    _ events: [InputEvent], speed: Double = 1, beforeFrame: () -> Void = {}
  ) throws(DeviceError) {
    guard let first = events.first else { return }
    var state = DeviceState(of: description)
    var start = Self.now()
    var frame: [InputEvent] = []
    for event in events {
      if event.is(.synDropped) {
        // uinput cannot lose events. For a reader that cannot ask for the state, this means that nothing is left.
        frame = state.lifts(time: event.time)
        for lift in frame { state.apply(lift) }
      } else {
        state.apply(event)
        frame.append(event)
        guard event.is(.synReport) else { continue }
      }
      let sinceFirst = event.time.subtractingReportingOverflow(first.time).partialValue
      let wait = start + Double(sinceFirst) / 1e6 / speed - Self.now()
      // Do not wait for a time stamp that jumps by years: continue from there.
      start -= max(wait - Self.maxWait, 0)
      if wait > 0 { usleep(useconds_t(min(wait, Self.maxWait) * 1e6)) }
      beforeFrame()
      try write(frame)
      frame.removeAll(keepingCapacity: true)
    }
  }

  /// In seconds.
  private static func now() -> Double { Double(nanoseconds(on: CLOCK_MONOTONIC)) / 1e9 }
}

extension DeviceState {
  /// The frame that lifts everything. The next recorded event of a slot selects it again.
  func lifts(time: Int64) -> [InputEvent] {
    var events: [InputEvent] = []
    for slot in 0..<slotCount where self[trackingIDIn: slot] >= 0 {
      events.append(InputEvent(time: time, .absMTSlot, Int32(slot)))
      events.append(InputEvent(time: time, .absMTTrackingID, -1))
    }
    if keys[EventCode.btnTouch.code] { events.append(InputEvent(time: time, .btnTouch, 0)) }
    return events + [InputEvent(time: time, .synReport, 0)]
  }
}
