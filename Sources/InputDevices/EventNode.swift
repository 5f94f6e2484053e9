internal import CLibevdev
internal import CLinux
public import EventPipeline
internal import Glibc
internal import OperatingSystem

/// An open event node of a device.
public final class EventNode {
  /// The result of a read.
  public enum Reading {
    /// The next event.
    case event(InputEvent)
    /// The kernel dropped events (SYN_DROPPED), at this time in microseconds: the known state may be out of date.
    case dropped(time: Int64)
    /// There is nothing more to read for now.
    case drained

    /// The time stamp, in microseconds; nil if there is nothing.
    @inlinable public var time: Int64? {
      switch self {
      case .event(let event): event.time
      case .dropped(let time): time
      case .drained: nil
      }
    }
  }

  /// The path of the node, such as /dev/input/event5.
  public let path: String
  /// The device's description.
  public let description: DeviceDescription
  /// The descriptor to wait on for events.
  public var fileDescriptor: Int32 { evdev.file.number }

  let evdev: LibevdevHandle
  /// In place, because each event reads it.
  private let queue = InPlace(EventQueue())

  /// Opens a node.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - mayWrite: Whether to open it for writing too, if permitted: ``ungrab()`` writes.
  /// - Throws: ``DeviceError/cannotOpen(node:errno:)`` or ``DeviceError/notAnEventNode(node:errno:)``.
  public init(opening path: String, mayWrite: Bool = false) throws(DeviceError) {
    evdev = try .make(try Self.open(path, mayWrite: mayWrite), node: path)
    self.path = path
    description = unsafe DeviceDescription(evdev.pointer)
  }

  private static func open(_ path: String, mayWrite: Bool) throws(DeviceError) -> OwnedFileDescriptor {
    if mayWrite, let file = try? OwnedFileDescriptor(opening: path, O_RDWR | O_NONBLOCK) { return file }
    do throws(SystemError) {
      return try OwnedFileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
    } catch {
      throw .cannotOpen(node: path, errno: error.errno)
    }
  }

  /// Call this if you stop reading before the node is ``Reading/drained``: more may arrive before you go on.
  public func pauseReading() { queue.value.expectMore() }

  /// Reads the next event without waiting. read(2)
  ///
  /// Not with libevdev, which would apply it to a state of its own. For a frame with ten fingers, that takes more
  /// instructions than everything else.
  ///
  /// - Throws: ``DeviceError/cannotRead(node:errno:)``, with ENODEV if the device is gone.
  public func read() throws(DeviceError) -> Reading {
    guard let event = try next() else { return .drained }
    guard event.is(.synDropped) else { return .event(event) }
    try askForState()
    return .dropped(time: event.time)
  }

  /// Reads the waiting events without waiting, and without a look at them. Use this or ``read()`` for a node. read(2)
  ///
  /// - Returns: The events; none if there is nothing to read for now.
  /// - Throws: ``DeviceError/cannotRead(node:errno:)``, with ENODEV if the device is gone.
  public func readUnchanged() throws(DeviceError) -> [InputEvent] {
    guard let first = try next() else { return [] }
    var events = [first]
    while let event = queue.value.next() { events.append(event) }
    return events
  }

  @inline(__always) private func next() throws(DeviceError) -> InputEvent? {
    if let event = queue.value.next() { return event }
    do throws(SystemError) {
      try queue.value.fill(from: fileDescriptor)
    } catch {
      throw .cannotRead(node: path, errno: error.errno)
    }
    return queue.value.next()
  }

  /// Has the kernel leave out the ``DeviceDescription/emulatedAxes``, which makes each frame shorter. EVIOCSMASK
  public func omitEmulatedAxes() {
    // Linux before 4.4 cannot. Then the axes are read, and nobody looks at them.
    _ = clinux_select_axes(fileDescriptor, ~description.emulatedAxes)
  }

  /// The device's state when it was last read: when the node was opened, when events were dropped, or by
  /// ``askForState()``.
  public var state: DeviceState { unsafe DeviceState(evdev.pointer, of: description) }

  /// The value of an axis or button in the ``state``; 0 if the device does not have it. libevdev_get_event_value()
  public func value(of code: EventCode) -> Int32 {
    unsafe libevdev_get_event_value(evdev.pointer, UInt32(code.type.rawValue), UInt32(code.code))
  }

  /// Reads the state from the device, and discards waiting events. LIBEVDEV_READ_FLAG_FORCE_SYNC
  ///
  /// - Throws: ``DeviceError/cannotRead(node:errno:)``.
  public func askForState() throws(DeviceError) {
    queue.value.clear()
    var event = input_event()
    let force = UInt32(LIBEVDEV_READ_FLAG_FORCE_SYNC.rawValue)
    var status = unsafe libevdev_next_event(evdev.pointer, force, &event)
    // The events that libevdev generates for the difference are ignored: they look like motion, and only the state
    // counts. Without the second flag, some versions read events meanwhile, and keep them.
    let sync = UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue | LIBEVDEV_READ_FLAG_BLOCKING.rawValue)
    while status >= 0 { status = unsafe libevdev_next_event(evdev.pointer, sync, &event) }
    guard status == -EAGAIN else { throw .cannotRead(node: path, errno: -status) }
  }
}
