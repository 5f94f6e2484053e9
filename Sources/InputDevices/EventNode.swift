internal import CLibevdev
public import EventPipeline
internal import Glibc

/// A device's event node, open for reading.
public final class EventNode {
  /// What a read gave.
  public enum Reading {
    /// The next event.
    case event(InputEvent)
    /// The kernel had to drop events, at this time in microseconds: what was known of the device may no
    /// longer be so.
    case dropped(time: Int64)
    /// There is nothing more to read for now.
    case drained
  }

  /// The path of the node, such as /dev/input/event5.
  public let path: String
  /// What the device says of itself.
  public let description: DeviceDescription
  /// The open node, to wait on for events.
  public var fileDescriptor: Int32 { evdev.file.number }
  /// Whether no other program gets the device's events.
  public private(set) var isGrabbed = false

  private let evdev: LibevdevHandle

  /// Opens a node.
  ///
  /// - Throws: ``DeviceError/cannotOpen(node:errno:)`` or ``DeviceError/notAnEventNode(node:errno:)``.
  public init(opening path: String) throws(DeviceError) {
    guard let file = OwnedFileDescriptor(opening: path, O_RDONLY) else {
      throw .cannotOpen(node: path, errno: errno)
    }
    evdev = try LibevdevHandle(consume file, node: path)
    self.path = path
    description = unsafe DeviceDescription(evdev.pointer)
  }

  /// Reads the next event without waiting. libevdev_next_event()
  ///
  /// - Throws: ``DeviceError/cannotRead(node:errno:)``, with ENODEV where the device is gone.
  public func read() throws(DeviceError) -> Reading {
    var event = input_event()
    let normal = UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue)
    let status = unsafe libevdev_next_event(evdev.pointer, normal, &event)
    switch status {
    case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue): return .event(InputEvent(event))
    case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
      try synchronise()
      return .dropped(time: InputEvent(event).time)
    case -EAGAIN, -EINTR: return .drained
    default: throw .cannotRead(node: path, errno: -status)
    }
  }

  /// Takes the device for ourselves: nobody else gets its events. EVIOCGRAB
  ///
  /// Only to be done while nothing touches the surface, or other programs never learn of the lift.
  ///
  /// - Throws: ``DeviceError/cannotGrab(node:name:errno:)``, with EBUSY where another program has it.
  public func grab() throws(DeviceError) {
    let status = unsafe libevdev_grab(evdev.pointer, LIBEVDEV_GRAB)
    guard status == 0 else { throw .cannotGrab(node: path, name: description.name, errno: -status) }
    isGrabbed = true
  }

  /// Lets other programs have the device's events again; not to be done under a finger, as ``grab()``.
  public func ungrab() {
    // It fails only for a device that is gone, whose grab is gone with it.
    _ = unsafe libevdev_grab(evdev.pointer, LIBEVDEV_UNGRAB)
    isGrabbed = false
  }

  /// What the device shows, as far as the events that were read tell.
  public var state: DeviceState { unsafe DeviceState(evdev.pointer, of: description) }

  /// The last value of an axis or button, as far as the events that were read tell; 0 for one that the
  /// device does not have. libevdev_get_event_value()
  public func value(of code: EventCode) -> Int32 {
    unsafe libevdev_get_event_value(evdev.pointer, UInt32(code.type.rawValue), UInt32(code.code))
  }

  /// Lets libevdev ask the kernel for what is so now. The events that it makes of the difference are not
  /// looked at: they would read like motion, and what counts is the state.
  private func synchronise() throws(DeviceError) {
    var event = input_event()
    let sync = UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue)
    while true {
      let status = unsafe libevdev_next_event(evdev.pointer, sync, &event)
      if status == -EAGAIN { return }
      guard status >= 0 else { throw .cannotRead(node: path, errno: -status) }
    }
  }
}

/// A libevdev device, freed when its owner is gone, and then its file closed.
@safe private struct LibevdevHandle: ~Copyable {
  let pointer: OpaquePointer
  let file: OwnedFileDescriptor

  /// Reads what the device is, and has its events stamped by the clock that never jumps.
  init(_ file: consuming OwnedFileDescriptor, node: String) throws(DeviceError) {
    var made: OpaquePointer?
    let status = unsafe libevdev_new_from_fd(file.number, &made)
    guard status == 0, let made = unsafe made else { throw .notAnEventNode(node: node, errno: -status) }
    let clock = unsafe libevdev_set_clock_id(made, CLOCK_MONOTONIC)
    guard clock == 0 else {
      unsafe libevdev_free(made)
      throw .notAnEventNode(node: node, errno: -clock)
    }
    unsafe pointer = made
    self.file = file
  }

  deinit { unsafe libevdev_free(pointer) }
}
